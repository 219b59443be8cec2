import type { ByteRange } from '@ukit/container'
import {
  Archive,
  DependsTable,
  ExportGuid,
  GuidTable,
  ImportGuids,
  ThumbnailEntry,
  ThumbnailTable,
  UString,
  Version,
} from '@ukit/container'
import type { Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { PackageEdit } from './document.js'
import { EditExport } from './entries.js'

/** A table that was read, and where it was. */
interface Read<T> {
  readonly table: T
  readonly range: ByteRange
}

/**
 * Tables that only UE3 has, as they were read. One that is absent or does not decode is `undefined`; its
 * bytes are kept as they are.
 */
export interface StoredTables {
  readonly depends: Read<DependsTable> | undefined
  readonly guids: Read<GuidTable> | undefined
  readonly thumbnails: Read<ThumbnailTable> | undefined
  /** Where each picture is, in the order of the table. */
  readonly pictures: readonly ByteRange[]
}

/** Bytes of a picture in front of its PNG. */
const PICTURE_HEAD = 12

/** Reads them. */
export async function readFurtherTables(pkg: Package): Promise<StoredTables> {
  const { summary, context, image } = pkg
  const end = summary.headerSize > 0 && summary.headerSize <= image.byteLength ? summary.headerSize : image.byteLength
  const read = async <T>(present: boolean, offset: number, table: T, serialize: (ar: Archive) => void) => {
    if (!present || offset <= 0 || offset > end) return undefined
    try {
      const ar = Archive.load(await image.slice(offset, end), context, { base: offset })
      serialize(ar)
      return { table, range: { start: offset, end: ar.position } }
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      return undefined
    }
  }
  const dependsTable = new DependsTable()
  const depends = await read(context.since(Version.DependsTable), summary.dependsOffset, dependsTable, (ar) =>
    dependsTable.serialize(ar, summary.exportCount),
  )
  const guidTable = new GuidTable()
  const hasGuids = context.since(Version.ImportExportGuids) && summary.importGuidsCount + summary.exportGuidsCount > 0
  const guids = await read(hasGuids, summary.importExportGuidsOffset, guidTable, (ar) =>
    guidTable.serialize(ar, summary.importGuidsCount, summary.exportGuidsCount),
  )
  const thumbnailTable = new ThumbnailTable()
  const hasThumbnails = context.since(Version.ThumbnailTable)
  const thumbnails = await read(hasThumbnails, summary.thumbnailOffset, thumbnailTable, (ar) =>
    thumbnailTable.serialize(ar),
  )
  const pictures: ByteRange[] = []
  for (const { offset: start } of thumbnails?.table.entries ?? []) {
    // Width, height and size; the picture itself stays where it is.
    const bytes = start > 0 && start + PICTURE_HEAD <= end ? await image.slice(start, start + PICTURE_HEAD) : undefined
    const size = bytes === undefined ? -1 : Archive.load(bytes.subarray(8), context).i32(0, 'size')
    if (size < 0 || start + PICTURE_HEAD + size > end) return { depends, guids, thumbnails: undefined, pictures: [] }
    pictures.push({ start, end: start + PICTURE_HEAD + size })
  }
  return { depends, guids, thumbnails, pictures }
}

/** The depends table for the exports as they are now; what was removed is depended on no more. */
export function writeDepends(edit: PackageEdit, stored: DependsTable): Uint8Array {
  const table = new DependsTable()
  table.lists = edit.exports.map(({ origin, depends }) => {
    if (depends !== undefined) return depends.flatMap((entry) => (entry.isRemoved ? [] : [entry.reference]))
    const list = origin === undefined ? [] : (stored.lists[origin.index] ?? [])
    return list.flatMap((reference) => {
      const entry = reference === 0 ? undefined : edit.objectAt(reference)
      // What was out of range stays as it was.
      return entry === undefined ? [reference] : entry.isRemoved ? [] : [entry.reference]
    })
  })
  return written(edit, (ar) => table.serialize(ar, table.lists.length))
}

/** The GUID table, and how many entries of each kind it has now. */
export function writeGuids(
  edit: PackageEdit,
  stored: GuidTable,
): { bytes: Uint8Array; imports: number; exports: number } {
  const table = new GuidTable()
  table.imports = stored.imports.map((entry) => {
    const name = edit.nameAt(entry.name, entry.nameNumber)?.entry.index ?? entry.name
    return Object.assign(new ImportGuids(), entry, { name })
  })
  table.exports = stored.exports.flatMap((entry) => {
    const object = entry.object === 0 ? undefined : edit.objectAt(entry.object)
    if (object?.isRemoved === true) return []
    return [Object.assign(new ExportGuid(), entry, { object: object?.reference ?? entry.object })]
  })
  const { length: imports } = table.imports
  const { length: exports } = table.exports
  return { bytes: written(edit, (ar) => table.serialize(ar, imports, exports)), imports, exports }
}

/**
 * The thumbnail table: objects by their present paths, those removed left out.
 *
 * @param placeOf the new position of the picture of a row.
 */
export function writeThumbnails(
  edit: PackageEdit,
  stored: ThumbnailTable,
  placeOf: (row: number) => number,
): Uint8Array {
  const table = new ThumbnailTable()
  stored.entries.forEach((entry, row) => {
    const object = thumbnailOwner(edit, entry.objectPath.text)
    if (object?.isRemoved === true) return
    const path = object?.path ?? entry.objectPath.text
    const same = object === undefined || object.origin?.path === path
    const objectPath = same
      ? entry.objectPath
      : UString.of(path, entry.objectPath.wide || UString.from(path).wide, true)
    table.entries.push(Object.assign(new ThumbnailEntry(), entry, { objectPath, offset: placeOf(row) }))
  })
  return written(edit, (ar) => table.serialize(ar))
}

/** Whose picture it is. */
export function thumbnailOwner(edit: PackageEdit, path: string): EditExport | undefined {
  const object = edit.package.find(path)
  const entry = object === undefined ? undefined : edit.entryOf(object)
  return entry instanceof EditExport ? entry : undefined
}

function written(edit: PackageEdit, serialize: (ar: Archive) => void): Uint8Array {
  const ar = Archive.save(edit.package.context)
  serialize(ar)
  return ar.written()
}
