import { fitChannel } from './fit-channel.js'
import { fitColors, fitColorsWithHoles } from './fit-colors.js'

/** Block compressions that `encodeBlocks` can make. */
export type EncodedBlockFormat = 'bc1' | 'bc2' | 'bc3' | 'bc4' | 'bc5'

/** How to compress a picture into blocks. */
export interface EncodeBlocksOptions {
  /**
   * BC1: pixels whose alpha is below this become holes, all others are opaque. 128 unless told otherwise; 0
   * for a picture without holes.
   */
  readonly alphaCutoff?: number
}

/**
 * *Compresses a picture into blocks*: BC1, BC2 and BC3 are DXT1, DXT3 and DXT5, BC4 and BC5 one and two
 * channels. What is left of a narrower picture in a block repeats its last row and column.
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
    throw new RangeError(`${width} × ${height} pixels need ${width * height * 4} bytes; ${pixels.length} were given`)
  const cutoff = options.alphaCutoff ?? 128
  const size = format === 'bc1' || format === 'bc4' ? 8 : 16
  const out = new Uint8Array(size * Math.ceil(width / 4) * Math.ceil(height / 4))
  const block = new Uint8Array(64)
  let at = 0
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      takeBlock(pixels, width, height, x, y, block)
      encodeBlock(format, block, cutoff, out, at)
      at += size
    }
  }
  return out
}

function encodeBlock(format: EncodedBlockFormat, block: Uint8Array, cutoff: number, out: Uint8Array, at: number): void {
  switch (format) {
    case 'bc1':
      if (hasHoles(block, cutoff)) fitColorsWithHoles(block, cutoff, out, at)
      else fitColors(block, true, out, at)
      return
    case 'bc2':
      for (let i = 0; i < 8; i++)
        out[at + i] = nibble(block[i * 8 + 3] as number) | (nibble(block[i * 8 + 7] as number) << 4)
      fitColors(block, false, out, at + 8)
      return
    case 'bc3':
      fitChannel(block, 3, out, at)
      fitColors(block, false, out, at + 8)
      return
    case 'bc4':
      fitChannel(block, 0, out, at)
      return
    default:
      fitChannel(block, 0, out, at)
      fitChannel(block, 1, out, at + 8)
  }
}

/** Alpha in 4 bits, which decode as themselves × 17. */
function nibble(alpha: number): number {
  return ((alpha + 8) / 17) | 0
}

function hasHoles(block: Uint8Array, cutoff: number): boolean {
  for (let i = 3; i < 64; i += 4) if ((block[i] as number) < cutoff) return true
  return false
}

function takeBlock(pixels: Uint8Array, width: number, height: number, x: number, y: number, block: Uint8Array): void {
  for (let row = 0; row < 4; row++) {
    const from = Math.min(y + row, height - 1) * width
    for (let column = 0; column < 4; column++) {
      const source = (from + Math.min(x + column, width - 1)) * 4
      const to = (row * 4 + column) * 4
      block[to] = pixels[source] as number
      block[to + 1] = pixels[source + 1] as number
      block[to + 2] = pixels[source + 2] as number
      block[to + 3] = pixels[source + 3] as number
    }
  }
}
