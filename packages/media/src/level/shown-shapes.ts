import type { Mesh, Vector } from '../mesh/model/mesh.js'
import { quaternionOf, rotate } from '../mesh/model/quaternion.js'
import { plus } from '../mesh/model/vectors.js'
import { INSTANCE_NUMBERS, instancesIn } from './instances.js'
import type { Level, LevelActor } from './level.js'

/** A mesh or shape of an actor, and where it is. */
export interface ShownShape {
  readonly mesh: Mesh
  /** A point of it in world space. */
  readonly toWorld: (point: Vector) => Vector
}

/** Copies of a component that are drawn: plants may be hundreds of thousands. */
const MOST_COPIES = 1 << 14

/** Everything that an actor shows, each copy of its components for itself; nothing that is hidden. */
export function* shownShapes({ meshes }: Level, actor: LevelActor): Generator<ShownShape> {
  const ofActor = intoWorld(actor)
  const own = actor.shape ?? meshes[actor.mesh ?? -1]?.mesh
  if (own !== undefined) yield { mesh: own, toWorld: ofActor }
  for (const component of actor.components ?? []) {
    const mesh = component.shape ?? meshes[component.mesh ?? -1]?.mesh
    if (mesh === undefined || component.isHidden) continue
    const own = intoWorld(component)
    const place: ShownShape['toWorld'] = component.isInWorld === true ? own : (point) => ofActor(own(point))
    if (component.instances === undefined) yield { mesh, toWorld: place }
    else
      for (const instance of instancesIn(component.instances.subarray(0, INSTANCE_NUMBERS * MOST_COPIES))) {
        const copy = intoWorld(instance)
        yield { mesh, toWorld: (point) => place(copy(point)) }
      }
  }
}

/** What scales, rotates and moves a point as a place says. */
function intoWorld({
  location,
  rotation,
  scale,
}: Pick<LevelActor, 'location' | 'rotation' | 'scale'>): ShownShape['toWorld'] {
  const turn = quaternionOf(rotation)
  return ([x, y, z]) => plus(rotate(turn, [x * scale[0], y * scale[1], z * scale[2]]), location)
}
