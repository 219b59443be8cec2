import type { RowMeaning } from '../archive/row-archive.js'
import { type Threshold, Version } from '../versions.js'

/** What a field of a row is, for those who pass rows without reading them. */
export type NoteKind = RowMeaning | 'bytes' | 'text' | 'zeroTerminated' | 'records'

/** A field that a row requested. */
export interface Note {
  readonly field: string
  readonly kind: NoteKind
  /** A compact index, not a plain 32-bit integer. */
  readonly compact: boolean
  /** Bytes of the field when all rows take as many for it, and 0 otherwise. */
  readonly size: number
  /** Bytes of one record. */
  unit: number
}

/**
 * *What a row asks an archive for*, in order: the description of a row, taken down once.
 *
 * Every number that the row asks for is `answer`, so what it asks for because of a number shows itself.
 */
export class RowNotes {
  readonly asked: Note[] = []
  readonly #since: (threshold: Threshold) => boolean
  readonly #answer: number

  constructor(since: (threshold: Threshold) => boolean, answer: number) {
    this.#since = since
    this.#answer = answer
  }

  since(threshold: Threshold): boolean {
    return this.#since(threshold)
  }

  /** A number that is stored as an index. */
  index(field: string, kind: NoteKind): number {
    const compact = !this.#since(Version.PlainIndices)
    return this.#note(field, kind, compact ? 0 : 4, compact)
  }

  /** A 32-bit number. */
  i32(field: string, kind: NoteKind): number {
    return this.#note(field, kind, 4)
  }

  /** The number of a name, which old packages do not have. */
  nameNumber(field: string): number {
    return this.#since(Version.NameNumbers) ? this.bytes(field, 4) : 0
  }

  /** Bytes whose value is not needed for passing a row. */
  bytes(field: string, size: number): number {
    return this.#note(field, 'bytes', size)
  }

  zeroTerminated(field: string): void {
    this.#note(field, 'zeroTerminated', 0)
  }

  /** Records after their count; `serialize` asks for one. */
  records(serialize: () => void): void {
    const first = this.asked.length
    serialize()
    const fields = this.asked.splice(first)
    const counted = this.asked.at(-1)
    if (counted?.kind !== 'records') throw new Error('expected a count in front of the records of a row')
    if (fields.some(({ size }) => size === 0)) throw new Error('expected records of one size in a row')
    counted.unit = fields.reduce((sum, { size }) => sum + size, 0)
  }

  #note(field: string, kind: NoteKind, size: number, compact = false): number {
    this.asked.push({ field, kind, compact, size, unit: 0 })
    return this.#answer
  }
}
