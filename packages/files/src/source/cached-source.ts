import { NO_BYTES } from '../no-bytes.js'
import { checkAnswer, checkRange } from './range.js'
import type { ByteSource } from './source.js'
import { ignoreError, SourceError } from './source-error.js'

/** How much a {@link cachedSource} keeps: `pageSize × pages` bytes at most. */
export interface CachedSourceOptions {
  /** Bytes in a page: the smallest unit that is read from the source below. */
  readonly pageSize?: number | undefined
  /** How many pages are kept; the one unused for longest goes first. */
  readonly pages?: number | undefined
}

/** The defaults of {@link cachedSource}: 4 MiB in pages of 64 KiB. */
export const CACHED_SOURCE_DEFAULTS = { pageSize: 0x10000, pages: 64 } as const satisfies CachedSourceOptions

/**
 * A source with a memory: reads whole pages from `source` and keeps the last used ones.
 *
 * - Neighbouring pages that are missing are read in one go from the source below.
 * - A page that is being read is not asked for again: anyone who wants it waits for the same answer. A failed
 *   read is forgotten, the next one tries again.
 * - What is kept never exceeds `pageSize × pages` bytes: a page is copied when the answer it came in is
 *   larger than the page.
 *   (Reads under way, and results the caller holds on to, come on top.)
 * - A range over more pages than the cache holds goes straight to the source below, exactly as asked, and
 *   leaves the cache alone.
 *
 * Answers at once whenever all pages are there, or the source below answers at once. `close` empties the
 * cache and closes the source below; reads after that fail with {@link SourceError} `io`.
 *
 * @throws {RangeError} when `pageSize` or `pages` is not a positive whole number.
 */
export function cachedSource(source: ByteSource, options: CachedSourceOptions = {}): ByteSource {
  const { pageSize = CACHED_SOURCE_DEFAULTS.pageSize, pages = CACHED_SOURCE_DEFAULTS.pages } = options
  for (const [name, value] of Object.entries({ pageSize, pages })) {
    if (!Number.isSafeInteger(value) || value < 1) throw new RangeError(`${name} must be at least 1, found ${value}`)
  }
  return new PagedSource(source, pageSize, pages)
}

class PagedSource implements ByteSource {
  readonly byteLength: number
  readonly #source: ByteSource
  readonly #pageSize: number
  readonly #capacity: number
  /**
   * The pages kept, by number. A Map remembers the order of insertion: the first one is the one unused for
   * longest.
   */
  readonly #kept = new Map<number, Uint8Array>()
  /** The pages under way. */
  readonly #pending = new Map<number, Promise<Uint8Array>>()
  #closed = false

  constructor(source: ByteSource, pageSize: number, capacity: number) {
    this.byteLength = source.byteLength
    this.#source = source
    this.#pageSize = pageSize
    this.#capacity = capacity
  }

  slice(start: number, end: number): Uint8Array | Promise<Uint8Array> {
    checkRange(this.byteLength, start, end)
    if (this.#closed) throw new SourceError('io', 'read from a source that is closed', { start, end })
    if (start === end) return NO_BYTES
    const first = Math.floor(start / this.#pageSize)
    const last = Math.floor((end - 1) / this.#pageSize)
    if (last - first >= this.#capacity) {
      const answer = this.#source.slice(start, end)
      if ('then' in answer) return answer.then((bytes) => checkAnswer(bytes, start, end))
      return checkAnswer(answer, start, end)
    }
    const origin = first * this.#pageSize
    const pieces = this.#gather(first, last)
    if (allLoaded(pieces)) return join(pieces, start - origin, end - origin)
    return Promise.all(pieces).then((all) => join(all, start - origin, end - origin))
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#kept.clear()
    await this.#source.close?.()
  }

  /** The pages `first` to `last`, each one kept, under way already, or asked for now. */
  #gather(first: number, last: number): (Uint8Array | Promise<Uint8Array>)[] {
    // What is there is taken before anything is loaded: loading may push it out.
    const found: (Uint8Array | Promise<Uint8Array> | undefined)[] = []
    for (let page = first; page <= last; page++) found.push(this.#touch(page) ?? this.#pending.get(page))

    const pieces: (Uint8Array | Promise<Uint8Array>)[] = []
    while (pieces.length < found.length) {
      const piece = found[pieces.length]
      if (piece !== undefined) {
        pieces.push(piece)
        continue
      }
      let stop = pieces.length + 1
      while (stop < found.length && found[stop] === undefined) stop++
      pieces.push(...this.#load(first + pieces.length, first + stop))
    }
    return pieces
  }

  /** A kept page, marked as used just now. */
  #touch(page: number): Uint8Array | undefined {
    const bytes = this.#kept.get(page)
    if (bytes !== undefined) {
      this.#kept.delete(page)
      this.#kept.set(page, bytes)
    }
    return bytes
  }

  /** Reads the pages from `from` up to, not including, `stop` in one go. */
  #load(from: number, stop: number): (Uint8Array | Promise<Uint8Array>)[] {
    const start = from * this.#pageSize
    const end = Math.min(stop * this.#pageSize, this.byteLength)
    const answer = this.#source.slice(start, end)
    const pieces: (Uint8Array | Promise<Uint8Array>)[] = []
    if (!('then' in answer)) {
      checkAnswer(answer, start, end)
      for (let page = from; page < stop; page++) pieces.push(this.#keep(page, answer, start))
      return pieces
    }
    const run = answer.then((bytes) => checkAnswer(bytes, start, end))
    for (let page = from; page < stop; page++) {
      const piece = run
        .then((bytes) => this.#keep(page, bytes, start))
        .finally(() => {
          this.#pending.delete(page)
        })
      // The reader of this page learns of a failure from the same promise; should a later run throw before
      // anybody waits for this one, its failure must not count as unhandled.
      piece.catch(ignoreError)
      this.#pending.set(page, piece)
      pieces.push(piece)
    }
    return pieces
  }

  /** Cuts a page out of a run that begins at `start`, and keeps it. */
  #keep(page: number, run: Uint8Array, start: number): Uint8Array {
    const from = page * this.#pageSize - start
    const view = run.subarray(from, from + this.#pageSize)
    // A view would keep the whole buffer behind it alive, long after its other pages went.
    const bytes = view.byteLength === view.buffer.byteLength ? view : new Uint8Array(view)
    if (this.#closed) return bytes
    this.#kept.delete(page)
    this.#kept.set(page, bytes)
    if (this.#kept.size > this.#capacity) {
      const oldest = this.#kept.keys().next()
      if (!oldest.done) this.#kept.delete(oldest.value)
    }
    return bytes
  }
}

function allLoaded(pieces: readonly (Uint8Array | Promise<Uint8Array>)[]): pieces is readonly Uint8Array[] {
  return pieces.every((piece) => !('then' in piece))
}

/** The bytes `start` to `end` of pages that follow each other: a view of one page, a copy of several. */
function join(pages: readonly Uint8Array[], start: number, end: number): Uint8Array {
  const only = pages[0]
  if (only !== undefined && pages.length === 1) return only.subarray(start, end)
  const out = new Uint8Array(end - start)
  let at = -start
  for (const page of pages) {
    // Only the first page begins before the range, only the last one ends after it.
    const from = at < 0 ? -at : 0
    const to = Math.min(page.byteLength, out.byteLength - at)
    out.set(page.subarray(from, to), at + from)
    at += page.byteLength
  }
  return out
}
