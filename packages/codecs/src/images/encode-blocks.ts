import { plural } from '@ukit/text/internal'
import { fitChannel } from './fit-channel.js'
import { fitColors, fitColorsWithHoles } from './fit-colors.js'

/** Block compressions that `encodeBlocks` can make. */
export type EncodedBlockFormat = 'bc1' | 'bc2' | 'bc3' | 'bc4' | 'bc5'

/** How to compress a picture into blocks. */
export interface EncodeBlocksOptions {
  /**
   * BC1: pixels whose alpha is below this become holes, all others are opaque. 128 by default; 0
   * for a picture without holes.
   */
  readonly alphaCutoff?: number | undefined
}

/**
 * *Compresses a picture into blocks*: BC1, BC2 and BC3 are DXT1, DXT3 and DXT5, BC4 and BC5 one and two
 * channels. If a block reaches beyond the picture, it repeats the picture's last row and column.
 *
 * The colours of a block lie on a line that a least-squares fit finds for the steps that the pixels take; see
 * `fitColors`. Layouts: Microsoft's public description of block compression.
 *
 * @param pixels 4 bytes each: red, green, blue, alpha (not premultiplied), row by row from the top left. BC4
 *   takes red, BC5 red and green.
 * @throws {RangeError} when `pixels` does not have 4 bytes for each pixel.
 */
export function encodeBlocks(
  format: EncodedBlockFormat,
  pixels: Uint8Array,
  width: number,
  height: number,
  options: EncodeBlocksOptions = {},
): Uint8Array {
  if (width < 1 || height < 1 || pixels.length !== width * height * 4)
    throw new RangeError(
      `${width} × ${height} pixels need ${plural(width * height * 4, 'byte')}; ${pixels.length} were given`,
    )
  const cutoff = options.alphaCutoff ?? 128
  const size = format === 'bc1' || format === 'bc4' ? 8 : 16
  const out = new Uint8Array(size * Math.ceil(width / 4) * Math.ceil(height / 4))
  const block = new Uint8Array(64)
  const words = new Uint32Array(block.buffer)
  const source = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  const all = new Uint32Array(source.buffer, source.byteOffset, width * height)
  let at = 0
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      takeBlock(all, width, height, x, y, words)
      encodeBlock(format, block, words, cutoff, out, at)
      at += size
    }
  }
  return out
}

/** @param words the same pixels as `block`, red in the lowest bits: today's processors are little-endian. */
function encodeBlock(
  format: EncodedBlockFormat,
  block: Uint8Array,
  words: Uint32Array,
  cutoff: number,
  out: Uint8Array,
  at: number,
): void {
  switch (format) {
    case 'bc1':
      if (cutoff > 0 && hasHoles(words, cutoff)) fitColorsWithHoles(words, cutoff, out, at)
      else fitColors(words, true, out, at)
      return
    case 'bc2':
      for (let i = 0; i < 8; i++)
        out[at + i] = nibble(block[i * 8 + 3] as number) | (nibble(block[i * 8 + 7] as number) << 4)
      fitColors(words, false, out, at + 8)
      return
    case 'bc3':
      fitChannel(block, 3, out, at)
      fitColors(words, false, out, at + 8)
      return
    case 'bc4':
      fitChannel(block, 0, out, at)
      return
    default:
      fitChannel(block, 0, out, at)
      fitChannel(block, 1, out, at + 8)
  }
}

/** Alpha in 4 bits, which are decoded by multiplying by 17. */
function nibble(alpha: number): number {
  return ((alpha + 8) / 17) | 0
}

function hasHoles(words: Uint32Array, cutoff: number): boolean {
  let below = 0
  for (let i = 0; i < 16; i++) below |= ((words[i] as number) >>> 24) - cutoff
  return below < 0
}

/** Copies pixels as whole words, which is four times as fast as copying bytes. */
function takeBlock(all: Uint32Array, width: number, height: number, x: number, y: number, words: Uint32Array): void {
  if (x + 4 <= width && y + 4 <= height) {
    for (let row = 0, from = y * width + x; row < 16; row += 4, from += width) {
      words[row] = all[from] as number
      words[row + 1] = all[from + 1] as number
      words[row + 2] = all[from + 2] as number
      words[row + 3] = all[from + 3] as number
    }
    return
  }
  for (let i = 0; i < 16; i++)
    words[i] = all[Math.min(y + (i >> 2), height - 1) * width + Math.min(x + (i & 3), width - 1)] as number
}
