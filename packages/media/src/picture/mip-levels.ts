import { NearestColor } from '@ukit/codecs/images'

/** *One size of a texture*: its bytes in the texture's format. */
export interface TextureLevel {
  readonly data: Uint8Array
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Sizes of all levels of a texture: each half the size of the one before, down to 1 × 1. */
export function levelSizes(width: number, height: number): { readonly width: number; readonly height: number }[] {
  const sizes = [{ width, height }]
  for (let [w, h] = [width, height]; w > 1 || h > 1; ) {
    w = Math.max(1, w >> 1)
    h = Math.max(1, h >> 1)
    sizes.push({ width: w, height: h })
  }
  return sizes
}

/**
 * *The smaller levels of a picture* as the engines make them: each pixel is the average of two by two pixels
 * of the level above, channel by channel. All are averages of the first level, so rounding errors do not add
 * up.
 *
 * @param pixels 4 bytes each: red, green, blue, alpha.
 * @returns every level, the given one first.
 */
export function boxLevels(pixels: Uint8Array, width: number, height: number): TextureLevel[] {
  const levels: TextureLevel[] = [{ data: pixels, width, height }]
  let sums: Sums | undefined
  let means: Float32Array | undefined
  for (const size of levelSizes(width, height).slice(1)) {
    const above = levels.at(-1) ?? size
    if (sums === undefined || levels.length <= SUMMED_LEVELS) {
      sums = sums === undefined ? addedPixels(pixels, above, size) : addedSums(sums, above, size)
      levels.push({ ...size, data: roundedSums(sums, levels.length) })
    } else {
      means = halvedMeans(means ?? meansOf(sums), above, size)
      levels.push({ ...size, data: roundedMeans(means) })
    }
  }
  return levels
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Offsets to the pixels on the right and below; 0 in a picture one pixel wide or high, whose pixels count
 * twice.
 */
function neighbours({ width, height }: Size): { readonly right: number; readonly down: number } {
  return { right: width > 1 ? 1 : 0, down: height > 1 ? width : 0 }
}

/**
 * Sums of pixels of the first level, two channels per number: red in the lower 16 bits and blue in the upper,
 * and likewise green and alpha.
 */
interface Sums {
  readonly redBlue: Int32Array
  readonly greenAlpha: Int32Array
}

/** The number of levels for which sums stay below 2¹⁶, including rounding. */
const SUMMED_LEVELS = 4

/** Two of four channels of 8 bits, which can be added without affecting each other. */
const LANES = 0xff00ff

/** Sums of two by two pixels. */
function addedPixels(pixels: Uint8Array, above: Size, { width, height }: Size): Sums {
  const source = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  const words = new Int32Array(source.buffer, source.byteOffset, above.width * above.height)
  const redBlue = new Int32Array(width * height)
  const greenAlpha = new Int32Array(width * height)
  const { right, down } = neighbours(above)
  for (let y = 0, to = 0; y < height; y++) {
    for (let end = to + width, at = 2 * y * down; to < end; to++, at += 2 * right) {
      const a = words[at] as number
      const b = words[at + right] as number
      const c = words[at + down] as number
      const d = words[at + right + down] as number
      redBlue[to] = (((((a & LANES) + (b & LANES)) | 0) + (c & LANES)) | 0) + (d & LANES)
      greenAlpha[to] =
        (((((a >>> 8) & LANES) + ((b >>> 8) & LANES)) | 0) + ((((c >>> 8) & LANES) + ((d >>> 8) & LANES)) | 0)) | 0
    }
  }
  return { redBlue, greenAlpha }
}

/** Sums of two by two sums. */
function addedSums(sums: Sums, above: Size, { width, height }: Size): Sums {
  const { right, down } = neighbours(above)
  const added = (from: Int32Array): Int32Array => {
    const out = new Int32Array(width * height)
    for (let y = 0, to = 0; y < height; y++) {
      for (let end = to + width, at = 2 * y * down; to < end; to++, at += 2 * right) {
        const two = ((from[at] as number) + (from[at + right] as number)) | 0
        out[to] = (two + (((from[at + down] as number) + (from[at + right + down] as number)) | 0)) | 0
      }
    }
    return out
  }
  return { redBlue: added(sums.redBlue), greenAlpha: added(sums.greenAlpha) }
}

/** Averages of sums after `times` additions of two by two. */
function roundedSums({ redBlue, greenAlpha }: Sums, times: number): Uint8Array {
  const shift = 2 * times
  const half = 0x10001 << (shift - 1)
  const words = new Int32Array(redBlue.length)
  for (let i = 0; i < words.length; i++) {
    const low = ((((redBlue[i] as number) + half) | 0) >>> shift) & LANES
    const high = ((((greenAlpha[i] as number) + half) | 0) >>> shift) & LANES
    words[i] = low | (high << 8)
  }
  return new Uint8Array(words.buffer)
}

/** Averages with their fractions, 4 numbers per pixel. */
function meansOf({ redBlue, greenAlpha }: Sums): Float32Array {
  const means = new Float32Array(redBlue.length * 4)
  const share = 1 / 4 ** SUMMED_LEVELS
  redBlue.forEach((both, i) => {
    const others = greenAlpha[i] as number
    means.set(
      [both & 0xffff, others & 0xffff, both >>> 16, others >>> 16].map((sum) => sum * share),
      i * 4,
    )
  })
  return means
}

function halvedMeans(pixels: Float32Array, above: Size, { width, height }: Size): Float32Array {
  const out = new Float32Array(width * height * 4)
  const { right, down } = neighbours(above)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, at = 8 * y * down; x < width; x++, at += 8 * right) {
      for (let channel = at; channel < at + 4; channel++, to++) {
        const two = (pixels[channel] as number) + (pixels[channel + 4 * right] as number)
        const others = (pixels[channel + 4 * down] as number) + (pixels[channel + 4 * (right + down)] as number)
        out[to] = (two + others) * 0.25
      }
    }
  }
  return out
}

function roundedMeans(means: Float32Array): Uint8Array {
  return Uint8Array.from(means, (mean) => Math.floor(mean + 0.5))
}

/**
 * *The smaller levels of a picture with a palette*, byte for byte as UnrealEd of Unreal Tournament makes
 * them: the average of two by two colours of the level above, before those were mapped to the palette, is
 * mapped to the nearest colour of the palette.
 *
 * Colour 0 of a masked picture is a hole: if three or four of the four pixels are holes, the result is a
 * hole; otherwise the pixels that are not holes are averaged. No other pixel gets colour 0.
 *
 * The rule was found in textures of compiled packages, and all their texels agree; see
 * docs/format/objects-ue1-notes.md.
 *
 * @param palette 4 bytes per colour: red, green, blue, alpha.
 */
export function palettedLevels(
  indices: Uint8Array,
  width: number,
  height: number,
  palette: Uint8Array,
  masked: boolean,
): TextureLevel[] {
  const table = new Uint8Array((palette.length / 4) * 3)
  for (let i = 0; i * 4 < palette.length; i++) table.set(palette.subarray(i * 4, i * 4 + 3), i * 3)
  const nearest = new NearestColor(table, masked ? 1 : 0, table.length / 3, WEIGHTS)
  const levels: TextureLevel[] = [{ data: indices, width, height }]
  let above = { data: indices, width, height, colors: new Uint8Array(indices.length * 3) }
  indices.forEach((index, i) => {
    above.colors.set(table.subarray(index * 3, index * 3 + 3), i * 3)
  })
  for (const size of levelSizes(width, height).slice(1)) {
    const data = new Uint8Array(size.width * size.height)
    const colors = new Uint8Array(data.length * 3)
    const { right, down } = neighbours(above)
    for (let i = 0; i < data.length; i++) {
      const x = i % size.width
      const at = 2 * ((i - x) / size.width) * down + 2 * x * right
      const four = [at, at + right, at + down, at + right + down]
      const drawn = masked ? four.filter((pixel) => above.data[pixel] !== 0) : four
      if (drawn.length < LEAST_DRAWN) continue
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0
        for (const pixel of drawn) sum += above.colors[pixel * 3 + channel] as number
        colors[i * 3 + channel] = averageOf(sum, drawn.length)
      }
      data[i] = nearest.of(colors[i * 3] as number, colors[i * 3 + 1] as number, colors[i * 3 + 2] as number)
    }
    above = { data, colors, ...size }
    levels.push({ data, ...size })
  }
  return levels
}

/** The weights of the squared differences of red, green and blue in the distance of two colours. */
const WEIGHTS = [4, 8, 1] as const

/** The minimum number of the four pixels that must not be holes. */
const LEAST_DRAWN = 2

/**
 * The engine averages numbers from 0 to 1, where 1 is 255, and multiplies the average by 256, rounded down:
 * 63.75 becomes 64.
 */
function averageOf(sum: number, count: number): number {
  return Math.min(255, Math.floor((sum * 256) / (count * 255)))
}
