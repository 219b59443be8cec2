import { Archive, MoreBytesNeeded } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'
import { hex, PackageError } from '../error.js'
import type { ByteSource } from '../source/source.js'

/** A range of the package, in bytes. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What `readTable` needs to know of a table. */
export interface TableSpec<T> {
  /** Name of the table in error paths, such as `exports`. */
  readonly field: string
  readonly offset: number
  readonly count: number
  /** Least bytes of an entry: a count that could not fit is refused before anything is read. */
  readonly minSize: number
  /** Usual bytes of an entry: how much is read at once. */
  readonly usualSize: number
  create(): T
  serialize(ar: Archive, entry: T, index: number): void
}

/** An entry that remembers bytes which its values alone would not give back. */
interface Entry {
  verbatim: Uint8Array | undefined
}

// A window is at least this long; small enough that opening over HTTP stays cheap, large enough for most tables of UE1.
const MIN_WINDOW = 4096

/**
 * Reads a table of entries through a window that grows only as far as the entries reach.
 *
 * Nothing in a package says how long a table is in bytes, so the window is a guess that is widened when an entry runs past it. Memory therefore follows
 * what is really there, not what a count promises.
 *
 * @throws {PackageError} `bad-offset`, `bad-count`, `truncated` and whatever the entries throw, with offset and path.
 */
export async function readTable<T extends Entry>(
  image: ByteSource,
  context: FormatContext,
  spec: TableSpec<T>,
): Promise<{ entries: T[]; range: ByteRange }> {
  const { field, offset, count } = spec
  const limit = image.byteLength
  const entries: T[] = []
  if (count === 0) return { entries, range: { start: offset, end: offset } }
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
  let size = Math.min(limit - offset, Math.max(MIN_WINDOW, count * spec.usualSize))
  const ar = Archive.load(await image.slice(offset, offset + size), context, { base: offset, limit })
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
  return { entries, range: { start: offset, end: ar.position } }
}
