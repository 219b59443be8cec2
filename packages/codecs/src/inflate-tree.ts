import { CodecError } from './error.js'

/** The longest code of deflate, in bits. */
const MOST_BITS = 15
/** Codes up to this length are found in one step. */
export const FAST_BITS = 10

/** A canonical prefix code of deflate, whose codes come lowest bit first. */
export class InflateTree {
  /**
   * For the next ten bits: the symbol, and the length of its code in the lowest four bits. 0: the code is
   * longer, or there is none.
   */
  readonly fast = new Uint16Array(1 << FAST_BITS)
  private readonly counts = new Uint16Array(MOST_BITS + 1)
  /** The symbols with codes, in the order of their codes. */
  private readonly sorted = new Uint16Array(288)

  /**
   * Makes the decoding tables from the code lengths of each symbol, 0 for those without.
   *
   * @throws {CodecError} when the lengths ask for more codes than there are. A code with fewer is accepted,
   *   since encoders write one when there is one distance or none; its unused codes are refused when they
   *   occur.
   */
  build(lengths: Uint8Array, offset: number): void {
    const { fast, counts, sorted } = this
    counts.fill(0)
    for (let i = 0; i < lengths.length; i++) {
      const length = lengths[i] as number
      counts[length] = (counts[length] as number) + 1
    }
    counts[0] = 0
    const next = new Uint16Array(MOST_BITS + 2)
    const codes = new Int32Array(MOST_BITS + 2)
    for (let length = 1; length <= MOST_BITS; length++) {
      const count = counts[length] as number
      next[length + 1] = (next[length] as number) + count
      const end = (codes[length] as number) + count
      if (end > 1 << length) {
        throw new CodecError(
          'zlib',
          'corrupt',
          offset,
          'the lengths of a prefix code ask for more codes than there are',
        )
      }
      codes[length + 1] = end << 1
    }
    fast.fill(0)
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      const length = lengths[symbol] as number
      if (length === 0) continue
      sorted[next[length] as number] = symbol
      next[length] = (next[length] as number) + 1
      const code = codes[length] as number
      codes[length] = code + 1
      if (length > FAST_BITS) continue
      let reversed = 0
      for (let i = 0; i < length; i++) reversed |= ((code >> i) & 1) << (length - 1 - i)
      const entry = (symbol << 4) | length
      for (let at = reversed; at < 1 << FAST_BITS; at += 1 << length) fast[at] = entry
    }
  }

  /**
   * The entry, as in `fast`, of a code of any length that begins with the lowest of `bits`; 0 when there is
   * none.
   */
  slow(bits: number): number {
    const { counts, sorted } = this
    let code = 0
    let first = 0
    let index = 0
    for (let length = 1; length <= MOST_BITS; length++) {
      code |= bits & 1
      bits >>>= 1
      const count = counts[length] as number
      if (code - first < count) return ((sorted[index + code - first] as number) << 4) | length
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    return 0
  }
}
