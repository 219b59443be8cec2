import type { ObjectView } from '@ukit/core'
import type { Vector } from '../../mesh/model/mesh.js'
import { product, quaternionOf, quaternionOfAxes, rotate, rotatorOf } from '../../mesh/model/quaternion.js'
import { cross, dot, finite, finiteVector, minus, plus } from '../../mesh/model/vectors.js'
import type { LevelActor, LevelComponent } from '../level.js'

/** A place: scaled, rotated, moved. */
export type Place = Pick<LevelActor, 'location' | 'rotation' | 'scale'>

/**
 * *Where a component is relative to its actor*: its scale, rotation and translation, and then the actor's
 * pivot is subtracted (media facts, 6.4: 1,026 of 1,041 meshes lie in the spheres that the level has for
 * them). A component with an absolute place has one in the world.
 */
export function componentPlace(
  component: ObjectView,
  pivot: Vector,
  actor: Place,
): Pick<LevelComponent, 'location' | 'rotation' | 'scale' | 'isInWorld'> {
  const factor = finite(component.number('Scale', 1))
  const [x, y, z] = finiteVector(component.vector('Scale3D', [1, 1, 1]))
  const translation = finiteVector(component.vector('Translation'))
  const own: Place = {
    location: minus(translation, pivot),
    rotation: finiteVector(component.rotator('Rotation')),
    scale: [x * factor, y * factor, z * factor],
  }
  const [isMoved, isTurned, isScaled] = ['AbsoluteTranslation', 'AbsoluteRotation', 'AbsoluteScale'].map((name) =>
    component.flag(name),
  )
  if (!(isMoved || isTurned || isScaled)) return own
  const [ax, ay, az] = actor.scale
  const [ox, oy, oz] = own.scale
  const turn = quaternionOf(actor.rotation)
  const [lx, ly, lz] = own.location
  return {
    location: isMoved ? translation : plus(rotate(turn, [lx * ax, ly * ay, lz * az]), actor.location),
    rotation: isTurned ? own.rotation : rotatorOf(product(turn, quaternionOf(own.rotation))),
    scale: isScaled ? own.scale : [ox * ax, oy * ay, oz * az],
    isInWorld: true,
  }
}

/**
 * *A matrix of the engine as a place*: three axes and a location, four numbers each. What it shears is lost.
 *
 * @param at number of its first value.
 */
export function placeOfMatrix(
  values: ArrayLike<number>,
  at: number,
): Place & { readonly turn: readonly [number, number, number, number] } {
  const row = (i: number): Vector =>
    finiteVector([values[at + 4 * i] ?? 0, values[at + 4 * i + 1] ?? 0, values[at + 4 * i + 2] ?? 0])
  const [x, y, z] = [row(0), row(1), row(2)]
  // One that mirrors: its X axis is the other way.
  const sign = dot(cross(x, y), z) < 0 ? -1 : 1
  const turn = quaternionOfAxes([x[0] * sign, x[1] * sign, x[2] * sign], y, z) ?? [0, 0, 0, 1]
  return {
    location: row(3),
    rotation: rotatorOf(turn),
    scale: [sign * Math.hypot(...x), Math.hypot(...y), Math.hypot(...z)],
    turn,
  }
}
