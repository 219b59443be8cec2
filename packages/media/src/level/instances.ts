import type { Vector } from '../mesh/model/mesh.js'
import { normalized, rotatorOf } from '../mesh/model/quaternion.js'
import { finiteVector } from '../mesh/model/vectors.js'

/** Numbers of a copy in `LevelComponent.instances`. */
export const INSTANCE_NUMBERS = 10

/** Where one of many copies is. */
export interface LevelInstance {
  readonly location: Vector
  /** Pitch, yaw and roll; 65,536 for a full turn. */
  readonly rotation: Vector
  readonly scale: Vector
}

/** The copies of a component, as places. */
export function instancesIn(numbers: Float32Array): LevelInstance[] {
  const count = Math.floor(numbers.length / INSTANCE_NUMBERS)
  return Array.from({ length: count }, (_, i) => {
    const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1, sx = 1, sy = 1, sz = 1] = numbers.subarray(
      INSTANCE_NUMBERS * i,
      INSTANCE_NUMBERS * (i + 1),
    )
    const turn = normalized([qx, qy, qz, qw])
    return {
      location: finiteVector([x, y, z]),
      rotation: turn === undefined ? [0, 0, 0] : rotatorOf(turn),
      scale: finiteVector([sx, sy, sz]),
    }
  })
}
