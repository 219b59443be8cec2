import type { ObjectReader, ObjectView, ReadObject } from '@ukit/core'
import { describeValue } from '@ukit/inspect'
import type { Vector } from '../mesh/model/mesh.js'
import { finite, finiteVector } from '../mesh/model/vectors.js'
import type { LevelActor } from './level.js'

/** What every actor has, however it is drawn: its kind and its looks are the engine's business. */
export function actorBase(reader: ObjectReader, read: ReadObject, view: ObjectView): Omit<LevelActor, 'kind'> {
  const { export: object } = read
  const region = view.struct('Region')
  return {
    name: object.name,
    class: object.className,
    ancestry: reader.ancestryOf(object.class),
    index: object.index,
    location: finiteVector(view.vector('Location')),
    rotation: view.rotator('Rotation'),
    scale: scaleOf(view),
    ...(region.raw('ZoneNumber') === undefined ? {} : { zone: region.number('ZoneNumber') }),
    isHidden: view.flag('bHidden'),
    properties: describeValue(read.object.properties),
  }
}

/** `DrawScale`, and from UE2 on `DrawScale3D`, which older actors do not have. */
function scaleOf(view: ObjectView): Vector {
  const factor = finite(view.number('DrawScale', 1))
  const [x, y, z] = finiteVector(view.vector('DrawScale3D', [1, 1, 1]))
  return [x * factor, y * factor, z * factor]
}
