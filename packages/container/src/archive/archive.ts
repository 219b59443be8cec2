import { hex, PackageError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { Guid } from '../guid.js'
import { type Threshold, Version } from '../versions.js'
import { compactIndexSize, readCompactIndex, writeCompactIndex } from './compact-index.js'
import { FormatContext } from './context.js'
import type { AddedPlace } from './dialect.js'
import { MoreBytesNeeded } from './more-bytes-needed.js'
import type { Subject } from './subject.js'
import type { Name, NameSource, ObjectSource, Symbols } from './symbols.js'
import type { PositionWord, ReferenceVisitor, TracedField } from './traced-field.js'
import { UString } from './ustring.js'

/** Anything that an archive can read, write, measure, trace and visit through one method. */
export interface Serializable {
  /** Passes every field through the archive, in file order: reads or writes, as the archive does. */
  serialize(ar: Archive): void
}

/** What a loading archive needs to know beside the bytes. */
interface LoadOptions {
  readonly base?: number | undefined
  readonly limit?: number | undefined
  readonly symbols?: Symbols | undefined
  readonly subject?: Subject | undefined
  readonly trace?: ((field: TracedField) => void) | undefined
}

/** What a saving archive needs to know beside the values. */
interface SaveOptions {
  readonly base?: number | undefined
  readonly capacity?: number | undefined
  /**
   * Where to write for as long as it is large enough; its caller reads `written()` before it is used again.
   */
  readonly buffer?: Uint8Array | undefined
  readonly subject?: Subject | undefined
  /** Gets the places of all indices of names and objects, in their order. */
  readonly indices?: IndexPlace[] | undefined
  /**
   * True if bytes must not depend on where names and objects are in the tables: all indices take four bytes,
   * and the place of a name's index stands for its number too. For comparing only: no engine reads them.
   */
  readonly canonical?: boolean | undefined
}

/** *Where the index of a name or an object is among bytes that were saved.* */
export interface IndexPlace {
  /** From the first byte. */
  readonly start: number
  readonly end: number
  readonly of: NameSource | ObjectSource
  /** The number of a name, 0 for none; absent for objects. */
  readonly number?: number
}

/** What an `Archive` does with the fields that pass through it. */
export type ArchiveMode = 'load' | 'save' | 'measure' | 'trace' | 'references'

// Numbers, since every field of every object switches on the mode.
const LOAD = 0
const SAVE = 1
const MEASURE = 2
const REFERENCES = 3

/**
 * So many numbers are still read one by one: up to here the engine of JavaScript keeps an array's numbers in
 * the array itself.
 */
const FEW = 16

const NO_POSITIONS: readonly PositionWord[] = []
const NO_VIEW = new DataView(NO_BYTES.buffer)

/**
 * *One class, five modes: load, save, measure, trace, references.*
 *
 * Unreal's own idea (`FArchive <<`): a field is read and written by the same expression, so that the two
 * cannot drift apart.
 *
 * ```ts
 * serialize(ar: Archive) {
 *   this.width = ar.u32(this.width, 'width')
 * }
 * ```
 *
 * Every method takes the present value and gives the value to keep: the one read when loading and tracing,
 * the same one otherwise. The names of fields serve errors, the hex view and JSON; they cost nothing until
 * needed. One concrete class instead of five, because several classes behind one interface make every call
 * site slow (`docs/decisions/0002`).
 */
export class Archive {
  /** Version, byte order and game, which decide how everything is stored. */
  readonly context: FormatContext
  /** File version of the package; ask `since`, not this, whether a field is there. */
  readonly version: number
  /** Licensee version: the game's own count of changes. */
  readonly licensee: number
  /** True if numbers are big-endian. */
  readonly bigEndian: boolean
  /** What it does with each field: load, save, measure, trace, or list references. */
  readonly mode: ArchiveMode

  /** Bytes read so far that no named field explains; see `opaque`. */
  opaqueBytes = 0

  /**
   * Set while loading when a compact index was not in the form that the engine writes; anyone who cares
   * resets it.
   */
  irregular = false

  #subject: Subject | undefined
  #mode: number
  #bytes: Uint8Array
  #view: DataView
  #little: boolean
  #plainIndices: boolean
  #nameNumbers: boolean
  #canonical = false
  #position = 0
  #end = 0
  /** Position in the package of `#bytes[0]`. */
  #base = 0
  /** End of the file in terms of the package; the window may end earlier. */
  #limit = 0
  #sink: ((field: TracedField) => void) | undefined
  #visitor: ReferenceVisitor | undefined
  #symbols: Symbols | undefined
  /** The levels of the field path, of which `#depth` count: what is beyond them is left over. */
  #path: (string | number)[] = []
  #depth = 0
  #high = 0
  #positions: PositionWord[] | undefined
  /** How many attempts are under way, one inside the other. */
  #attempts = 0
  #indices: IndexPlace[] | undefined
  /** What the field is that is being traced; see `TracedField.kind`. */
  #kind: TracedField['kind']

  private constructor(mode: ArchiveMode, context: FormatContext, subject?: Subject | undefined) {
    this.mode = mode
    this.#subject = subject
    this.#mode = mode === 'save' ? SAVE : mode === 'measure' ? MEASURE : mode === 'references' ? REFERENCES : LOAD
    this.context = context
    this.version = context.version
    this.licensee = context.licensee
    this.bigEndian = context.bigEndian
    this.#little = !context.bigEndian
    this.#plainIndices = context.since(Version.PlainIndices)
    this.#nameNumbers = context.since(Version.NameNumbers)
    this.#bytes = NO_BYTES
    this.#view = NO_VIEW
  }

  /**
   * Reads fields from `bytes`.
   *
   * @param options.base position of `bytes[0]` in the package: what errors and `position` count from.
   * @param options.limit where the package ends, when `bytes` is only a window of it.
   * @param options.symbols gives names and objects for the indices read; without it `name` and `object` fail.
   * @param options.subject the object that the bytes are of.
   */
  static load(bytes: Uint8Array, context = FormatContext.DEFAULT, options: LoadOptions = {}): Archive {
    const ar = new Archive(options.trace === undefined ? 'load' : 'trace', context, options.subject)
    ar.#sink = options.trace
    ar.#symbols = options.symbols
    ar.window(bytes, options.base ?? 0, options.limit)
    return ar
  }

  /** Writes fields; `written()` gives the bytes. `base` is the position of the first byte in the package. */
  static save(context = FormatContext.DEFAULT, options: SaveOptions = {}): Archive {
    const ar = new Archive('save', context, options.subject)
    const { buffer, capacity = 256 } = options
    ar.#bytes = buffer !== undefined && buffer.length >= capacity ? buffer : new Uint8Array(capacity)
    ar.#view = new DataView(ar.#bytes.buffer, ar.#bytes.byteOffset, ar.#bytes.length)
    ar.#base = options.base ?? 0
    ar.#indices = options.indices
    if (options.canonical === true) ar.#makeCanonical()
    return ar
  }

  #makeCanonical(): void {
    this.#canonical = true
    this.#plainIndices = true
    this.#nameNumbers = false
  }

  /**
   * Points a loading archive that traces nothing at the bytes of another object of the package, as if it had
   * been made for them. Making an archive for each of many small objects takes as long as reading them.
   */
  reload(bytes: Uint8Array, base: number, symbols: Symbols, subject: Subject): void {
    this.#subject = subject
    this.#symbols = symbols
    this.opaqueBytes = 0
    this.#positions = undefined
    this.window(bytes, base)
  }

  /** Has a saving archive begin again, for another object: what was saved is written over. */
  resave(base: number, subject: Subject): void {
    this.#subject = subject
    this.#positions = undefined
    this.#position = 0
    this.#depth = 0
    this.#base = base
  }

  /** Counts the bytes that fields would take; `position - base` is the sum. */
  static measure(context = FormatContext.DEFAULT, options: Omit<SaveOptions, 'capacity' | 'buffer'> = {}): Archive {
    const ar = new Archive('measure', context, options.subject)
    ar.#base = options.base ?? 0
    return ar
  }

  /** Calls `visitor` with every name and object that passes through; reads and writes nothing. */
  static references(visitor: ReferenceVisitor, context = FormatContext.DEFAULT, subject?: Subject): Archive {
    const ar = new Archive('references', context, subject)
    ar.#visitor = visitor
    return ar
  }

  /** The object that the archive is over; none for tables. */
  get subject(): Subject | undefined {
    return this.#subject
  }

  /** True when values come from bytes (load, trace), false when they go out or stay. */
  get isLoading(): boolean {
    return this.#mode === LOAD
  }

  /** True when values go out as bytes. */
  get isSaving(): boolean {
    return this.#mode === SAVE
  }

  /** Position in the package, in bytes. */
  get position(): number {
    return this.#base + this.#position
  }

  /** Bytes left up to the end of the package (or of the object, for an archive over one object). */
  get remaining(): number {
    return this.#limit - this.position
  }

  /**
   * The positions among the fields read or saved so far. All of them move with the object, and nothing else
   * in its bytes does: anyone who moves bytes as they are has to change these.
   */
  get positions(): readonly PositionWord[] {
    return this.#positions ?? NO_POSITIONS
  }

  /** Notes that the four bytes at a position hold the position `to`; see `positions`. */
  notePosition(at: number, to: number): void {
    if (this.#mode !== LOAD && this.#mode !== SAVE) return
    this.#positions ??= []
    this.#positions.push({ at, to })
  }

  /** True when the package was saved since this change of the format. */
  since(threshold: Threshold): boolean {
    return this.context.since(threshold)
  }

  /**
   * The record that the package's game has at a place of the engine's objects; `undefined` when it has none
   * there.
   */
  added(place: AddedPlace, owner: object, record: Serializable | undefined, field = 'added'): Serializable | undefined {
    const create = this.context.dialect.added?.[place]
    return create === undefined ? undefined : this.record(record ?? create(owner), field)
  }

  /** Points a loading archive at other bytes of the same package, for reading a long table in windows. */
  window(bytes: Uint8Array, base: number, limit = base + bytes.length): void {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#position = 0
    this.#end = bytes.length
    this.#base = base
    this.#limit = limit
    this.#depth = 0
    this.irregular = false
  }

  /** A copy of what was read since a position of the present window. */
  bytesSince(position: number): Uint8Array {
    return this.#bytes.slice(position - this.#base, this.#position)
  }

  /** What has been saved: a view, valid until more is saved. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#position)
  }

  // ---- paths ----------------------------------------------------------------------------------------------

  /** Opens a level of the field path: `enter('exports', 12)`. Every `enter` has its `leave`. */
  enter(field: string, index?: number): void {
    this.#path[this.#depth++] = field
    if (index !== undefined) this.#path[this.#depth++] = index
  }

  /** Closes the level that `enter` opened with the same arguments. */
  leave(indexed = false): void {
    this.#depth -= indexed ? 2 : 1
  }

  /** The path of a field at the present level, such as `exports[12].objectName`. */
  fieldPath(field: string): string {
    let path = ''
    for (let i = 0; i < this.#depth; i++) {
      const part = this.#path[i] ?? ''
      path += typeof part === 'number' ? `[${part}]` : path === '' ? part : `.${part}`
    }
    return path === '' ? field : field === '' ? path : `${path}.${field}`
  }

  /** A typed error at the present position and path. */
  error(kind: PackageError['kind'], field: string, message: string, offset = this.position): PackageError {
    const place = { offset, field: this.fieldPath(field) }
    if (this.#attempts === 0) return new PackageError(kind, message, place)
    // Of an attempt nobody reports it: collecting its stack would take longer than everything else about it.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    try {
      return new PackageError(kind, message, place)
    } finally {
      Error.stackTraceLimit = stackTraceLimit
    }
  }

  // ---- fields of fixed size -------------------------------------------------------------------------------

  /** Unsigned byte. */
  u8(value: number, field: string): number {
    const at = this.#take(1, field)
    if (this.#mode === LOAD) return this.#read(at, 1, field, this.#view.getUint8(at))
    if (this.#mode === SAVE) this.#view.setUint8(at, value)
    return value
  }

  /** Unsigned 16-bit integer in the package's byte order. */
  u16(value: number, field: string): number {
    const at = this.#take(2, field)
    if (this.#mode === LOAD) return this.#read(at, 2, field, this.#view.getUint16(at, this.#little))
    if (this.#mode === SAVE) this.#view.setUint16(at, value, this.#little)
    return value
  }

  /** Signed 16-bit integer in the package's byte order. */
  i16(value: number, field: string): number {
    const at = this.#take(2, field)
    if (this.#mode === LOAD) return this.#read(at, 2, field, this.#view.getInt16(at, this.#little))
    if (this.#mode === SAVE) this.#view.setInt16(at, value, this.#little)
    return value
  }

  /** Unsigned 32-bit integer in the package's byte order. */
  u32(value: number, field: string): number {
    const at = this.#take(4, field)
    if (this.#mode === LOAD) return this.#read(at, 4, field, this.#view.getUint32(at, this.#little))
    if (this.#mode === SAVE) this.#view.setUint32(at, value, this.#little)
    return value
  }

  /** Signed 32-bit integer in the package's byte order. */
  i32(value: number, field: string): number {
    const at = this.#take(4, field)
    if (this.#mode === LOAD) return this.#read(at, 4, field, this.#view.getInt32(at, this.#little))
    if (this.#mode === SAVE) this.#view.setInt32(at, value, this.#little)
    return value
  }

  /** Unsigned 64-bit integer in the package's byte order. */
  u64(value: bigint, field: string): bigint {
    const at = this.#take(8, field)
    if (this.#mode === LOAD) return this.#read(at, 8, field, this.#view.getBigUint64(at, this.#little))
    if (this.#mode === SAVE) this.#view.setBigUint64(at, value, this.#little)
    return value
  }

  /**
   * The lower 32 of 64 flag bits; follow it at once by `flagsHigh`.
   *
   * Two numbers instead of one `bigint`, which would cost as much as all the other fields of an export
   * together.
   */
  flagsLow(low: number, high: number, field: string): number {
    const at = this.#take(8, field)
    const lowAt = this.#little ? at : at + 4
    const highAt = this.#little ? at + 4 : at
    if (this.#mode === LOAD) {
      low = this.#view.getUint32(lowAt, this.#little)
      this.#high = this.#view.getUint32(highAt, this.#little)
      this.#read(at, 8, field, this.#sink === undefined ? 0 : (BigInt(this.#high) << 32n) | BigInt(low))
    } else if (this.#mode === SAVE) {
      this.#view.setUint32(lowAt, low, this.#little)
      this.#view.setUint32(highAt, high, this.#little)
    }
    return low
  }

  /** The upper 32 bits of the flags that `flagsLow` has just passed. */
  flagsHigh(high: number): number {
    return this.#mode === LOAD ? this.#high : high
  }

  /**
   * IEEE 754 single precision. NaN payloads survive a round trip only through `bytes`; a float field keeps
   * the number.
   */
  f32(value: number, field: string): number {
    const at = this.#take(4, field)
    if (this.#mode === LOAD) return this.#read(at, 4, field, this.#view.getFloat32(at, this.#little))
    if (this.#mode === SAVE) this.#view.setFloat32(at, value, this.#little)
    return value
  }

  /** IEEE 754 double precision. */
  f64(value: number, field: string): number {
    const at = this.#take(8, field)
    if (this.#mode === LOAD) return this.#read(at, 8, field, this.#view.getFloat64(at, this.#little))
    if (this.#mode === SAVE) this.#view.setFloat64(at, value, this.#little)
    return value
  }

  /** Four unsigned 32-bit words, each in the package's byte order. */
  guid(value: Guid, field: string): Guid {
    const at = this.#take(16, field)
    const view = this.#view
    const little = this.#little
    if (this.#mode === LOAD) {
      const guid = new Guid(
        view.getUint32(at, little),
        view.getUint32(at + 4, little),
        view.getUint32(at + 8, little),
        view.getUint32(at + 12, little),
      )
      return this.#read(at, 16, field, guid)
    }
    if (this.#mode === SAVE) {
      view.setUint32(at, value.a, little)
      view.setUint32(at + 4, value.b, little)
      view.setUint32(at + 8, value.c, little)
      view.setUint32(at + 12, value.d, little)
    }
    return value
  }

  /**
   * `length` bytes as they are; when loading a view of the window, not a copy. An unset value, with no bytes
   * at all, is written as zeroes: in an object that has just been made.
   */
  bytes(value: Uint8Array, length: number, field: string): Uint8Array {
    if (length < 0) throw this.error('bad-count', field, `expected a length of 0 or more, found ${length}`)
    if (this.#mode !== LOAD && this.#mode !== REFERENCES && value.length !== length) {
      if (value.length === 0) return this.bytes(new Uint8Array(length), length, field)
      throw new RangeError(`${this.fieldPath(field)}: ${plural(value.length, 'byte')} given for a field of ${length}`)
    }
    const at = this.#take(length, field)
    if (this.#mode === LOAD) return this.#read(at, length, field, this.#bytes.subarray(at, at + length))
    if (this.#mode === SAVE) this.#bytes.set(value, at)
    return value
  }

  // ---- arrays of numbers: one call each, whatever their length --------------------------------------------

  /** `count` single-precision floats; stored bit for bit, so that NaNs keep their payload. */
  floats(value: Float32Array, count: number, field: string): Float32Array {
    // Vectors and planes are most of a level's arrays; a block for each would cost more than what is in it.
    if (count <= FEW && count >= 0 && (this.#mode === LOAD || value.length === count)) {
      const few = this.#fewFloats(value, count, field)
      if (few !== undefined) return few
    }
    return this.#numbers(value, count, field, (length) => new Float32Array(length))
  }

  /** `count` signed 32-bit integers. */
  ints(value: Int32Array, count: number, field: string): Int32Array {
    return this.#numbers(value, count, field, (length) => new Int32Array(length))
  }

  /** `count` unsigned 32-bit integers. */
  uints(value: Uint32Array, count: number, field: string): Uint32Array {
    return this.#numbers(value, count, field, (length) => new Uint32Array(length))
  }

  /** `count` signed 16-bit integers. */
  shorts(value: Int16Array, count: number, field: string): Int16Array {
    return this.#numbers(value, count, field, (length) => new Int16Array(length))
  }

  /** `count` unsigned 16-bit integers. */
  ushorts(value: Uint16Array, count: number, field: string): Uint16Array {
    return this.#numbers(value, count, field, (length) => new Uint16Array(length))
  }

  // ---- indices, counts, strings ---------------------------------------------------------------------------

  /** A compact index (1 to 5 bytes) up to file version 177, a signed 32-bit integer since. */
  index(value: number, field: string): number {
    return this.#plainIndices ? this.i32(value, field) : this.compactIndex(value, field)
  }

  /** A compact index, whatever the version. Sets `irregular` when it was not stored in its shortest form. */
  compactIndex(value: number, field: string): number {
    if (this.#mode === LOAD) {
      const at = this.#position
      const first = this.#bytes[at] ?? 0x40
      // Most indices are one or two bytes; the rest goes the long way, and so does 0 with a sign.
      if ((first & 0x40) === 0 && first !== 0x80) {
        this.#position = at + 1
        return this.#read(at, 1, field, first < 0x80 ? first : -(first & 0x3f))
      }
      const second = this.#bytes[at + 1] ?? 0
      if (second > 0 && second < 0x80 && first !== 0x80) {
        this.#position = at + 2
        const magnitude = (first & 0x3f) | (second << 6)
        return this.#read(at, 2, field, first < 0x80 ? magnitude : -magnitude)
      }
      const read = readCompactIndex(this.#bytes, at)
      if (read === undefined) throw this.#ended(5, field)
      this.#position = at + read.size
      if (!read.canonical) this.irregular = true
      return this.#read(at, read.size, field, read.value)
    }
    if (this.#mode === SAVE) {
      this.#reserve(5)
      this.#position = writeCompactIndex(this.#bytes, this.#position, value)
    } else if (this.#mode === MEASURE) {
      this.#position += compactIndexSize(value)
    }
    return value
  }

  /**
   * A signed 32-bit count of entries that take at least `entrySize` bytes each.
   *
   * Checked against the bytes left before anyone allocates for it.
   *
   * @throws {PackageError} `bad-count`.
   */
  count(value: number, field: string, entrySize: number): number {
    return this.checkCount(this.i32(value, field), field, entrySize)
  }

  /** As `count`, but stored as `index` is. */
  indexCount(value: number, field: string, entrySize: number): number {
    return this.checkCount(this.index(value, field), field, entrySize)
  }

  /** Refuses a count that is negative or that the bytes left cannot hold. */
  checkCount(count: number, field: string, entrySize: number): number {
    if (this.#mode === LOAD && (count < 0 || count * entrySize > this.remaining)) {
      const room =
        entrySize === 0 ? '' : ` to ${Math.floor(this.remaining / entrySize)} (${plural(this.remaining, 'byte')} left)`
      throw this.error('bad-count', field, `expected a count from 0${room}, found ${count}`)
    }
    return count
  }

  /**
   * A string with its length in front: positive for 8-bit units, negative for 16-bit ones, the terminator
   * counted.
   */
  string(value: UString, field: string): UString {
    if (this.#mode === LOAD) {
      const start = this.#position
      const length = this.#quietIndex(field)
      const text = length === 0 ? UString.EMPTY : this.#readUnits(length, field)
      return this.#read(start, this.#position - start, field, text)
    }
    if (this.#mode === REFERENCES) return value
    const units = value.length + (value.terminated ? 1 : 0)
    this.index(value.wide ? -units : units, field)
    this.#writeUnits(value, units)
    return value
  }

  /** Text up to and including a zero byte, without a length. */
  zeroTerminated(value: UString, field: string): UString {
    if (this.#mode === LOAD) {
      const start = this.#position
      const end = this.#bytes.indexOf(0, start)
      if (end < 0 || end >= this.#end) throw this.#ended(this.#end - start + 1, field)
      this.#position = end + 1
      return this.#read(start, end + 1 - start, field, UString.stored(this.#bytes, start, end - start, false, true))
    }
    if (this.#mode !== REFERENCES) this.#writeUnits(value, value.length + 1)
    return value
  }

  /**
   * The units of a string whose length is stored in a way of the game's own: `length` 8-bit units, terminator
   * included if there is one.
   */
  narrowText(value: UString, length: number, field: string): UString {
    if (this.#mode === LOAD) {
      const start = this.#position
      const text = length === 0 ? UString.EMPTY : this.#readUnits(length, field)
      return this.#read(start, this.#position - start, field, text)
    }
    if (this.#mode !== REFERENCES) this.#writeUnits(value, length)
    return value
  }

  // ---- names and objects ----------------------------------------------------------------------------------

  /** The number of a name reference: 0 and no bytes before names had numbers. */
  nameNumber(value: number, field: string): number {
    if (this.#nameNumbers) return this.i32(value, field)
    return this.#mode === LOAD ? 0 : value
  }

  /** As `nameNumber`; its path is only put together for a trace or an error. */
  #numberAfter(value: number, field: string): number {
    if (this.#mode !== LOAD) return this.#nameNumbers ? this.i32(value, field) : value
    if (!this.#nameNumbers) return 0
    const isSeen = this.#sink !== undefined || this.#position + 4 > this.#end
    return this.i32(0, isSeen ? `${field}.number` : field)
  }

  /** A name of the package's table. */
  name(value: Name, field: string): Name {
    if (this.#mode === REFERENCES) {
      this.#visitor?.name?.(value, this.fieldPath(field))
      return value
    }
    const offset = this.position
    this.#kind = 'name'
    const index = this.index(value.entry.index, field)
    this.#kind = undefined
    this.#indices?.push({ start: offset - this.#base, end: this.#position, of: value.entry, number: value.number })
    const number = this.#numberAfter(value.number, field)
    if (this.#mode !== LOAD) return value
    const name = this.#symbols?.nameAt(index, number)
    if (name === undefined)
      throw this.error('bad-index', field, `expected an index into the name table, found ${index}`, offset)
    return name
  }

  /** An object of this package or of another one, or none. */
  object<T extends ObjectSource>(value: T | ObjectSource | null, field: string): ObjectSource | null {
    if (this.#mode === REFERENCES) {
      if (value !== null) this.#visitor?.object?.(value, this.fieldPath(field))
      return value
    }
    const offset = this.position
    this.#kind = 'object'
    const reference = this.index(value === null ? 0 : value.reference, field)
    this.#kind = undefined
    if (value !== null) this.#indices?.push({ start: offset - this.#base, end: this.#position, of: value })
    if (this.#mode !== LOAD) return value
    if (reference === 0) return null
    const object = this.#symbols?.objectAt(reference)
    if (object === undefined) {
      throw this.error('bad-index', field, `expected an object reference in range, found ${reference}`, offset)
    }
    return object
  }

  // ---- what is not understood, or may not be --------------------------------------------------------------

  /** Bytes that are kept and counted, but not understood. As `bytes` in every other respect. */
  opaque(value: Uint8Array, length: number, field: string): Uint8Array {
    this.#kind = 'opaque'
    const bytes = this.bytes(value, length, field)
    this.#kind = undefined
    if (this.#mode === LOAD) this.opaqueBytes += length
    return bytes
  }

  /**
   * Reads a value that must take exactly `length` bytes; `undefined`, and back where it began, when it does
   * not or when it fails.
   *
   * For layouts that are known from elsewhere and may not fit: the caller keeps the bytes as they are
   * instead.
   */
  attempt<T>(length: number, read: () => T): T | undefined {
    return this.#attempt(length, true, read)
  }

  /** As `attempt`, but the value may take any number of bytes up to `limit`. */
  attemptWithin<T>(limit: number, read: () => T): T | undefined {
    return this.#attempt(limit, false, read)
  }

  #attempt<T>(length: number, exact: boolean, read: () => T): T | undefined {
    const start = this.#position
    const end = this.#end
    const limit = this.#limit
    const depth = this.#depth
    const sink = this.#sink
    const opaqueBytes = this.opaqueBytes
    const irregular = this.irregular
    const positions = this.#positions?.length ?? 0
    if (length < 0 || start + length > end) return undefined
    const traced: TracedField[] | undefined = sink === undefined ? undefined : []
    if (traced !== undefined) this.#sink = (field) => traced.push(field)
    // Within the attempt the object ends where the value does.
    this.#end = start + length
    this.#limit = this.#base + start + length
    let value: T | undefined
    let failed = false
    this.#attempts++
    try {
      value = read()
      failed = exact && this.#position !== start + length
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      failed = true
    } finally {
      this.#attempts--
      this.#end = end
      this.#limit = limit
      this.#sink = sink
    }
    if (!failed) {
      if (traced !== undefined) for (const field of traced) sink?.(field)
      return value
    }
    this.#position = start
    this.#depth = depth
    this.#kind = undefined
    this.opaqueBytes = opaqueBytes
    this.irregular = irregular
    if (this.#positions !== undefined) this.#positions.length = positions
    return undefined
  }

  /** Forgets what was saved from a position on, to save something else there. */
  takeBack(position: number): void {
    this.#position = position - this.#base
    while ((this.#positions?.at(-1)?.at ?? -1) >= position) this.#positions?.pop()
    while ((this.#indices?.at(-1)?.start ?? -1) >= this.#position) this.#indices?.pop()
  }

  /** Bytes that `write` would save here: for sizes that come before what they measure. */
  sizeOf(write: (ar: Archive) => void): number {
    const ar = Archive.measure(this.context, { base: this.position, subject: this.subject })
    if (this.#canonical) ar.#makeCanonical()
    write(ar)
    return ar.position - this.position
  }

  // ---- groups of fields -----------------------------------------------------------------------------------

  /** One record. */
  record<T extends Serializable>(value: T, field: string): T {
    this.enter(field)
    value.serialize(this)
    this.leave()
    return value
  }

  /** `count` records of one class; the count itself has been read by `count` or `indexCount`. */
  records<T extends Serializable>(values: T[], count: number, create: () => T, field: string): T[] {
    const records = this.#mode === LOAD ? new Array<T>(count) : values
    for (let i = 0; i < count; i++) {
      const record = this.#mode === LOAD ? create() : records[i]
      if (record === undefined)
        throw new RangeError(`${this.fieldPath(field)}: ${plural(values.length, 'record')} given, ${count} announced`)
      this.enter(field, i)
      record.serialize(this)
      this.leave(true)
      records[i] = record
    }
    return records
  }

  /** `count` signed 32-bit integers. */
  i32s(values: number[], count: number, field: string): number[] {
    const list = this.#mode === LOAD ? new Array<number>(count) : values
    for (let i = 0; i < count; i++) {
      this.enter(field, i)
      list[i] = this.i32(list[i] ?? 0, '')
      this.leave(true)
    }
    return list
  }

  /**
   * Fields after the position of their own end, as lazy arrays have it: an absolute offset in the package,
   * written when the end is known.
   *
   * @param fields is given the stored end while loading, which a few layouts can only be told apart by, and 0
   *   otherwise.
   * @throws {PackageError} `bad-value` when the stored end is not where the fields end.
   */
  skippable<T>(field: string, fields: (end: number) => T): T {
    const at = this.#position
    const end = this.i32(0, field)
    const value = fields(end)
    if (this.#mode === LOAD && end !== this.position) {
      throw this.error(
        'bad-value',
        field,
        `expected the end at ${hex(this.position)}, found ${hex(end)}`,
        this.#base + at,
      )
    }
    this.amendI32(this.#base + at, this.position)
    this.notePosition(this.#base + at, this.#mode === LOAD ? end : this.position)
    return value
  }

  /** Replaces a number that was saved before: a size, once it is known. */
  amendI32(position: number, value: number): void {
    if (this.#mode === SAVE) this.#view.setInt32(position - this.#base, value, this.#little)
  }

  // ---- the machine room -----------------------------------------------------------------------------------

  /** Makes room for `size` bytes and moves past them; gives the index of the first. */
  #take(size: number, field: string): number {
    const at = this.#position
    if (this.#mode === LOAD) {
      if (at + size > this.#end) throw this.#ended(size, field)
    } else if (this.#mode === SAVE) {
      this.#reserve(size)
    } else if (this.#mode === REFERENCES) {
      return at
    }
    this.#position = at + size
    return at
  }

  /**
   * A handful of floats one by one; `undefined`, and nothing done, where one is a NaN, whose payload only a
   * block keeps.
   */
  #fewFloats(value: Float32Array, count: number, field: string): Float32Array | undefined {
    if (this.#mode === LOAD) {
      const view = this.#view
      const at = this.#position
      if (at + 4 * count > this.#end) return undefined
      const floats = new Float32Array(count)
      for (let i = 0; i < count; i++) {
        const number = view.getFloat32(at + 4 * i, this.#little)
        if (Number.isNaN(number)) return undefined
        floats[i] = number
      }
      this.#position = at + 4 * count
      return this.#read(at, 4 * count, field, floats)
    }
    if (this.#mode !== SAVE) {
      this.#take(4 * count, field)
      return value
    }
    for (let i = 0; i < count; i++) if (Number.isNaN(value[i])) return undefined
    const at = this.#take(4 * count, field)
    for (let i = 0; i < count; i++) this.#view.setFloat32(at + 4 * i, value[i] ?? 0, this.#little)
    return value
  }

  /**
   * Numbers of one width as a block; copied, since in a file they are at any address and in either byte
   * order.
   */
  #numbers<T extends Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array>(
    value: T,
    count: number,
    field: string,
    create: (length: number) => T,
  ): T {
    const width = value.BYTES_PER_ELEMENT
    if (this.#mode === LOAD) this.checkCount(count, field, width)
    else if (this.#mode !== REFERENCES && value.length !== count) {
      throw new RangeError(`${this.fieldPath(field)}: ${plural(value.length, 'number')} given for a field of ${count}`)
    }
    const at = this.#take(count * width, field)
    if (this.#mode === LOAD) {
      const numbers = create(count)
      const bytes = new Uint8Array(numbers.buffer)
      bytes.set(this.#bytes.subarray(at, at + count * width))
      if (!this.#little) swapBytes(bytes, width)
      return this.#read(at, count * width, field, numbers)
    }
    if (this.#mode === SAVE) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      this.#bytes.set(bytes, at)
      if (!this.#little) swapBytes(this.#bytes.subarray(at, at + bytes.length), width)
    }
    return value
  }

  #reserve(size: number): void {
    const needed = this.#position + size
    if (needed <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    grown.set(this.#bytes.subarray(0, this.#position))
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }

  #read<T>(at: number, length: number, field: string, value: T): T {
    if (this.#sink !== undefined) {
      const traced = { path: this.fieldPath(field), offset: this.#base + at, length, value }
      this.#sink(this.#kind === undefined ? traced : { ...traced, kind: this.#kind })
    }
    return value
  }

  /** An index that is part of a longer field and so is not traced by itself. */
  #quietIndex(field: string): number {
    const sink = this.#sink
    this.#sink = undefined
    try {
      return this.index(0, field)
    } finally {
      this.#sink = sink
    }
  }

  #readUnits(length: number, field: string): UString {
    const wide = length < 0
    const units = Math.abs(length)
    const start = this.#take(wide ? units * 2 : units, field)
    const last = wide ? start + 2 * (units - 1) : start + units - 1
    const terminated = this.#bytes[last] === 0 && (!wide || this.#bytes[last + 1] === 0)
    const count = terminated ? units - 1 : units
    return UString.stored(this.#bytes, start, count, wide, terminated)
  }

  #writeUnits(value: UString, units: number): void {
    const size = value.wide ? units * 2 : units
    const at = this.#take(size, '')
    if (this.#mode !== SAVE) return
    value.write(this.#bytes, at, units)
  }

  #ended(size: number, field: string): Error {
    const missing = this.#base + this.#end
    if (missing < this.#limit && this.position + size <= this.#limit) return new MoreBytesNeeded(missing)
    if (missing < this.#limit && size === 5) return new MoreBytesNeeded(missing)
    return this.error(
      'truncated',
      field,
      `expected ${plural(size, 'more byte')}, found ${this.#limit - this.position} before ` +
        `the end at ${hex(this.#limit)}`,
    )
  }
}

/**
 * Turns the bytes of each number around, in place. The machines that run this are little-endian, as typed
 * arrays are there.
 */
function swapBytes(bytes: Uint8Array, width: number): void {
  for (let at = 0; at + width <= bytes.length; at += width) bytes.subarray(at, at + width).reverse()
}
