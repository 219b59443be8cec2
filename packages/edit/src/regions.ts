import type { Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { PackageEdit } from './document.js'
import type { EditExport } from './entries.js'
import { type StoredTables, thumbnailOwner } from './further-tables.js'

/** What is in a part of a package. */
export type RegionKind =
  | 'summary'
  | 'heritage'
  | 'names'
  | 'imports'
  | 'exports'
  | 'depends'
  | 'guids'
  | 'picture'
  | 'thumbnails'
  | 'body'
  | 'raw'

/** A part of the package as it was; one that is empty only marks a place. */
export interface Region {
  readonly kind: RegionKind
  readonly start: number
  readonly end: number
  /** Whose body. */
  readonly entry?: EditExport
  /** Rows of the thumbnail table that have this picture. */
  readonly rows?: number[]
}

/**
 * The engine's order, for regions that start at one place (empty tables do). Bodies are before imports in
 * UE1 and UE2.
 */
const ORDER: readonly RegionKind[] = [
  'summary',
  'heritage',
  'names',
  'imports',
  'exports',
  'depends',
  'guids',
  'picture',
  'thumbnails',
  'body',
  'raw',
]

/**
 * *The package as it was, part by part, in the order of the file*: what a changed one is laid out after, so
 * that order, gaps and whatever else no table describes stay.
 *
 * Bodies that overlap (no engine writes such) each come whole, the later one at its place in the order.
 *
 * @throws {PackageError} `unsupported` when tables overlap.
 */
export function regionsOf(edit: PackageEdit, stored: StoredTables): Region[] {
  const pkg = edit.package
  const { ranges } = pkg
  const found: Region[] = []
  const add = (kind: RegionKind, start: number, end: number, rest: Partial<Region> = {}) =>
    found.push({ kind, start, end, ...rest })
  add('summary', 0, ranges.summary.end)
  if (ranges.heritage.end > ranges.heritage.start) add('heritage', ranges.heritage.start, ranges.heritage.end)
  for (const kind of ['names', 'imports', 'exports'] as const) {
    const { start, end } = ranges[kind]
    const offset = end > start ? start : placeOfEmpty(pkg, kind, start)
    add(kind, offset, Math.max(end, offset))
  }
  addFurther(add, edit, stored)
  for (const entry of edit.exports) {
    const row = entry.origin?.entry
    if (row !== undefined && row.size > 0) add('body', row.offset, row.offset + row.size, { entry })
  }
  // What is gone still has its place: its bytes are not a gap.
  for (const { entry: row, index } of pkg.exports) {
    if (edit.objectAt(index + 1)?.isRemoved === true && row.size > 0) add('body', row.offset, row.offset + row.size)
  }
  const rank = (region: Region) => ORDER.indexOf(region.kind)
  const isEmpty = (region: Region) => region.end === region.start
  found.sort(
    (a, b) => a.start - b.start || Number(isEmpty(b)) - Number(isEmpty(a)) || rank(a) - rank(b) || a.end - b.end,
  )
  return withGaps(found, pkg.image.byteLength)
}

/** Puts in what no table describes, and looks for tables that overlap. */
function withGaps(found: readonly Region[], length: number): Region[] {
  const regions: Region[] = []
  let end = 0
  for (const region of found) {
    if (region.start > end) regions.push({ kind: 'raw', start: end, end: region.start })
    if (region.start < end && region.kind !== 'body' && region.end > region.start) {
      const found = `found the ${region.kind} inside another`
      const message = `expected regions that do not overlap, ${found}: repair the package first`
      throw new PackageError('unsupported', message, { offset: region.start })
    }
    regions.push(region)
    end = Math.max(end, region.end)
  }
  if (end < length) regions.push({ kind: 'raw', start: end, end: length })
  return regions
}

function addFurther(
  add: (kind: RegionKind, start: number, end: number, rest?: Partial<Region>) => void,
  edit: PackageEdit,
  stored: StoredTables,
): void {
  const { summary, image } = edit.package
  const mark = (kind: RegionKind, range: { start: number; end: number } | undefined, offset: number) => {
    if (range !== undefined) add(kind, range.start, range.end)
    else if (offset > 0 && offset <= image.byteLength) add(kind, offset, offset)
  }
  mark('depends', stored.depends?.range, summary.dependsOffset)
  mark('guids', stored.guids?.range, summary.importExportGuidsOffset)
  mark('thumbnails', stored.thumbnails?.range, summary.thumbnailOffset)
  const pictures = new Map<number, Region>()
  stored.pictures.forEach(({ start, end }, row) => {
    const path = stored.thumbnails?.table.entries[row]?.objectPath.text ?? ''
    const region = pictures.get(start) ?? { kind: 'picture', start, end, rows: [] }
    pictures.set(start, region)
    // A picture that nobody shows any more has no rows, and is left out.
    if (thumbnailOwner(edit, path)?.isRemoved !== true) region.rows?.push(row)
  })
  for (const { start, end, rows } of pictures.values()) add('picture', start, end, rows === undefined ? {} : { rows })
}

/** Where an empty table belongs: where the summary says, if that can be, else at the end of the summary. */
function placeOfEmpty(pkg: Package, kind: 'names' | 'imports' | 'exports', offset: number): number {
  const { ranges, image } = pkg
  if (offset >= ranges.summary.end && offset <= image.byteLength) return offset
  return kind === 'names'
    ? Math.max(ranges.summary.end, ranges.heritage.end)
    : Math.max(ranges.names.end, ranges.summary.end)
}
