import { Archive } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'

/** What an `EntryTable` needs to make its entries: where the bytes stand in the package, and how one entry is read. */
export interface EntryReader<T> {
  /** Name of the table in error paths, such as `exports`. */
  readonly field: string
  create(): T
  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, entry: T, index: number): void
}

/** Checked bytes of a table, and where each entry starts in them. */
export interface StoredEntries {
  /** The table and nothing else. */
  readonly bytes: Uint8Array
  /** For each entry its first byte, counted from the start of the table. */
  readonly starts: Uint32Array
  /** Position of the table in the package. */
  readonly offset: number
  /** Length of the package. */
  readonly limit: number
}

/**
 * *The entries of a table, made when somebody looks at them.*
 *
 * An entry as an object takes five to ten times the bytes it has in the file, and most tasks look at few: the table keeps the bytes, which `scanTable` has
 * checked, and reads an entry out of them by the entry's own `serialize`. An entry is made once: whoever asks for it again gets the same object, changes and all.
 */
export class EntryTable<T> {
  readonly length: number
  readonly #reader: EntryReader<T>
  readonly #context: FormatContext
  #stored: StoredEntries | undefined
  #entries: T[] | undefined

  private constructor(
    length: number,
    context: FormatContext,
    reader: EntryReader<T>,
    stored: StoredEntries | undefined,
    entries: T[] | undefined,
  ) {
    this.length = length
    this.#context = context
    this.#reader = reader
    this.#stored = stored
    this.#entries = entries
  }

  /** A table whose bytes are known to hold `stored.starts.length` whole entries in the engine's form. */
  static stored<T>(context: FormatContext, reader: EntryReader<T>, stored: StoredEntries): EntryTable<T> {
    return new EntryTable(stored.starts.length, context, reader, stored, undefined)
  }

  /** A table whose entries are there already. */
  static of<T>(context: FormatContext, reader: EntryReader<T>, entries: T[]): EntryTable<T> {
    return new EntryTable(entries.length, context, reader, undefined, entries)
  }

  /** Whether nobody has looked at an entry, so that none can have been changed. */
  get isUntouched(): boolean {
    return this.#entries === undefined
  }

  /** One entry; `undefined` when the index is out of range. */
  at(index: number): T | undefined {
    const made = this.#entries?.[index]
    if (made !== undefined || this.#stored === undefined || !(index >= 0 && index < this.length)) return made
    const { bytes, starts, offset, limit } = this.#stored
    const start = starts[index]
    if (start === undefined) return undefined
    const ar = Archive.load(bytes.subarray(start, starts[index + 1]), this.#context, { base: offset + start, limit })
    this.#entries ??= new Array<T>(this.length)
    const entry = this.#read(ar, index)
    this.#entries[index] = entry
    return entry
  }

  /** Every entry, in order: always the same array. */
  all(): T[] {
    const entries = this.#entries ?? new Array<T>(this.length)
    if (this.#stored === undefined) return entries
    const { bytes, starts, offset, limit } = this.#stored
    const ar = Archive.load(bytes, this.#context, { base: offset, limit })
    for (let i = 0; i < entries.length; i++) {
      if (entries[i] === undefined) entries[i] = this.#read(ar, i)
      else ar.window(bytes.subarray(starts[i + 1] ?? bytes.length), offset + (starts[i + 1] ?? bytes.length), limit)
    }
    this.#entries = entries
    this.#stored = undefined
    return entries
  }

  #read(ar: Archive, index: number): T {
    ar.enter(this.#reader.field, index)
    const entry = this.#reader.create()
    this.#reader.serialize(ar, entry, index)
    ar.leave(true)
    return entry
  }
}
