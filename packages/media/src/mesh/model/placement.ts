import type { MeshPlacement } from './mesh.js'
import { quaternionOf, rotate } from './quaternion.js'

/** The placement that changes nothing. */
export const NO_PLACEMENT: MeshPlacement = { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] }

/** Points transformed as in the engine: `rotate(rotation, (v − origin) · scale)`. */
export function placedPoints(
  points: Float32Array,
  { origin, scale, rotation }: MeshPlacement,
): Float32Array<ArrayBuffer> {
  const placed = new Float32Array(points.length)
  const turn = quaternionOf(rotation)
  const [xx, xy, xz] = rotate(turn, [scale[0], 0, 0])
  const [yx, yy, yz] = rotate(turn, [0, scale[1], 0])
  const [zx, zy, zz] = rotate(turn, [0, 0, scale[2]])
  for (let i = 0; i + 2 < points.length; i += 3) {
    const x = (points[i] ?? 0) - origin[0]
    const y = (points[i + 1] ?? 0) - origin[1]
    const z = (points[i + 2] ?? 0) - origin[2]
    placed[i] = x * xx + y * yx + z * zx
    placed[i + 1] = x * xy + y * yy + z * zy
    placed[i + 2] = x * xz + y * yz + z * zz
  }
  return placed
}

/** Whether a placement mirrors a mesh. */
export function isMirrored({ scale: [x, y, z] }: MeshPlacement): boolean {
  return x * y * z < 0
}
