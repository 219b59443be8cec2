import { Generation, Summary, Version } from '@ukit/container'
import { writeTable } from '@ukit/container/internal'
import type { Package } from '@ukit/core'
import { uncompressedSummary } from '@ukit/core/internal'
import type { ByteSource } from '@ukit/files'
import { hex, memorySource } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { SalvagedObjects } from './repair-objects.js'
import type { FoundTables } from './repair-tables.js'

/**
 * The repaired package as bytes. Bodies and names stay where they are, so that nothing inside them has to be
 * understood; UE1 and UE2 get imports and exports after the last body, as the engine writes them; in UE3,
 * where rows do not change their length, they stay too. Whatever comes after is left out.
 */
export function layOutRepaired(
  pkg: Package,
  bytes: Uint8Array,
  { ranges }: FoundTables,
  { rebuilt }: SalvagedObjects,
  repairs: string[],
): ByteSource {
  const { context, layout } = pkg
  const isUE3 = context.since(Version.PlainIndices)
  const rows = pkg.exportTable
  let end = Math.max(pkg.ranges.summary.end, pkg.ranges.heritage.end, ranges.names.end)
  if (isUE3) end = Math.max(end, ranges.imports.end, ranges.exports.end, furtherEnd(pkg, bytes.length))
  rows.forEach((row, index) => {
    if (row.size > 0 && !rebuilt.has(index)) end = Math.max(end, row.offset + row.size)
  })
  const bodies = [...rebuilt]
  let bodyAt = end
  for (const [index, body] of bodies) {
    const row = rows[index]
    if (row === undefined) continue
    Object.assign(row, { offset: bodyAt, size: body.length, verbatim: undefined })
    bodyAt += body.length
  }
  // A null has an offset in UE3 as everything has.
  const imports = writeTable(pkg.importTable, context, (ar, row) => row.serialize(ar, layout))
  const exports = writeTable(rows, context, (ar, row, index) => row.serialize(ar, layout, index))
  const importStart = isUE3 ? ranges.imports.start : bodyAt
  const exportStart = isUE3 ? ranges.exports.start : bodyAt + imports.length
  const length = isUE3 ? bodyAt : exportStart + exports.length
  const summary = summaryFor(pkg, importStart, exportStart, ranges.names.start, length, repairs)
  const image = new Uint8Array(length)
  image.set(bytes.subarray(0, end))
  bodies.reduce((at, [, body]) => {
    image.set(body, at)
    return at + body.length
  }, end)
  image.set(uncompressedSummary(summary, context, layout))
  image.set(imports, importStart)
  image.set(exports, exportStart)
  const leftover = bytes.length - (isUE3 ? end : Math.max(end, ranges.imports.end, ranges.exports.end))
  if (leftover > 0) repairs.push(`${plural(leftover, 'byte')} at the end left out: part of no table and no object`)
  return memorySource(image)
}

/** Where the tables end that only UE3 has, as far as the summary tells: up to the first body. */
function furtherEnd({ summary }: Package, length: number): number {
  return summary.headerSize > 0 && summary.headerSize <= length ? summary.headerSize : 0
}

function summaryFor(
  pkg: Package,
  importOffset: number,
  exportOffset: number,
  nameOffset: number,
  length: number,
  repairs: string[],
): Summary {
  const { summary: before, context, ranges } = pkg
  const counts = { exportCount: pkg.exportTable.length, nameCount: pkg.nameTable.length }
  const heritageCount = pkg.heritage.length
  const summary = Object.assign(new Summary(), before, {
    ...counts,
    importCount: pkg.importTable.length,
    importOffset,
    exportOffset,
    nameOffset,
    heritageCount,
    heritageOffset: heritageCount > 0 ? ranges.heritage.start : before.heritageOffset,
    generations: before.generations.map((generation) => Object.assign(new Generation(), generation)),
  })
  const last = summary.generations.at(-1)
  if (last !== undefined && (last.exportCount !== counts.exportCount || last.nameCount !== counts.nameCount)) {
    repairs.push(
      `the last generation says ${plural(counts.exportCount, 'export')} and ${plural(counts.nameCount, 'name')} now, ` +
        `not ${last.exportCount} and ${last.nameCount}`,
    )
    Object.assign(last, counts)
  }
  if (context.since(Version.ThumbnailTable) && summary.thumbnailOffset > length) {
    repairs.push(`the thumbnails at ${hex(summary.thumbnailOffset)} are outside the file and were left out`)
    summary.thumbnailOffset = 0
  }
  return summary
}
