import { BitWriter } from './lzma-bits.js'
import {
  freshModel,
  type LzmaProperties,
  MIN_MATCH,
  MOST_EXTRA,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRep,
  stateAfterShortRep,
} from './lzma-model.js'

/** The parameters that the consoles' packages have: first byte 5D, dictionary 64 KB. */
const PROPERTIES: LzmaProperties = { lc: 3, lp: 0, pb: 2, dictionary: 0x10000 }

const MOST_LENGTH = MIN_MATCH + MOST_EXTRA
const HASH_BITS = 15
/** How many earlier positions with the same hash are tried. */
const MOST_TRIES = 24
/** A match this long is taken without looking for a better one. */
const GOOD_LENGTH = 48

/** Finds the longest earlier match: positions with the same hash of three bytes are chained, latest first. */
class Matcher {
  readonly input: Uint8Array
  readonly heads = new Int32Array(1 << HASH_BITS).fill(-1)
  readonly chain: Int32Array
  /** The distance of the match that `longest` found. */
  distance = 0
  next = 0

  constructor(input: Uint8Array) {
    this.input = input
    this.chain = new Int32Array(input.length)
  }

  /** Remembers every position before `to`. */
  advance(to: number): void {
    const { input, heads, chain } = this
    const end = Math.min(to, input.length - 2)
    for (; this.next < end; this.next++) {
      const hash = this.hash(this.next)
      chain[this.next] = heads[hash] as number
      heads[hash] = this.next
    }
  }

  hash(at: number): number {
    const { input } = this
    const word = (input[at] as number) | ((input[at + 1] as number) << 8) | ((input[at + 2] as number) << 16)
    return Math.imul(word, 0x9e3779b1) >>> (32 - HASH_BITS)
  }

  /** How many bytes from `at` on are the same `distance` earlier. */
  matchLength(at: number, distance: number): number {
    const { input } = this
    if (distance > at) return 0
    const end = Math.min(input.length, at + MOST_LENGTH)
    let stop = at
    while (stop < end && input[stop] === input[stop - distance]) stop++
    return stop - at
  }

  /** The length of the longest match of at least three bytes at `at`, 0 when none is worth its bits. */
  longest(at: number): number {
    this.advance(at)
    const { input, chain } = this
    if (at + 2 >= input.length) return 0
    const oldest = Math.max(0, at - PROPERTIES.dictionary)
    let best = 2
    let found = 0
    let candidate = this.heads[this.hash(at)] as number
    for (let tries = MOST_TRIES; candidate >= oldest && tries > 0; tries--) {
      if (input[candidate + best] === input[at + best]) {
        const length = this.matchLength(at, at - candidate)
        if (length > best) {
          best = length
          found = at - candidate
          if (length >= GOOD_LENGTH) break
        }
      }
      candidate = chain[candidate] as number
    }
    // Three bytes from far away cost more than three literals.
    if (found === 0 || (best === 3 && found > 4096)) return 0
    this.distance = found
    return best
  }
}

/** The better of the last four distances at `at`: its number, with its length in the upper bits. */
function longestRep(matcher: Matcher, at: number, reps: Int32Array): number {
  let best = 0
  for (let i = 0; i < 4; i++) {
    const length = matcher.matchLength(at, reps[i] as number)
    if (length > best >> 2) best = (length << 2) | i
  }
  return best
}

/** Moves the distance number `index` of the last four to the front. */
function moveToFront(reps: Int32Array, index: number): void {
  const distance = reps[index] as number
  reps.copyWithin(1, 0, index)
  reps[0] = distance
}

/** Encodes `input` as five property bytes and a raw LZMA1 stream; see {@link Codec.compress}. */
export function compressLzma(input: Uint8Array): Uint8Array {
  const writer = new BitWriter(PROPERTIES, freshModel(PROPERTIES), input.length)
  const matcher = new Matcher(input)
  const reps = new Int32Array([1, 1, 1, 1])
  let state = 0
  let at = 0
  let length = matcher.longest(0)
  let distance = matcher.distance

  while (at < input.length) {
    const rep = longestRep(matcher, at, reps)
    const repLength = rep >> 2
    // A repeated distance costs so little that it wins against a match that is a little longer.
    if (repLength >= 2 && (repLength + 1 >= length || (repLength + 2 >= length && distance > 512))) {
      writer.rep(state, at, rep & 3, repLength)
      moveToFront(reps, rep & 3)
      state = stateAfterRep(state)
      at += repLength
      length = matcher.longest(at)
      distance = matcher.distance
      continue
    }
    if (length > 0) {
      let nextLength = 0
      if (length < GOOD_LENGTH) nextLength = matcher.longest(at + 1)
      const nextIsBetter = nextLength > length + 1 || (nextLength > length && matcher.distance < distance * 128)
      if (!nextIsBetter) {
        writer.match(state, at, distance, length)
        reps.copyWithin(1, 0, 3)
        reps[0] = distance
        state = stateAfterMatch(state)
        at += length
        length = matcher.longest(at)
        distance = matcher.distance
        continue
      }
    }
    const rep0 = reps[0] as number
    if (rep0 <= at && input[at] === input[at - rep0]) {
      writer.shortRep(state, at)
      state = stateAfterShortRep(state)
    } else {
      writer.literal(state, at, input, rep0)
      state = stateAfterLiteral(state)
    }
    at++
    length = matcher.longest(at)
    distance = matcher.distance
  }
  return writer.finish()
}
