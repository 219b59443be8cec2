import { NearestColor } from '@ukit/codecs/images'

/** *One size of a texture*: its bytes in the texture's format. */
export interface TextureLevel {
  readonly data: Uint8Array
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Sizes of all levels of a texture: each half of the one before, down to 1 × 1. */
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
 * *The smaller levels of a picture* as the engines make them: each pixel is the average of two by two above it,
 * channel by channel. All are averages of the first level, so that roundings do not add up.
 *
 * @param pixels 4 bytes each: red, green, blue, alpha.
 * @returns every level, the given one first.
 */
export function boxLevels(pixels: Uint8Array, width: number, height: number): TextureLevel[] {
  const levels: TextureLevel[] = [{ data: pixels, width, height }]
  let above: Float32Array | undefined
  let [w, h] = [width, height]
  for (const size of levelSizes(width, height).slice(1)) {
    const means = above === undefined ? halved(pixels, w, h, size) : halvedMeans(above, w, h, size)
    levels.push({ ...size, data: roundedPixels(means) })
    above = means
    ;[w, h] = [size.width, size.height]
  }
  return levels
}

/** Whole pixels at a time, which is several times as fast as bytes. */
function roundedPixels(means: Float32Array): Uint8Array {
  const words = new Uint32Array(means.length / 4)
  for (let i = 0, at = 0; i < words.length; i++, at += 4) {
    const red = ((means[at] as number) + 0.5) | 0
    const green = ((means[at + 1] as number) + 0.5) | 0
    const blue = ((means[at + 2] as number) + 0.5) | 0
    words[i] = red | (green << 8) | (blue << 16) | (((means[at + 3] as number) + 0.5) << 24)
  }
  return new Uint8Array(words.buffer)
}

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Averages of two by two pixels; of a picture one pixel wide or high, of two. A pixel is one number here, of which two
 * channels are added at a time.
 */
function halved(pixels: Uint8Array, width: number, height: number, size: Size): Float32Array {
  const source = pixels.byteOffset % 4 === 0 ? pixels : pixels.slice()
  const words = new Uint32Array(source.buffer, source.byteOffset, width * height)
  const out = new Float32Array(size.width * size.height * 4)
  const right = width > 1 ? 1 : 0
  const down = height > 1 ? width : 0
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0, at = 2 * y * down; x < size.width; x++, at += 2 * right, to += 4) {
      const a = words[at] as number
      const b = words[at + right] as number
      const c = words[at + down] as number
      const d = words[at + right + down] as number
      const redBlue = (a & LANES) + (b & LANES) + (c & LANES) + (d & LANES)
      const greenAlpha = ((a >>> 8) & LANES) + ((b >>> 8) & LANES) + ((c >>> 8) & LANES) + ((d >>> 8) & LANES)
      out[to] = (redBlue & 0xffff) * 0.25
      out[to + 1] = (greenAlpha & 0xffff) * 0.25
      out[to + 2] = (redBlue >>> 16) * 0.25
      out[to + 3] = (greenAlpha >>> 16) * 0.25
    }
  }
  return out
}

/** The two of four channels of 8 bits that can be added without touching each other. */
const LANES = 0xff00ff

/** The same of averages: a function of its own, as one that takes both kinds of array takes five times as long. */
function halvedMeans(pixels: Float32Array, width: number, height: number, size: Size): Float32Array {
  const out = new Float32Array(size.width * size.height * 4)
  const right = width > 1 ? 4 : 0
  const down = height > 1 ? width * 4 : 0
  for (let y = 0, to = 0; y < size.height; y++) {
    for (let x = 0, at = 2 * y * down; x < size.width; x++, at += 2 * right) {
      for (let channel = at; channel < at + 4; channel++, to++) {
        const above = (pixels[channel] as number) + (pixels[channel + right] as number)
        out[to] = (above + (pixels[channel + down] as number) + (pixels[channel + right + down] as number)) * 0.25
      }
    }
  }
  return out
}

/**
 * *The smaller levels of a picture with a palette* as the engine makes them: the average of two by two colours, and
 * the colour of the palette that is nearest to it.
 *
 * A masked picture's colour 0 is a hole: where two or more of the four are holes there is one, else the others are
 * averaged; no other pixel gets colour 0.
 *
 * @param palette 4 bytes a colour: red, green, blue, alpha.
 */
export function palettedLevels(
  indices: Uint8Array,
  width: number,
  height: number,
  palette: Uint8Array,
  masked: boolean,
): TextureLevel[] {
  const colors = new Uint8Array((palette.length / 4) * 3)
  for (let i = 0; i * 4 < palette.length; i++) colors.set(palette.subarray(i * 4, i * 4 + 3), i * 3)
  const nearest = new NearestColor(colors, masked ? 1 : 0)
  const rgba = new Uint8Array(indices.length * 4)
  const shades = new Uint32Array(palette.slice().buffer)
  const out32 = new Uint32Array(rgba.buffer)
  for (let i = 0; i < indices.length; i++) out32[i] = shades[indices[i] as number] as number
  if (masked) return maskedLevels({ data: indices, width, height }, rgba, nearest)
  return boxLevels(rgba, width, height).map(({ data, ...size }, level) => {
    if (level === 0) return { ...size, data: indices }
    const row = new Uint8Array(size.width * size.height)
    for (let i = 0, at = 0; i < row.length; i++, at += 4)
      row[i] = nearest.of(data[at] as number, data[at + 1] as number, data[at + 2] as number)
    return { ...size, data: row }
  })
}

/** Of four pixels so many holes make one. */
const HOLES = 2

function maskedLevels(first: TextureLevel, pixels: Uint8Array, nearest: NearestColor): TextureLevel[] {
  const levels = [first]
  let colors: Float32Array = Float32Array.from(pixels)
  let above = first
  for (const size of levelSizes(first.width, first.height).slice(1)) {
    const data = new Uint8Array(size.width * size.height)
    const means = new Float32Array(data.length * 4)
    const right = above.width > 1 ? 1 : 0
    const down = above.height > 1 ? above.width : 0
    for (let i = 0; i < data.length; i++) {
      const x = i % size.width
      const y = (i - x) / size.width
      const at = 2 * y * down + (right === 0 ? 0 : 2 * x)
      const four = [at, at + right, at + down, at + right + down].filter((pixel) => above.data[pixel] !== 0)
      if (4 - four.length >= HOLES) continue
      for (let channel = 0; channel < 3; channel++)
        means[i * 4 + channel] = four.reduce((sum, pixel) => sum + (colors[pixel * 4 + channel] ?? 0), 0) / four.length
      data[i] = nearest.of(rounded(means, i * 4), rounded(means, i * 4 + 1), rounded(means, i * 4 + 2))
    }
    above = { ...size, data }
    colors = means
    levels.push(above)
  }
  return levels
}

function rounded(values: Float32Array, at: number): number {
  return Math.floor((values[at] ?? 0) + 0.5)
}
