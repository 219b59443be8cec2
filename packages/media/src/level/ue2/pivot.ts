import type { Vector } from '../../mesh/model/mesh.js'
import { quaternionOf, rotate } from '../../mesh/model/quaternion.js'
import { minus } from '../../mesh/model/vectors.js'
import type { LevelMotion } from '../level.js'

/** Where the origin of a mesh is whose pivot is elsewhere. */
export function withoutPivot(location: Vector, rotation: Vector, scale: Vector, pivot: Vector): Vector {
  if (pivot.every((value) => value === 0)) return location
  return minus(
    location,
    rotate(quaternionOf(rotation), [pivot[0] * scale[0], pivot[1] * scale[1], pivot[2] * scale[2]]),
  )
}

/** The same for all keys of a mover. */
export function pivotedMotion(motion: LevelMotion, scale: Vector, pivot: Vector): LevelMotion {
  const keys = motion.keys.map(({ location, rotation }) => ({
    location: withoutPivot(location, rotation, scale, pivot),
    rotation,
  }))
  return { ...motion, keys }
}
