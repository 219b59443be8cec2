/** *The box around vertices, and a sphere.* */
export interface Bounds {
  /** Smallest X, Y, Z, largest X, Y, Z. */
  readonly corners: Float32Array
  readonly centre: Float32Array
  /** Half of the lengths along the axes. */
  readonly extent: Float32Array
  /** From the centre to a corner of the box (UE2), or to the farthest vertex (UE3). */
  readonly radius: number
}

/**
 * The bounds in UE2: the sphere is around the box. Exact in 33 of 35 meshes; the other two differ by
 * rounding.
 */
export function boundsUE2(positions: Float32Array): Bounds {
  const corners = boxOf(positions)
  const [low, high] = [corners.subarray(0, 3), corners.subarray(3)]
  const centre = low.map((least, axis) => Math.fround(least + (high[axis] ?? 0)) * 0.5)
  const extent = low.map((least, axis) => Math.fround((high[axis] ?? 0) - least) * 0.5)
  const square = high.reduce((sum, most, axis) => sum + Math.fround(most - (centre[axis] ?? 0)) ** 2, 0)
  return { corners, centre, extent, radius: Math.sqrt(Math.fround(square)) }
}

/** The bounds in UE3: the sphere is around the vertices. */
export function boundsUE3(positions: Float32Array): Bounds {
  const corners = boxOf(positions)
  const [low, high] = [corners.subarray(0, 3), corners.subarray(3)]
  const extent = low.map((least, axis) => Math.fround((high[axis] ?? 0) - least) * 0.5)
  const centre = low.map((least, axis) => least + (extent[axis] ?? 0))
  let most = 0
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const part = (axis: number) => Math.fround((positions[i + axis] ?? 0) - (centre[axis] ?? 0))
    most = Math.max(most, Math.fround(part(0) ** 2 + part(1) ** 2 + part(2) ** 2))
  }
  return { corners, centre, extent, radius: Math.sqrt(most) }
}

function boxOf(positions: Float32Array): Float32Array {
  const corners = new Float32Array(6).fill(Number.POSITIVE_INFINITY, 0, 3).fill(Number.NEGATIVE_INFINITY, 3)
  for (const [i, value] of positions.entries()) {
    const axis = i % 3
    if (value < (corners[axis] ?? 0)) corners[axis] = value
    if (value > (corners[axis + 3] ?? 0)) corners[axis + 3] = value
  }
  return corners
}
