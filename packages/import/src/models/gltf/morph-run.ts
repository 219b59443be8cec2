import type { Channel } from './channels.js'
import { roundRate, weightsAt } from './morph-weights.js'

/** Frames that an animation shows one after the other. */
export interface MorphRun {
  readonly first: number
  readonly count: number
  /** Frames per second; `undefined` if it shows only one. */
  readonly rate: number | undefined
}

/** Differences of weights, and of a frame, that come from rounding. */
const TOLERANCE = 0.01

/**
 * *The frames that an animation of weights shows one after the other*, if it does: target `n` is frame `n +
 * 1`, and the rest up to a sum of 1 is frame 0. At any time it shows a frame, or the transition from one to
 * the next or from the last to the first; so the rate is found even if another program has sampled the
 * animation at a different one. `undefined` for any other animation, also for one that is not even.
 */
export function runOf(channel: Channel, targets: number): MorphRun | undefined {
  const shown: Shown[] = []
  for (const time of channel.keyTimes) {
    const one = shownAt(channel, time, targets)
    if (one === undefined) return undefined
    shown.push(one)
  }
  const first = shown[0]
  if (first === undefined || first.to !== undefined) return undefined
  for (const { places, count } of walksOf(shown, first.from)) {
    const end = places.at(-1) ?? 0
    if (end === 0) return { first: first.from, count: 1, rate: undefined }
    const rate = evenRate(places, end, channel)
    if (rate !== undefined) return { first: first.from, count: count ?? Math.ceil(end - TOLERANCE) + 1, rate }
  }
  return undefined
}

/** Frames per second, if what is shown goes on evenly up to its end. */
function evenRate(places: readonly number[], end: number, { keyTimes, interpolation }: Channel): number | undefined {
  const start = keyTimes[0] ?? 0
  // Between keys a sampled animation may already stand still at its end, so the key before counts.
  const reached = places.findIndex((place) => place > end - TOLERANCE)
  const known = interpolation !== 'STEP' && (places[reached - 1] ?? 0) > 0 ? reached - 1 : reached
  const seconds = (keyTimes[known] ?? 0) - start
  if (!(seconds > 0)) return undefined
  const rate = (places[known] ?? 0) / seconds
  const isEven = places.slice(0, Math.max(known, reached - 1) + 1).every((place, i) => {
    const expected = rate * ((keyTimes[i] ?? 0) - start)
    return Math.abs(place - (interpolation === 'STEP' ? Math.floor(expected + TOLERANCE) : expected)) < 2 * TOLERANCE
  })
  return isEven ? roundRate(rate) : undefined
}

/** The places of what is shown, in frames from the first, and the number of frames if that is certain. */
interface Places {
  readonly places: readonly number[]
  readonly count: number | undefined
}

/** More keys of two frames than this are not tried. */
const MAX_TURNS = 256

/** The ways to see what is shown as frames one after the other. */
function* walksOf(shown: readonly Shown[], first: number): Generator<Places> {
  const walk = new Walk(first)
  const places = shown.map((one) => walk.next(one))
  if (places.every((place) => place !== undefined)) yield { places, count: walk.count }
  // With two frames, the way back is a way from the first to the second as well.
  const isPair = shown.every(({ from, to = from }) => from >= first && to <= first + 1)
  for (let turn = 1; isPair && turn < Math.min(shown.length, MAX_TURNS); turn++) {
    const back = shown.map(({ from, to, part }, i) => {
      const forward = to === undefined ? from - first : part
      return i < turn ? forward : 2 - forward
    })
    if (back.every((place, i) => place >= (back[i - 1] ?? 0) - TOLERANCE)) yield { places: back, count: 2 }
  }
}

/** A frame, or the transition to a second one: `part` of that is visible. */
interface Shown {
  readonly from: number
  readonly to: number | undefined
  readonly part: number
}

function shownAt(channel: Channel, time: number, targets: number): Shown | undefined {
  const weights = weightsAt(channel, time).filter(({ weight }) => Math.abs(weight) > TOLERANCE / 2)
  const frames = weights.map(({ target, weight }) => ({ frame: target + 1, weight }))
  const rest = 1 - weights.reduce((sum, { weight }) => sum + weight, 0)
  if (Math.abs(rest) > TOLERANCE / 2) frames.unshift({ frame: 0, weight: rest })
  const [a, b, more] = frames
  if (a === undefined || more !== undefined || frames.some(({ frame, weight }) => weight < 0 || frame > targets))
    return undefined
  return { from: a.frame, to: b?.frame, part: b?.weight ?? 0 }
}

/** Follows the frames that are shown, from the first on. */
class Walk {
  /** Number of frames, once the walk has turned back to the first. */
  count: number | undefined
  readonly #first: number
  #place = 0

  constructor(first: number) {
    this.#first = first
  }

  /** The place of what is shown, in frames from the first; `undefined` if that is not the next one. */
  next({ from, to, part }: Shown): number | undefined {
    const first = this.#first
    const ahead: { place: number; count?: number }[] = []
    if (to === undefined) ahead.push({ place: from - first })
    else if (to === from + 1) ahead.push({ place: from - first + part })
    // The way back to the first frame, or its end.
    if (to === undefined && from === first && this.#place > 0)
      ahead.push({
        place: this.count ?? Math.ceil(this.#place - TOLERANCE) + 1,
        count: this.count ?? Math.ceil(this.#place - TOLERANCE) + 1,
      })
    else if (from === first && to !== undefined) ahead.push({ place: to - first + 1 - part, count: to - first + 1 })
    const [next] = ahead
      .filter(
        ({ place, count }) => place > this.#place - TOLERANCE && (this.count === undefined || count === this.count),
      )
      .sort((a, b) => a.place - b.place)
    if (next === undefined) return undefined
    this.count = next.count ?? this.count
    this.#place = Math.max(this.#place, next.place)
    return this.#place
  }
}
