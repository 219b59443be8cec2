import { MediaError } from '../../media-error.js'
import { type BitReader, bitsOf } from './bit-reader.js'
import type { Codebook } from './codebook.js'

interface FloorClass {
  readonly dimensions: number
  readonly subclasses: number
  readonly master: number
  /** One book for each value of the master book; −1 for none. */
  readonly books: readonly number[]
}

const RANGES = [256, 128, 86, 64]

/** Heights as factors: 256 steps over 140 dB, up to 1. */
const FACTORS = Float32Array.from({ length: 256 }, (_, i) => 10 ** ((7 * (i - 255)) / 256))

/** *The curve under the spectrum of one channel*: lines between points (specification, 7). */
export class Floor {
  readonly #partitions: readonly number[]
  readonly #classes: readonly FloorClass[]
  readonly #multiplier: number
  readonly #range: number
  readonly #xs: number[]
  /** Points from left to right. */
  readonly #order: number[]
  /** For each point, the nearest on either side among the points listed before it. */
  readonly #low: number[]
  readonly #high: number[]

  /** @throws {MediaError} `broken` when a book or a point is out of range. */
  constructor(bits: BitReader, books: readonly Codebook[]) {
    this.#partitions = Array.from({ length: bits.read(5) }, () => bits.read(4))
    const classes = Math.max(-1, ...this.#partitions) + 1
    this.#classes = Array.from({ length: classes }, () => {
      const dimensions = bits.read(3) + 1
      const subclasses = bits.read(2)
      const master = subclasses === 0 ? -1 : bits.read(8)
      const list = Array.from({ length: 1 << subclasses }, () => bits.read(8) - 1)
      if (Math.max(master, ...list) >= books.length) throw new MediaError('broken', 'a Vorbis floor without its book')
      return { dimensions, subclasses, master, books: list }
    })
    const multiplier = bits.read(2)
    this.#multiplier = multiplier + 1
    this.#range = RANGES[multiplier] ?? 0
    const width = bits.read(4)
    this.#xs = [0, 1 << width]
    for (const index of this.#partitions)
      for (let i = 0; i < (this.#classes[index]?.dimensions ?? 0); i++) this.#xs.push(bits.read(width))
    const xs = this.#xs
    if (new Set(xs).size < xs.length)
      throw new MediaError('broken', 'two points of a Vorbis floor are at the same place')
    this.#order = xs.map((_, i) => i).sort((a, b) => (xs[a] ?? 0) - (xs[b] ?? 0))
    this.#low = xs.map((x, i) => nearest(xs, i, (other) => other < x, Math.max))
    this.#high = xs.map((x, i) => nearest(xs, i, (other) => other > x, Math.min))
  }

  /** Heights of the points of one block; `undefined` when the channel is silent in it. */
  read(bits: BitReader, books: readonly Codebook[]): Int32Array | undefined {
    if (!bits.flag()) return undefined
    const heights = new Int32Array(this.#xs.length)
    const width = bitsOf(this.#range - 1)
    heights[0] = bits.read(width)
    heights[1] = bits.read(width)
    let at = 2
    for (const index of this.#partitions) {
      const part = this.#classes[index]
      if (part === undefined) return undefined
      let value = part.subclasses === 0 ? 0 : (books[part.master]?.decode(bits) ?? -1)
      if (value < 0) return undefined
      for (let i = 0; i < part.dimensions; i++) {
        const book = part.books[value & ((1 << part.subclasses) - 1)] ?? -1
        value >>= part.subclasses
        const height = book < 0 ? 0 : (books[book]?.decode(bits) ?? -1)
        if (height < 0) return undefined
        heights[at++] = height
      }
    }
    return bits.isOver ? undefined : heights
  }

  /** Multiplies a spectrum by the curve. */
  apply(heights: Int32Array, spectrum: Float32Array): void {
    const final = new Int32Array(heights.length)
    const isUsed = new Uint8Array(heights.length)
    this.#unfold(heights, final, isUsed)
    const length = spectrum.length
    let x = 0
    let y = (final[0] ?? 0) * this.#multiplier
    for (const point of this.#order) {
      if (point === 0 || isUsed[point] === 0) continue
      const nextX = this.#xs[point] ?? 0
      const nextY = (final[point] ?? 0) * this.#multiplier
      line(x, y, nextX, nextY, spectrum)
      x = nextX
      y = nextY
    }
    const factor = factorOf(y)
    for (; x < length; x++) spectrum[x] = (spectrum[x] ?? 0) * factor
  }

  /** Restores heights, which are stored as differences from the line between the neighbouring points. */
  #unfold(heights: Int32Array, final: Int32Array, isUsed: Uint8Array): void {
    final[0] = heights[0] ?? 0
    final[1] = heights[1] ?? 0
    isUsed[0] = isUsed[1] = 1
    for (let i = 2; i < heights.length; i++) {
      const low = this.#low[i] ?? 0
      const high = this.#high[i] ?? 1
      const [x0, y0, x1, y1] = [this.#xs[low] ?? 0, final[low] ?? 0, this.#xs[high] ?? 1, final[high] ?? 0]
      const offset = Math.floor((Math.abs(y1 - y0) * ((this.#xs[i] ?? 0) - x0)) / (x1 - x0))
      const predicted = y1 < y0 ? y0 - offset : y0 + offset
      const value = heights[i] ?? 0
      final[i] = predicted
      if (value === 0) continue
      isUsed[low] = isUsed[high] = isUsed[i] = 1
      const above = this.#range - predicted
      const room = Math.min(above, predicted) * 2
      if (value >= room) final[i] = above > predicted ? value : this.#range - 1 - value
      else final[i] = (value & 1) === 1 ? predicted - ((value + 1) >> 1) : predicted + (value >> 1)
    }
  }
}

/** The nearest point on one side among those before `i`. */
function nearest(
  xs: readonly number[],
  i: number,
  isOnSide: (x: number) => boolean,
  better: (a: number, b: number) => number,
): number {
  let best = -1
  for (let other = 0; other < i; other++) {
    const x = xs[other] ?? 0
    if (isOnSide(x) && (best < 0 || better(x, xs[best] ?? 0) === x)) best = other
  }
  return Math.max(best, 0)
}

/**
 * Multiplies the spectrum by a line of whole heights, drawn as the encoder draws it, without its last point.
 */
function line(x0: number, y0: number, x1: number, y1: number, spectrum: Float32Array): void {
  const dx = x1 - x0
  const base = Math.trunc((y1 - y0) / dx)
  const step = y1 < y0 ? base - 1 : base + 1
  const rest = Math.abs(y1 - y0) - Math.abs(base) * dx
  const end = Math.min(x1, spectrum.length)
  let error = 0
  let y = y0
  for (let x = x0; x < end; x++) {
    spectrum[x] = (spectrum[x] ?? 0) * factorOf(y)
    error += rest
    if (error >= dx) {
      error -= dx
      y += step
    } else {
      y += base
    }
  }
}

function factorOf(height: number): number {
  return FACTORS[Math.min(Math.max(height, 0), 255)] ?? 0
}
