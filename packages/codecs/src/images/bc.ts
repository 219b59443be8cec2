import { plural } from '@ukit/text/internal'
import { bc7Block } from './bc7.js'
import { channelSteps } from './channel-steps.js'

/**
 * Block compressions of textures with 8 bits per channel: BC1 to BC3 are DXT1, DXT3 and DXT5; BC4 and BC5 are
 * one and two channels (ATI1, 3Dc), `s` those with signed numbers; BC7 is BPTC.
 */
export type BlockFormat = 'bc1' | 'bc2' | 'bc3' | 'bc4' | 'bc4s' | 'bc5' | 'bc5s' | 'bc7'

/** Bytes of a block of 4 × 4 pixels. */
const BLOCK_BYTES: Readonly<Record<BlockFormat, number>> = {
  bc1: 8,
  bc2: 16,
  bc3: 16,
  bc4: 8,
  bc4s: 8,
  bc5: 16,
  bc5s: 16,
  bc7: 16,
}

/**
 * Decodes the block at `at` into `texels` from `to` on, rows `stride` apart: red in the lowest byte, then
 * green, blue, alpha. Writing whole texels is several times as fast as writing bytes; Node and browsers only
 * run on little-endian machines.
 */
export type BlockDecoder = (data: Uint8Array, at: number, texels: Uint32Array, to: number, stride: number) => void

const DECODERS: Readonly<Record<BlockFormat, BlockDecoder>> = {
  bc1: bc1Block,
  bc2: bc2Block,
  bc3: bc3Block,
  bc4: (...block) => oneChannel(channel, ...block),
  bc4s: (...block) => oneChannel(signedChannel, ...block),
  bc5: (...block) => twoChannels(channel, ...block),
  bc5s: (...block) => twoChannels(signedChannel, ...block),
  bc7: bc7Block,
}

/** Bytes of a picture: whole blocks, even if the picture is narrower than a block. */
export function blockBytes(format: BlockFormat, width: number, height: number): number {
  return BLOCK_BYTES[format] * Math.ceil(width / 4) * Math.ceil(height / 4)
}

/**
 * *Decodes a block-compressed picture* to 4 bytes per pixel: red, green, blue, alpha.
 *
 * BC4 becomes grey; BC5 becomes red and green, with the blue that makes a normal of length 1. Signed numbers,
 * −127 to 127, become 1 to 255. Layouts: Microsoft's public description of block compression.
 *
 * @throws {RangeError} when `data` has fewer than `blockBytes` bytes.
 */
export function decodeBlocks(format: BlockFormat, data: Uint8Array, width: number, height: number): Uint8Array {
  if (data.length < blockBytes(format, width, height)) {
    throw new RangeError(
      `${format} of ${width} × ${height} needs ${plural(blockBytes(format, width, height), 'byte')}; ` +
        `${data.length} were given`,
    )
  }
  const out = new Uint32Array(width * height)
  const decode = DECODERS[format]
  const size = BLOCK_BYTES[format]
  const cut = new Uint32Array(16)
  let at = 0
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4, at += size) {
      if (x + 4 <= width && y + 4 <= height) {
        decode(data, at, out, y * width + x, width)
        continue
      }
      decode(data, at, cut, 0, 4)
      for (let row = 0; row < Math.min(4, height - y); row++)
        out.set(cut.subarray(row * 4, row * 4 + Math.min(4, width - x)), (y + row) * width + x)
    }
  }
  return new Uint8Array(out.buffer)
}

/** Which parts of a picture count in `blockError`. */
export interface BlockErrorOptions {
  /** True if alpha counts like a colour; false by default. */
  readonly alpha?: boolean | undefined
  /** Pixels of the picture whose alpha is below this do not count; 0 by default, so that all pixels count. */
  readonly holesBelow?: number | undefined
}

/**
 * *How far a compressed picture is from the picture itself*: the sum of the squares of all differences of
 * red, green and blue. The same as decoding the picture and comparing, without a second picture in memory.
 *
 * @param pixels 4 bytes each: red, green, blue, alpha.
 * @throws {RangeError} when `data` or `pixels` is too short.
 */
export function blockError(
  format: BlockFormat,
  data: Uint8Array,
  pixels: Uint8Array,
  width: number,
  height: number,
  { alpha = false, holesBelow = 0 }: BlockErrorOptions = {},
): number {
  if (data.length < blockBytes(format, width, height) || pixels.length < width * height * 4)
    throw new RangeError(
      `${plural(data.length, 'byte')} of ${format} and ${pixels.length} of pixels are not ${width} × ${height}`,
    )
  const source = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  const words = new Uint32Array(source.buffer, source.byteOffset, width * height)
  const decode = DECODERS[format]
  const size = BLOCK_BYTES[format]
  const block = new Uint32Array(16)
  const isPlain = !alpha && holesBelow === 0
  let sum = 0
  for (let y = 0, at = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4, at += size) {
      decode(data, at, block, 0, 4)
      const from = y * width + x
      if (isPlain && x + 4 <= width && y + 4 <= height) {
        sum += errorOfBlock(words, from, width, block)
        continue
      }
      for (let i = 0; i < 16; i++) {
        if (x + (i & 3) >= width || y + (i >> 2) >= height) continue
        const word = words[from + (i >> 2) * width + (i & 3)] as number
        const decoded = block[i] as number
        if (word >>> 24 < holesBelow) continue
        sum += squares(word, decoded) + (alpha ? ((word >>> 24) - (decoded >>> 24)) ** 2 : 0)
      }
    }
  }
  return sum
}

function errorOfBlock(words: Uint32Array, from: number, width: number, block: Uint32Array): number {
  let sum = 0
  for (let i = 0, at = from; i < 16; i += 4, at += width) {
    const left =
      squares(words[at] as number, block[i] as number) + squares(words[at + 1] as number, block[i + 1] as number)
    const right =
      squares(words[at + 2] as number, block[i + 2] as number) +
      squares(words[at + 3] as number, block[i + 3] as number)
    sum = (sum + left + right) | 0
  }
  return sum
}

function squares(a: number, b: number): number {
  const red = (a & 255) - (b & 255)
  const green = ((a >>> 8) & 255) - ((b >>> 8) & 255)
  const blue = ((a >>> 16) & 255) - ((b >>> 16) & 255)
  return (Math.imul(red, red) + Math.imul(green, green) + Math.imul(blue, blue)) | 0
}

const OPAQUE = 0xff000000

const alphas = new Uint32Array(16)
const reds = new Uint32Array(16)

function bc1Block(data: Uint8Array, at: number, texels: Uint32Array, to: number, stride: number): void {
  colors(data, at, texels, to, stride, OPAQUE, true)
}

function bc2Block(data: Uint8Array, at: number, texels: Uint32Array, to: number, stride: number): void {
  colors(data, at + 8, texels, to, stride, 0, false)
  for (let i = 0; i < 16; i++) alphas[i] = (((data[at + (i >> 1)] as number) >> ((i & 1) * 4)) & 15) * 17
  addAlphas(texels, to, stride)
}

function bc3Block(data: Uint8Array, at: number, texels: Uint32Array, to: number, stride: number): void {
  colors(data, at + 8, texels, to, stride, 0, false)
  channel(data, at, alphas)
  addAlphas(texels, to, stride)
}

function addAlphas(texels: Uint32Array, to: number, stride: number): void {
  for (let i = 0, row = to; i < 16; i += 4, row += stride) {
    for (let x = 0; x < 4; x++) texels[row + x] = (texels[row + x] as number) | ((alphas[i + x] as number) << 24)
  }
}

type ChannelDecoder = (data: Uint8Array, at: number, out: Uint32Array) => void

function oneChannel(decode: ChannelDecoder, ...[data, at, texels, to, stride]: Parameters<BlockDecoder>): void {
  decode(data, at, reds)
  for (let i = 0, row = to; i < 16; i += 4, row += stride) {
    for (let x = 0; x < 4; x++) texels[row + x] = ((reds[i + x] as number) * 0x010101) | OPAQUE
  }
}

const greens = new Uint32Array(16)
let normals: Uint8Array | undefined

function twoChannels(decode: ChannelDecoder, ...[data, at, texels, to, stride]: Parameters<BlockDecoder>): void {
  decode(data, at, reds)
  decode(data, at + 8, greens)
  normals ??= normalTable()
  for (let i = 0, row = to; i < 16; i += 4, row += stride) {
    for (let x = 0; x < 4; x++) {
      const both = (reds[i + x] as number) | ((greens[i + x] as number) << 8)
      texels[row + x] = both | ((normals[both] as number) << 16) | OPAQUE
    }
  }
}

/**
 * The blue that makes a normal of length 1, for all reds and greens: computing square roots takes ten times
 * as long.
 */
function normalTable(): Uint8Array {
  return Uint8Array.from({ length: 0x10000 }, (_, i) => {
    const x = (i & 255) / 127.5 - 1
    const y = (i >> 8) / 127.5 - 1
    return Math.round((Math.sqrt(Math.max(0, 1 - x * x - y * y)) + 1) * 127.5)
  })
}

const palette = new Int32Array(4)

/**
 * 16 pixels from two 5:6:5 colours and two bits each. In BC1 the order of the two colours says whether there
 * are four opaque steps, or three and a transparent one.
 */
function colors(
  data: Uint8Array,
  at: number,
  texels: Uint32Array,
  to: number,
  stride: number,
  alpha: number,
  mayBeTransparent: boolean,
): void {
  const first = (data[at] as number) | ((data[at + 1] as number) << 8)
  const second = (data[at + 2] as number) | ((data[at + 3] as number) << 8)
  const a = expand(first)
  const b = expand(second)
  palette[0] = a | alpha
  palette[1] = b | alpha
  const red = a & 255
  const green = (a >> 8) & 255
  const blue = a >> 16
  const red2 = b & 255
  const green2 = (b >> 8) & 255
  const blue2 = b >> 16
  if (first > second || !mayBeTransparent) {
    palette[2] = third(2 * red + red2) | (third(2 * green + green2) << 8) | (third(2 * blue + blue2) << 16) | alpha
    palette[3] = third(red + 2 * red2) | (third(green + 2 * green2) << 8) | (third(blue + 2 * blue2) << 16) | alpha
  } else {
    palette[2] = ((red + red2) >> 1) | (((green + green2) >> 1) << 8) | (((blue + blue2) >> 1) << 16) | alpha
    palette[3] = 0
  }
  for (let i = at + 4, row = to; i < at + 8; i++, row += stride) {
    const bits = data[i] as number
    texels[row] = palette[bits & 3] as number
    texels[row + 1] = palette[(bits >> 2) & 3] as number
    texels[row + 2] = palette[(bits >> 4) & 3] as number
    texels[row + 3] = palette[bits >> 6] as number
  }
}

/** A third, rounded down, of a number up to 765. */
function third(value: number): number {
  return (value * 43_691) >> 17
}

/**
 * 5, 6 and 5 bits to 8 each, the upper bits repeated below, so that full stays full; red in the lowest byte.
 */
function expand(color: number): number {
  const red = color >> 11
  const green = (color >> 5) & 63
  const blue = color & 31
  return (red << 3) | (red >> 2) | (((green << 2) | (green >> 4)) << 8) | (((blue << 3) | (blue >> 2)) << 16)
}

const steps = new Uint8Array(8)

/**
 * 16 values of one channel from two ends and three bits each; the order of the ends says whether there are
 * eight steps, or six and the two extremes.
 */
function channel(data: Uint8Array, at: number, out: Uint32Array): void {
  channelSteps(data[at] as number, data[at + 1] as number, steps)
  stepsOf16(data, at, out)
}

/** The same for signed numbers, with 128 added so that 128 represents 0; −128 becomes −127. */
function signedChannel(data: Uint8Array, at: number, out: Uint32Array): void {
  const first = ((data[at] as number) << 24) >> 24
  const second = ((data[at + 1] as number) << 24) >> 24
  const count = first > second ? 7 : 5
  steps[0] = Math.max(first, -127) + 128
  steps[1] = Math.max(second, -127) + 128
  for (let i = 1; i < count; i++) steps[i + 1] = Math.max((((count - i) * first + i * second) / count) | 0, -127) + 128
  if (count === 5) {
    steps[6] = 1
    steps[7] = 255
  }
  stepsOf16(data, at, out)
}

/** The step of each of 16 pixels, three bits each. */
function stepsOf16(data: Uint8Array, at: number, out: Uint32Array): void {
  for (let half = 0; half < 2; half++) {
    const from = at + 2 + half * 3
    const bits = (data[from] as number) | ((data[from + 1] as number) << 8) | ((data[from + 2] as number) << 16)
    for (let i = 0; i < 8; i++) out[half * 8 + i] = steps[(bits >> (i * 3)) & 7] as number
  }
}
