import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { Archive } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'
import { MoreBytesNeeded } from '../archive/more-bytes-needed.js'
import { type EntryReader, EntryTable } from './entry-table.js'
import type { RowPlan } from './row-plan.js'
import { type TableBounds, TableScanner } from './scan-table.js'

/** A range of the package, in bytes. */
export interface ByteRange {
  /** Position of the first byte. */
  readonly start: number
  /** Position after the last byte. */
  readonly end: number
}

/** What `readTable` needs to know of a table. */
export interface TableSpec<T> extends EntryReader<T> {
  readonly offset: number
  readonly count: number
  /** Minimum size in bytes of an entry: a count that could not fit is refused before anything is read. */
  readonly minSize: number
  /** Usual bytes of an entry: how much is read at once. */
  readonly usualSize: number
  /** How an entry is passed quickly; none where a game has a layout of its own. */
  readonly plan: RowPlan | undefined
  readonly bounds: TableBounds
}

/** A table as it was read. */
export interface ReadTable<T> {
  readonly table: EntryTable<T>
  readonly range: ByteRange
  /** Names, references and bodies are known to be in range. */
  readonly checked: boolean
}

/** An entry that remembers bytes which its values alone would not give back. */
interface Entry {
  verbatim: Uint8Array | undefined
}

// A window is at least this long; small enough that opening over HTTP stays cheap, large enough for most
// tables of UE1.
const MIN_WINDOW = 4096

/**
 * Reads a table of entries, by a quick scan that leaves the entries for later where the table is sound, and
 * else entry by entry.
 *
 * Nothing in a package says how long a table is in bytes, so the window through which it is read is a guess
 * that is widened when an entry runs past it. Memory therefore follows what is really there, not what a count
 * promises.
 *
 * @throws {PackageError} `bad-offset`, `bad-count`, `truncated` and whatever the entries throw, with offset
 *   and path.
 */
export async function readTable<T extends Entry>(
  image: ByteSource,
  context: FormatContext,
  spec: TableSpec<T>,
): Promise<ReadTable<T>> {
  const { field, offset, count } = spec
  const limit = image.byteLength
  if (count === 0) {
    return { table: EntryTable.of(context, spec, []), range: { start: offset, end: offset }, checked: true }
  }
  if (offset < 0 || offset > limit) {
    throw new PackageError('bad-offset', `expected an offset inside the file (${limit} bytes), found ${hex(offset)}`, {
      field,
    })
  }
  if (count < 0 || count * spec.minSize > limit - offset) {
    const room = Math.floor((limit - offset) / spec.minSize)
    throw new PackageError(
      'bad-count',
      `expected a count from 0 to ${room} (${limit - offset} bytes left), found ${count}`,
      { field, offset },
    )
  }
  const size = Math.min(limit - offset, Math.max(MIN_WINDOW, count * spec.usualSize))
  const window = await image.slice(offset, offset + size)
  return (await scanEntries(image, context, spec, window)) ?? readEntries(image, context, spec, window)
}

/** The table by a scan; `undefined` when something in it is odd. */
async function scanEntries<T>(
  image: ByteSource,
  context: FormatContext,
  spec: TableSpec<T>,
  window: Uint8Array,
): Promise<ReadTable<T> | undefined> {
  const { plan, offset, count } = spec
  if (plan === undefined) return undefined
  const limit = image.byteLength
  const scanner = new TableScanner(context, plan, spec.bounds, count, limit - offset)
  let bytes = window
  for (;;) {
    const state = scanner.run(bytes)
    if (state === 'odd') return undefined
    if (state === 'done') break
    // As much again, or what the entries left will take if they are like those passed.
    const expected = Math.ceil((scanner.end / Math.max(1, scanner.passed)) * (count - scanner.passed) * 1.1)
    const from = offset + bytes.length
    const more = await image.slice(from, Math.min(limit, from + Math.max(MIN_WINDOW, Math.min(bytes.length, expected))))
    const longer = new Uint8Array(bytes.length + more.length)
    longer.set(bytes)
    longer.set(more, bytes.length)
    bytes = longer
  }
  // A window that was guessed too large would be held for as long as the table.
  const table = bytes.subarray(0, scanner.end)
  const owned = bytes.byteLength === bytes.buffer.byteLength && scanner.end < bytes.length
  const stored = { bytes: owned ? table.slice() : table, starts: scanner.starts }
  return {
    table: EntryTable.stored(context, spec, stored),
    range: { start: offset, end: offset + scanner.end },
    checked: true,
  }
}

/** The table entry by entry: for layouts of a game's own, for odd tables, and for telling what is wrong. */
async function readEntries<T extends Entry>(
  image: ByteSource,
  context: FormatContext,
  spec: TableSpec<T>,
  window: Uint8Array,
): Promise<ReadTable<T>> {
  const { field, offset, count } = spec
  const limit = image.byteLength
  const entries: T[] = []
  let size = window.length
  const ar = Archive.load(window, context, { base: offset, limit })
  let start = offset
  while (entries.length < count) {
    try {
      while (entries.length < count) {
        start = ar.position
        ar.enter(field, entries.length)
        const entry = spec.create()
        spec.serialize(ar, entry, entries.length)
        ar.leave(true)
        if (ar.irregular) {
          ar.irregular = false
          entry.verbatim = ar.bytesSince(start)
        }
        entries.push(entry)
      }
    } catch (error) {
      if (!(error instanceof MoreBytesNeeded)) throw error
      size = Math.min(limit - start, Math.max(size * 2, MIN_WINDOW))
      ar.window(await image.slice(start, start + size), start, limit)
    }
  }
  return {
    table: EntryTable.of(context, spec, entries),
    range: { start: offset, end: ar.position },
    checked: false,
  }
}
