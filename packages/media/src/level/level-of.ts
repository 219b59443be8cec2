import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { PictureOptions } from '../picture/picture.js'
import type { Level } from './level.js'
import { walkLevel } from './level-walk.js'
import { openUE1 } from './ue1/level-ue1.js'
import { openUE2 } from './ue2/level-ue2.js'
import { openUE3 } from './ue3/level-ue3.js'

/** How a level is read. */
export interface LevelOptions {
  /** Leaves the light pages out, which take most of the time for levels of UE1. */
  readonly withoutLight?: boolean | undefined
  /** How pictures of light are read that are compressed, or in another file (UE3). */
  readonly pictures?: PictureOptions | undefined
  /**
   * The levels that it loads while it is played (UE3) as part of it: all of them, or those whose packages
   * have these names; by default none.
   */
  readonly sublevels?: 'all' | readonly string[] | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Called now and then: the step at work, and how far it is. */
  readonly onProgress?: ((step: LevelStep['step'], done: number, total: number) => void) | undefined
}

/** *What is known of a level after a step*: it can be shown before the next one begins. */
export type LevelStep =
  | ({ readonly step: 'geometry' } & Pick<Level, 'parts' | 'zones'>)
  | ({ readonly step: 'actors' } & Pick<Level, 'actors' | 'meshes'>)
  | ({ readonly step: 'light' } & Pick<Level, 'lightPages'>)

/**
 * *Reads a level step by step*: rooms first, then what is in them, then their light. What it returns at the
 * end is the whole `Level`.
 *
 * ```ts
 * for await (const part of levelSteps(reader)) if (part.step === 'geometry') show(part.parts)
 * ```
 *
 * @param object the level, if the package has several; by default the one named `MyLevel`, or the first.
 * @throws {MediaError} `no-form` when there is no level, `no-data` for one without built geometry, `broken`
 *   when it does not decode; the reason of `signal`.
 */
export async function* levelSteps(
  reader: ObjectReader,
  object?: ExportObject | ReadObject,
  options: LevelOptions = {},
): AsyncGenerator<LevelStep, Level> {
  const chosen = object ?? levelIn(reader)
  const read = chosen instanceof ExportObject ? await reader.read(chosen) : chosen
  options.signal?.throwIfAborted()
  if (read.object instanceof ue2.Level)
    return yield* walkLevel(reader, read, await openUE2(reader, read, read.object), options)
  if (read.object instanceof ue1.Level)
    return yield* walkLevel(reader, read, await openUE1(reader, read, read.object), options)
  if (read.object instanceof ue3.Level)
    return yield* walkLevel(reader, read, await openUE3(reader, read, read.object, options), options)
  if (read.error !== undefined) throw new MediaError('broken', read.error.message)
  throw new MediaError('no-form', `${read.export.path} is a ${read.export.className}, not a level`)
}

/** The same at once. */
export async function levelOf(
  reader: ObjectReader,
  object?: ExportObject | ReadObject,
  options: LevelOptions = {},
): Promise<Level> {
  const steps = levelSteps(reader, object, options)
  for (;;) {
    const next = await steps.next()
    if (next.done === true) return next.value
  }
}

/**
 * The level of a package.
 *
 * @throws {MediaError} `no-form` when it has none.
 */
export function levelIn(reader: ObjectReader): ExportObject {
  const levels = reader.package.exports.filter(({ className }) => className.toLowerCase() === 'level')
  const level = levels.find(({ name }) => name.toLowerCase() === 'mylevel') ?? levels[0]
  if (level === undefined) throw new MediaError('no-form', `${reader.package.name} has no level: it is not a map`)
  return level
}
