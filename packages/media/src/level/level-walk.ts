import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { plural } from '@ukit/text/internal'
import { ActorMeshes } from './actor-meshes.js'
import type { Level, LevelActor, LevelPart, LevelPath, LevelTree, LevelZone, LightPage } from './level.js'
import type { LevelOptions, LevelStep } from './level-of.js'
import { neverLoaded } from './ue3/sublevels.js'

/** Says how far a step is, lets others work, and stops when asked to. */
export type Pause = (done: number, total: number) => Promise<void>

/** *A level as its engine stores it*, opened: what differs between engines while one is read. */
export interface LevelSource {
  readonly engine: Level['engine']
  readonly parts: readonly LevelPart[]
  readonly zones: readonly LevelZone[]
  /** Where its built geometry is solid. */
  readonly tree?: LevelTree | undefined
  /** The level's actors, in its order; other things among them are passed over. */
  readonly objects: readonly unknown[]
  /** An actor as it is drawn; `undefined` when it does not decode. */
  actorOf(object: ExportObject, meshes: ActorMeshes): Promise<LevelActor | undefined>
  /** Its pictures of light, made after all actors. */
  lightPages(pause: Pause): Promise<readonly LightPage[]>
  /** Ways between its actors. */
  paths(): Promise<readonly LevelPath[]>
  /** The levels that it loads, and its Kismet, if it may have any. */
  extras?(): Promise<Pick<Level, 'sublevels' | 'kismet'>>
  /** What could not be shown, asked for at the end. */
  notes(): readonly string[]
}

/** Actors that are read before others may work. */
const AT_ONCE = 64

/** *Reads an opened level step by step*: the walk that all engines share. */
export async function* walkLevel(
  reader: ObjectReader,
  read: ReadObject,
  source: LevelSource,
  { signal, onProgress, withoutLight = false, sublevels }: LevelOptions,
): AsyncGenerator<LevelStep, Level> {
  const { engine, parts, zones, objects, tree } = source
  const pauseIn =
    (step: LevelStep['step']): Pause =>
    async (done, total) => {
      onProgress?.(step, done, total)
      // A page shows what it was told only when the work pauses, and nobody can stop it before.
      await new Promise<void>((resolve) => setTimeout(resolve))
      signal?.throwIfAborted()
    }
  await pauseIn('geometry')(1, 1)
  yield { step: 'geometry', parts, zones }

  const meshes = new ActorMeshes(reader, signal)
  const actors: LevelActor[] = []
  const pause = pauseIn('actors')
  let broken = 0
  for (const [i, object] of objects.entries()) {
    if (!(object instanceof ExportObject)) continue
    const actor = await source.actorOf(object, meshes)
    if (actor === undefined) broken++
    else actors.push(actor)
    if (i % AT_ONCE === 0) await pause(i, objects.length)
  }
  yield { step: 'actors', actors, meshes: meshes.all }

  const lightPages = withoutLight ? [] : await source.lightPages(pauseIn('light'))
  yield { step: 'light', lightPages }
  const extras = await source.extras?.()
  const notes = [
    ...source.notes(),
    ...meshes.notes,
    // Levels of other engines load none.
    ...(engine === 3 ? [] : neverLoaded(sublevels)),
    ...(broken === 0 ? [] : [`${plural(broken, 'actor')} that cannot be read`]),
  ]
  const built = tree === undefined ? {} : { tree }
  const base = { engine, package: reader.package.name, path: read.export.path, ...built, ...extras }
  return { ...base, parts, zones, actors, meshes: meshes.all, lightPages, paths: await source.paths(), notes }
}
