import type { Quaternion } from '../mesh/model/quaternion.js'

/** A position with Y negated, or unchanged. */
export function placeIn(mirror: boolean, place: ArrayLike<number>): [x: number, y: number, z: number] {
  const [x, y, z] = [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0]
  return [x, mirror ? -y : y, z]
}

/** A rotation in the space with Y negated, or unchanged: both the axis and the angle are mirrored. */
export function turnIn(mirror: boolean, [x, y, z, w]: Quaternion): Quaternion {
  return mirror ? [-x, y, -z, w] : [x, y, z, w]
}
