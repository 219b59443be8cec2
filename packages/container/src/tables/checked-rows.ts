import type { FormatContext } from '../archive/context.js'
import { Version } from '../versions.js'
import type { TableBytes } from './table-bytes.js'

/**
 * *Reads rows that `TableScanner` has passed, as one piece of code for each table*: what `serializeStandard`
 * of the row describes, without checks, and with the version's answers asked once for a table.
 *
 * Read by its description a row takes four times as long, up to twenty calls. A test holds the two equal in
 * every version.
 */
export abstract class CheckedRows<T> {
  protected readonly bytes: Uint8Array
  protected readonly view: DataView
  protected readonly little: boolean
  /** Indices are 32-bit integers. */
  protected readonly plain: boolean
  /** Names have a number. */
  protected readonly isNumbered: boolean
  /** Position of the next index: see `index`. */
  protected at = 0

  constructor(context: FormatContext, { bytes, view }: TableBytes) {
    this.bytes = bytes
    this.view = view
    this.little = !context.bigEndian
    this.plain = context.since(Version.PlainIndices)
    this.isNumbered = context.since(Version.NameNumbers)
  }

  /** The row that starts at a byte, as a new entry. */
  abstract read(start: number): T

  /** The compact index at `at`, which moves past it. */
  protected index(): number {
    const { bytes } = this
    const first = bytes[this.at++] ?? 0
    if (first < 0x40) return first
    let magnitude = first & 0x3f
    for (let shift = 6, byte = (first & 0x40) << 1; (byte & 0x80) !== 0 && shift < 34; shift += 7) {
      byte = bytes[this.at++] ?? 0
      magnitude |= (byte & 0x7f) << shift
    }
    return first & 0x80 ? -magnitude : magnitude
  }
}
