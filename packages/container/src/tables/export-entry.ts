import type { Archive } from '../archive/archive.js'
import type { RowArchive } from '../archive/row-archive.js'
import { Guid } from '../guid.js'
import { Version } from '../versions.js'
import type { ExtraFields } from './extra.js'
import type { Layout } from './layout.js'

/** A component of an actor class and the export that is its template (UE3 up to version 542). */
export class ComponentMapEntry {
  /** Name of the component: index of a row of the name table. */
  name = 0
  /** Its number; 0 for none. */
  nameNumber = 0
  /** Export index, an object reference. */
  component = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: RowArchive): void {
    this.name = ar.index(this.name, 'name', 'name')
    this.nameNumber = ar.nameNumber(this.nameNumber, 'name.number')
    this.component = ar.i32(this.component, 'component', 'reference')
  }
}

// Most exports have none of either: shared, since a table may have a hundred thousand rows.
const NO_COMPONENTS: readonly ComponentMapEntry[] = Object.freeze([])
const NO_COUNTS: readonly number[] = Object.freeze([])

/** What few exports have. */
class RareFields {
  componentMap = NO_COMPONENTS
  netObjectCounts = NO_COUNTS
  packageGuid = Guid.ZERO
  extra: ExtraFields | undefined = undefined
  verbatim: Uint8Array | undefined = undefined
}

const NONE_RARE: Readonly<RareFields> = Object.freeze(new RareFields())

/** *Where an export's numbers are among its cells.* */
export const ExportCell = {
  Class: 0,
  Super: 1,
  Outer: 2,
  ObjectName: 3,
  ObjectNameNumber: 4,
  Archetype: 5,
  Flags: 6,
  FlagsHigh: 7,
  Size: 8,
  Offset: 9,
  ExportFlags: 10,
  PackageFlags: 11,
} as const
const CELLS = 12

/**
 * How many entries share an array: so many that making it costs each of them little, and so few that a single
 * entry that is kept does not keep much memory.
 */
const SHARED_ENTRIES = 256
let shared = new Int32Array(0)
let used = 0

/** What an export has. */
export type ExportFields = Omit<
  ExportEntry,
  'copy' | 'fields' | `serialize${'' | 'Standard' | 'Name' | 'Flags' | 'Range' | 'Rest' | 'ComponentMap'}`
>

/**
 * *One object that the package holds*: what it is, where it belongs, and where its bytes are.
 *
 * It is live: a structured clone of it is empty. `fields` gives it as plain data, but for the GUID.
 *
 * Sweeney 1999 and the Unreal Wiki; 1,103,094 exports of 1,142 files.
 */
export class ExportEntry {
  // Its numbers are cells of an array that many entries share: a table may have a hundred thousand rows, and
  // as many objects of 17 fields take the garbage collector longer than reading them takes. So the fields are
  // accessors, which `{ ...entry }` and `Object.assign({}, entry)` do not copy; `copy` does.
  readonly #cells: Int32Array
  /** The first of its cells. */
  readonly #at: number
  #rare: RareFields | undefined = undefined

  /** An entry whose fields are all 0 or empty. */
  constructor() {
    if (used === shared.length) {
      shared = new Int32Array(CELLS * SHARED_ENTRIES)
      used = 0
    }
    this.#cells = shared
    this.#at = used
    used += CELLS
  }

  /** An entry with the same fields. */
  copy(): ExportEntry {
    const copy = new ExportEntry()
    for (let i = 0; i < CELLS; i++) copy.#cells[copy.#at + i] = this.#cells[this.#at + i] ?? 0
    if (this.#rare !== undefined) copy.#rare = Object.assign(new RareFields(), this.#rare)
    return copy
  }

  /** All fields, as an object of their own: for going through them by name, as comparing does. */
  fields(): ExportFields {
    const { class: type, super: base, outer, objectName, objectNameNumber, archetype, flags, flagsHigh } = this
    const { size, offset, componentMap, exportFlags, netObjectCounts, packageGuid, packageFlags } = this
    const { extra, verbatim } = this
    return {
      class: type,
      super: base,
      outer,
      objectName,
      objectNameNumber,
      archetype,
      flags,
      flagsHigh,
      size,
      offset,
      componentMap,
      exportFlags,
      netObjectCounts,
      packageGuid,
      packageFlags,
      extra,
      verbatim,
    }
  }

  /** @internal The array that its numbers are in, for those who fill it: see `firstCell` and `ExportCell`. */
  static cellsOf(entry: ExportEntry): Int32Array {
    return entry.#cells
  }

  /** @internal Where its numbers begin in that array. */
  static firstCell(entry: ExportEntry): number {
    return entry.#at
  }

  /** Class: an object reference, 0 for a class. */
  get class(): number {
    return this.#cells[this.#at + ExportCell.Class] ?? 0
  }
  set class(value: number) {
    this.#cells[this.#at + ExportCell.Class] = value
  }

  /** What a struct, function, state or class inherits from: an object reference. */
  get super(): number {
    return this.#cells[this.#at + ExportCell.Super] ?? 0
  }
  set super(value: number) {
    this.#cells[this.#at + ExportCell.Super] = value
  }

  /** What the object is in: an object reference, 0 for the package itself. */
  get outer(): number {
    return this.#cells[this.#at + ExportCell.Outer] ?? 0
  }
  set outer(value: number) {
    this.#cells[this.#at + ExportCell.Outer] = value
  }

  /** Its name: index of a row of the name table. */
  get objectName(): number {
    return this.#cells[this.#at + ExportCell.ObjectName] ?? 0
  }
  set objectName(value: number) {
    this.#cells[this.#at + ExportCell.ObjectName] = value
  }

  /** The number of its name; 0 for none. UE3. */
  get objectNameNumber(): number {
    return this.#cells[this.#at + ExportCell.ObjectNameNumber] ?? 0
  }
  set objectNameNumber(value: number) {
    this.#cells[this.#at + ExportCell.ObjectNameNumber] = value
  }

  /** The object whose defaults this one starts from: an object reference. UE3. */
  get archetype(): number {
    return this.#cells[this.#at + ExportCell.Archetype] ?? 0
  }
  set archetype(value: number) {
    this.#cells[this.#at + ExportCell.Archetype] = value
  }

  /** Object flags, the lower 32 bits. */
  get flags(): number {
    return (this.#cells[this.#at + ExportCell.Flags] ?? 0) >>> 0
  }
  set flags(value: number) {
    this.#cells[this.#at + ExportCell.Flags] = value
  }

  /** Object flags, the upper 32 bits. UE3. */
  get flagsHigh(): number {
    return (this.#cells[this.#at + ExportCell.FlagsHigh] ?? 0) >>> 0
  }
  set flagsHigh(value: number) {
    this.#cells[this.#at + ExportCell.FlagsHigh] = value
  }

  /** Bytes of the body. 0 only for the placeholders of conformed packages. */
  get size(): number {
    return this.#cells[this.#at + ExportCell.Size] ?? 0
  }
  set size(value: number) {
    this.#cells[this.#at + ExportCell.Size] = value
  }

  /** Position of the body, in bytes; in a compressed package of the uncompressed image. */
  get offset(): number {
    return this.#cells[this.#at + ExportCell.Offset] ?? 0
  }
  set offset(value: number) {
    this.#cells[this.#at + ExportCell.Offset] = value
  }

  /** UE3 up to version 542. */
  get componentMap(): readonly ComponentMapEntry[] {
    return (this.#rare ?? NONE_RARE).componentMap
  }
  set componentMap(value: readonly ComponentMapEntry[]) {
    if (this.#rare === undefined && value === NONE_RARE.componentMap) return
    this.#rare ??= new RareFields()
    this.#rare.componentMap = value
  }

  /** UE3; only 0 and 1 (forced export) were seen. */
  get exportFlags(): number {
    return (this.#cells[this.#at + ExportCell.ExportFlags] ?? 0) >>> 0
  }
  set exportFlags(value: number) {
    this.#cells[this.#at + ExportCell.ExportFlags] = value
  }

  /** UE3: one number for a package that was merged in, none for everything else (465 of 465). */
  get netObjectCounts(): readonly number[] {
    return (this.#rare ?? NONE_RARE).netObjectCounts
  }
  set netObjectCounts(value: readonly number[]) {
    if (this.#rare === undefined && value === NONE_RARE.netObjectCounts) return
    this.#rare ??= new RareFields()
    this.#rare.netObjectCounts = value
  }

  /** UE3: GUID of a package that was merged in. */
  get packageGuid(): Guid {
    return (this.#rare ?? NONE_RARE).packageGuid
  }
  set packageGuid(value: Guid) {
    if (this.#rare === undefined && value === NONE_RARE.packageGuid) return
    this.#rare ??= new RareFields()
    this.#rare.packageGuid = value
  }

  /** UE3: flags of a package that was merged in. */
  get packageFlags(): number {
    return (this.#cells[this.#at + ExportCell.PackageFlags] ?? 0) >>> 0
  }
  set packageFlags(value: number) {
    this.#cells[this.#at + ExportCell.PackageFlags] = value
  }

  /** Fields that only the game’s packages have, by name. */
  get extra(): ExtraFields | undefined {
    return (this.#rare ?? NONE_RARE).extra
  }
  set extra(value: ExtraFields | undefined) {
    if (this.#rare === undefined && value === NONE_RARE.extra) return
    this.#rare ??= new RareFields()
    this.#rare.extra = value
  }

  /** See `NameEntry.verbatim`. */
  get verbatim(): Uint8Array | undefined {
    return (this.#rare ?? NONE_RARE).verbatim
  }
  set verbatim(value: Uint8Array | undefined) {
    if (this.#rare === undefined && value === NONE_RARE.verbatim) return
    this.#rare ??= new RareFields()
    this.#rare.verbatim = value
  }

  /** Minimum size in bytes of an entry: four compact indices, outer, flags. */
  static readonly MIN_SIZE = 12

  /**
   * Reads or writes the fields, in file order; a game may have a layout of its own.
   *
   * @param index place in the table: a few games scramble by it.
   */
  serialize(ar: Archive, layout: Layout, index = 0): void {
    if (layout.export !== undefined) layout.export(ar, this, index)
    else this.serializeStandard(ar)
  }

  /**
   * The engine's own fields, in its order; a game that only adds some calls it too. `ExportRows` reads the
   * same fields faster: what changes here changes there.
   */
  serializeStandard(ar: RowArchive): void {
    this.class = ar.index(this.class, 'class', 'reference')
    this.super = ar.index(this.super, 'super', 'reference')
    this.outer = ar.i32(this.outer, 'outer', 'reference')
    this.serializeName(ar)
    if (ar.since(Version.ExportArchetype)) this.archetype = ar.i32(this.archetype, 'archetype', 'reference')
    this.serializeFlags(ar)
    this.serializeRange(ar)
    this.serializeRest(ar)
  }

  /** The object’s name and its number. */
  serializeName(ar: RowArchive): void {
    this.objectName = ar.index(this.objectName, 'objectName', 'name')
    this.objectNameNumber = ar.nameNumber(this.objectNameNumber, 'objectName.number')
  }

  /** 32 bits, and 64 since `Version.Flags64`. */
  serializeFlags(ar: RowArchive): void {
    if (ar.since(Version.Flags64)) {
      this.flags = ar.flagsLow(this.flags, this.flagsHigh, 'objectFlags')
      this.flagsHigh = ar.flagsHigh(this.flagsHigh)
    } else {
      this.flags = ar.u32(this.flags, 'objectFlags')
    }
  }

  /** Size and offset of the body; an empty body had no offset at first. */
  serializeRange(ar: RowArchive): void {
    this.size = ar.index(this.size, 'size', 'size')
    if (this.size !== 0 || ar.since(Version.ExportOffsetAlways)) this.offset = ar.index(this.offset, 'offset', 'offset')
  }

  /** What UE3 added after the range. */
  serializeRest(ar: RowArchive): void {
    if (ar.since(Version.ExportComponentMap) && !ar.since(Version.NoExportComponentMap)) this.serializeComponentMap(ar)
    if (ar.since(Version.ExportFlags)) this.exportFlags = ar.u32(this.exportFlags, 'exportFlags')
    if (ar.since(Version.NetObjectCounts)) {
      const count = ar.count(this.netObjectCounts.length, 'netObjectCountCount', 4)
      if (count > 0) this.netObjectCounts = ar.i32s([...this.netObjectCounts], count, 'netObjectCounts')
      this.packageGuid = ar.guid(this.packageGuid, 'packageGuid')
    }
    if (ar.since(Version.ExportPackageFlags)) this.packageFlags = ar.u32(this.packageFlags, 'packageFlags')
  }

  /** UE3 up to version 542. */
  serializeComponentMap(ar: RowArchive): void {
    const count = ar.count(this.componentMap.length, 'componentCount', 8)
    if (count > 0)
      this.componentMap = ar.records([...this.componentMap], count, () => new ComponentMapEntry(), 'componentMap')
  }
}
