import type { FormatContext } from '../archive/context.js'
import { Guid } from '../guid.js'
import { Version } from '../versions.js'
import { CheckedRows } from './checked-rows.js'
import { ComponentMapEntry, ExportEntry } from './export-entry.js'
import type { TableBytes } from './table-bytes.js'

/** *Reads rows of the export table*: what `ExportEntry.serializeStandard` describes. */
export class ExportRows extends CheckedRows<ExportEntry> {
  readonly #hasArchetype: boolean
  readonly #hasFlags64: boolean
  readonly #alwaysHasOffset: boolean
  readonly #hasComponents: boolean
  readonly #hasExportFlags: boolean
  readonly #hasNetObjects: boolean
  readonly #hasPackageFlags: boolean
  /** Anything may follow the range of the body. */
  readonly #hasRest: boolean

  constructor(context: FormatContext, bytes: TableBytes) {
    super(context, bytes)
    this.#hasArchetype = context.since(Version.ExportArchetype)
    this.#hasFlags64 = context.since(Version.Flags64)
    this.#alwaysHasOffset = context.since(Version.ExportOffsetAlways)
    this.#hasComponents = context.since(Version.ExportComponentMap) && !context.since(Version.NoExportComponentMap)
    this.#hasExportFlags = context.since(Version.ExportFlags)
    this.#hasNetObjects = context.since(Version.NetObjectCounts)
    this.#hasPackageFlags = context.since(Version.ExportPackageFlags)
    this.#hasRest = this.#hasComponents || this.#hasExportFlags || this.#hasNetObjects || this.#hasPackageFlags
  }

  override read(start: number): ExportEntry {
    const { view, little, plain } = this
    const entry = new ExportEntry()
    let at = start
    if (plain) {
      entry.class = view.getInt32(at, little)
      entry.super = view.getInt32(at + 4, little)
      entry.outer = view.getInt32(at + 8, little)
      entry.objectName = view.getInt32(at + 12, little)
      at += 16
    } else {
      this.at = at
      entry.class = this.index()
      entry.super = this.index()
      entry.outer = view.getInt32(this.at, little)
      this.at += 4
      entry.objectName = this.index()
      at = this.at
    }
    if (this.isNumbered) {
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
      this.at = at
      entry.size = this.index()
      if (entry.size !== 0 || this.#alwaysHasOffset) entry.offset = this.index()
      at = this.at
    }
    if (this.#hasRest) this.#rest(at, entry)
    return entry
  }

  /** What only UE3 has, after the range of the body. */
  #rest(start: number, entry: ExportEntry): void {
    const { view, little } = this
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
      this.at = at
      component.name = this.plain ? this.view.getInt32(at, this.little) : this.index()
      at = this.plain ? at + 4 : this.at
      if (this.isNumbered) {
        component.nameNumber = this.view.getInt32(at, this.little)
        at += 4
      }
      component.component = this.view.getInt32(at, this.little)
      at += 4
      components.push(component)
    }
    entry.componentMap = components
    return at
  }
}
