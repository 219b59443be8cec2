import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { ue1 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { ActorMeshes } from '../actor-meshes.js'
import type { Level, LevelActor } from '../level.js'
import type { LevelOptions, LevelStep } from '../level-of.js'
import type { BakedLight } from '../light-values.js'
import { SurfaceTextures } from '../surface-textures.js'
import { zonesOf } from '../zones.js'
import { actorOf } from './actors.js'
import { bakeLight } from './bake-light.js'
import { modelArrays } from './model-arrays.js'
import { worldOf } from './world.js'

/** Reads a level of UE1 step by step: see `levelSteps`. */
export async function* levelUE1(
  reader: ObjectReader,
  read: ReadObject,
  { signal, onProgress, withoutLight = false }: LevelOptions,
): AsyncGenerator<LevelStep, Level> {
  const level = read.object
  if (!(level instanceof ue1.Level) || !(level.model instanceof ExportObject))
    throw new MediaError('no-data', `${read.export.path} has no built geometry`)
  const { object: model, error } = await reader.read(level.model)
  if (!(model instanceof ue1.Model)) throw new MediaError('broken', error?.message ?? 'its model does not decode')
  const arrays = await modelArrays(reader, model)
  const textures = new SurfaceTextures(reader)
  const world = await worldOf(model, arrays, textures)
  const first = level.actors[0]
  const zones = await zonesOf(reader, arrays.zones, first instanceof ExportObject ? first : undefined)
  const step = progressOf(signal, onProgress)
  await step('geometry', 1, 1)
  const base = { engine: 1 as const, package: reader.package.name, path: read.export.path, zones }
  yield { step: 'geometry', parts: world.parts, zones }

  const meshes = new ActorMeshes(reader, signal)
  const lights = new Map<unknown, BakedLight>()
  const actors: LevelActor[] = []
  let broken = 0
  for (const [i, object] of level.actors.entries()) {
    if (!(object instanceof ExportObject)) continue
    const actor = await actorOf({ reader, meshes, textures, lights }, object)
    if (actor === undefined) broken++
    else actors.push(actor)
    if (i % 64 === 0) await step('actors', i, level.actors.length)
  }
  yield { step: 'actors', actors, meshes: meshes.all }

  const lightPages = withoutLight
    ? []
    : await bakeLight({ model, arrays, world, zones, lights }, (done, total) => step('light', done, total))
  yield { step: 'light', lightPages }
  const notes = [
    ...world.notes,
    ...meshes.notes,
    ...(broken === 0 ? [] : [`${plural(broken, 'actor')} that cannot be read`]),
    ...[...textures.missing].sort().map((path) => `the texture ${path} was not found: its size is a guess`),
  ]
  const paths = level.reachSpecs.flatMap(({ start, end, distance }) =>
    start instanceof ExportObject && end instanceof ExportObject
      ? [{ from: start.index, to: end.index, distance }]
      : [],
  )
  return { ...base, paths, parts: world.parts, lightPages, meshes: meshes.all, actors, notes }
}

/** Says how far a step is, and stops when asked to. */
function progressOf(
  signal: AbortSignal | undefined,
  onProgress: LevelOptions['onProgress'],
): (step: LevelStep['step'], done: number, total: number) => Promise<void> {
  return async (step, done, total) => {
    onProgress?.(step, done, total)
    // A page shows what it was told only when the work pauses, and nobody can stop it before.
    await new Promise<void>((resolve) => setTimeout(resolve))
    signal?.throwIfAborted()
  }
}
