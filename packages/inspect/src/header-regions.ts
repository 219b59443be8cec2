import type { ByteRange } from '@ukit/container'
import { Archive, DependsTable, GuidTable, Thumbnail, ThumbnailTable, Version } from '@ukit/container'
import type { Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { Problem } from './problem.js'

/** A part of the header and what it is called in messages. */
export interface HeaderRegion extends ByteRange {
  /** What it is called in messages. */
  readonly what: string
}

/**
 * UE3's further tables, decoded. A table that is absent, or that does not decode, is `undefined`.
 *
 * They are live: records that can be written again. `describeValue` gives them as plain data.
 */
export interface FurtherTables {
  /** What each export has the engine load. */
  readonly depends: DependsTable | undefined
  /** GUIDs of levels and objects. */
  readonly guids: GuidTable | undefined
  /** Pictures of objects. */
  readonly thumbnails: ThumbnailTable | undefined
}

/** Everything of a package but its bodies: where it is. */
export interface HeaderMap extends FurtherTables {
  /** The parts of the header. */
  readonly regions: readonly HeaderRegion[]
  /** Parts that overlap, or that cannot be read. */
  readonly problems: readonly Problem[]
}

/**
 * Reads the tables that opening a package passes over (depends, GUIDs, thumbnails; UE3) and gives the regions
 * of all of them.
 *
 * A table that does not decode is a problem and keeps its bytes; but for the depends table's they show as a
 * gap.
 */
export async function headerRegions(pkg: Package): Promise<HeaderMap> {
  const { ranges, summary, context } = pkg
  const regions: HeaderRegion[] = []
  const problems: Problem[] = []
  const add = (what: string, range: ByteRange) => {
    if (range.end > range.start) regions.push({ what, start: range.start, end: range.end })
  }
  add('the summary', ranges.summary)
  add('the heritage table', ranges.heritage)
  add('the name table', ranges.names)
  add('the import table', ranges.imports)
  add('the export table', ranges.exports)
  const read = async <T>(what: string, offset: number, serialize: (ar: Archive) => T): Promise<T | undefined> => {
    try {
      if (offset < 0 || offset > pkg.image.byteLength)
        throw new PackageError('bad-offset', `expected ${what} inside the file`, { offset })
      const ar = Archive.load(await pkg.image.slice(offset, endOfHeader(pkg, offset)), context, { base: offset })
      const value = serialize(ar)
      add(what, { start: offset, end: ar.position })
      return value
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      problems.push({
        kind: error.kind,
        severity: 'warning',
        object: null,
        offset,
        message: `${what} does not decode: ${error.message}`,
      })
      return undefined
    }
  }
  const depends =
    context.since(Version.DependsTable) && summary.dependsOffset > 0 ? await readDepends(pkg, add, problems) : undefined
  const guids =
    context.since(Version.ImportExportGuids) && summary.importGuidsCount + summary.exportGuidsCount > 0
      ? await read('the GUID table', summary.importExportGuidsOffset, (ar) => {
          const table = new GuidTable()
          table.serialize(ar, summary.importGuidsCount, summary.exportGuidsCount)
          return table
        })
      : undefined
  const thumbnails =
    context.since(Version.ThumbnailTable) && summary.thumbnailOffset > 0
      ? await read('the thumbnail table', summary.thumbnailOffset, (ar) => {
          const table = new ThumbnailTable()
          table.serialize(ar)
          return table
        })
      : undefined
  for (const { offset, objectPath } of thumbnails?.entries ?? []) {
    await read(`the thumbnail of ${objectPath.text}`, offset, (ar) => new Thumbnail().serialize(ar))
  }
  return { regions, problems, depends, guids, thumbnails }
}

/**
 * The depends table, which tools that rewrite packages often cut short: bodies are then where it should go
 * on. One problem says so, and what room is left counts as the table's; otherwise each body in it would be an
 * overlap of its own.
 */
async function readDepends(
  pkg: Package,
  add: (what: string, range: ByteRange) => void,
  problems: Problem[],
): Promise<DependsTable | undefined> {
  const what = 'the depends table'
  const { summary, context, image } = pkg
  const start = summary.dependsOffset
  const later = [
    endOfHeader(pkg, start),
    firstBodyFrom(pkg, start),
    summary.importExportGuidsOffset,
    summary.thumbnailOffset,
  ]
  const end = Math.min(...later.filter((offset) => offset >= start))
  try {
    if (start > image.byteLength)
      throw new PackageError('bad-offset', `expected ${what} inside the file`, { offset: start })
    const ar = Archive.load(await image.slice(start, end), context, { base: start })
    const table = new DependsTable()
    table.serialize(ar, summary.exportCount)
    add(what, { start, end: ar.position })
    return table
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    add(what, { start, end })
    problems.push({
      kind: error.kind,
      severity: 'warning',
      object: null,
      offset: start,
      message:
        `${what} is incomplete: ${plural(end - start, 'byte')} for ${plural(summary.exportCount, 'export')}, ` +
        `up to the ` +
        'next body or table; the tool that wrote the file left it out',
    })
    return undefined
  }
}

/** Where the first body after a position begins, or the file ends. */
function firstBodyFrom(pkg: Package, position: number): number {
  return pkg.exports.reduce(
    (first, { entry }) => (entry.size > 0 && entry.offset >= position ? Math.min(first, entry.offset) : first),
    pkg.image.byteLength,
  )
}

/** Where the header ends at the latest: no further table is searched in the bodies. */
function endOfHeader(pkg: Package, from: number): number {
  const { headerSize } = pkg.summary
  const length = pkg.image.byteLength
  return headerSize > from && headerSize <= length ? headerSize : length
}
