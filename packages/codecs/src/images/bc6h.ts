import { plural } from '@ukit/text/internal'
import { BlockBits, between, isAnchor, subsetsOf, weightOf } from './bptc.js'

/**
 * One way to store a block: the number of bits of the first end, that of the others by channel, whether the
 * others are differences from the first, and where all the bits are.
 */
interface Mode {
  readonly subsets: number
  readonly bits: number
  readonly others: readonly [red: number, green: number, blue: number]
  readonly differences: boolean
  /**
   * One entry per bit, in the order of the file: end × 3 + channel, and the number of the bit in that value.
   */
  readonly places: readonly (readonly [value: number, bit: number])[]
}

/**
 * The modes by the number in their first bits (2 or 5 of them). Places as the specification writes them: the
 * channel, the end, the bits from the highest to the lowest; the lowest is stored first. `r0 10:11` is stored
 * with the higher bit first.
 */
const MODES: ReadonlyMap<number, Mode> = new Map([
  [
    0,
    mode(
      10,
      [5, 5, 5],
      'g2 4,b2 4,b3 4,r0 9:0,g0 9:0,b0 9:0,r1 4:0,g3 4,g2 3:0,g1 4:0,b3 0,g3 3:0,b1 4:0,b3 1,b2 3:0,r2 4:0,b3 2,r3 4:0,b3 3',
    ),
  ],
  [
    1,
    mode(
      7,
      [6, 6, 6],
      'g2 5,g3 4,g3 5,r0 6:0,b3 0,b3 1,b2 4,g0 6:0,b2 5,b3 2,g2 4,b0 6:0,b3 3,b3 5,b3 4,r1 5:0,g2 3:0,g1 5:0,g3 3:0,b1 5:0,b2 3:0,r2 5:0,r3 5:0',
    ),
  ],
  [
    2,
    mode(
      11,
      [5, 4, 4],
      'r0 9:0,g0 9:0,b0 9:0,r1 4:0,r0 10,g2 3:0,g1 3:0,g0 10,b3 0,g3 3:0,b1 3:0,b0 10,b3 1,b2 3:0,r2 4:0,b3 2,r3 4:0,b3 3',
    ),
  ],
  [
    6,
    mode(
      11,
      [4, 5, 4],
      'r0 9:0,g0 9:0,b0 9:0,r1 3:0,r0 10,g3 4,g2 3:0,g1 4:0,g0 10,g3 3:0,b1 3:0,b0 10,b3 1,b2 3:0,r2 3:0,b3 0,b3 2,r3 3:0,g2 4,b3 3',
    ),
  ],
  [
    10,
    mode(
      11,
      [4, 4, 5],
      'r0 9:0,g0 9:0,b0 9:0,r1 3:0,r0 10,b2 4,g2 3:0,g1 3:0,g0 10,b3 0,g3 3:0,b1 4:0,b0 10,b2 3:0,r2 3:0,b3 1,b3 2,r3 3:0,b3 4,b3 3',
    ),
  ],
  [
    14,
    mode(
      9,
      [5, 5, 5],
      'r0 8:0,b2 4,g0 8:0,g2 4,b0 8:0,b3 4,r1 4:0,g3 4,g2 3:0,g1 4:0,b3 0,g3 3:0,b1 4:0,b3 1,b2 3:0,r2 4:0,b3 2,r3 4:0,b3 3',
    ),
  ],
  [
    18,
    mode(
      8,
      [6, 5, 5],
      'r0 7:0,g3 4,b2 4,g0 7:0,b3 2,g2 4,b0 7:0,b3 3,b3 4,r1 5:0,g2 3:0,g1 4:0,b3 0,g3 3:0,b1 4:0,b3 1,b2 3:0,r2 5:0,r3 5:0',
    ),
  ],
  [
    22,
    mode(
      8,
      [5, 6, 5],
      'r0 7:0,b3 0,b2 4,g0 7:0,g2 5,g2 4,b0 7:0,g3 5,b3 4,r1 4:0,g3 4,g2 3:0,g1 5:0,g3 3:0,b1 4:0,b3 1,b2 3:0,r2 4:0,b3 2,r3 4:0,b3 3',
    ),
  ],
  [
    26,
    mode(
      8,
      [5, 5, 6],
      'r0 7:0,b3 1,b2 4,g0 7:0,b2 5,g2 4,b0 7:0,b3 5,b3 4,r1 4:0,g3 4,g2 3:0,g1 4:0,b3 0,g3 3:0,b1 5:0,b2 3:0,r2 4:0,b3 2,r3 4:0,b3 3',
    ),
  ],
  [
    30,
    mode(
      6,
      'whole',
      'r0 5:0,g3 4,b3 0,b3 1,b2 4,g0 5:0,g2 5,b2 5,b3 2,g2 4,b0 5:0,g3 5,b3 3,b3 5,b3 4,r1 5:0,g2 3:0,g1 5:0,g3 3:0,b1 5:0,b2 3:0,r2 5:0,r3 5:0',
    ),
  ],
  [3, mode(10, 'whole', 'r0 9:0,g0 9:0,b0 9:0,r1 9:0,g1 9:0,b1 9:0')],
  [7, mode(11, [9, 9, 9], 'r0 9:0,g0 9:0,b0 9:0,r1 8:0,r0 10,g1 8:0,g0 10,b1 8:0,b0 10')],
  [11, mode(12, [8, 8, 8], 'r0 9:0,g0 9:0,b0 9:0,r1 7:0,r0 10:11,g1 7:0,g0 10:11,b1 7:0,b0 10:11')],
  [15, mode(16, [4, 4, 4], 'r0 9:0,g0 9:0,b0 9:0,r1 3:0,r0 10:15,g1 3:0,g0 10:15,b1 3:0,b0 10:15')],
])

function mode(bits: number, others: Mode['others'] | 'whole', text: string): Mode {
  const places: [number, number][] = []
  for (const [, channel = '', end, high, low = high] of text.matchAll(/([rgb])(\d) (\d+)(?::(\d+))?/g)) {
    const value = Number(end) * 3 + 'rgb'.indexOf(channel)
    const [first, last] = [Number(low), Number(high)]
    const step = first <= last ? 1 : -1
    for (let bit = first; bit !== last + step; bit += step) places.push([value, bit])
  }
  const subsets = text.includes('r2') ? 2 : 1
  const whole = others === 'whole'
  return { subsets, bits, others: whole ? [bits, bits, bits] : others, differences: !whole, places }
}

/** `ends[end · 3 + channel]` */
const ends = new Int32Array(12)

/**
 * *Decodes a picture of BC6H*: three floats of 16 bits per pixel, as their bits: red, green, blue.
 *
 * Layout: *Khronos Data Format Specification*, BPTC. Blocks of a reserved mode are black.
 *
 * @param signed whether numbers may be negative (BC6H_SF16), or not (BC6H_UF16).
 * @throws {RangeError} when `data` has fewer than 16 bytes for each block.
 */
export function decodeHalfBlocks(signed: boolean, data: Uint8Array, width: number, height: number): Uint16Array {
  const needed = 16 * Math.ceil(width / 4) * Math.ceil(height / 4)
  if (data.length < needed)
    throw new RangeError(`bc6h of ${width} × ${height} needs ${plural(needed, 'byte')}; ${data.length} were given`)
  const out = new Uint16Array(width * height * 3)
  const block = new Uint16Array(48)
  let at = 0
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      decodeBlock(signed, data, at, block)
      const columns = Math.min(4, width - x)
      for (let row = 0; row < 4 && y + row < height; row++)
        out.set(block.subarray(row * 12, row * 12 + columns * 3), ((y + row) * width + x) * 3)
      at += 16
    }
  }
  return out
}

function decodeBlock(signed: boolean, data: Uint8Array, at: number, block: Uint16Array): void {
  const bits = new BlockBits(data, at)
  const short = bits.take(2)
  const found = MODES.get(short < 2 ? short : short | (bits.take(3) << 2))
  if (found === undefined) {
    block.fill(0)
    return
  }
  ends.fill(0)
  for (const [value, bit] of found.places) ends[value] = (ends[value] as number) | (bits.take(1) << bit)
  const partition = found.subsets === 2 ? bits.take(5) : 0
  widenEnds(found, signed)
  const size = found.subsets === 2 ? 3 : 4
  const subsets = subsetsOf(found.subsets, partition)
  for (let i = 0; i < 16; i++) {
    const index = bits.take(isAnchor(i, found.subsets, partition) ? size - 1 : size)
    const weight = weightOf(index, size)
    const from = ((subsets >>> (2 * i)) & 3) * 6
    for (let channel = 0; channel < 3; channel++) {
      const value = between(ends[from + channel] as number, ends[from + 3 + channel] as number, weight)
      block[i * 3 + channel] = halfOf(value, signed)
    }
  }
}

/** The ends as numbers of 16 bits (17 with a sign). */
function widenEnds({ subsets, bits, others, differences }: Mode, signed: boolean): void {
  for (let channel = 0; channel < 3; channel++) {
    const base = ends[channel] as number
    for (let end = 0; end < subsets * 2; end++) {
      const at = end * 3 + channel
      let value = ends[at] as number
      if (differences && end > 0) value = (base + extended(value, others[channel] as number)) & ((1 << bits) - 1)
      ends[at] = signed ? widenedSigned(extended(value, bits), bits) : widened(value, bits)
    }
  }
}

function extended(value: number, bits: number): number {
  return (value << (32 - bits)) >> (32 - bits)
}

function widened(value: number, bits: number): number {
  if (bits >= 15 || value === 0) return value
  if (value === (1 << bits) - 1) return 0xffff
  return ((value << 15) + 0x4000) >> (bits - 1)
}

function widenedSigned(value: number, bits: number): number {
  if (bits >= 16 || value === 0) return value
  const size = Math.abs(value)
  const wide = size >= (1 << (bits - 1)) - 1 ? 0x7fff : ((size << 15) + 0x4000) >> (bits - 1)
  return value < 0 ? -wide : wide
}

/** The bits of the float: numbers are scaled so that the largest becomes the largest finite float. */
function halfOf(value: number, signed: boolean): number {
  if (!signed) return (value * 31) >> 6
  return value < 0 ? 0x8000 | ((-value * 31) >> 5) : (value * 31) >> 5
}
