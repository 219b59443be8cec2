import type { Quaternion } from '../mesh/quaternion.js'

/**
 * *Whether Y is turned round in the PSK and PSA files of an engine*: in those of UE2 and UE3, whose importers turn it
 * back, and not in those of UE1, whose importer takes points and roots over as they are (444 of 444, 404 of 404).
 */
export function isPskMirrored(engine: 1 | 2 | 3): boolean {
  return engine !== 1
}

/** A place with Y turned round, or as it is. */
export function placeIn(mirror: boolean, place: ArrayLike<number>): [x: number, y: number, z: number] {
  const [x, y, z] = [place[0] ?? 0, place[1] ?? 0, place[2] ?? 0]
  return [x, mirror ? -y : y, z]
}

/** A turn in the space with Y turned round, or as it is: the axis is mirrored, and the angle too. */
export function turnIn(mirror: boolean, [x, y, z, w]: Quaternion): Quaternion {
  return mirror ? [-x, y, -z, w] : [x, y, z, w]
}
