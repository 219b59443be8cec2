import { ExportEntry, type FormatContext, ImportEntry } from '@ukit/container'
import { RowReader, TableBytes, TableScanner, tablePlans } from '@ukit/container/internal'

/** What rows may hold, as far as it is known: more than there is where a count is lost. */
export interface RowBounds {
  readonly names: number
  readonly imports: number
  readonly exports: number
  /** Tells whether the name at an index is `None`, and whether it is `Package`. */
  isNone(index: number): boolean
  isPackage(index: number): boolean
}

/** Rows that follow each other. */
export interface Chain {
  readonly start: number
  readonly end: number
  readonly rows: number
  /**
   * Rows that say more than that they could be rows: bodies that follow each other, imports that hang
   * together.
   */
  readonly score: number
  /** Rows up to the last that says so. */
  readonly sure: number
}

const NO_CHAIN: Chain = { start: 0, end: 0, rows: 0, score: 0, sure: 0 }

/** Most records that are believed of one row: nothing that packages hold comes near. */
const MOST_RECORDS = 0xffff

/** One row that could be one, in the engine's own layout. */
interface Row {
  readonly end: number
  /** Of an export with a body: where it is; both 0 otherwise. */
  readonly bodyStart: number
  readonly bodyEnd: number
  readonly outer: number
}

/**
 * *Looks for tables by what their rows must be*: indices in range, an import without outer is a package,
 * bodies one after the other.
 *
 * A single row is easily found in anything; a table shows itself by many rows that fit each other.
 */
export class RowScanner {
  readonly #bytes: TableBytes
  readonly #bounds: RowBounds
  readonly #rows: RowReader
  readonly #imports: TableScanner
  readonly #exports: TableScanner

  constructor(bytes: Uint8Array, context: FormatContext, bounds: RowBounds) {
    this.#bytes = new TableBytes(bytes)
    this.#bounds = bounds
    this.#rows = new RowReader(context, bytes)
    // Bodies may be outside: the end of the file may be what is lost.
    const { names, imports, exports } = bounds
    const limits = { names, imports, exports, length: Number.POSITIVE_INFINITY, records: MOST_RECORDS }
    const plans = tablePlans(context)
    this.#imports = new TableScanner(context, plans.imports, limits, 1, bytes.length)
    this.#exports = new TableScanner(context, plans.exports, limits, 1, bytes.length)
  }

  /** Rows from `start` on, up to the first that is none, or up to `stop`. */
  chain(kind: 'imports' | 'exports', start: number, stop = this.#bytes.bytes.length): Chain {
    let [at, rows, score, bodyEnd, sure] = [start, 0, 0, -1, 0]
    while (at >= 0 && at < stop) {
      const row = kind === 'imports' ? this.#import(at) : this.#export(at)
      if (row === undefined) break
      rows++
      if (kind === 'imports' ? row.outer !== 0 : row.bodyStart === bodyEnd) {
        score++
        sure = rows
      }
      if (row.bodyEnd > 0) bodyEnd = row.bodyEnd
      at = row.end
    }
    return { start, end: at, rows, score, sure }
  }

  /** Where the row at `start` ends; `undefined` when there is none. */
  rowEnd(kind: 'imports' | 'exports', start: number): number | undefined {
    return (kind === 'imports' ? this.#import(start) : this.#export(start))?.end
  }

  /**
   * The best chain anywhere from `from` to `to`: each row belongs to one chain, so that the cost grows with
   * the bytes.
   */
  best(kind: 'imports' | 'exports', from: number, to: number): Chain {
    let found = NO_CHAIN
    // A bit for each position that a chain has passed: anyone who starts there finds the rest of that chain.
    const passed = new Uint8Array((to - from + 7) >> 3)
    for (let start = from; start < to; start++) {
      let [at, rows, score, bodyEnd, sure] = [start, 0, 0, -1, 0]
      while (at < to) {
        const bit = at - from
        const known = passed[bit >> 3] ?? 0
        if ((known & (1 << (bit & 7))) !== 0) break
        const row = kind === 'imports' ? this.#import(at) : this.#export(at)
        if (row === undefined) break
        passed[bit >> 3] = known | (1 << (bit & 7))
        rows++
        if (kind === 'imports' ? row.outer !== 0 : row.bodyStart === bodyEnd) {
          score++
          sure = rows
        }
        if (row.bodyEnd > 0) bodyEnd = row.bodyEnd
        at = row.end
      }
      if (score > found.score) found = { start, end: at, rows, score, sure }
    }
    return found
  }

  #import(start: number): Row | undefined {
    const end = this.#end(this.#imports, start)
    if (end === undefined) return undefined
    const row = new ImportEntry()
    row.serializeStandard(this.#rows)
    const { classPackage, className, objectName, outer } = row
    if ([classPackage, className, objectName].some((index) => this.#bounds.isNone(index))) return undefined
    if (outer === 0 && !this.#bounds.isPackage(className)) return undefined
    return { end, bodyStart: 0, bodyEnd: 0, outer }
  }

  #export(start: number): Row | undefined {
    const end = this.#end(this.#exports, start)
    if (end === undefined) return undefined
    const row = new ExportEntry()
    row.serializeStandard(this.#rows)
    const { size, offset, outer } = row
    if (offset < 0) return undefined
    // Only the null that conforming leaves has no name.
    if (this.#bounds.isNone(row.objectName) && (size !== 0 || row.class !== 0)) return undefined
    return { end, bodyStart: size > 0 ? offset : 0, bodyEnd: size > 0 ? offset + size : 0, outer }
  }

  /** Where the row at `start` ends, when its numbers can be; the row is to be read next then. */
  #end(scanner: TableScanner, start: number): number | undefined {
    scanner.passed = 0
    scanner.end = start
    if (scanner.run(this.#bytes, true) !== 'done') return undefined
    this.#rows.position = start
    return scanner.end
  }
}
