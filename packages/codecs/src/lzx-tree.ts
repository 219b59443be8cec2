import { CodecError } from './error.js'

/** The longest code of LZX, in bits. */
const MOST_BITS = 16
/** Codes up to this length are found in one step. */
const FAST_BITS = 11
/**
 * Entries of the fast table: the symbol above, the code's length in the lowest five bits. 0: the code is
 * longer, or there is none.
 */
const LENGTH_BITS = 5

/** A canonical prefix code, decoded from the next 16 bits of the stream. */
export class LzxTree {
  /**
   * The length of each symbol's code; 0 when it has none. Kept from block to block, as the format codes the
   * differences.
   */
  readonly lengths: Uint8Array
  readonly fast = new Uint16Array(1 << FAST_BITS)
  /** The symbols with codes, in the order of their codes. */
  private readonly sorted: Uint16Array
  /** For each length, the first 16-bit value that is above all codes up to that length. */
  private readonly limits = new Int32Array(MOST_BITS + 1)
  /** For each length, the 16-bit value at which its codes begin, and where they begin in `sorted`. */
  private readonly starts = new Int32Array(MOST_BITS + 1)
  private readonly firsts = new Int32Array(MOST_BITS + 1)

  constructor(symbols: number) {
    this.lengths = new Uint8Array(symbols)
    this.sorted = new Uint16Array(symbols)
  }

  /**
   * Makes the decoding tables from `lengths`.
   *
   * @throws {CodecError} when the lengths ask for more codes than there are. A tree with fewer is accepted;
   *   its free codes are refused
   * when they occur.
   */
  build(offset: number): void {
    const { lengths, fast, sorted, limits, starts, firsts } = this
    const counts = new Int32Array(MOST_BITS + 1)
    for (let i = 0; i < lengths.length; i++) {
      const length = lengths[i] as number
      counts[length] = (counts[length] as number) + 1
    }
    let value = 0
    let first = 0
    const next = new Int32Array(MOST_BITS + 1)
    for (let length = 1; length <= MOST_BITS; length++) {
      starts[length] = value
      firsts[length] = first
      next[length] = first
      value += (counts[length] as number) << (MOST_BITS - length)
      first += counts[length] as number
      limits[length] = value
    }
    if (value > 1 << MOST_BITS) {
      throw new CodecError('lzx', 'corrupt', offset, 'the lengths of a prefix code ask for more codes than there are')
    }
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] as number
      if (length > 0) {
        const at = next[length] as number
        sorted[at] = symbol
        next[length] = at + 1
      }
    }
    fast.fill(0)
    for (let length = 1; length <= FAST_BITS; length++) {
      const step = 1 << (FAST_BITS - length)
      let at = (starts[length] as number) >> (MOST_BITS - FAST_BITS)
      const from = firsts[length] as number
      for (let i = from; i < from + (counts[length] as number); i++, at += step) {
        fast.fill(((sorted[i] as number) << LENGTH_BITS) | length, at, at + step)
      }
    }
  }

  /**
   * The entry (symbol and length, as in `fast`) of a code longer than the fast table; 0 when no code begins
   * with these 16 bits.
   */
  slow(bits: number): number {
    for (let length = FAST_BITS + 1; length <= MOST_BITS; length++) {
      if (bits < (this.limits[length] as number)) {
        const index =
          (this.firsts[length] as number) + ((bits - (this.starts[length] as number)) >> (MOST_BITS - length))
        return ((this.sorted[index] as number) << LENGTH_BITS) | length
      }
    }
    return 0
  }
}
