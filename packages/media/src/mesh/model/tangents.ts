import type { MeshLod } from './mesh.js'
import { smoothNormals } from './normals.js'

/**
 * *Tangents from the triangles around each vertex*, for meshes that store none: along U, perpendicular to the
 * normal, with the sign for which the binormal runs down the texture, as stored ones do.
 *
 * @returns X, Y, Z and the sign for each vertex, as in `MeshLod.tangents`.
 */
export function smoothTangents({ positions, normals, points, indices, uvs: [uv] }: MeshLod): Float32Array {
  const count = positions.length / 3
  const along = new Float64Array(positions.length)
  const down = new Float64Array(positions.length)
  const at = (vertex: number, k: number) => positions[3 * vertex + k] ?? 0
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i] ?? 0, indices[i + 1] ?? 0, indices[i + 2] ?? 0]
    const du1 = (uv?.[2 * b] ?? 0) - (uv?.[2 * a] ?? 0)
    const dv1 = (uv?.[2 * b + 1] ?? 0) - (uv?.[2 * a + 1] ?? 0)
    const du2 = (uv?.[2 * c] ?? 0) - (uv?.[2 * a] ?? 0)
    const dv2 = (uv?.[2 * c + 1] ?? 0) - (uv?.[2 * a + 1] ?? 0)
    // Not divided by the texture's area: only the direction matters, and larger triangles count for more.
    const sign = Math.sign(du1 * dv2 - du2 * dv1)
    for (let k = 0; k < 3; k++) {
      const [p, q] = [at(b, k) - at(a, k), at(c, k) - at(a, k)]
      for (const vertex of [a, b, c]) {
        along[3 * vertex + k] = (along[3 * vertex + k] ?? 0) + sign * (p * dv2 - q * dv1)
        down[3 * vertex + k] = (down[3 * vertex + k] ?? 0) + sign * (q * du1 - p * du2)
      }
    }
  }
  const up = normals ?? smoothNormals(positions, points, indices)
  const tangents = new Float32Array(count * 4)
  for (let i = 0; i < count; i++) {
    const [nx, ny, nz] = [up[3 * i] ?? 0, up[3 * i + 1] ?? 0, up[3 * i + 2] ?? 1]
    let [x, y, z] = across(nx, ny, nz, along[3 * i] ?? 0, along[3 * i + 1] ?? 0, along[3 * i + 2] ?? 0)
    // Without texture coordinates that vary, any direction perpendicular to the normal will do.
    if (!(Math.hypot(x, y, z) > 1e-6))
      [x, y, z] = Math.abs(nx) < 0.9 ? across(nx, ny, nz, 1, 0, 0) : across(nx, ny, nz, 0, 1, 0)
    const length = Math.hypot(x, y, z)
    ;[x, y, z] = [x / length, y / length, z / length]
    const [bx, by, bz] = [ny * z - nz * y, nz * x - nx * z, nx * y - ny * x]
    const runsDown = bx * (down[3 * i] ?? 0) + by * (down[3 * i + 1] ?? 0) + bz * (down[3 * i + 2] ?? 0)
    tangents.set([x, y, z, runsDown < 0 ? -1 : 1], 4 * i)
  }
  return tangents
}

/** A direction without its component along the normal. */
function across(nx: number, ny: number, nz: number, x: number, y: number, z: number): [number, number, number] {
  const part = nx * x + ny * y + nz * z
  return [x - part * nx, y - part * ny, z - part * nz]
}
