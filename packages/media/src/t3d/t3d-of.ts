import { ExportObject, type ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { plural, suggest } from '@ukit/text/internal'
import { levelIn } from '../level/level-of.js'
import { MediaError } from '../media-error.js'
import { ActorWriter } from './actor-t3d.js'
import { t3dLines } from './t3d.js'

/** How a level is written as T3D. */
export interface T3dOptions {
  /** Names of the actors to write; all of them by default. */
  readonly actors?: readonly string[] | undefined
  /** The level, if the package has several; by default the one named `MyLevel`, or the first. */
  readonly level?: ExportObject | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Called before each actor. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** What was written. */
export interface T3dWritten {
  readonly actors: number
  /** Actors with the sides of a brush. */
  readonly brushes: number
  /** What could not be written as the editor would, and why; each once. */
  readonly notes: readonly string[]
}

/**
 * *A level as T3D*, the text that the editor exports and pastes, in the form of the editor of its game: an
 * actor at a time.
 *
 * What equals the default of its class is left out, as far as the classes are there.
 *
 * ```ts
 * let text = ''
 * for await (const part of levelT3d(reader, { actors: ['Light12'] })) text += part
 * ```
 *
 * @throws {MediaError} `no-form` when the package is not a map, `broken` when its level does not decode;
 *   {PackageError} `refused` for an actor that it does not have; the reason of `signal`.
 */
export async function* levelT3d(reader: ObjectReader, options: T3dOptions = {}): AsyncGenerator<string, T3dWritten> {
  const { signal, onProgress } = options
  const level = options.level ?? levelIn(reader)
  const chosen = chosenActors(await actorsIn(reader, level), options.actors)
  const writer = new ActorWriter(reader, level)
  const isUE3 = writer.form.engine === 3
  let actors = 0
  let brushes = 0
  yield isUE3 ? 'Begin Map\n   Begin Level\n' : 'Begin Map\n'
  for (const [i, exported] of chosen.entries()) {
    signal?.throwIfAborted()
    onProgress?.(i, chosen.length)
    const actor = await writer.actor(exported)
    if (actor === undefined) continue
    actors++
    if (actor.entries.some(({ kind }) => kind === 'brush')) brushes++
    yield `${[...t3dLines(actor, isUE3 ? 6 : 0)].join('\n')}\n`
  }
  const surface = writer.form.hasSurface ? 'Begin Surface\nEnd Surface\n' : ''
  yield `${isUE3 ? '   End Level\n' : ''}${surface}End Map\n`
  return { actors, brushes, notes: notesOf(writer) }
}

/** The actors of a level, in its order. */
async function actorsIn(reader: ObjectReader, level: ExportObject): Promise<readonly ExportObject[]> {
  const { object, error } = await reader.read(level)
  if (!(object instanceof ue1.Level || object instanceof ue2.Level || object instanceof ue3.Level))
    throw new MediaError('broken', error?.message ?? `${level.path} does not decode as a level`)
  const more = object instanceof ue2.Level ? object.moreActors : []
  const own = [...object.actors, ...more].filter((actor) => actor instanceof ExportObject)
  // The levels of damaged packages may list one actor any number of times.
  return [...new Set(own)]
}

function chosenActors(all: readonly ExportObject[], names: readonly string[] | undefined): readonly ExportObject[] {
  if (names === undefined || names.length === 0) return all
  const byName = new Map(all.map((actor) => [actor.name.toLowerCase(), actor]))
  const chosen = names.map((name) => {
    const found = byName.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
    if (found !== undefined) return found
    const meant = suggest(
      name,
      all.map((actor) => actor.name),
    )
    const hint = meant === undefined ? '' : `; did you mean ${meant}?`
    throw new PackageError('refused', `the level has no actor named ${name}${hint}`)
  })
  const set = new Set(chosen)
  return all.filter((actor) => set.has(actor))
}

/** Names in a note; more are counted. */
const MOST_NAMES = 5

function notesOf({ missing, withoutSides, broken, leftOut }: ActorWriter): string[] {
  const notes: string[] = []
  if (missing.size > 0) {
    const packages = new Set([...missing].map((path) => path.slice(0, path.indexOf('.'))))
    notes.push(
      `the defaults of ${plural(missing.size, 'class', 'classes')} are not known, since ${some([...packages])} ` +
        `${packages.size === 1 ? 'was' : 'were'} not found: values that equal a default are written too`,
    )
  }
  if (withoutSides.length > 0)
    notes.push(
      `${some(withoutSides)}: the sides of ${plural(withoutSides.length, 'brush', 'brushes')} are not in the package`,
    )
  if (broken.length > 0) notes.push(`${some(broken)}: ${plural(broken.length, 'object')} that cannot be read`)
  if (leftOut.size > 0)
    notes.push(
      `${some([...leftOut])}: left out, since the class that declares the type was not found, or T3D has no form ` +
        'for it',
    )
  return notes
}

function some(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
