import { Archive, Summary, ThumbnailEntry, ThumbnailTable, UString } from '@ukit/container'
import { writeSummary } from '@ukit/container/internal'
import type { Package } from '@ukit/core'
import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import type { PackageEdit } from '../document.js'
import { type StoredTables, thumbnailOwner } from '../further-tables.js'

/**
 * *The empty package with the thumbnails of a document*: its pictures, then their table, at the end of the
 * header as the editor has them. Pictures of objects that were removed stay behind.
 *
 * The pictures are found by the paths that their objects have now: an object that is renamed after the
 * conversion, in one transaction with it, loses its picture.
 */
export async function withThumbnails(fresh: Package, edit: PackageEdit, stored: StoredTables): Promise<Package> {
  const table = new ThumbnailTable()
  const pictures: Uint8Array[] = []
  const places = new Map<number, number>()
  let at = fresh.image.byteLength
  for (const [row, entry] of stored.thumbnails?.table.entries.entries() ?? []) {
    const picture = stored.pictures[row]
    const owner = thumbnailOwner(edit, entry.objectPath.text)
    if (picture === undefined || owner?.isRemoved === true) continue
    let offset = places.get(picture.start)
    if (offset === undefined) {
      offset = at
      places.set(picture.start, offset)
      pictures.push(await edit.package.image.slice(picture.start, picture.end))
      at += picture.end - picture.start
    }
    const objectPath = owner === undefined ? entry.objectPath : UString.from(owner.path)
    table.entries.push(Object.assign(new ThumbnailEntry(), entry, { objectPath, offset }))
  }
  const { context, layout, name, game } = fresh
  const ar = Archive.save(context)
  table.serialize(ar)
  const tail = ar.written()
  const bytes = new Uint8Array(at + tail.length)
  bytes.set(await fresh.image.slice(0, fresh.image.byteLength))
  let end = fresh.image.byteLength
  for (const part of [...pictures, tail]) {
    bytes.set(part, end)
    end += part.length
  }
  const summary = Object.assign(new Summary(), fresh.summary, { thumbnailOffset: at, headerSize: end })
  bytes.set(writeSummary(summary, context, layout))
  return openPackage(memorySource(bytes), { fileName: `${name}.u`, game: game.id })
}
