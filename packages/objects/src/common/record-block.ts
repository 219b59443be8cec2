import { plural } from '@ukit/text/internal'
/** A number as it is in a block: unsigned, signed, or floating point (16 bits: half precision). */
export type NumberKind = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'f16' | 'f32'

/** Several numbers one after another, such as `f32x3` for a vector. */
export type FieldKind = NumberKind | `${NumberKind}x${number}`

/** *The fields of a record, in file order, without gaps.* */
export type RecordLayout = Readonly<Record<string, FieldKind>>

/** A record as an object: a number for each field, an array for those of several numbers. */
export type RecordOf<L extends RecordLayout> = {
  readonly [F in keyof L]: L[F] extends NumberKind ? number : readonly number[]
}

const SIZES: Readonly<Record<NumberKind, number>> = { u8: 1, i8: 1, u16: 2, i16: 2, u32: 4, i32: 4, f16: 2, f32: 4 }

/** Bytes of a record. */
export function recordSize(layout: RecordLayout): number {
  return Object.values(layout).reduce((sum, kind) => sum + sizeOf(kind), 0)
}

/**
 * *A block of bytes as the records that it holds*: nothing is copied, a record is made when asked for.
 *
 * Large arrays of meshes and models stay blocks of bytes, so that reading them costs nothing; this opens
 * them. Numbers are in the package's byte order.
 *
 * ```ts
 * const wedges = recordsOf(mesh.wedges, common.LOD_WEDGE)
 * wedges.at(0)?.vertex
 * for (const { u, v } of wedges) …
 * ```
 */
export class RecordBlock<L extends RecordLayout> implements Iterable<RecordOf<L>> {
  /** The records as stored, one directly after the other. */
  readonly bytes: Uint8Array
  /** The fields of a record. */
  readonly layout: L
  /** True if numbers are big-endian. */
  readonly bigEndian: boolean
  /** Bytes of a record. */
  readonly size: number
  readonly #view: DataView

  /** @throws {RangeError} when the bytes are not a whole number of records. */
  constructor(bytes: Uint8Array, layout: L, bigEndian = false) {
    this.bytes = bytes
    this.layout = layout
    this.bigEndian = bigEndian
    this.size = recordSize(layout)
    if (this.size === 0 || bytes.length % this.size !== 0)
      throw new RangeError(`expected records of ${plural(this.size, 'byte')}, found ${plural(bytes.length, 'byte')}`)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Number of records. */
  get length(): number {
    return this.bytes.length / this.size
  }

  /** A record; `undefined` when there is none of this number. */
  at(index: number): RecordOf<L> | undefined {
    if (!Number.isInteger(index) || index < 0 || index >= this.length) return undefined
    let at = index * this.size
    const record: Record<string, number | number[]> = {}
    for (const [field, kind] of Object.entries(this.layout)) {
      record[field] = this.#field(kind, at)
      at += sizeOf(kind)
    }
    // Made field by field from the layout that the type is made from.
    return record as RecordOf<L>
  }

  /** The records, first to last; each is made when it is reached. */
  *[Symbol.iterator](): Generator<RecordOf<L>> {
    for (let i = 0; i < this.length; i++) {
      const record = this.at(i)
      if (record !== undefined) yield record
    }
  }

  #field(kind: FieldKind, at: number): number | number[] {
    const { number, count } = partsOf(kind)
    if (count === undefined) return this.#number(number, at)
    return Array.from({ length: count }, (_, i) => this.#number(number, at + i * SIZES[number]))
  }

  #number(kind: NumberKind, at: number): number {
    const view = this.#view
    const little = !this.bigEndian
    switch (kind) {
      case 'u8':
        return view.getUint8(at)
      case 'i8':
        return view.getInt8(at)
      case 'u16':
        return view.getUint16(at, little)
      case 'i16':
        return view.getInt16(at, little)
      case 'u32':
        return view.getUint32(at, little)
      case 'i32':
        return view.getInt32(at, little)
      case 'f16':
        return halfToNumber(view.getUint16(at, little))
      case 'f32':
        return view.getFloat32(at, little)
    }
  }
}

/** A block of bytes as records; see `RecordBlock`. */
export function recordsOf<L extends RecordLayout>(bytes: Uint8Array, layout: L, bigEndian = false): RecordBlock<L> {
  return new RecordBlock(bytes, layout, bigEndian)
}

/** A float of 16 bits (IEEE 754 half precision). */
export function halfToNumber(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1024 + fraction) * 2 ** (exponent - 25)
}

function sizeOf(kind: FieldKind): number {
  const { number, count } = partsOf(kind)
  return SIZES[number] * (count ?? 1)
}

function partsOf(kind: FieldKind): { number: NumberKind; count: number | undefined } {
  const x = kind.indexOf('x')
  const name = x < 0 ? kind : kind.slice(0, x)
  if (!isNumberKind(name)) throw new RangeError(`expected a kind of number, found ${kind}`)
  return { number: name, count: x < 0 ? undefined : Number(kind.slice(x + 1)) }
}

function isNumberKind(name: string): name is NumberKind {
  return name in SIZES
}
