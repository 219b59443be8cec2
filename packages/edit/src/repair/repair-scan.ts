import type { FormatContext } from '@ukit/container'
import { readCompactIndex, Version } from '@ukit/container'

/** What rows may hold, as far as it is known: more than there is where a count is lost. */
export interface RowBounds {
  readonly names: number
  readonly imports: number
  readonly exports: number
  /** Whether the name at an index is `None`, and whether it is `Package`. */
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
 * bodies one behind the other.
 *
 * A single row is easily found in anything; a table shows itself by many rows that fit each other.
 */
export class RowScanner {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #bounds: RowBounds
  readonly #little: boolean
  readonly #plain: boolean
  readonly #numbered: boolean
  readonly #context: FormatContext
  #at = 0
  #failed = false

  constructor(bytes: Uint8Array, context: FormatContext, bounds: RowBounds) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#bounds = bounds
    this.#little = !context.bigEndian
    this.#plain = context.since(Version.PlainIndices)
    this.#numbered = context.since(Version.NameNumbers)
    this.#context = context
  }

  /** Rows from `start` on, up to the first that is none, or up to `stop`. */
  chain(kind: 'imports' | 'exports', start: number, stop = this.#bytes.length): Chain {
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

  #import(at: number): Row | undefined {
    this.#at = at
    this.#failed = false
    const { imports, exports } = this.#bounds
    const classPackage = this.#name()
    const className = this.#name()
    const outer = this.#i32()
    const name = this.#name()
    if (this.#failed || outer < -imports || outer > exports) return undefined
    if ([classPackage, className, name].some((index) => this.#bounds.isNone(index))) return undefined
    if (outer === 0 && !this.#bounds.isPackage(className)) return undefined
    return { end: this.#at, bodyStart: 0, bodyEnd: 0, outer }
  }

  #export(at: number): Row | undefined {
    this.#at = at
    this.#failed = false
    const context = this.#context
    const objectClass = this.#reference(this.#index())
    this.#reference(this.#index())
    const outer = this.#reference(this.#i32())
    const name = this.#name()
    if (this.#failed) return undefined
    if (context.since(Version.ExportArchetype)) this.#reference(this.#i32())
    this.#skip(context.since(Version.Flags64) ? 8 : 4)
    const size = this.#index()
    const hasOffset = size !== 0 || context.since(Version.ExportOffsetAlways)
    const offset = hasOffset ? this.#index() : 0
    if (this.#failed || size < 0 || offset < 0) return undefined
    if (context.since(Version.ExportComponentMap) && !context.since(Version.NoExportComponentMap)) {
      this.#records(this.#numbered ? 12 : 8)
    }
    if (context.since(Version.ExportFlags)) this.#skip(4)
    if (context.since(Version.NetObjectCounts)) {
      this.#records(4)
      this.#skip(16)
    }
    if (context.since(Version.ExportPackageFlags)) this.#skip(4)
    // Only the null that conforming leaves has no name.
    if (this.#failed || (this.#bounds.isNone(name) && (size !== 0 || objectClass !== 0))) return undefined
    return { end: this.#at, bodyStart: size > 0 ? offset : 0, bodyEnd: size > 0 ? offset + size : 0, outer }
  }

  #name(): number {
    const index = this.#index()
    if (index < 0 || index >= this.#bounds.names) this.#failed = true
    if (this.#numbered) this.#skip(4)
    return index
  }

  #reference(value: number): number {
    if (value > this.#bounds.exports || value < -this.#bounds.imports) this.#failed = true
    return value
  }

  #index(): number {
    if (this.#plain) return this.#i32()
    const read = readCompactIndex(this.#bytes, this.#at)
    if (read === undefined) {
      this.#failed = true
      return 0
    }
    this.#at += read.size
    return read.value
  }

  #i32(): number {
    const at = this.#at
    this.#skip(4)
    return this.#failed ? 0 : this.#view.getInt32(at, this.#little)
  }

  #records(size: number): void {
    const count = this.#i32()
    if (count < 0 || count > 0xffff) this.#failed = true
    else this.#skip(count * size)
  }

  #skip(size: number): void {
    this.#at += size
    if (this.#at > this.#bytes.length) this.#failed = true
  }
}
