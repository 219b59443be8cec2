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

/**
 * *One object that the package holds*: what it is, where it belongs, and where its bytes are.
 *
 * Sweeney 1999 and the Unreal Wiki; 1,103,094 exports of 1,142 files.
 */
export class ExportEntry {
  /** Class: an object reference, 0 for a class. */
  class = 0
  /** What a struct, function, state or class inherits from: an object reference. */
  super = 0
  /** What the object is in: an object reference, 0 for the package itself. */
  outer = 0
  /** Its name: index of a row of the name table. */
  objectName = 0
  /** The number of its name; 0 for none. UE3. */
  objectNameNumber = 0
  /** The object whose defaults this one starts from: an object reference. UE3. */
  archetype = 0
  /** Object flags, the lower 32 bits. */
  flags = 0
  /** Object flags, the upper 32 bits. UE3. */
  flagsHigh = 0
  /** Bytes of the body. 0 only for the placeholders of conformed packages. */
  size = 0
  /** Position of the body, in bytes; in a compressed package of the uncompressed image. */
  offset = 0
  /** UE3 up to version 542. */
  componentMap: readonly ComponentMapEntry[] = NO_COMPONENTS
  /** UE3; only 0 and 1 (forced export) were seen. */
  exportFlags = 0
  /** UE3: one number for a package that was merged in, none for everything else (465 of 465). */
  netObjectCounts: readonly number[] = NO_COUNTS
  /** UE3: GUID of a package that was merged in. */
  packageGuid = Guid.ZERO
  /** UE3: flags of a package that was merged in. */
  packageFlags = 0
  /** Fields that only the game's packages have, by name. */
  extra: ExtraFields | undefined = undefined
  /** See `NameEntry.verbatim`. */
  verbatim: Uint8Array | undefined = undefined

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
