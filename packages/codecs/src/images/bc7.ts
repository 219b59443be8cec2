import { BlockBits, between, isAnchor, subsetsOf, weightOf } from './bptc.js'

/** How the eight modes of a block differ: their numbers of subsets and of bits. */
interface Mode {
  readonly subsets: number
  readonly partition: number
  readonly rotation: number
  readonly selector: number
  /** Bits of a colour channel and of alpha; with 0 bits of alpha the block is opaque. */
  readonly color: number
  readonly alpha: number
  /** A lowest bit for each end, or for both ends of a subset. */
  readonly shared: 'no' | 'end' | 'subset'
  /** Bits of an index, and of a second one for alpha. */
  readonly index: number
  readonly second: number
}

function mode(
  subsets: number,
  [partition, rotation, selector]: readonly [number, number, number],
  [color, alpha]: readonly [number, number],
  shared: Mode['shared'],
  [index, second]: readonly [number, number],
): Mode {
  return { subsets, partition, rotation, selector, color, alpha, shared, index, second }
}

const MODES: readonly Mode[] = [
  mode(3, [4, 0, 0], [4, 0], 'end', [3, 0]),
  mode(2, [6, 0, 0], [6, 0], 'subset', [3, 0]),
  mode(3, [6, 0, 0], [5, 0], 'no', [2, 0]),
  mode(2, [6, 0, 0], [7, 0], 'end', [2, 0]),
  mode(1, [0, 2, 1], [5, 6], 'no', [2, 3]),
  mode(1, [0, 2, 0], [7, 8], 'no', [2, 2]),
  mode(1, [0, 0, 0], [7, 7], 'end', [4, 0]),
  mode(2, [6, 0, 0], [5, 5], 'end', [2, 0]),
]

/** `ends[(subset · 2 + end) · 4 + channel]` */
const ends = new Uint8Array(24)
const indices = new Uint8Array(16)
const seconds = new Uint8Array(16)

/**
 * A block of BC7 to 16 texels, rows `stride` apart. A block of the reserved mode becomes transparent black.
 *
 * Layout: *Khronos Data Format Specification*, BPTC.
 */
export function bc7Block(data: Uint8Array, at: number, texels: Uint32Array, to: number, stride: number): void {
  const number = 31 - Math.clz32((data[at] as number) & -(data[at] as number))
  const found = MODES[number]
  if (found === undefined) {
    for (let row = to; row < to + 4 * stride; row += stride) texels.fill(0, row, row + 4)
    return
  }
  const bits = new BlockBits(data, at)
  bits.take(number + 1)
  const partition = bits.take(found.partition)
  const rotation = bits.take(found.rotation)
  const swaps = bits.take(found.selector) === 1
  readEnds(bits, found)
  readIndices(bits, indices, found.index, found.subsets, partition)
  if (found.second > 0) readIndices(bits, seconds, found.second, 1, 0)
  const subsets = subsetsOf(found.subsets, partition)
  const [forColor, forAlpha] = swaps ? [seconds, indices] : [indices, found.second > 0 ? seconds : indices]
  const colorBits = swaps ? found.second : found.index
  const alphaBits = swaps || found.second === 0 ? found.index : found.second
  for (let i = 0; i < 16; i++) {
    const from = ((subsets >>> (2 * i)) & 3) * 8
    const weight = weightOf(forColor[i] as number, colorBits)
    const red = between(ends[from] as number, ends[from + 4] as number, weight)
    const green = between(ends[from + 1] as number, ends[from + 5] as number, weight)
    const blue = between(ends[from + 2] as number, ends[from + 6] as number, weight)
    const alphaWeight = weightOf(forAlpha[i] as number, alphaBits)
    const alpha = between(ends[from + 3] as number, ends[from + 7] as number, alphaWeight)
    texels[to + (i >> 2) * stride + (i & 3)] = rotated(rotation, red, green, blue, alpha)
  }
}

/** Swaps alpha with the colour that the rotation names, if any. */
function rotated(rotation: number, red: number, green: number, blue: number, alpha: number): number {
  if (rotation === 1) return alpha | (green << 8) | (blue << 16) | (red << 24)
  if (rotation === 2) return red | (alpha << 8) | (blue << 16) | (green << 24)
  if (rotation === 3) return red | (green << 8) | (alpha << 16) | (blue << 24)
  return red | (green << 8) | (blue << 16) | (alpha << 24)
}

/** All reds, all greens, all blues, all alphas; then the bits that ends share; then 8 bits of each. */
function readEnds(bits: BlockBits, { subsets, color, alpha, shared }: Mode): void {
  const count = subsets * 2
  const channels = alpha === 0 ? 3 : 4
  for (let channel = 0; channel < channels; channel++) {
    const size = channel === 3 ? alpha : color
    for (let end = 0; end < count; end++) ends[end * 4 + channel] = bits.take(size)
  }
  const lowest: number[] = []
  if (shared !== 'no') for (let i = 0; i < (shared === 'end' ? count : subsets); i++) lowest.push(bits.take(1))
  for (let end = 0; end < count; end++) {
    const bit = lowest[shared === 'end' ? end : end >> 1]
    for (let channel = 0; channel < channels; channel++) {
      const at = end * 4 + channel
      const size = channel === 3 ? alpha : color
      ends[at] =
        bit === undefined ? widened(ends[at] as number, size) : widened(((ends[at] as number) << 1) | bit, size + 1)
    }
    if (alpha === 0) ends[end * 4 + 3] = 255
  }
}

/** To 8 bits, the upper bits repeated below. */
function widened(value: number, size: number): number {
  return (value << (8 - size)) | (value >> (2 * size - 8))
}

function readIndices(bits: BlockBits, out: Uint8Array, size: number, subsets: number, partition: number): void {
  for (let i = 0; i < 16; i++) out[i] = bits.take(isAnchor(i, subsets, partition) ? size - 1 : size)
}
