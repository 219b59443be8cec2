import { plural } from '@ukit/text/internal'
import { refineCenters } from './refine-colors.js'
import { refineDither } from './refine-dither.js'
import { type Histogram, splitColors } from './split-colors.js'

/** How to reduce a picture to a palette. */
export interface QuantizeOptions {
  /** Colours of the palette, 1 to 256; 256 by default. */
  readonly colors?: number | undefined
  /**
   * Mixes colours of neighbouring pixels, which hides bands in gradients; false by default. What a pixel's
   * palette colour lacks is spread over its neighbours (Floyd and Steinberg), and then pixels are changed as
   * long as that brings the blurred picture nearer to the original: see `refineDither`.
   */
  readonly dither?: boolean | undefined
  /**
   * Pixels whose alpha is below this get index 0, which no other pixel has: the holes of masked textures. If
   * it is absent, alpha is ignored.
   */
  readonly holesBelow?: number | undefined
}

/** A picture with a palette. */
export interface Quantized {
  /** One byte per pixel: the number of its colour. */
  readonly indices: Uint8Array
  /** Red, green, blue for each colour; as many colours as were asked for, black where fewer are needed. */
  readonly palette: Uint8Array
}

/**
 * *Finds the best palette of a given number of colours for a picture, and the picture in that palette*:
 * true-colour pictures need this to become 8-bit textures.
 *
 * A picture that does not have more colours than the palette is kept exactly. Otherwise the colours are split
 * again and again across the axis along which they differ most, and the means are then moved until nothing
 * gets better (the method of Lloyd), which leaves the least squared error in red, green and blue that this
 * start leads to.
 *
 * @param pixels 4 bytes each: red, green, blue, alpha (not premultiplied), row by row.
 * @throws {RangeError} when the sizes do not fit each other, or the number of colours is not 1 to 256.
 */
export function quantize(pixels: Uint8Array, width: number, height: number, options: QuantizeOptions = {}): Quantized {
  const { colors = 256, dither = false, holesBelow } = options
  if (pixels.length !== width * height * 4)
    throw new RangeError(
      `${width} × ${height} pixels need ${plural(width * height * 4, 'byte')}; ${pixels.length} were given`,
    )
  if (!Number.isInteger(colors) || colors < 1 || colors > 256)
    throw new RangeError(`a palette has 1 to 256 colours, not ${colors}`)
  const reserved = holesBelow === undefined ? 0 : 1
  const histogram = histogramOf(pixels, holesBelow ?? 0)
  const centers = bestColors(histogram, Math.max(1, colors - reserved), dither)
  const palette = new Uint8Array(colors * 3)
  palette.set(centers.subarray(0, palette.length - reserved * 3), reserved * 3)
  const to = reserved + centers.length / 3
  const nearest = new NearestColor(palette, reserved, to)
  const picture = { pixels, width, height, holesBelow: holesBelow ?? 0 }
  if (!dither) return { indices: mapInto(picture, nearest), palette }
  const indices = ditherInto(picture, palette, nearest)
  if (!isExact(histogram, to - reserved)) refineDither({ ...picture, palette, from: reserved, to }, indices)
  return { indices, palette }
}

function histogramOf(pixels: Uint8Array, holesBelow: number): Histogram {
  const seen = new Map<number, number>()
  for (let i = 0; i < pixels.length; i += 4) {
    if ((pixels[i + 3] as number) < holesBelow) continue
    const key = ((pixels[i] as number) << 16) | ((pixels[i + 1] as number) << 8) | (pixels[i + 2] as number)
    seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  const colors = new Uint8Array(seen.size * 3)
  const counts = new Float64Array(seen.size)
  let i = 0
  for (const [key, count] of seen) {
    colors[i * 3] = key >> 16
    colors[i * 3 + 1] = (key >> 8) & 255
    colors[i * 3 + 2] = key & 255
    counts[i++] = count
  }
  return { colors, counts }
}

/**
 * At most `most` colours for a histogram: red, green, blue each.
 *
 * Dithering can only mix what lies between the colours of the palette, and a mean lies between the colours
 * that it is the mean of. Therefore the outermost colours of the picture are put into the palette unchanged.
 */
function bestColors(histogram: Histogram, most: number, dither: boolean): Uint8Array {
  if (isExact(histogram, most)) return histogram.colors
  const outermost = dither && most >= 64 ? outermostColors(histogram) : new Uint8Array(0)
  const means = refineCenters(histogram, shaken(splitColors(histogram, most - outermost.length / 3)))
  const all = new Uint8Array(outermost.length + means.length)
  all.set(outermost)
  all.set(means, outermost.length)
  return all
}

/** Tells whether the palette has room for every colour. */
function isExact({ counts }: Histogram, most: number): boolean {
  return counts.length <= most
}

/**
 * The colours moved by up to 2, always in the same way. Splitting a gradient gives a square grid, in which
 * each colour is the mean of its square and nothing moves any more. From a slightly different start the
 * colours move on to hexagons, whose error is 0.3 dB lower.
 */
function shaken(centers: Float64Array): Float64Array {
  return centers.map((value, i) => value + ((Math.imul(i + 1, 0x9e3779b1) >>> 0) / 2 ** 32 - 0.5) * 4)
}

/** Of the directions to the corners and faces of the colour cube: the colour that is farthest out. */
function outermostColors({ colors, counts }: Histogram): Uint8Array {
  const found = new Set<number>()
  for (let direction = 0; direction < 27; direction++) {
    const [x, y, z] = [(direction % 3) - 1, (Math.floor(direction / 3) % 3) - 1, Math.floor(direction / 9) - 1]
    if (x === 0 && y === 0 && z === 0) continue
    let best = 0
    let farthest = Number.NEGATIVE_INFINITY
    for (let i = 0; i < counts.length; i++) {
      const place =
        x * (colors[i * 3] as number) + y * (colors[i * 3 + 1] as number) + z * (colors[i * 3 + 2] as number)
      if (place <= farthest) continue
      farthest = place
      best = i
    }
    found.add(best)
  }
  return Uint8Array.from([...found].flatMap((i) => [...colors.subarray(i * 3, i * 3 + 3)]))
}

/**
 * *Which colour of a palette is nearest*, by squared distance in red, green and blue; the first if several
 * are equally near. Answers are kept, because pictures repeat their colours.
 */
export class NearestColor {
  readonly #palette: Uint8Array
  readonly #from: number
  readonly #to: number
  readonly #weights: readonly [number, number, number]
  readonly #known = new Map<number, number>()

  /**
   * Only colours `from` to `to` − 1 are considered; `weights` apply to the squares of red, green and blue.
   */
  constructor(
    palette: Uint8Array,
    from = 0,
    to = palette.length / 3,
    weights: readonly [number, number, number] = [1, 1, 1],
  ) {
    this.#palette = palette
    this.#from = from
    this.#to = to
    this.#weights = weights
  }

  /** The number of the colour nearest to one of 0 to 255 in each channel. */
  of(red: number, green: number, blue: number): number {
    const key = (red << 16) | (green << 8) | blue
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const [ofRed, ofGreen, ofBlue] = this.#weights
    let nearest = this.#from
    let least = Number.POSITIVE_INFINITY
    for (let i = this.#from; i < this.#to; i++) {
      const r = red - (this.#palette[i * 3] as number)
      const g = green - (this.#palette[i * 3 + 1] as number)
      const b = blue - (this.#palette[i * 3 + 2] as number)
      const distance = ofRed * r * r + ofGreen * g * g + ofBlue * b * b
      if (distance >= least) continue
      least = distance
      nearest = i
    }
    this.#known.set(key, nearest)
    return nearest
  }
}

interface Source {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  readonly holesBelow: number
}

function mapInto({ pixels, width, height, holesBelow }: Source, nearest: NearestColor): Uint8Array {
  const indices = new Uint8Array(width * height)
  for (let i = 0; i < indices.length; i++) {
    const at = i * 4
    if ((pixels[at + 3] as number) < holesBelow) continue
    indices[i] = nearest.of(pixels[at] as number, pixels[at + 1] as number, pixels[at + 2] as number)
  }
  return indices
}

/** Rows alternate in direction, so that the error does not drift to one side. */
function ditherInto(source: Source, palette: Uint8Array, nearest: NearestColor): Uint8Array {
  const { pixels, width, height, holesBelow } = source
  const indices = new Uint8Array(width * height)
  // Errors of this row and the next, with a pixel to spare on both sides.
  let here = new Float32Array((width + 2) * 3)
  let below = new Float32Array((width + 2) * 3)
  for (let y = 0; y < height; y++) {
    const step = (y & 1) === 0 ? 1 : -1
    for (let i = 0, x = step === 1 ? 0 : width - 1; i < width; i++, x += step) {
      const at = (y * width + x) * 4
      if ((pixels[at + 3] as number) < holesBelow) continue
      const error = (x + 1) * 3
      const red = clamp((pixels[at] as number) + (here[error] as number))
      const green = clamp((pixels[at + 1] as number) + (here[error + 1] as number))
      const blue = clamp((pixels[at + 2] as number) + (here[error + 2] as number))
      const index = nearest.of(red, green, blue)
      indices[y * width + x] = index
      spread(here, below, error, step * 3, 0, red - (palette[index * 3] as number))
      spread(here, below, error, step * 3, 1, green - (palette[index * 3 + 1] as number))
      spread(here, below, error, step * 3, 2, blue - (palette[index * 3 + 2] as number))
    }
    ;[here, below] = [below, here.fill(0)]
  }
  return indices
}

function spread(here: Float32Array, below: Float32Array, at: number, step: number, channel: number, error: number) {
  const share = error / 16
  const i = at + channel
  here[i + step] = (here[i + step] as number) + share * 7
  below[i - step] = (below[i - step] as number) + share * 3
  below[i] = (below[i] as number) + share * 5
  below[i + step] = (below[i + step] as number) + share
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value)
}
