// Assembles LZX streams by hand, from the published description of the format ([MS-PATCH] and the cabinet LZX
// specification), so that tests can contain blocks that no available compressor writes. Codes are valid, but
// not optimal.

/**
 * A literal byte, or a match. `slot` and `extra` state the distance: slots 0 to 2 are the last three
 * distances.
 */
export type Token = number | { readonly length: number; readonly slot: number; readonly extra?: number }

const MAIN = 256 + 8 * 34

/** Bits in the order of LZX: 16-bit words, upper bit first, each word little-endian. */
class Bits {
  private readonly bits: number[] = []

  put(value: number, count: number): void {
    for (let i = count - 1; i >= 0; i--) this.bits.push(Math.floor(value / 2 ** i) & 1)
  }

  /**
   * Pads the last word; adds an entire word of padding if `always` is set and the last is full, as before an
   * uncompressed block.
   */
  align(always = false): void {
    const left = this.bits.length % 16
    if (left > 0 || always) this.put(0, 16 - left)
  }

  toBytes(): Uint8Array {
    this.align()
    const bytes = new Uint8Array(this.bits.length / 8)
    for (let i = 0; i < this.bits.length; i++) {
      const at = (i >> 3) ^ 1
      bytes[at] = bytes[at]! | (this.bits[i]! << (7 - (i & 7)))
    }
    return bytes
  }
}

/** Canonical codes of the given lengths: shorter first, then by symbol. */
function codes(lengths: readonly number[]): number[] {
  const result: number[] = new Array(lengths.length).fill(0)
  let code = 0
  for (let length = 1; length <= 16; length++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) if (lengths[symbol] === length) result[symbol] = code++
    code *= 2
  }
  return result
}

/**
 * A complete code for the symbols that are used: the lengths differ by one at most, or by more if `skewed`.
 */
function lengthsFor(symbols: Iterable<number>, count: number, skewed: boolean): number[] {
  const used = [...new Set(symbols)].sort((a, b) => a - b)
  const lengths: number[] = new Array(count).fill(0)
  if (used.length === 0) return lengths
  if (used.length === 1) used.push(used[0] === 0 ? 1 : 0)
  if (skewed && used.length <= 17) {
    for (const [i, symbol] of used.entries()) lengths[symbol] = Math.min(i + 1, used.length - 1)
    return lengths
  }
  const most = Math.ceil(Math.log2(used.length))
  const shorter = 2 ** most - used.length
  for (const [i, symbol] of used.entries()) lengths[symbol] = i < shorter ? most - 1 : most
  return lengths
}

/** Writes a part of a tree as differences from the previous lengths, with runs if there are any. */
function putLengths(bits: Bits, before: readonly number[], lengths: readonly number[]): void {
  const pre = Array.from({ length: 20 }, (_, i) => (i < 12 ? 4 : 5))
  const preCodes = codes(pre)
  const put = (symbol: number) => bits.put(preCodes[symbol]!, pre[symbol]!)
  for (const length of pre) bits.put(length, 4)
  for (let i = 0; i < lengths.length; ) {
    let run = 1
    while (i + run < lengths.length && lengths[i + run] === lengths[i]) run++
    const delta = (before[i]! - lengths[i]! + 17) % 17
    if (lengths[i] === 0 && run >= 20) {
      run = Math.min(run, 51)
      put(18)
      bits.put(run - 20, 5)
    } else if (lengths[i] === 0 && run >= 4) {
      run = Math.min(run, 19)
      put(17)
      bits.put(run - 4, 4)
    } else if (run >= 4) {
      run = Math.min(run, 5)
      put(19)
      bits.put(run - 4, 1)
      put(delta)
    } else {
      run = 1
      put(delta)
    }
    i += run
  }
}

const slotBits = (slot: number) => (slot < 4 ? 0 : (slot >> 1) - 1)

/** Assembles one stream of blocks; remembers the code lengths from block to block as a decoder does. */
export class Assembler {
  bits = new Bits()
  private main: number[] = new Array(MAIN).fill(0)
  private long: number[] = new Array(249).fill(0)

  /**
   * A verbatim (1) or aligned-offset (2) block of these tokens; `size` is the number of bytes that they
   * represent.
   */
  block(type: 1 | 2, tokens: readonly Token[], size: number, skewed = false): void {
    this.head(type, size)
    const { bits } = this
    const aligned = [3, 3, 3, 3, 3, 3, 3, 3]
    if (type === 2) for (const length of aligned) bits.put(length, 3)
    const symbols = tokens.map((token) => mainSymbol(token))
    const main = lengthsFor(symbols, MAIN, skewed)
    putLengths(bits, this.main.slice(0, 256), main.slice(0, 256))
    putLengths(bits, this.main.slice(256), main.slice(256))
    const longSymbols = tokens.flatMap((token) =>
      typeof token === 'object' && token.length >= 9 ? [token.length - 9] : [],
    )
    const long = lengthsFor(longSymbols, 249, skewed)
    putLengths(bits, this.long, long)
    this.main = main
    this.long = long
    const mainCodes = codes(main)
    const longCodes = codes(long)
    const alignedCodes = codes(aligned)
    for (const token of tokens) {
      const symbol = mainSymbol(token)
      bits.put(mainCodes[symbol]!, main[symbol]!)
      if (typeof token === 'number') continue
      if (token.length >= 9) bits.put(longCodes[token.length - 9]!, long[token.length - 9]!)
      const count = slotBits(token.slot)
      const extra = token.extra ?? 0
      if (type === 1 || count < 3) bits.put(extra, count)
      else {
        bits.put(extra >> 3, count - 3)
        bits.put(alignedCodes[extra & 7]!, 3)
      }
    }
  }

  /** The type and size with which every block begins. */
  head(type: number, size: number): void {
    this.bits.put(type, 3)
    this.bits.put(size, 24)
  }

  /** Ends the frame and returns its bytes. */
  frame(): Uint8Array {
    const bytes = this.bits.toBytes()
    this.bits = new Bits()
    return bytes
  }
}

function mainSymbol(token: Token): number {
  if (typeof token === 'number') return token
  return 256 + 8 * token.slot + Math.min(token.length - 2, 7)
}

/** A frame with its header: the long one if it decodes to fewer than 32,768 bytes. */
export function withHeader(frame: Uint8Array, size: number): number[] {
  const packed = [frame.length >> 8, frame.length & 255]
  if (size === 0x8000) return [...packed, ...frame]
  return [0xff, size >> 8, size & 255, ...packed, ...frame]
}
