import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'

/**
 * *From the engine's axes to those of glTF.* The engine: X forward, Y right, Z up, left-handed. glTF: Y up,
 * right-handed. Y and Z are swapped, which turns left-handed axes into right-handed ones; nothing else is
 * mirrored, so text on textures stays readable. `(x, z, y) · unit`: ../shared/formats/media.md 1.1, checked
 * there with UE Viewer's glTF and in pictures.
 */
export function pointsInGltf(
  points: Float32Array,
  unit: number,
  memory: NumberMemory = OWN_MEMORY,
): Float32Array<ArrayBuffer> {
  const turned = memory.floats(points.length)
  const whole = points.length - (points.length % 3)
  for (let i = 0; i < whole; i += 3) {
    turned[i] = (points[i] as number) * unit
    turned[i + 1] = (points[i + 2] as number) * unit
    turned[i + 2] = (points[i + 1] as number) * unit
  }
  return turned.fill(0, whole)
}

/** One point or, with a unit of 1, one direction or the scale along the axes. */
export function vectorInGltf([x, y, z]: readonly [number, number, number], unit = 1): [number, number, number] {
  return [x * unit, z * unit, y * unit]
}

/**
 * A quaternion X, Y, Z, W: the mirroring reverses the axis of rotation as well as swapping its components.
 */
export function quaternionInGltf([x, y, z, w]: readonly [number, number, number, number]): [
  number,
  number,
  number,
  number,
] {
  // No −0: it would be a different text in the JSON.
  return [0 - x, 0 - z, 0 - y, w]
}

/**
 * Triangles with their winding reversed, because the mirroring turned them inside out. With `isShort`,
 * indices have 16 bits.
 */
export function turnedTriangles(
  indices: Uint32Array,
  isShort = false,
  memory: NumberMemory = OWN_MEMORY,
): Uint16Array | Uint32Array {
  const turned = isShort ? memory.ushorts(indices.length) : memory.uints(indices.length)
  const whole = turned.length - (turned.length % 3)
  for (let i = 0; i < whole; i += 3) {
    turned[i] = indices[i] as number
    turned[i + 1] = indices[i + 2] as number
    turned[i + 2] = indices[i + 1] as number
  }
  for (let i = whole; i < turned.length; i++) turned[i] = indices[i] as number
  return turned
}
