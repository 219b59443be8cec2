import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { ActorMeshes } from '../actor-meshes.js'
import type { Level, LevelActor, LevelPath } from '../level.js'
import type { LevelOptions, LevelStep } from '../level-of.js'
import { zonesOf } from '../zones.js'
import { actorUE2 } from './actors.js'
import { lightPagesUE2, worldUE2 } from './world.js'

/** Reads a level of UE2 step by step: see `levelSteps`. */
export async function* levelUE2(
  reader: ObjectReader,
  read: ReadObject,
  { signal, onProgress, withoutLight = false }: LevelOptions,
): AsyncGenerator<LevelStep, Level> {
  const level = read.object
  if (!(level instanceof ue2.Level) || !(level.model instanceof ExportObject))
    throw new MediaError('no-data', `${read.export.path} has no built geometry`)
  const { object: model, error } = await reader.read(level.model)
  if (!(model instanceof ue2.Model)) throw new MediaError('broken', error?.message ?? 'its model does not decode')
  const world = await worldUE2(reader, model)
  const first = level.actors[0]
  const zones = await zonesOf(reader, model.zones, first instanceof ExportObject ? first : undefined)
  onProgress?.('geometry', 1, 1)
  signal?.throwIfAborted()
  yield { step: 'geometry', parts: world.parts, zones }

  const meshes = new ActorMeshes(reader, signal)
  const actors: LevelActor[] = []
  let broken = 0
  for (const [i, object] of level.actors.entries()) {
    if (!(object instanceof ExportObject)) continue
    const actor = await actorUE2({ reader, meshes }, object)
    if (actor === undefined) broken++
    else actors.push(actor)
    if (i % 64 !== 0) continue
    onProgress?.('actors', i, level.actors.length)
    signal?.throwIfAborted()
  }
  yield { step: 'actors', actors, meshes: meshes.all }

  const { pages: lightPages, notes } = withoutLight ? { pages: [], notes: [] } : lightPagesUE2(model)
  onProgress?.('light', lightPages.length, lightPages.length)
  yield { step: 'light', lightPages }
  return {
    engine: 2,
    package: reader.package.name,
    path: read.export.path,
    zones,
    parts: world.parts,
    lightPages,
    meshes: meshes.all,
    actors,
    paths: await pathsOf(reader),
    notes: [
      ...world.notes,
      ...meshes.notes,
      ...notes,
      ...(broken === 0 ? [] : [`${plural(broken, 'actor')} that cannot be read`]),
    ],
  }
}

/** Ways are objects of their own. */
async function pathsOf(reader: ObjectReader): Promise<LevelPath[]> {
  const paths: LevelPath[] = []
  for await (const read of reader.objects('ReachSpec')) {
    const view = await reader.view(read)
    const [start, end] = [view.object('Start'), view.object('End')]
    if (start instanceof ExportObject && end instanceof ExportObject)
      paths.push({ from: start.index, to: end.index, distance: view.number('Distance') })
  }
  return paths
}
