import type { Archive } from '../archive/archive.js'
import { Guid } from '../guid.js'

/** GUIDs that one import asks for. Never seen in a file: the layout is a guess of public readers. */
export class ImportGuids {
  /** Level name: index into the name table. */
  name = 0
  /** Its number; 0 for none. */
  nameNumber = 0
  /** The GUIDs. */
  guids: Guid[] = []

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.name = ar.index(this.name, 'name')
    this.nameNumber = ar.nameNumber(this.nameNumber, 'name.number')
    const count = ar.count(this.guids.length, 'guidCount', 16)
    for (let i = 0; i < count; i++) {
      ar.enter('guids', i)
      this.guids[i] = ar.guid(this.guids[i] ?? Guid.ZERO, '')
      ar.leave(true)
    }
  }
}

/** The GUID of one export; a material may have several (7 of 7 files). */
export class ExportGuid {
  /** The object's GUID. */
  guid = Guid.ZERO
  /** Object reference of the export. */
  object = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.guid = ar.guid(this.guid, 'guid')
    this.object = ar.i32(this.object, 'object')
  }
}

/** *GUIDs of imports and exports across levels* (since `Version.ImportExportGuids`). */
export class GuidTable {
  /** Those that imports ask for. */
  imports: ImportGuids[] = []
  /** Those of the package's own objects. */
  exports: ExportGuid[] = []

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, importCount: number, exportCount: number): void {
    ar.checkCount(importCount, 'importGuids', 12)
    this.imports = ar.records(this.imports, importCount, () => new ImportGuids(), 'importGuids')
    ar.checkCount(exportCount, 'exportGuids', 20)
    this.exports = ar.records(this.exports, exportCount, () => new ExportGuid(), 'exportGuids')
  }
}
