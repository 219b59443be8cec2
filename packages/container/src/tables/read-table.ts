import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import { Archive } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'
import { MoreBytesNeeded } from '../archive/more-bytes-needed.js'
import { Version } from '../versions.js'
import { EntryTable } from './entry-table.js'
import type { Layout } from './layout.js'
import type { RowPlan } from './row-plan.js'
import { type TableBounds, TableScanner } from './scan-table.js'
import { TableBytes } from './table-bytes.js'
import type { TableKind } from './table-kind.js'
import type { TablePlans } from './table-plans.js'

/** A range of the package, in bytes. */
export interface ByteRange {
  /** Position of the first byte. */
  readonly start: number
  /** Position after the last byte. */
  readonly end: number
}

/** What the tables of a package have in common. */
export interface TableSource {
  readonly image: ByteSource
  /** All of it, where it is in memory. */
  readonly whole: TableBytes | undefined
  readonly context: FormatContext
  readonly layout: Layout
  /** How rows in the engine's own layout are passed. */
  readonly plans: TablePlans
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
 * @returns at once if the bytes are available at once: promises are a good part of opening a small package.
 * @throws {PackageError} `bad-offset`, `bad-count`, `truncated` and whatever the entries throw, with offset
 *   and path.
 */
export function readTable<T extends Entry>(
  source: TableSource,
  kind: TableKind<T>,
  offset: number,
  count: number,
): ReadTable<T> | Promise<ReadTable<T>> {
  const { image, context } = source
  const { field, minSize } = kind
  const limit = image.byteLength
  if (count === 0) return { table: EntryTable.of([]), range: { start: offset, end: offset }, checked: true }
  if (offset < 0 || offset > limit) {
    throw new PackageError(
      'bad-offset',
      `expected an offset inside the file (${plural(limit, 'byte')}), found ${hex(offset)}: ` +
        'the file was cut off, or is damaged',
      { field },
    )
  }
  if (count < 0 || count * minSize > limit - offset) {
    const room = Math.floor((limit - offset) / minSize)
    throw new PackageError(
      'bad-count',
      `expected a count from 0 to ${room} (${plural(limit - offset, 'byte')} left), found ${count}: ` +
        'the file was cut off, or is damaged',
      { field, offset },
    )
  }
  const plan = source.layout[kind.hook] === undefined ? source.plans[field] : undefined
  const { whole } = source
  if (plan !== undefined && whole !== undefined) {
    const scanner = new TableScanner(context, plan, source.bounds, count, limit)
    scanner.end = offset
    if (scanner.run(whole) === 'done') return stored(context, kind, scanner, whole, offset, scanner.end)
  }
  const usual = kind.usualSize[context.since(Version.PlainIndices) ? 1 : 0]
  const size = Math.min(limit - offset, Math.max(MIN_WINDOW, count * usual))
  const window = image.slice(offset, offset + size)
  const read = (bytes: Uint8Array) =>
    plan === undefined || whole !== undefined
      ? readEntries(source, kind, offset, count, bytes)
      : scanWindow(source, kind, plan, offset, count, bytes)
  return window instanceof Uint8Array ? read(window) : window.then(read)
}

/** The table by a scan where it is sound and the window reaches; else on from there. */
function scanWindow<T extends Entry>(
  source: TableSource,
  kind: TableKind<T>,
  plan: RowPlan,
  offset: number,
  count: number,
  window: Uint8Array,
): ReadTable<T> | Promise<ReadTable<T>> {
  const { image, context, bounds } = source
  const scanner = new TableScanner(context, plan, bounds, count, image.byteLength - offset)
  const bytes = new TableBytes(window)
  const state = scanner.run(bytes)
  if (state === 'done') return owned(context, kind, scanner, bytes, offset)
  if (state === 'odd') return readEntries(source, kind, offset, count, window)
  return scanOn(source, kind, scanner, offset, window)
}

/** Goes on with a scan through longer windows. */
async function scanOn<T extends Entry>(
  source: TableSource,
  kind: TableKind<T>,
  scanner: TableScanner,
  offset: number,
  window: Uint8Array,
): Promise<ReadTable<T>> {
  const { image, context } = source
  const { count } = scanner
  const limit = image.byteLength
  let bytes = window
  for (;;) {
    // As much again, or what the entries left will take if they are like those passed.
    const expected = Math.ceil((scanner.end / Math.max(1, scanner.passed)) * (count - scanner.passed) * 1.1)
    const from = offset + bytes.length
    const more = await image.slice(from, Math.min(limit, from + Math.max(MIN_WINDOW, Math.min(bytes.length, expected))))
    const longer = new Uint8Array(bytes.length + more.length)
    longer.set(bytes)
    longer.set(more, bytes.length)
    bytes = longer
    const table = new TableBytes(bytes)
    const state = scanner.run(table)
    if (state === 'odd') return readEntries(source, kind, offset, count, window)
    if (state === 'done') return owned(context, kind, scanner, table, offset)
  }
}

/** What a scan passed in a window of the table's own; one that was guessed too large is not held on to. */
function owned<T>(
  context: FormatContext,
  kind: TableKind<T>,
  scanner: TableScanner,
  bytes: TableBytes,
  offset: number,
): ReadTable<T> {
  const window = bytes.bytes
  const isTooLarge = window.byteLength === window.buffer.byteLength && scanner.end < window.length
  const table = isTooLarge ? new TableBytes(window.slice(0, scanner.end)) : bytes
  return stored(context, kind, scanner, table, offset, offset + scanner.end)
}

/** What a scan passed, as a table whose entries are made later. */
function stored<T>(
  context: FormatContext,
  kind: TableKind<T>,
  { starts, first, count }: TableScanner,
  bytes: TableBytes,
  start: number,
  end: number,
): ReadTable<T> {
  const table = EntryTable.stored({ rows: () => kind.rows(context, bytes), starts, first, count })
  return { table, range: { start, end }, checked: true }
}

/** The table entry by entry: for layouts of a game's own, for odd tables, and for telling what is wrong. */
async function readEntries<T extends Entry>(
  { image, context, layout }: TableSource,
  kind: TableKind<T>,
  offset: number,
  count: number,
  window: Uint8Array,
): Promise<ReadTable<T>> {
  const limit = image.byteLength
  const entries: T[] = []
  let size = window.length
  const ar = Archive.load(window, context, { base: offset, limit })
  let start = offset
  while (entries.length < count) {
    try {
      while (entries.length < count) {
        start = ar.position
        ar.enter(kind.field, entries.length)
        const entry = kind.create()
        kind.serialize(ar, entry, layout, entries.length)
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
  return { table: EntryTable.of(entries), range: { start: offset, end: ar.position }, checked: false }
}
