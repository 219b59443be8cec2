import type { MeshPlacement, Vector } from './mesh.js'

/** X, Y, Z, W. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number]

/** A quaternion that turns nothing. */
export const NO_TURN: Quaternion = [0, 0, 0, 1]

/** `v` turned by `q`. */
export function rotate([x, y, z, w]: Quaternion, [vx, vy, vz]: Vector): Vector {
  const tx = 2 * (y * vz - z * vy)
  const ty = 2 * (z * vx - x * vz)
  const tz = 2 * (x * vy - y * vx)
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx]
}

/** First turned by `b`, then by `a`. */
export function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by + ay * bw + az * bx - ax * bz,
    aw * bz + az * bw + ax * by - ay * bx,
    aw * bw - ax * bx - ay * by - az * bz,
  ]
}

/** The same turn as a quaternion of length 1; `undefined` for zeros and what is not a number. */
export function unitQuaternion([x, y, z, w]: Quaternion): Quaternion | undefined {
  const length = Math.hypot(x, y, z, w)
  if (!(length > 1e-12 && length < Number.POSITIVE_INFINITY)) return undefined
  return [x / length, y / length, z / length, w / length]
}

/**
 * A rotator as a quaternion: pitch, yaw and roll, 65,536 for a full turn. Sense and order: proven on the brushes of
 * real maps, ../shared/formats/media.md 1.3.
 */
export function quaternionOf([pitch, yaw, roll]: MeshPlacement['rotation']): Quaternion {
  const half = Math.PI / 65_536
  const about = (axis: 0 | 1 | 2, angle: number): Quaternion => {
    const sine = Math.sin(angle * half)
    return [axis === 0 ? sine : 0, axis === 1 ? sine : 0, axis === 2 ? sine : 0, Math.cos(angle * half)]
  }
  // Roll about X first, then pitch about Y, then yaw about Z; positive pitch lifts X, positive roll lowers Y.
  return product(about(2, yaw), product(about(1, -pitch), about(0, -roll)))
}

/** Placement that changes nothing. */
export const NO_PLACEMENT: MeshPlacement = { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] }

/** Points as the engine puts them: `rotate(rotation, (v − origin) · scale)`. */
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

/** Whether a placement turns a mesh inside out. */
export function isMirrored({ scale: [x, y, z] }: MeshPlacement): boolean {
  return x * y * z < 0
}
