import type { FormatContext } from '../archive/context.js'
import { UString } from '../archive/ustring.js'
import { Version } from '../versions.js'
import { CheckedRows } from './checked-rows.js'
import { NameEntry } from './name-entry.js'
import type { TableBytes } from './table-bytes.js'

/** *Reads rows of the name table*: what `NameEntry.serializeStandard` describes. */
export class NameRows extends CheckedRows<NameEntry> {
  readonly #hasLengths: boolean
  readonly #hasFlags64: boolean

  constructor(context: FormatContext, bytes: TableBytes) {
    super(context, bytes)
    this.#hasLengths = context.since(Version.NameLengths)
    this.#hasFlags64 = context.since(Version.Flags64)
  }

  override read(start: number): NameEntry {
    const { view, little } = this
    const entry = new NameEntry()
    this.at = start
    entry.text = this.#hasLengths ? this.#text() : this.#zeroTerminated()
    const { at } = this
    if (this.#hasFlags64) {
      entry.flags = view.getUint32(little ? at : at + 4, little)
      entry.flagsHigh = view.getUint32(little ? at + 4 : at, little)
    } else {
      entry.flags = view.getUint32(at, little)
    }
    return entry
  }

  #text(): UString {
    const { bytes } = this
    let length = 0
    if (this.plain) {
      length = this.view.getInt32(this.at, this.little)
      this.at += 4
    } else {
      length = this.index()
    }
    if (length === 0) return UString.EMPTY
    const wide = length < 0
    const start = this.at
    const end = start + (wide ? -2 * length : length)
    this.at = end
    const terminated = bytes[end - 1] === 0 && (!wide || bytes[end - 2] === 0)
    return UString.stored(bytes, start, (wide ? -length : length) - (terminated ? 1 : 0), wide, terminated)
  }

  #zeroTerminated(): UString {
    const { bytes } = this
    const start = this.at
    let zero = start
    while (bytes[zero] !== 0) zero++
    this.at = zero + 1
    return UString.stored(bytes, start, zero - start, false, true)
  }
}
