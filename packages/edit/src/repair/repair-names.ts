import type { ByteRange } from '@ukit/container'
import { Archive, MoreBytesNeeded, NameEntry } from '@ukit/container'
import { hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { DamagedSource } from './damaged-source.js'

/** Longest name that a search takes for one. */
const MAX_NAME = 64

/**
 * *Names of a damaged package*: more than there may be, until it is known what follows them.
 *
 * The summary and its last generation tell how many there are; where both are wrong, the table ends where the
 * first body starts.
 */
export class FoundNames {
  /** Where they start. */
  readonly start: number
  /** All that could be names, one after the other. */
  readonly all: readonly NameEntry[]
  readonly #ends: readonly number[]
  readonly #lower: readonly string[]
  readonly #source: DamagedSource
  /** Names up to the first that no engine would make. */
  readonly #likely: number

  /** @throws {PackageError} `truncated` when there are none. */
  constructor(source: DamagedSource) {
    this.#source = source
    const { summary, headEnd } = source
    const counts = this.#counts()
    const most = Math.max(0, ...counts)
    const starts = [...new Set([summary.nameOffset, headEnd])].filter((start) => start >= headEnd)
    let best: { start: number; entries: NameEntry[]; ends: number[]; likely: number } | undefined
    for (const start of starts) {
      const found = { start, ...readNames(source, start, most) }
      if (best === undefined || found.likely > best.likely) best = found
      if (counts.some((count) => found.entries.length >= count)) {
        best = found
        break
      }
    }
    const isEmpty = summary.nameCount === 0 && summary.importCount === 0 && summary.exportCount === 0
    if ((best === undefined || best.entries.length === 0) && !isEmpty) {
      throw new PackageError('truncated', 'there are no names: without them nothing can be saved', { field: 'names' })
    }
    this.start = best?.start ?? summary.nameOffset
    this.all = best?.entries ?? []
    this.#ends = best?.ends ?? []
    this.#likely = best?.likely ?? 0
    this.#lower = this.all.map((entry) => entry.text.text.toLowerCase())
  }

  isText(index: number, text: string): boolean {
    return this.#lower[index] === text
  }

  /**
   * The names up to what follows them, as far as that is one of their ends; else as many as the summary or
   * its last generation says.
   */
  choose(boundary: number, notes: string[]): { entries: NameEntry[]; range: ByteRange } {
    const { nameCount: stored, nameOffset } = this.#source.summary
    const [first, second] = this.#counts()
    const fitting = [first, second].find((count) => count !== undefined && this.#endOf(count) === boundary)
    const upTo = this.#ends.indexOf(boundary) + 1
    const known = [second, first].find((count) => count !== undefined && count <= this.all.length)
    const count = fitting ?? (upTo > 0 ? upTo : (known ?? this.#likely))
    if (count !== stored) notes.push(`${plural(count, 'name')} found, not ${stored}`)
    if (this.start !== nameOffset) notes.push(`names found at ${hex(this.start)}, not at ${hex(nameOffset)}`)
    return { entries: this.all.slice(0, count), range: { start: this.start, end: this.#endOf(count) } }
  }

  /** Where the names would end by the summary, and by its last generation. */
  statedEnds(): number[] {
    return this.#counts().map((count) => this.#endOf(count))
  }

  #endOf(count: number): number {
    return count === 0 ? this.start : (this.#ends[count - 1] ?? -1)
  }

  /** The summary's count and the last generation's, as far as they can be. */
  #counts(): number[] {
    const { bytes, summary } = this.#source
    const stated = summary.generations.at(-1)?.nameCount ?? summary.nameCount
    return [summary.nameCount, stated].filter((count) => count >= 0 && count * NameEntry.MIN_SIZE <= bytes.length)
  }
}

/** Names from `start` on: `count` of any kind, then those that look like names. */
function readNames(
  { bytes, context, layout }: DamagedSource,
  start: number,
  count: number,
): { entries: NameEntry[]; ends: number[]; likely: number } {
  const entries: NameEntry[] = []
  const ends: number[] = []
  let likely = 0
  if (start >= bytes.length) return { entries, ends, likely }
  const ar = Archive.load(bytes.subarray(start), context, { base: start })
  try {
    for (let at = start; ar.remaining > 0; at = ar.position) {
      const entry = new NameEntry()
      entry.serialize(ar, layout)
      if (isLikely(entry)) {
        if (likely === entries.length) likely++
      } else if (entries.length >= count) break
      if (ar.irregular) {
        ar.irregular = false
        entry.verbatim = ar.bytesSince(at)
      }
      entries.push(entry)
      ends.push(ar.position)
    }
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof MoreBytesNeeded)) throw error
  }
  return { entries, ends, likely }
}

function isLikely({ text }: NameEntry): boolean {
  return text.terminated && text.length > 0 && text.length < MAX_NAME && !/\p{Cc}/u.test(text.text)
}
