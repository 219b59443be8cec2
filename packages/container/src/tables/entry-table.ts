import type { Archive } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'
import type { RowArchive } from '../archive/row-archive.js'
import { RowReader } from './row-reader.js'

/** Reads rows that have been checked. */
export interface Rows<T> {
  /** Reads the fields of the row that starts at a byte of the table into a new entry. */
  read(start: number, entry: T): void
}

/**
 * What an `EntryTable` needs to make its entries: where the bytes are in the package, and how one entry is
 * read.
 */
export interface EntryReader<T> {
  /** Name of the table in error paths, such as `exports`. */
  readonly field: string
  create(): T
  /** Reads the fields of a row in the engine's own layout. */
  serializeStandard(ar: RowArchive, entry: T): void
  /** A quicker reader of the same rows, where a table has one. */
  rows?(context: FormatContext, bytes: Uint8Array): Rows<T>
  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, entry: T, index: number): void
}

/** Checked bytes of a table, and where each entry starts in them. */
export interface StoredEntries {
  /** The table and nothing else. */
  readonly bytes: Uint8Array
  /** For each entry its first byte, counted from the start of the table. */
  readonly starts: Uint32Array
}

/**
 * *The entries of a table, made when somebody looks at them.*
 *
 * An entry as an object takes five to ten times the bytes it has in the file, and most tasks look at few: the
 * table keeps the bytes, which `scanTable` has checked, and reads an entry out of them by the entry's own
 * `serialize`. An entry is made once: anyone who asks for it again gets the same object, changes and all.
 */
export class EntryTable<T> {
  readonly length: number
  readonly #reader: EntryReader<T>
  readonly #context: FormatContext
  #stored: StoredEntries | undefined
  #entries: T[] | undefined
  #rows: Rows<T> | undefined

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

  /** A table whose entries already exist. */
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
    const start = this.#stored.starts[index]
    if (start === undefined) return undefined
    this.#entries ??= new Array<T>(this.length)
    const entry = this.#reader.create()
    this.#rowsOf(this.#stored).read(start, entry)
    this.#entries[index] = entry
    return entry
  }

  /**
   * Shows every entry, in order, and keeps none of those that nobody has looked at: for a few fields of many.
   */
  each(visit: (entry: T, index: number) => void): void {
    const stored = this.#stored
    const rows = stored === undefined ? undefined : this.#rowsOf(stored)
    for (let i = 0; i < this.length; i++) {
      let entry = this.#entries?.[i]
      if (entry === undefined) {
        if (stored === undefined || rows === undefined) return
        entry = this.#reader.create()
        rows.read(stored.starts[i] ?? 0, entry)
      }
      visit(entry, i)
    }
  }

  /** Every entry, in order: always the same array. */
  all(): T[] {
    const entries = this.#entries ?? new Array<T>(this.length)
    if (this.#stored === undefined) return entries
    const { starts } = this.#stored
    const rows = this.#rowsOf(this.#stored)
    for (let i = 0; i < entries.length; i++) {
      if (entries[i] !== undefined) continue
      const entry = this.#reader.create()
      rows.read(starts[i] ?? 0, entry)
      entries[i] = entry
    }
    this.#entries = entries
    this.#stored = undefined
    this.#rows = undefined
    return entries
  }

  #rowsOf({ bytes }: StoredEntries): Rows<T> {
    this.#rows ??= this.#reader.rows?.(this.#context, bytes) ?? new DescribedRows(this.#context, this.#reader, bytes)
    return this.#rows
  }
}

/** Reads rows by the description that their class has of itself. */
class DescribedRows<T> implements Rows<T> {
  readonly #archive: RowReader
  readonly #reader: EntryReader<T>

  constructor(context: FormatContext, reader: EntryReader<T>, bytes: Uint8Array) {
    this.#archive = new RowReader(context, bytes)
    this.#reader = reader
  }

  read(start: number, entry: T): void {
    this.#archive.position = start
    this.#reader.serializeStandard(this.#archive, entry)
  }
}
