import type { ByteRange } from '@ukit/container'
import { Archive, ExportEntry, ImportEntry, MoreBytesNeeded, NameEntry, Version } from '@ukit/container'
import { PackageError } from '@ukit/files'
import type { DamagedSource } from './damaged-source.js'

/** A table where the summary says it is, with as many rows as the summary says. */
export interface StatedTable<T> {
  readonly rows: readonly T[]
  readonly range: ByteRange
}

/** Tables that are in order; `undefined` for one that has to be looked for. */
export interface StatedTables {
  readonly names: StatedTable<NameEntry> | undefined
  readonly imports: StatedTable<ImportEntry> | undefined
  /** A row is `undefined` when it is damaged so that its bytes may be another's. */
  readonly exports: StatedTable<ExportEntry | undefined> | undefined
}

/**
 * *The tables that are in order, as the summary states them.* These are never looked for: the bytes of a body
 * may look more like a table than the table itself.
 *
 * A table is in order when all of its rows read, what they refer to can exist, and something besides its own
 * count agrees with their number: the last generation, or where it ends (another table, a body, the end of
 * the file).
 *
 * @param names all that could be names, for rows whose own table is not in order.
 */
export function statedTables(source: DamagedSource, names: number): StatedTables {
  const { summary, layout, bytes } = source
  const last = summary.generations.at(-1)
  const exports = readStated(source, summary.exportOffset, summary.exportCount, ExportEntry.MIN_SIZE, (ar, index) => {
    const row = new ExportEntry()
    row.serialize(ar, layout, index)
    return row
  })
  const imports = readStated(source, summary.importOffset, summary.importCount, ImportEntry.MIN_SIZE, (ar) => {
    const row = new ImportEntry()
    row.serialize(ar, layout)
    return row
  })
  const stored = readStated(source, summary.nameOffset, summary.nameCount, NameEntry.MIN_SIZE, (ar) => {
    const row = new NameEntry()
    row.serialize(ar, layout)
    return row
  })
  const ends = new Set(
    [
      summary.nameOffset,
      summary.importOffset,
      summary.exportOffset,
      summary.dependsOffset,
      summary.importExportGuidsOffset,
      summary.thumbnailOffset,
      summary.headerSize,
      bytes.length,
    ].filter((offset) => offset > 0),
  )
  const starts = new Set([source.headEnd, ...[stored, imports, exports].map((table) => table?.range.end ?? 0)])
  for (const row of exports?.rows ?? []) {
    if (row.size <= 0) continue
    ends.add(row.offset)
    starts.add(row.offset + row.size)
  }
  const isName = (index: number) => index >= 0 && index < names
  const fits = {
    imports: Math.floor(bytes.length / ImportEntry.MIN_SIZE),
    exports: Math.floor(bytes.length / ExportEntry.MIN_SIZE),
  }
  const isObject = (reference: number) => reference <= fits.exports && reference >= -fits.imports
  const isExport = (row: ExportEntry) =>
    isName(row.objectName) &&
    [row.class, row.super, row.outer, row.archetype].every(isObject) &&
    row.size >= 0 &&
    row.offset >= 0
  const isImport = (row: ImportEntry) =>
    [row.classPackage, row.className, row.objectName].every(isName) &&
    row.outer >= -summary.importCount &&
    row.outer <= fits.exports
  const endsWell = (table: StatedTable<unknown>) => ends.has(table.range.end)
  const startsWell = (table: StatedTable<unknown>) => starts.has(table.range.start)
  const hasBodies = exports?.rows.some((row) => isExport(row) && row.size > 0) ?? false
  const isCounted = summary.exportCount === last?.exportCount && exports?.rows.every(isExport)
  const exportsStand =
    exports !== undefined && hasBodies && (isCounted || (endsWell(exports) && mostly(exports.rows, isExport)))
  const needed = (row: ExportEntry) => [row.class, row.super, row.outer].every((at) => at >= -summary.importCount)
  const importsStand =
    imports !== undefined &&
    startsWell(imports) &&
    (endsWell(imports)
      ? mostly(imports.rows, isImport)
      : imports.rows.every(isImport) && exportsStand && exports.rows.every(needed))
  const namesStand =
    stored !== undefined &&
    summary.nameOffset >= source.headEnd &&
    stored.rows.every(({ text }) => text.terminated) &&
    (summary.nameCount === last?.nameCount || endsWell(stored))
  return {
    names: namesStand ? stored : undefined,
    imports: importsStand ? imports : undefined,
    exports: exportsStand ? { range: exports.range, rows: inStep(source, exports.rows, isExport) } : undefined,
  }
}

/**
 * Rows of which no other row's bytes can be part. Compact indices have no fixed length, so after damage rows
 * may be read out of step: from a row that cannot be on, rows count again when the body of one is where
 * that of its neighbour says.
 */
function inStep(
  { context }: DamagedSource,
  rows: readonly ExportEntry[],
  isGood: (row: ExportEntry) => boolean,
): readonly (ExportEntry | undefined)[] {
  if (context.since(Version.PlainIndices)) return rows
  let isSure = true
  return rows.map((row, index) => {
    if (isSure && isGood(row)) return row
    const [before, after] = [rows[index - 1], rows[index + 1]]
    const follows = before !== undefined && before.size > 0 && before.offset + before.size === row.offset
    isSure = row.size > 0 && (follows || row.offset + row.size === after?.offset)
    return isSure ? row : undefined
  })
}

/** More than half of the rows are as they should be: single damaged rows do not make a table another. */
function mostly<T>(rows: readonly T[], isGood: (row: T) => boolean): boolean {
  return 2 * rows.filter(isGood).length > rows.length
}

function readStated<T extends { verbatim: Uint8Array | undefined }>(
  { bytes, context }: DamagedSource,
  start: number,
  count: number,
  least: number,
  read: (ar: Archive, index: number) => T,
): StatedTable<T> | undefined {
  if (count <= 0 || start <= 0 || start + count * least > bytes.length) return undefined
  const ar = Archive.load(bytes.subarray(start), context, { base: start })
  const rows: T[] = []
  try {
    for (let i = 0; i < count; i++) {
      const at = ar.position
      const row = read(ar, i)
      if (ar.irregular) {
        ar.irregular = false
        row.verbatim = ar.bytesSince(at)
      }
      rows.push(row)
    }
  } catch (error) {
    if (error instanceof PackageError || error instanceof MoreBytesNeeded) return undefined
    throw error
  }
  return { rows, range: { start, end: ar.position } }
}
