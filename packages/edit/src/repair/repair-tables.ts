import type { ByteRange, FormatContext, NameEntry, Summary } from '@ukit/container'
import { Archive, ExportEntry, ImportEntry, Version } from '@ukit/container'
import { hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { DamagedSource } from './damaged-source.js'
import { FoundNames } from './repair-names.js'
import { type Chain, RowScanner } from './repair-scan.js'
import { type StatedTable, statedTables } from './repair-stated.js'

/** Tables as far as they could be read. */
export interface FoundTables {
  readonly names: NameEntry[]
  readonly imports: ImportEntry[]
  /** `undefined` for a row that is lost. */
  readonly exports: (ExportEntry | undefined)[]
  readonly ranges: { readonly names: ByteRange; readonly imports: ByteRange; readonly exports: ByteRange }
  /** The export table is where the summary says, and in order. */
  readonly hasExports: boolean
  /** The exports were looked for, and not where the summary says. */
  readonly searched: boolean
  /** What was not as the summary says, in a sentence each. */
  readonly notes: string[]
}

/**
 * Reads the tables where the summary says they are, and looks for them where they are not.
 *
 * @throws {PackageError} `truncated` when a table without which nothing can be saved is not there.
 */
export function findTables(source: DamagedSource): FoundTables {
  const notes: string[] = []
  const names = new FoundNames(source)
  const stated = statedTables(source, names.all.length)
  let scanners: Scanners | undefined
  const scan = () => {
    scanners ??= scannersOf(source, names)
    return scanners
  }
  let exportChain: Chain
  let exports: { rows: (ExportEntry | undefined)[]; end: number }
  if (stated.exports === undefined) {
    exportChain = findExports(source, scan(), names.start, notes)
    exports = readExports(source, scan(), exportChain, notes)
  } else {
    exportChain = chainOf(stated.exports)
    exports = { rows: [...stated.exports.rows], end: stated.exports.range.end }
  }
  const { bytes, context, layout } = source
  let importChain: Chain
  let imports: { rows: ImportEntry[]; end: number }
  if (stated.imports === undefined) {
    importChain = findImports(source, scan(), names, exportChain, exports.rows, notes)
    const create = () => new ImportEntry()
    imports = readRows(bytes, context, importChain, create, (ar, row) => row.serialize(ar, layout))
  } else {
    importChain = chainOf(stated.imports)
    imports = { rows: [...stated.imports.rows], end: stated.imports.range.end }
  }
  const nameTable =
    stated.names === undefined
      ? names.choose(boundaryOf(source, importChain, exportChain, exports.rows), notes)
      : { entries: [...stated.names.rows], range: stated.names.range }
  mendImports(imports.rows, nameTable.entries, exports.rows.length, notes)
  mendOuters(imports.rows, exports.rows, notes)
  return {
    names: nameTable.entries,
    imports: imports.rows,
    exports: exports.rows,
    ranges: {
      names: nameTable.range,
      imports: { start: importChain.start, end: imports.end },
      exports: { start: exportChain.start, end: exports.end },
    },
    hasExports: stated.exports !== undefined,
    searched: stated.exports === undefined && exportChain.start !== source.summary.exportOffset,
    notes,
  }
}

function chainOf({ rows, range }: StatedTable<unknown>): Chain {
  return { ...range, rows: rows.length, score: rows.length, sure: rows.length }
}

/** What an import row says that cannot be is taken out of it: without that no import could be read at all. */
function mendImports(
  rows: readonly ImportEntry[],
  names: readonly NameEntry[],
  exports: number,
  notes: string[],
): void {
  const none = Math.max(
    0,
    names.findIndex(({ text }) => text.text.toLowerCase() === 'none'),
  )
  const isName = (index: number) => index >= 0 && index < names.length
  rows.forEach((row, index) => {
    const wrong: string[] = []
    for (const field of ['classPackage', 'className', 'objectName'] as const) {
      if (isName(row[field])) continue
      wrong.push(`its ${field} was name ${row[field]} of ${names.length} and is now None`)
      row[field] = none
    }
    if (row.outer < -rows.length || row.outer > exports) {
      wrong.push(`its outer was object ${row.outer}, which does not exist, and is now null`)
      row.outer = 0
    }
    if (wrong.length === 0) return
    row.verbatim = undefined
    notes.push(`import ${index} is damaged: ${wrong.join('; ')}`)
  })
}

/** Where an object is inside itself, a row of the circle loses its outer: without that no path would end. */
function mendOuters(
  imports: readonly ImportEntry[],
  exports: readonly (ExportEntry | undefined)[],
  notes: string[],
): void {
  const rowOf = (reference: number) => (reference > 0 ? exports[reference - 1] : imports[-reference - 1])
  const ending = new Set<number>([0])
  const references = [...imports.map((_, index) => -index - 1), ...exports.map((_, index) => index + 1)]
  for (const reference of references) {
    const chain = new Set<number>()
    for (let at = reference; !ending.has(at); ) {
      chain.add(at)
      const row = rowOf(at)
      if (row === undefined) break
      if (chain.has(row.outer)) {
        const [what, index] = at > 0 ? ['export', at - 1] : ['import', -at - 1]
        notes.push(`${what} ${index} is inside itself: its outer was object ${row.outer}, and is now null`)
        row.outer = 0
        row.verbatim = undefined
      }
      at = row.outer
    }
    for (const link of chain) ending.add(link)
  }
}

/** What comes directly after the names: the first body (UE1, UE2), the imports (UE3). */
function boundaryOf(
  { context }: DamagedSource,
  imports: Chain,
  exports: Chain,
  rows: readonly (ExportEntry | undefined)[],
): number {
  const tables = Math.min(...[imports, exports].filter((chain) => chain.rows > 0).map(({ start }) => start))
  if (context.since(Version.PlainIndices)) return tables
  return rows.reduce((first, row) => (row !== undefined && row.size > 0 ? Math.min(first, row.offset) : first), tables)
}

/** With the counts that the summary tells, and, since these may be wrong, with what the bytes could hold. */
type Scanners = readonly [tight: RowScanner, loose: RowScanner]

function scannersOf({ bytes, context, summary }: DamagedSource, names: FoundNames): Scanners {
  const most = {
    imports: Math.floor(bytes.length / ImportEntry.MIN_SIZE),
    exports: Math.floor(bytes.length / ExportEntry.MIN_SIZE),
  }
  const sane = (count: number, limit: number) => (count > 0 && count <= limit ? count : limit)
  const stated = Math.max(summary.exportCount, summary.generations.at(-1)?.exportCount ?? 0)
  const make = (imports: number, exports: number) =>
    new RowScanner(bytes, context, {
      names: names.all.length,
      imports,
      exports,
      isNone: (index) => names.isText(index, 'none'),
      isPackage: (index) => names.isText(index, 'package'),
    })
  return [make(sane(summary.importCount, most.imports), sane(stated, most.exports)), make(most.imports, most.exports)]
}

function none(kind: string): PackageError {
  return new PackageError('truncated', `there is no ${kind} table: without it nothing can be saved`, {
    field: `${kind}s`,
  })
}

/**
 * Rows of a game's own layout cannot be told from other bytes: they are where the summary says, or nowhere.
 */
function asStated(offset: number, count: number): Chain {
  return { start: offset, end: offset, rows: Math.max(0, count), score: 0, sure: 0 }
}

function findExports(
  { bytes, summary, layout }: DamagedSource,
  scanners: Scanners,
  from: number,
  notes: string[],
): Chain {
  const { exportOffset: offset, exportCount: stored } = summary
  const counts = [stored, summary.generations.at(-1)?.exportCount ?? stored].filter(
    (count) => count > 0 && count * ExportEntry.MIN_SIZE <= bytes.length,
  )
  if (layout.export !== undefined) return asStated(offset, stored)
  const want = Math.max(0, ...counts)
  if (want === 0 && stored === 0) return asStated(offset, 0)
  const there = offset >= from && offset < bytes.length ? scanners[1].chain('exports', offset) : undefined
  if (there !== undefined && there.rows > 0) {
    const exact = there.rows < want ? counts.find((count) => count === there.rows) : want
    // A count that is too small, or none that could be: the table goes on as long as bodies follow each
    // other.
    const rows = exact === undefined ? 0 : Math.max(exact, there.sure)
    if (rows > 0) {
      if (rows !== stored) notes.push(`${plural(rows, 'export')} found, not ${stored}`)
      return { ...there, rows }
    }
    if (want === 0) {
      notes.push(`${plural(there.rows, 'export')} found, not ${stored}`)
      return there
    }
  }
  const found = exportsAfterImports(summary, scanners[1], from, want)
  if (found !== undefined) {
    notes.push(`exports found at ${hex(found.start)}, not at ${hex(offset)}`)
    if (found.rows !== stored) notes.push(`${plural(found.rows, 'export')} found, not ${stored}`)
    return found
  }
  let chosen = there
  for (const scanner of scanners) {
    const best = scanner.best('exports', from, bytes.length)
    if (best.score > (chosen?.score ?? 0)) {
      chosen = trimmed(scanner, 'exports', best, want)
      notes.push(`exports found at ${hex(chosen.start)}, not at ${hex(offset)}`)
      if (chosen.rows !== stored) notes.push(`${plural(chosen.rows, 'export')} found, not ${stored}`)
      break
    }
  }
  if (chosen === undefined || chosen.rows === 0) throw none('export')
  return chosen
}

/**
 * Exports come directly after the imports, whatever the engine: where the imports are as the summary says,
 * all of the exports may be there.
 */
function exportsAfterImports(summary: Summary, scanner: RowScanner, from: number, want: number): Chain | undefined {
  const { importOffset, importCount } = summary
  if (importOffset < from || want === 0) return undefined
  let at: number | undefined = importOffset
  for (let i = 0; i < importCount && at !== undefined; i++) at = scanner.rowEnd('imports', at)
  const chain = at === undefined ? undefined : scanner.chain('exports', at)
  return chain !== undefined && chain.rows >= want ? { ...chain, rows: want } : undefined
}

/** Rows in front of a table that only look like some are taken off, when it is known how many there are. */
function trimmed(scanner: RowScanner, kind: 'imports' | 'exports', chain: Chain, count: number): Chain {
  let { start, rows } = chain
  for (; count > 0 && rows > count; rows--) {
    const end = scanner.rowEnd(kind, start)
    if (end === undefined) break
    start = end
  }
  return { ...chain, start, rows }
}

function findImports(
  { bytes, summary, layout, context }: DamagedSource,
  scanners: Scanners,
  names: FoundNames,
  exports: Chain,
  rows: readonly (ExportEntry | undefined)[],
  notes: string[],
): Chain {
  const { importOffset: offset, importCount: stored } = summary
  if (layout.import !== undefined) return asStated(offset, stored)
  if (stored === 0 && exports.rows === 0) return asStated(offset, 0)
  const loose = scanners[1]
  const tell = (chain: Chain): Chain => {
    if (chain.start !== offset) notes.push(`imports found at ${hex(chain.start)}, not at ${hex(offset)}`)
    if (chain.rows !== stored) notes.push(`${plural(chain.rows, 'import')} found, not ${stored}`)
    return chain
  }
  const there =
    offset >= names.start
      ? loose.chain('imports', offset, offset < exports.start ? exports.start : undefined)
      : undefined
  if (there !== undefined && there.rows === stored) return there
  // Imports end where exports start, and start where the last body ends (UE1, UE2) or the names do (UE3).
  const isUE3 = context.since(Version.PlainIndices)
  const lastBody = rows.reduce(
    (end, row) =>
      row !== undefined && row.size > 0 && row.offset + row.size <= exports.start
        ? Math.max(end, row.offset + row.size)
        : end,
    0,
  )
  for (const start of [offset, ...(isUE3 ? names.statedEnds() : [lastBody])]) {
    if (start < names.start || start >= exports.start) continue
    const chain = loose.chain('imports', start, exports.start)
    if (chain.rows > 0 && chain.end === exports.start) return tell(chain)
  }
  if (there !== undefined && stored > 0 && there.rows > stored) return { ...there, rows: stored }
  let chosen = there
  for (const scanner of scanners) {
    const stop = exports.start > names.start ? exports.start : bytes.length
    const best = scanner.best('imports', names.start, stop)
    if (best.score > (chosen?.score ?? 0)) {
      chosen = trimmed(scanner, 'imports', best, stored)
      break
    }
  }
  if (chosen === undefined || chosen.rows === 0) throw none('import')
  return tell(chosen)
}

function readRows<T extends { verbatim: Uint8Array | undefined }>(
  bytes: Uint8Array,
  context: FormatContext,
  { start, rows: count }: Chain,
  create: () => T,
  serialize: (ar: Archive, row: T, index: number) => void,
): { rows: T[]; end: number } {
  if (count === 0) return { rows: [], end: start }
  const ar = Archive.load(bytes.subarray(Math.max(0, start)), context, { base: Math.max(0, start) })
  const rows: T[] = []
  for (let i = 0; i < count; i++) {
    const row = create()
    const at = ar.position
    serialize(ar, row, i)
    if (ar.irregular) {
      ar.irregular = false
      row.verbatim = ar.bytesSince(at)
    }
    rows.push(row)
  }
  return { rows, end: ar.position }
}

/**
 * The exports: those up to the first row that is none, and, where the table goes on after the damage, those
 * that end it. What lies between is lost.
 */
function readExports(
  { bytes, context, layout, summary }: DamagedSource,
  [tight]: Scanners,
  chain: Chain,
  notes: string[],
): { rows: (ExportEntry | undefined)[]; end: number } {
  const create = () => new ExportEntry()
  const serialize = (ar: Archive, row: ExportEntry, index: number) => row.serialize(ar, layout, index)
  const counts = [summary.exportCount, summary.generations.at(-1)?.exportCount ?? summary.exportCount]
  const sane = counts.filter((count) => count > 0 && count * ExportEntry.MIN_SIZE <= bytes.length)
  const head = readRows(bytes, context, chain, create, serialize)
  if (sane.length === 0 || sane.includes(head.rows.length)) return head
  const missing = Math.max(...sane) - head.rows.length
  if (missing <= 0) return head
  // Rows of fixed length are never out of step: what is missing there is cut off.
  const tail = context.since(Version.PlainIndices) ? undefined : tight.best('exports', chain.end + 1, bytes.length)
  if (tail === undefined || tail.rows === 0 || tail.rows >= missing || tail.score < Math.min(2, tail.rows - 1)) {
    notes.push(`the export table is cut after ${head.rows.length} of ${plural(head.rows.length + missing, 'row')}`)
    // Nulls keep references to what was cut off in range.
    return tail === undefined ? head : { rows: [...head.rows, ...lostRows(missing)], end: head.end }
  }
  const rest = readRows(bytes, context, tail, create, serialize)
  const gap = missing - rest.rows.length
  notes.push(
    `${plural(gap, 'row')} of the export table, from row ${head.rows.length} on, ${gap === 1 ? 'is' : 'are'} damaged`,
  )
  return { rows: [...head.rows, ...lostRows(gap), ...rest.rows], end: rest.end }
}

function lostRows(count: number): undefined[] {
  return Array.from({ length: count }, () => undefined)
}
