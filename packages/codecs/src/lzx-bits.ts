import { CodecError } from './error.js'
import type { LzxTree } from './lzx-tree.js'

/** Reads one frame's bits: little-endian 16-bit words, the upper bit of each first. */
export class LzxBits {
  readonly input: Uint8Array
  /** The next byte to fetch, and the end of the frame. */
  at = 0
  end = 0
  /**
   * Bits that were fetched, the next one uppermost, and how many there are. Those that were made up beyond
   * the end count too.
   */
  buffer = 0
  count = 0
  /**
   * How many of the fetched bits are zeros made up beyond the frame's end, so that codes near it can be
   * looked up.
   */
  private madeUp = 0

  constructor(input: Uint8Array) {
    this.input = input
  }

  /** Begins a frame, dropping what is left of the one before. */
  open(at: number, end: number): void {
    this.at = at
    this.end = end
    this.buffer = 0
    this.count = 0
    this.madeUp = 0
  }

  /** Fetches a word; call it when fewer than 16 bits are left. */
  refill(): void {
    const { input, at, end } = this
    let word = 0
    if (at + 1 < end) word = (input[at] as number) | ((input[at + 1] as number) << 8)
    else {
      this.madeUp += 16
      if (this.madeUp > 32) throw truncated(end)
    }
    this.at = Math.min(at + 2, end)
    this.buffer |= word << (16 - this.count)
    this.count += 16
  }

  /** A number of up to 16 bits. */
  bits(count: number): number {
    if (count === 0) return 0
    if (this.count < 16) this.refill()
    const value = this.buffer >>> (32 - count)
    this.buffer <<= count
    this.count -= count
    return value
  }

  symbol(tree: LzxTree): number {
    if (this.count < 16) this.refill()
    const entry = (tree.fast[this.buffer >>> 21] as number) || tree.slow(this.buffer >>> 16)
    const length = entry & 31
    if (length === 0)
      throw new CodecError('lzx', 'corrupt', this.at, 'the next bits are not a code of the current prefix code')
    this.buffer <<= length
    this.count -= length
    return entry >> 5
  }

  /**
   * Skips to the next word boundary, or over a whole word if it is already at one; then bytes can be read
   * from `at`.
   */
  alignToBytes(): void {
    if (this.count === 0) this.refill()
    // What is left of the current word is padding; a whole word fetched ahead goes back.
    if (this.count > 16) {
      if (this.madeUp > 0) throw truncated(this.end)
      this.at -= 2
    }
    if (this.madeUp > 0) throw truncated(this.end)
    this.buffer = 0
    this.count = 0
  }

  /** Checks that a frame ends where its header says: at most the padding of the last word is left. */
  close(): void {
    if (this.count < this.madeUp) throw truncated(this.end)
    const left = this.end - this.at + ((this.count - this.madeUp) >> 3)
    if (left >= 2) {
      throw new CodecError('lzx', 'corrupt', this.at, `the frame is complete, but ${left} of its bytes are left`)
    }
  }
}

function truncated(offset: number): CodecError {
  return new CodecError('lzx', 'truncated', offset, 'the frame ends before its output is complete')
}
