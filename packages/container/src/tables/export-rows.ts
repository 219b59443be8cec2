import type { FormatContext } from '../archive/context.js'
import { Guid } from '../guid.js'
import { Version } from '../versions.js'
import type { Rows } from './entry-table.js'
import { ComponentMapEntry, type ExportEntry } from './export-entry.js'

/**
 * *Reads rows of the export table that `TableScanner` has passed, as one piece of code*: what
 * `ExportEntry.serializeStandard` describes, with the version's answers asked once for a table.
 *
 * Exports are most of a table, and read by their description each takes four times as long, twenty calls a
 * row. A test holds the two equal in every version.
 */
export class ExportRows implements Rows<ExportEntry> {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #little: boolean
  readonly #plain: boolean
  readonly #isNumbered: boolean
  readonly #hasArchetype: boolean
  readonly #hasFlags64: boolean
  readonly #alwaysHasOffset: boolean
  readonly #hasComponents: boolean
  readonly #hasExportFlags: boolean
  readonly #hasNetObjects: boolean
  readonly #hasPackageFlags: boolean
  #at = 0

  constructor(context: FormatContext, bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#little = !context.bigEndian
    this.#plain = context.since(Version.PlainIndices)
    this.#isNumbered = context.since(Version.NameNumbers)
    this.#hasArchetype = context.since(Version.ExportArchetype)
    this.#hasFlags64 = context.since(Version.Flags64)
    this.#alwaysHasOffset = context.since(Version.ExportOffsetAlways)
    this.#hasComponents = context.since(Version.ExportComponentMap) && !context.since(Version.NoExportComponentMap)
    this.#hasExportFlags = context.since(Version.ExportFlags)
    this.#hasNetObjects = context.since(Version.NetObjectCounts)
    this.#hasPackageFlags = context.since(Version.ExportPackageFlags)
  }

  read(start: number, entry: ExportEntry): void {
    const view = this.#view
    const little = this.#little
    const plain = this.#plain
    let at = start
    if (plain) {
      entry.class = view.getInt32(at, little)
      entry.super = view.getInt32(at + 4, little)
      entry.outer = view.getInt32(at + 8, little)
      entry.objectName = view.getInt32(at + 12, little)
      at += 16
    } else {
      this.#at = at
      entry.class = this.#index()
      entry.super = this.#index()
      entry.outer = view.getInt32(this.#at, little)
      this.#at += 4
      entry.objectName = this.#index()
      at = this.#at
    }
    if (this.#isNumbered) {
      entry.objectNameNumber = view.getInt32(at, little)
      at += 4
    }
    if (this.#hasArchetype) {
      entry.archetype = view.getInt32(at, little)
      at += 4
    }
    if (this.#hasFlags64) {
      entry.flags = view.getUint32(little ? at : at + 4, little)
      entry.flagsHigh = view.getUint32(little ? at + 4 : at, little)
      at += 8
    } else {
      entry.flags = view.getUint32(at, little)
      at += 4
    }
    if (plain) {
      entry.size = view.getInt32(at, little)
      at += 4
      if (entry.size !== 0 || this.#alwaysHasOffset) {
        entry.offset = view.getInt32(at, little)
        at += 4
      }
    } else {
      this.#at = at
      entry.size = this.#index()
      if (entry.size !== 0 || this.#alwaysHasOffset) entry.offset = this.#index()
      at = this.#at
    }
    this.#rest(at, entry)
  }

  /** What only UE3 has, after the range of the body. */
  #rest(start: number, entry: ExportEntry): void {
    const view = this.#view
    const little = this.#little
    let at = start
    if (this.#hasComponents) {
      const count = view.getInt32(at, little)
      at += 4
      if (count > 0) at = this.#components(at, count, entry)
    }
    if (this.#hasExportFlags) {
      entry.exportFlags = view.getUint32(at, little)
      at += 4
    }
    if (this.#hasNetObjects) {
      const count = view.getInt32(at, little)
      at += 4
      if (count > 0) {
        const first = at
        entry.netObjectCounts = Array.from({ length: count }, (_, i) => view.getInt32(first + 4 * i, little))
        at += 4 * count
      }
      const a = view.getInt32(at, little)
      const b = view.getInt32(at + 4, little)
      const c = view.getInt32(at + 8, little)
      const d = view.getInt32(at + 12, little)
      if ((a | b | c | d) !== 0) entry.packageGuid = new Guid(a, b, c, d)
      at += 16
    }
    if (this.#hasPackageFlags) entry.packageFlags = view.getUint32(at, little)
  }

  #components(start: number, count: number, entry: ExportEntry): number {
    const components: ComponentMapEntry[] = []
    let at = start
    for (let i = 0; i < count; i++) {
      const component = new ComponentMapEntry()
      this.#at = at
      component.name = this.#plain ? this.#view.getInt32(at, this.#little) : this.#index()
      at = this.#plain ? at + 4 : this.#at
      if (this.#isNumbered) {
        component.nameNumber = this.#view.getInt32(at, this.#little)
        at += 4
      }
      component.component = this.#view.getInt32(at, this.#little)
      at += 4
      components.push(component)
    }
    entry.componentMap = components
    return at
  }

  #index(): number {
    const bytes = this.#bytes
    const first = bytes[this.#at++] ?? 0
    if (first < 0x40) return first
    let magnitude = first & 0x3f
    for (let shift = 6, byte = (first & 0x40) << 1; (byte & 0x80) !== 0 && shift < 34; shift += 7) {
      byte = bytes[this.#at++] ?? 0
      magnitude |= (byte & 0x7f) << shift
    }
    return first & 0x80 ? -magnitude : magnitude
  }
}
