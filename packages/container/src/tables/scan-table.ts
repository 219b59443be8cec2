import type { FormatContext } from '../archive/context.js'
import { Version } from '../versions.js'

/** Sizes that the references in a table must stay inside of. */
export interface TableBounds {
  /** Entries of the name table. */
  readonly names: number
  readonly imports: number
  readonly exports: number
  /** Bytes of the package, which bodies must stay inside of. */
  readonly length: number
}

/**
 * How a scan went: all entries are sound; the window ended first; something is not as the engine writes it.
 */
export type ScanState = 'done' | 'more' | 'odd'

/** Passes one entry of a table; what is wrong with it, it leaves in the scanner's `state`. */
export type EntryScan = (scanner: TableScanner, bounds: TableBounds) => void

const NO_BYTES: Uint8Array = new Uint8Array(0)
const NO_VIEW = new DataView(NO_BYTES.buffer)

/**
 * *Walks a table without making anything of it*: notes where each entry starts and checks what reading and
 * `checkTables` together would check.
 *
 * It repeats what `NameEntry.serialize` and its siblings say of the engine's own layout, for speed alone (no
 * objects, no paths, no errors: about a tenth of the time). It passes only what those read without complaint
 * and in the engine's own form. Everything else it calls odd; the table is then read the long way, which
 * tells exactly what is wrong. A test holds the two equal.
 */
export class TableScanner {
  /** Position of each entry that was passed, from the start of the table. */
  readonly starts: Uint32Array
  /** Entries passed so far. */
  passed = 0
  /** First byte after them. */
  end = 0

  // What the version decides, looked up once: an entry takes some ten nanoseconds.
  readonly plainIndices: boolean
  readonly flagBytes: number
  readonly numberedNames: boolean
  readonly nameLengths: boolean
  readonly archetypes: boolean
  readonly offsetAlways: boolean
  readonly componentMaps: boolean
  /** Bytes of the export flags. */
  readonly exportFlagBytes: number
  readonly netObjectCounts: boolean
  /** Bytes of the flags of a merged package. */
  readonly packageFlagBytes: number
  readonly #little: boolean
  /** Bytes from the start of the table to the end of the package. */
  readonly #room: number
  #bytes = NO_BYTES
  #view = NO_VIEW
  #at = 0
  #odd = false

  constructor(context: FormatContext, count: number, room: number) {
    this.starts = new Uint32Array(count)
    this.plainIndices = context.since(Version.PlainIndices)
    this.flagBytes = context.since(Version.Flags64) ? 8 : 4
    this.numberedNames = context.since(Version.NameNumbers)
    this.nameLengths = context.since(Version.NameLengths)
    this.archetypes = context.since(Version.ExportArchetype)
    this.offsetAlways = context.since(Version.ExportOffsetAlways)
    this.componentMaps = context.since(Version.ExportComponentMap) && !context.since(Version.NoExportComponentMap)
    this.exportFlagBytes = context.since(Version.ExportFlags) ? 4 : 0
    this.netObjectCounts = context.since(Version.NetObjectCounts)
    this.packageFlagBytes = context.since(Version.ExportPackageFlags) ? 4 : 0
    this.#little = !context.bigEndian
    this.#room = room
  }

  /**
   * Goes on from the last entry passed; `bytes` is the table from its start, as far as it has been fetched.
   */
  run(bytes: Uint8Array, scan: EntryScan, bounds: TableBounds): ScanState {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = this.end
    const { starts } = this
    while (this.passed < starts.length) {
      starts[this.passed] = this.#at
      this.#odd = false
      scan(this, bounds)
      // Fields beyond the window were taken for zeros, and so whatever was odd about them proves nothing.
      if (this.#at > bytes.length) return this.#at > this.#room ? 'odd' : 'more'
      if (this.#odd) return 'odd'
      this.passed++
      this.end = this.#at
    }
    return 'done'
  }

  /** Passes a signed 32-bit integer. */
  i32(): number {
    const at = this.#at
    this.#at = at + 4
    return at + 4 <= this.#bytes.length ? this.#view.getInt32(at, this.#little) : 0
  }

  /** Passes bytes whatever they are. */
  skip(size: number): void {
    this.#at += size
  }

  /** Passes everything up to a zero byte, and that. */
  zeroTerminated(): void {
    const zero = this.#bytes.indexOf(0, this.#at)
    this.skip(zero < 0 ? this.#bytes.length - this.#at + 1 : zero - this.#at + 1)
  }

  /** Passes an index; only the shortest form, the one that the engine writes. */
  index(): number {
    return this.plainIndices ? this.i32() : this.#compactIndex()
  }

  /** Passes the index of a name, with its number, and checks it. */
  name(names: number): void {
    const index = this.index()
    if (index < 0 || index >= names) this.markOdd()
    if (this.numberedNames) this.skip(4)
  }

  /** Passes a reference stored as an index and checks it. */
  reference(bounds: TableBounds): void {
    this.checkReference(this.index(), bounds)
  }

  /** Passes a reference stored as a 32-bit integer and checks it. */
  plainReference(bounds: TableBounds): void {
    this.checkReference(this.i32(), bounds)
  }

  checkReference(reference: number, bounds: TableBounds): void {
    if (reference > bounds.exports || reference < -bounds.imports) this.markOdd()
  }

  /** Passes a count and as many records of one size. */
  records(size: number): void {
    const count = this.i32()
    if (count < 0) this.markOdd()
    else if (count > 0) this.skip(count * size)
  }

  /** Something is not as it should be. */
  markOdd(): void {
    this.#odd = true
  }

  #compactIndex(): number {
    const bytes = this.#bytes
    const at = this.#at
    const first = bytes[at] ?? 0
    // Most indices take one byte or two.
    if ((first & 0x40) === 0) {
      this.#at = at + 1
      if (first === 0x80) this.#odd = true
      return first & 0x80 ? -(first & 0x3f) : first
    }
    const second = bytes[at + 1] ?? 0
    if ((second & 0x80) === 0) {
      this.#at = at + 2
      if (second === 0) this.#odd = true
      const magnitude = (first & 0x3f) | (second << 6)
      return first & 0x80 ? -magnitude : magnitude
    }
    return this.#longIndex(first, second)
  }

  #longIndex(first: number, second: number): number {
    const bytes = this.#bytes
    let magnitude = (first & 0x3f) | ((second & 0x7f) << 6)
    let size = 2
    for (let more = true; more; size++) {
      const byte = bytes[this.#at + size] ?? 0
      // A form that is longer than needed ends in a zero; a fifth byte has room for four bits.
      if (byte === 0 || (size === 4 && byte > 0x0f)) this.#odd = true
      magnitude |= (byte & 0x7f) << (7 * size - 1)
      more = (byte & 0x80) !== 0 && size < 4
    }
    this.#at += size
    return first & 0x80 ? -magnitude : magnitude
  }
}

/** A name: the length of its text in front or a zero behind, and flags. */
export function scanName(scanner: TableScanner): void {
  if (scanner.nameLengths) {
    const length = scanner.index()
    scanner.skip(length < 0 ? -2 * length : length)
  } else {
    scanner.zeroTerminated()
  }
  scanner.skip(scanner.flagBytes)
}

/** An import: two names for its class, outer, name. */
export function scanImport(scanner: TableScanner, bounds: TableBounds): void {
  scanner.name(bounds.names)
  scanner.name(bounds.names)
  scanner.plainReference(bounds)
  scanner.name(bounds.names)
}

/** An export: class, super, outer, name, archetype, flags, range, and what UE3 added behind. */
export function scanExport(scanner: TableScanner, bounds: TableBounds): void {
  scanner.reference(bounds)
  scanner.reference(bounds)
  scanner.plainReference(bounds)
  scanner.name(bounds.names)
  if (scanner.archetypes) scanner.plainReference(bounds)
  scanner.skip(scanner.flagBytes)
  const size = scanner.index()
  if (size !== 0 || scanner.offsetAlways) {
    const offset = scanner.index()
    if (size < 0 || (size > 0 && (offset < 0 || offset + size > bounds.length))) scanner.markOdd()
  }
  if (scanner.componentMaps) scanner.records(scanner.numberedNames ? 12 : 8)
  scanner.skip(scanner.exportFlagBytes)
  if (scanner.netObjectCounts) {
    scanner.records(4)
    scanner.skip(16)
  }
  scanner.skip(scanner.packageFlagBytes)
}
