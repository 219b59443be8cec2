import { NO_BYTES } from '@ukit/files/internal'
import { FormatContext } from '../archive/context.js'
import type { RowArchive, RowMeaning, RowRecord } from '../archive/row-archive.js'
import { UString } from '../archive/ustring.js'
import { Guid } from '../guid.js'
import { type Threshold, Version } from '../versions.js'
import { hasOwnTables } from './layout.js'
import type { RowNotes } from './row-notes.js'

/**
 * *Reads rows of lost tables that `TableScanner` has passed*, at the speed of a bare cursor: no error paths,
 * no modes, no checks. (Those of tables that are where they should be are read by `CheckedRows`.)
 *
 * It is handed to the same `serializeStandard` as `Archive`, so a row's layout is described once. It also
 * takes notes of what a row asks for: a class of its own for that would make every row that is read two to
 * three times as slow, since calls that go to two classes are not compiled into one piece.
 */
export class RowReader implements RowArchive {
  /** Next byte, from the start of the table. */
  position = 0

  // What the version decides for every field, looked up once: a row takes some ten nanoseconds.
  readonly #version: number
  readonly #moved: ReadonlyMap<Threshold, number> | undefined
  readonly #plainIndices: boolean
  readonly #numberedNames: boolean
  readonly #little: boolean
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #high = 0
  #notes: RowNotes | undefined = undefined

  constructor(context: FormatContext, bytes: Uint8Array) {
    this.#version = context.version
    // A game that deviates in objects alone moves nothing that a row asks for.
    this.#moved =
      context.dialect.moved !== undefined && hasOwnTables(context.dialect) ? context.dialect.moved : undefined
    this.#plainIndices = context.since(Version.PlainIndices)
    this.#numberedNames = context.since(Version.NameNumbers)
    this.#little = !context.bigEndian
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Reads nothing, and notes what it is asked for. */
  static noting(notes: RowNotes): RowReader {
    const reader = new RowReader(FormatContext.DEFAULT, NO_BYTES)
    reader.#notes = notes
    return reader
  }

  since(threshold: Threshold): boolean {
    if (this.#notes !== undefined) return this.#notes.since(threshold)
    return this.#moved === undefined
      ? this.#version >= threshold.version
      : this.#version >= (this.#moved.get(threshold) ?? threshold.version)
  }

  i32(_value: number, field: string, meaning: RowMeaning): number {
    return this.#notes === undefined ? this.#i32() : this.#notes.i32(field, meaning)
  }

  #i32(): number {
    const at = this.position
    this.position = at + 4
    return this.#view.getInt32(at, this.#little)
  }

  u32(_value: number, field: string): number {
    return this.#notes === undefined ? this.#i32() >>> 0 : this.#notes.bytes(field, 4)
  }

  index(_value: number, field: string, meaning: RowMeaning): number {
    return this.#notes === undefined ? this.#index() : this.#notes.index(field, meaning)
  }

  #index(): number {
    return this.#plainIndices ? this.#i32() : this.#compactIndex()
  }

  nameNumber(_value: number, field: string): number {
    if (this.#notes !== undefined) return this.#notes.nameNumber(field)
    return this.#numberedNames ? this.#i32() : 0
  }

  flagsLow(_low: number, _high: number, field: string): number {
    if (this.#notes !== undefined) return this.#notes.bytes(field, 8)
    const first = this.#i32() >>> 0
    const second = this.#i32() >>> 0
    this.#high = this.#little ? second : first
    return this.#little ? first : second
  }

  flagsHigh(): number {
    return this.#high
  }

  guid(_value: Guid, field: string): Guid {
    if (this.#notes !== undefined) {
      this.#notes.bytes(field, 16)
      return Guid.ZERO
    }
    const a = this.#i32() >>> 0
    const b = this.#i32() >>> 0
    const c = this.#i32() >>> 0
    const d = this.#i32() >>> 0
    return (a | b | c | d) === 0 ? Guid.ZERO : new Guid(a, b, c, d)
  }

  count(_value: number, field: string): number {
    return this.#notes === undefined ? this.#i32() : this.#notes.i32(field, 'records')
  }

  i32s(_values: readonly number[], count: number, field: string): number[] {
    const notes = this.#notes
    if (notes === undefined) return Array.from({ length: count }, () => this.#i32())
    notes.records(() => notes.bytes(field, 4))
    return []
  }

  records<T extends RowRecord>(_values: readonly T[], count: number, create: () => T): T[] {
    if (this.#notes !== undefined) {
      this.#notes.records(() => create().serialize(this))
      return []
    }
    return Array.from({ length: count }, () => {
      const record = create()
      record.serialize(this)
      return record
    })
  }

  string(_value: UString, field: string): UString {
    if (this.#notes !== undefined) {
      this.#notes.index(field, 'text')
      return UString.EMPTY
    }
    const length = this.#index()
    if (length === 0) return UString.EMPTY
    const wide = length < 0
    const start = this.position
    this.position = start + (wide ? -2 * length : length)
    const last = this.position - 1
    const terminated = this.#bytes[last] === 0 && (!wide || this.#bytes[last - 1] === 0)
    return UString.stored(this.#bytes, start, Math.abs(length) - (terminated ? 1 : 0), wide, terminated)
  }

  zeroTerminated(_value: UString, field: string): UString {
    if (this.#notes !== undefined) {
      this.#notes.zeroTerminated(field)
      return UString.EMPTY
    }
    const start = this.position
    const zero = this.#bytes.indexOf(0, start)
    this.position = zero + 1
    return UString.stored(this.#bytes, start, zero - start, false, true)
  }

  #compactIndex(): number {
    const bytes = this.#bytes
    const first = bytes[this.position++] ?? 0
    let magnitude = first & 0x3f
    for (let shift = 6, byte = (first & 0x40) << 1; (byte & 0x80) !== 0 && shift < 34; shift += 7) {
      byte = bytes[this.position++] ?? 0
      magnitude |= (byte & 0x7f) << shift
    }
    return first & 0x80 ? -magnitude : magnitude
  }
}
