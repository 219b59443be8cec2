import type { Guid } from '@ukit/container'
import type { Game } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { type Salvage, salvageBodies } from '../salvage/salvage.js'
import type { DamagedSource } from './damaged-source.js'
import { FoundNames } from './repair-names.js'

/** Bytes between the head and the names, where they are in front of the bodies as in nearly all files. */
const MOST_BETWEEN = 0x100

/** What of a damaged package is known for certain beside its bytes. */
export interface SalvageHead {
  readonly game: Game
  readonly guid: Guid
  readonly name: string
}

/**
 * What the bodies of a UE1 or UE2 package show by themselves, its tables being gone; `undefined` when that is
 * nothing. UE3 has its tables at the front.
 */
export async function salvageWithoutTables(source: DamagedSource, head: SalvageHead): Promise<Salvage | undefined> {
  const { bytes, summary, context, headEnd } = source
  if (context.engine > 2) return undefined
  const names = namesOf(source)
  return salvageBodies({ bytes, summary, context, ...head, names: names.texts, bodiesStart: names.end ?? headEnd })
}

/** The names, when all of them are there. */
function namesOf(source: DamagedSource): { readonly texts: readonly string[]; readonly end?: number } {
  try {
    const { entries, range } = new FoundNames(source).choose(-1, [])
    const texts = entries.map(({ text }) => text.text)
    const isWhole = texts.length >= source.summary.nameCount && texts.some((text) => text.toLowerCase() === 'none')
    if (!isWhole) return { texts: [] }
    return range.start - source.headEnd <= MOST_BETWEEN ? { texts, end: range.end } : { texts }
  } catch (error) {
    if (error instanceof PackageError) return { texts: [] }
    throw error
  }
}
