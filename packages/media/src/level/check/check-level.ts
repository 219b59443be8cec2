import type { ImportObject, ObjectReader } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { Level } from '../level.js'
import type { LevelFacts } from '../level-facts.js'
import { markOf } from '../plan/marks.js'
import type { CheckedLevel, LevelFinding, MissingUse } from './finding.js'
import { isPlace } from './paths.js'
import { LEVEL_RULES } from './rules.js'

/** What a level can be checked with. */
export interface CheckLevelOptions {
  /** What it says of itself, for rules about players and menus: `levelFacts`. */
  readonly facts?: LevelFacts | undefined
  /** What was not found of other packages: `missingInLevel`. */
  readonly missing?: CheckedLevel['missing'] | undefined
  /** Names of the rules to apply; all by default. */
  readonly rules?: readonly string[] | undefined
}

/**
 * *What is wrong with a level*, or looks as if: what editors tell mappers when they build it, and what they
 * learn from players else. Light need not have been read (`withoutLight`).
 */
export function checkLevel(level: Level, { facts, missing, rules }: CheckLevelOptions = {}): LevelFinding[] {
  const actors = level.actors.map((actor) => ({ actor, kind: markOf(actor), isPlace: isPlace(actor) }))
  const checked = { level, facts, missing, actors }
  return LEVEL_RULES.filter(({ name }) => rules === undefined || rules.includes(name)).flatMap(
    ({ name, severity, advice, find }) =>
      Array.from(find(checked), (found) => ({ rule: name, severity, advice, ...found })),
  )
}

/** Classes of what a map is made of; functions and the like are code, which other verbs look at. */
const SHOWN = /(?:^class$|texture|material|mesh|shader|combiner|panner|final|sound|music|animation|cubemap|cue|font)/i

/** The textures, meshes, sounds and classes of other packages that a map uses and that are not there. */
export async function missingInLevel(reader: ObjectReader): Promise<MissingUse[]> {
  const found: MissingUse[] = []
  for (const object of reader.package.imports) {
    if (!SHOWN.test(object.className) || (await followed(reader, object)) !== undefined) continue
    const [name = ''] = object.path.split('.')
    const holder = await reader.packages.package(name).catch(ignored)
    // Classes that only the program has are in no package.
    if (holder !== undefined && object.className.toLowerCase() === 'class') continue
    found.push({ path: object.path, class: object.className, missing: holder === undefined ? 'package' : 'object' })
  }
  return found
}

async function followed(reader: ObjectReader, object: ImportObject): Promise<unknown> {
  return reader.follow(object).catch(ignored)
}

function ignored(error: unknown): undefined {
  if (!(error instanceof PackageError)) throw error
  return undefined
}
