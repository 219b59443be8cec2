import type { MeshPlacement, Vector } from './mesh.js'

/** X, Y, Z, W. */
export type Quaternion = readonly [x: number, y: number, z: number, w: number]

/** No rotation. */
export const IDENTITY: Quaternion = [0, 0, 0, 1]

/** The opposite rotation. */
export function conjugate([x, y, z, w]: Quaternion): Quaternion {
  return [-x, -y, -z, w]
}

/** `v` rotated by `q`. */
export function rotate([x, y, z, w]: Quaternion, [vx, vy, vz]: Vector): Vector {
  const tx = 2 * (y * vz - z * vy)
  const ty = 2 * (z * vx - x * vz)
  const tz = 2 * (x * vy - y * vx)
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx]
}

/** The rotation by `b`, followed by `a`. */
export function product([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by + ay * bw + az * bx - ax * bz,
    aw * bz + az * bw + ax * by - ay * bx,
    aw * bw - ax * bx - ay * by - az * bz,
  ]
}

/** Maximum deviation from length 1 caused by rounding the components to 32-bit floats. */
const ROUNDING = 2 ** -22

/**
 * What to divide the components of a quaternion by so that it has length 1: 1 if it has that already within
 * the precision of 32-bit floats, so that a rotation that is read and written again stays the same; 0 if
 * nothing gives it that length, since it is zero or not a number.
 */
export function toLengthOne(x: number, y: number, z: number, w: number): number {
  // Math.hypot takes ten times as long; these numbers come from 32-bit floats, so no square overflows.
  const length = Math.sqrt(x * x + y * y + z * z + w * w)
  if (Math.abs(length - 1) <= ROUNDING) return 1
  return length > 1e-12 && Number.isFinite(length) ? length : 0
}

/** The same rotation with length 1; `undefined` if there is none: see `toLengthOne`. */
export function normalized(quaternion: Quaternion): Quaternion | undefined {
  const [x, y, z, w] = quaternion
  const length = toLengthOne(x, y, z, w)
  if (length === 0) return undefined
  return length === 1 ? [x, y, z, w] : [x / length, y / length, z / length, w / length]
}

/** The rotation at a fraction of the way from one to another, along the shorter way at constant speed. */
export function slerp(a: Quaternion, b: Quaternion, part: number): Quaternion {
  let dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
  const sign = dot < 0 ? -1 : 1
  dot *= sign
  let from = 1 - part
  let to = part
  // Nearly the same rotation: the sine is too small to divide by.
  if (dot < 0.9999) {
    const angle = Math.acos(dot)
    const sine = Math.sin(angle)
    from = Math.sin(from * angle) / sine
    to = Math.sin(to * angle) / sine
  }
  to *= sign
  const mixed: Quaternion = [
    from * a[0] + to * b[0],
    from * a[1] + to * b[1],
    from * a[2] + to * b[2],
    from * a[3] + to * b[3],
  ]
  return normalized(mixed) ?? IDENTITY
}

/**
 * The rotation from X, Y and Z to three axes. The axes need not have length 1; `undefined` when they are
 * coplanar or mirrored.
 */
export function quaternionOfAxes(xAxis: Vector, yAxis: Vector, zAxis: Vector): Quaternion | undefined {
  const [x, y, z] = [unit(xAxis), unit(yAxis), unit(zAxis)]
  if (x === undefined || y === undefined || z === undefined) return undefined
  const determinant =
    x[0] * (y[1] * z[2] - y[2] * z[1]) - x[1] * (y[0] * z[2] - y[2] * z[0]) + x[2] * (y[0] * z[1] - y[1] * z[0])
  if (!(determinant > 0.5)) return undefined
  const trace = x[0] + y[1] + z[2]
  if (trace > 0) return normalized([y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace])
  if (x[0] >= y[1] && x[0] >= z[2]) return normalized([1 + x[0] - y[1] - z[2], x[1] + y[0], x[2] + z[0], y[2] - z[1]])
  if (y[1] >= z[2]) return normalized([x[1] + y[0], 1 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]])
  return normalized([x[2] + z[0], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]])
}

function unit([x, y, z]: Vector): Vector | undefined {
  const length = Math.hypot(x, y, z)
  return length > 1e-12 && Number.isFinite(length) ? [x / length, y / length, z / length] : undefined
}

/**
 * A rotator as a quaternion: pitch, yaw and roll; a full turn is 65,536. Directions and order are proven on
 * the brushes of real maps, ../shared/formats/media.md 1.3.
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

/** A quaternion as pitch, yaw and roll. Where it looks straight up or down, yaw has all turning about X. */
export function rotatorOf(turn: Quaternion): MeshPlacement['rotation'] {
  const unit = 32_768 / Math.PI
  const x = rotate(turn, [1, 0, 0])
  const y = rotate(turn, [0, 1, 0])
  const z = rotate(turn, [0, 0, 1])
  const flat = Math.hypot(x[0], x[1])
  const pitch = Math.atan2(x[2], flat) * unit
  if (flat < 1e-6) return [pitch, Math.atan2(-y[0], y[1]) * unit, 0]
  return [pitch, Math.atan2(x[1], x[0]) * unit, Math.atan2(-y[2], z[2]) * unit]
}
