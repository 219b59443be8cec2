import type { FormatContext } from '../archive/context.js'
import { Guid } from '../guid.js'
import { Version } from '../versions.js'
import { CheckedRows } from './checked-rows.js'
import { ComponentMapEntry, ExportCell, ExportEntry } from './export-entry.js'
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

  // Writes the cells directly: V8 does not compile ten setters into one piece with the rest.
  override read(start: number): ExportEntry {
    const { view, little, plain } = this
    const entry = new ExportEntry()
    const cells = ExportEntry.cellsOf(entry)
    const first = ExportEntry.firstCell(entry)
    let at = start
    if (plain) {
      cells[first + ExportCell.Class] = view.getInt32(at, little)
      cells[first + ExportCell.Super] = view.getInt32(at + 4, little)
      cells[first + ExportCell.Outer] = view.getInt32(at + 8, little)
      cells[first + ExportCell.ObjectName] = view.getInt32(at + 12, little)
      at += 16
    } else {
      this.at = at
      cells[first + ExportCell.Class] = this.index()
      cells[first + ExportCell.Super] = this.index()
      cells[first + ExportCell.Outer] = view.getInt32(this.at, little)
      this.at += 4
      cells[first + ExportCell.ObjectName] = this.index()
      at = this.at
    }
    if (this.isNumbered) {
      cells[first + ExportCell.ObjectNameNumber] = view.getInt32(at, little)
      at += 4
    }
    if (this.#hasArchetype) {
      cells[first + ExportCell.Archetype] = view.getInt32(at, little)
      at += 4
    }
    if (this.#hasFlags64) {
      cells[first + ExportCell.Flags] = view.getInt32(little ? at : at + 4, little)
      cells[first + ExportCell.FlagsHigh] = view.getInt32(little ? at + 4 : at, little)
      at += 8
    } else {
      cells[first + ExportCell.Flags] = view.getInt32(at, little)
      at += 4
    }
    let size = 0
    if (plain) {
      size = view.getInt32(at, little)
      at += 4
      if (size !== 0 || this.#alwaysHasOffset) {
        cells[first + ExportCell.Offset] = view.getInt32(at, little)
        at += 4
      }
    } else {
      this.at = at
      size = this.index()
      if (size !== 0 || this.#alwaysHasOffset) cells[first + ExportCell.Offset] = this.index()
      at = this.at
    }
    cells[first + ExportCell.Size] = size
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
