import type { FormatContext } from '../archive/context.js'
import { RowPlan, RowStep } from './row-plan.js'
import type { TableBytes } from './table-bytes.js'

/** Sizes that the references in a table must stay inside of. */
export interface TableBounds {
  /** Entries of the name table. */
  readonly names: number
  readonly imports: number
  readonly exports: number
  /** Bytes of the package, which bodies must stay inside of. */
  readonly length: number
  /** Most records that one row may have: no limit by default. */
  readonly records?: number
}

/**
 * How a scan went: all entries are sound; the window ended first; something is not as the engine writes it.
 */
export type ScanState = 'done' | 'more' | 'odd'

// The steps that nearly all fields are.
const PLAIN_NAME = RowStep.Name
const PLAIN_REFERENCE = RowStep.Reference
const COMPACT_NAME = RowStep.Name | RowPlan.COMPACT
const COMPACT_REFERENCE = RowStep.Reference | RowPlan.COMPACT

/**
 * Small tables note where their entries start in one array for many tables: one of its own takes as long to
 * make as some ten entries to scan.
 */
let shared = new Uint32Array(0)
let sharedUsed = 0
const SHARED_LENGTH = 4096
const MAX_SHARED = 512

/**
 * *Walks a table without making anything of it*: notes where each entry starts and checks what reading and
 * `checkTables` together would check.
 *
 * It passes only what those read without complaint and in the engine's own form. Everything else it calls
 * odd; the table is then read the long way, which tells exactly what is wrong. A test holds the two equal.
 */
export class TableScanner {
  /** The positions of the entries that were passed, from `first` on; others may have theirs beside. */
  readonly starts: Uint32Array
  readonly first: number
  readonly count: number
  /** Entries passed so far. */
  passed = 0
  /** First byte after them. */
  end = 0

  readonly #steps: Int32Array
  readonly #bounds: TableBounds
  readonly #little: boolean
  /** Bytes from the first of those that are scanned to the end of the package. */
  readonly #room: number
  #end = 0
  #anyForm = false
  #isIrregular = false

  constructor(context: FormatContext, plan: RowPlan, bounds: TableBounds, count: number, room: number) {
    const isShared = count <= MAX_SHARED
    if (isShared && sharedUsed + count > shared.length) {
      shared = new Uint32Array(SHARED_LENGTH)
      sharedUsed = 0
    }
    this.starts = isShared ? shared : new Uint32Array(count)
    this.first = isShared ? sharedUsed : 0
    this.count = count
    if (isShared) sharedUsed += count
    this.#steps = plan.steps
    this.#bounds = bounds
    this.#little = !context.bigEndian
    this.#room = room
  }

  /**
   * Goes on from the last entry passed, at `end`; the bytes are the table, or what it is in, as far as that
   * has been fetched.
   *
   * @param anyForm takes indices in longer forms than the engine writes too.
   */
  run({ bytes, view }: TableBytes, anyForm = false): ScanState {
    // One loop over rows and steps, with all it needs in locals: a row takes some ten nanoseconds.
    const { names, imports, exports, length, records = Number.POSITIVE_INFINITY } = this.#bounds
    const { starts, first, count } = this
    const steps = this.#steps
    const little = this.#little
    const limit = bytes.length
    this.#anyForm = anyForm
    this.#isIrregular = false
    let end = this.end
    let row = this.passed
    let isOdd = false
    let at = end
    for (; row < count; row++, end = at) {
      starts[first + row] = at
      let size = 0
      for (let step = 0; step < steps.length; step += 3) {
        const code = steps[step] ?? 0
        // The commonest first, each with all it needs: asking for every property of a step takes twice as
        // long.
        if (code === PLAIN_REFERENCE || code === PLAIN_NAME) {
          const value = at + 4 <= limit ? view.getInt32(at, little) : 0
          at += 4
          isOdd = code === PLAIN_NAME ? value < 0 || value >= names : value > exports || value < -imports
        } else if (code === COMPACT_REFERENCE || code === COMPACT_NAME) {
          let value = at < limit ? (bytes[at] ?? 0) : 0
          at++
          if (value >= 0x40) {
            value = this.#wideIndex(bytes, at, value)
            at = this.#end
          }
          isOdd = code === COMPACT_NAME ? value < 0 || value >= names : value > exports || value < -imports
        } else if (code === RowStep.Records) {
          const value = at + 4 <= limit ? view.getInt32(at, little) : 0
          isOdd = value < 0 || value > records
          at += 4 + value * (steps[step + 2] ?? 0)
        } else if (code === RowStep.ZeroTerminated) {
          while (at < limit && bytes[at] !== 0) at++
          at++
        } else if (code !== RowStep.Bytes && ((code & RowPlan.WITH_BODY) === 0 || size !== 0)) {
          let value = 0
          if ((code & RowPlan.COMPACT) === 0) {
            if (at + 4 <= limit) value = view.getInt32(at, little)
            at += 4
          } else {
            value = at < limit ? (bytes[at] ?? 0) : 0
            at++
            if (value >= 0x40) {
              value = this.#wideIndex(bytes, at, value)
              at = this.#end
            }
          }
          const kind = code & RowPlan.KIND
          if (kind === RowStep.Text) at += value < 0 ? -2 * value : value
          else if (kind === RowStep.Size) size = value
          else if (kind === RowStep.Offset) isOdd = size < 0 || (size > 0 && (value < 0 || value + size > length))
        }
        if (isOdd) break
        at += steps[step + 1] ?? 0
      }
      if (isOdd || at > limit || this.#isIrregular) break
    }
    this.passed = row
    this.end = end
    if (row === count) return 'done'
    // Fields beyond the window were taken for zeros, and so whatever was odd about them proves nothing.
    return at <= limit || at > this.#room ? 'odd' : 'more'
  }

  /**
   * An index of more than one byte, or below 0, that begins with `first` and whose next byte is at `at`;
   * `#end` is where it ends.
   */
  #wideIndex(bytes: Uint8Array, at: number, first: number): number {
    let magnitude = first & 0x3f
    let last = first & 0x7f
    let bits = 6
    for (let more = first & 0x40; more !== 0 && bits < 34; bits += 7) {
      last = bytes[at++] ?? 0
      magnitude |= (last & 0x7f) << bits
      more = last & 0x80
    }
    this.#end = at
    // A form that is longer than needed ends in a zero, and so does minus zero; a fifth byte has room for
    // four bits.
    if (last === 0 || (bits === 34 && last > 0x0f)) this.#isIrregular = !this.#anyForm
    // An integer, where minus zero would be none.
    return first < 0x80 ? magnitude : -magnitude | 0
  }
}
