import type { CheckedRows } from './checked-rows.js'

/** Checked rows of a table, and where each entry starts in their bytes. */
export interface StoredEntries<T> {
  /** Makes the reader of the rows, which may never be needed. */
  readonly rows: () => CheckedRows<T>
  /** The places of the entries, `count` of them from `first` on; other tables may have theirs beside. */
  readonly starts: Uint32Array
  readonly first: number
  readonly count: number
}

/**
 * *The entries of a table, made when they are accessed.*
 *
 * An entry as an object takes five to ten times the bytes it has in the file, and most tasks look at few: the
 * table keeps the bytes, which `TableScanner` has checked, and reads an entry out of them when it is asked
 * for. An entry is made once: anyone who asks for it again gets the same object, changes and all.
 */
export class EntryTable<T> {
  readonly length: number
  #stored: StoredEntries<T> | undefined
  #entries: T[] | undefined
  #rows: CheckedRows<T> | undefined = undefined

  private constructor(length: number, stored: StoredEntries<T> | undefined, entries: T[] | undefined) {
    this.length = length
    this.#stored = stored
    this.#entries = entries
  }

  /** A table whose bytes are known to have `stored.count` whole entries in the engine's form. */
  static stored<T>(stored: StoredEntries<T>): EntryTable<T> {
    return new EntryTable(stored.count, stored, undefined)
  }

  /** A table whose entries already exist. */
  static of<T>(entries: T[]): EntryTable<T> {
    return new EntryTable(entries.length, undefined, entries)
  }

  /** Tells whether no entry has been accessed, so that none can have been changed. */
  get isUntouched(): boolean {
    return this.#entries === undefined
  }

  /** One entry; `undefined` when the index is out of range. */
  at(index: number): T | undefined {
    const made = this.#entries?.[index]
    const stored = this.#stored
    if (made !== undefined || stored === undefined || !(index >= 0 && index < this.length)) return made
    const start = stored.starts[stored.first + index]
    if (start === undefined) return undefined
    this.#entries ??= new Array<T>(this.length)
    const entry = this.#rowsOf(stored).read(start)
    this.#entries[index] = entry
    return entry
  }

  /**
   * Shows every entry, in order, and keeps none of those that have not been accessed before: for a few fields
   * of many.
   */
  each(visit: (entry: T, index: number) => void): void {
    const stored = this.#stored
    const rows = stored === undefined ? undefined : this.#rowsOf(stored)
    for (let i = 0; i < this.length; i++) {
      let entry = this.#entries?.[i]
      if (entry === undefined) {
        if (stored === undefined || rows === undefined) return
        entry = rows.read(stored.starts[stored.first + i] ?? 0)
      }
      visit(entry, i)
    }
  }

  /** Every entry, in order: always the same array. */
  all(): T[] {
    const entries = this.#entries ?? new Array<T>(this.length)
    if (this.#stored === undefined) return entries
    const { starts, first } = this.#stored
    const rows = this.#rowsOf(this.#stored)
    for (let i = 0; i < entries.length; i++) entries[i] ??= rows.read(starts[first + i] ?? 0)
    this.#entries = entries
    this.#stored = undefined
    this.#rows = undefined
    return entries
  }

  #rowsOf(stored: StoredEntries<T>): CheckedRows<T> {
    this.#rows ??= stored.rows()
    return this.#rows
  }
}
