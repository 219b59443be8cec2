import type { FormatContext } from '../archive/context.js'
import type { RowArchive, RowRecord } from '../archive/row-archive.js'
import { UString } from '../archive/ustring.js'
import { Guid } from '../guid.js'
import { type Threshold, Version } from '../versions.js'
import { hasOwnTables } from './layout.js'

/**
 * *Reads rows of the header's tables that `TableScanner` has passed*, at the speed of a bare cursor: no error
 * paths, no modes, no checks.
 *
 * It is handed to the same `serializeStandard` as `Archive`, so a row's layout is described once. Only the
 * scan repeats it, since passing rows this way took four to ten times as long.
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

  constructor(context: FormatContext, bytes: Uint8Array) {
    this.#version = context.version
    // A game that deviates in objects alone moves nothing that a row asks for.
    this.#moved = hasOwnTables(context.dialect) ? context.dialect.moved : undefined
    this.#plainIndices = context.since(Version.PlainIndices)
    this.#numberedNames = context.since(Version.NameNumbers)
    this.#little = !context.bigEndian
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  since(threshold: Threshold): boolean {
    return this.#moved === undefined
      ? this.#version >= threshold.version
      : this.#version >= (this.#moved.get(threshold) ?? threshold.version)
  }

  i32(): number {
    const at = this.position
    this.position = at + 4
    return this.#view.getInt32(at, this.#little)
  }

  u32(): number {
    return this.i32() >>> 0
  }

  index(): number {
    return this.#plainIndices ? this.i32() : this.#compactIndex()
  }

  nameNumber(): number {
    return this.#numberedNames ? this.i32() : 0
  }

  flagsLow(): number {
    const first = this.u32()
    const second = this.u32()
    this.#high = this.#little ? second : first
    return this.#little ? first : second
  }

  flagsHigh(): number {
    return this.#high
  }

  guid(): Guid {
    const a = this.u32()
    const b = this.u32()
    const c = this.u32()
    const d = this.u32()
    return (a | b | c | d) === 0 ? Guid.ZERO : new Guid(a, b, c, d)
  }

  count(): number {
    return this.i32()
  }

  i32s(_values: readonly number[], count: number): number[] {
    return Array.from({ length: count }, () => this.i32())
  }

  records<T extends RowRecord>(_values: readonly T[], count: number, create: () => T): T[] {
    return Array.from({ length: count }, () => {
      const record = create()
      record.serialize(this)
      return record
    })
  }

  string(): UString {
    const length = this.index()
    if (length === 0) return UString.EMPTY
    const wide = length < 0
    const start = this.position
    this.position = start + (wide ? -2 * length : length)
    const last = this.position - 1
    const terminated = this.#bytes[last] === 0 && (!wide || this.#bytes[last - 1] === 0)
    return UString.stored(this.#bytes, start, Math.abs(length) - (terminated ? 1 : 0), wide, terminated)
  }

  zeroTerminated(): UString {
    const start = this.position
    const zero = this.#bytes.indexOf(0, start)
    this.position = zero + 1
    return UString.stored(this.#bytes, start, zero - start, false, true)
  }

  #compactIndex(): number {
    const bytes = this.#bytes
    const first = bytes[this.position++] ?? 0
    let magnitude = first & 0x3f
    for (let shift = 6, byte = (first & 0x40) << 1; (byte & 0x80) !== 0; shift += 7) {
      byte = bytes[this.position++] ?? 0
      magnitude |= (byte & 0x7f) << shift
    }
    return first & 0x80 ? -magnitude : magnitude
  }
}
