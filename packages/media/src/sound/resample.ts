import type { Sound } from './sound.js'

/** Zero crossings of the sinc on each side. */
const CROSSINGS = 64
/** Shape of the Kaiser window: frequencies to be removed are 100 dB lower. */
const KAISER_BETA = 10
/**
 * Where the filter has fallen to half, as a fraction of the band that both rates can represent: with this
 * many crossings it passes 90 % of that band, and nothing from 100 % on.
 */
const CUTOFF = 0.95

/**
 * *A sound at a different rate*, resampled by a sinc in a Kaiser window; loops and cues are moved
 * accordingly.
 *
 * Frequencies that both rates can represent are unchanged, up to 90 % of that band; those that the lower rate
 * cannot represent are removed, 100 dB down.
 *
 * @param rate samples per second, a whole number above 0.
 */
export function resample(sound: Sound, rate: number): Sound {
  if (rate === sound.rate) return sound
  const divisor = greatestCommonDivisor(sound.rate, rate)
  const up = rate / divisor
  const down = sound.rate / divisor
  const before = sound.channels[0]?.length ?? 0
  const length = Math.max(Math.round((before * up) / down), Math.min(before, 1))
  const place = (at: number) => Math.min(Math.round((at * up) / down), length)
  const filters = new Filters(up, down)
  return {
    ...sound,
    rate,
    channels: sound.channels.map((channel) => filtered(channel, length, up, down, filters)),
    loops: sound.loops
      .map(({ start, end }) => ({ start: place(start), end: place(end) }))
      .filter(({ start, end }) => start < end),
    cues: sound.cues.map(({ at, name }) => ({ at: place(at), name })),
  }
}

function filtered(input: Float32Array, length: number, up: number, down: number, filters: Filters): Float32Array {
  const output = new Float32Array(length)
  const { half } = filters
  for (let i = 0; i < length; i++) {
    // The position in the input: a whole number of samples, and the rest in parts of 1 / `up`.
    const at = Math.floor((i * down) / up)
    const phase = i * down - at * up
    const filter = filters.of(phase)
    const first = at - half + 1
    const from = Math.max(0, -first)
    const to = Math.min(filter.length, input.length - first)
    let sum = 0
    for (let k = from; k < to; k++) sum += (filter[k] ?? 0) * (input[first + k] ?? 0)
    output[i] = sum
  }
  return output
}

/** The filter for each position between two samples. */
class Filters {
  /** Samples of the input on each side of the position. */
  readonly half: number
  readonly #made = new Map<number, Float64Array>()
  readonly #up: number
  readonly #cutoff: number

  constructor(up: number, down: number) {
    this.#up = up
    this.#cutoff = Math.min(1, up / down) * CUTOFF
    this.half = Math.ceil(CROSSINGS / this.#cutoff)
  }

  of(phase: number): Float64Array {
    const known = this.#made.get(phase)
    if (known !== undefined) return known
    const filter = new Float64Array(2 * this.half)
    let sum = 0
    for (let k = 0; k < filter.length; k++) {
      const distance = k - this.half + 1 - phase / this.#up
      const tap = sinc(distance * this.#cutoff) * kaiser(distance / this.half)
      filter[k] = tap
      sum += tap
    }
    // A constant signal stays constant, at every phase.
    for (let k = 0; k < filter.length; k++) filter[k] = (filter[k] ?? 0) / sum
    if (this.#made.size < MOST_FILTERS) this.#made.set(phase, filter)
    return filter
  }
}

/** Maximum number of filters to keep: rates with only a small common divisor would fill the memory. */
const MOST_FILTERS = 4096

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA)
}

/** The modified Bessel function of order 0, by its series. */
function besselI0(x: number): number {
  let sum = 1
  let term = 1
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2
    sum += term
  }
  return sum
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
