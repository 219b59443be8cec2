/**
 * *Normals from the triangles around each point*, weighted by area, as the engine computes them for meshes
 * that store none. Vertices of one point have the same normal, so texture seams are not visible.
 *
 * @param positions X, Y, Z for each vertex.
 * @param points the engine's point of each vertex.
 * @param indices three vertices for each triangle, with `(b − a) × (c − a)` pointing outward.
 * @returns unit vectors; up (Z) for a vertex that is not in any triangle with an area.
 */
export function smoothNormals(
  positions: Float32Array,
  points: Uint32Array,
  indices: Uint32Array,
): Float32Array<ArrayBuffer> {
  let count = 0
  for (const point of points) if (point >= count) count = point + 1
  const sums = new Float64Array(count * 3)
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0]
    const [ax, ay, az] = [positions[3 * a] ?? 0, positions[3 * a + 1] ?? 0, positions[3 * a + 2] ?? 0]
    const ux = (positions[3 * b] ?? 0) - ax
    const uy = (positions[3 * b + 1] ?? 0) - ay
    const uz = (positions[3 * b + 2] ?? 0) - az
    const vx = (positions[3 * c] ?? 0) - ax
    const vy = (positions[3 * c + 1] ?? 0) - ay
    const vz = (positions[3 * c + 2] ?? 0) - az
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const vertex of [a, b, c]) {
      const at = 3 * (points[vertex] ?? 0)
      for (let k = 0; k < 3; k++) sums[at + k] = (sums[at + k] ?? 0) + (normal[k] ?? 0)
    }
  }
  const normals = new Float32Array(points.length * 3)
  for (const [i, point] of points.entries()) {
    const [x, y, z] = [sums[3 * point] ?? 0, sums[3 * point + 1] ?? 0, sums[3 * point + 2] ?? 0]
    const length = Math.hypot(x, y, z)
    if (length > 0 && length < Number.POSITIVE_INFINITY) normals.set([x / length, y / length, z / length], 3 * i)
    else normals[3 * i + 2] = 1
  }
  return normals
}
