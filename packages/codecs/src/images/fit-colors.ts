/**
 * *16 colours as two ends of a line and two bits each* (BC1 to BC3).
 *
 * The line is the main axis of the colours. Each pixel takes the nearest of its four steps, and least squares moves the
 * ends to where they are best for these. Where the colours of a block are close together, ends of 5 and 6 bits are too coarse for that: there the pair of ends whose
 * steps hit the mean is tried too, and only some of the steps, and the three steps of BC1.
 *
 * @param words 16 pixels: red in the lowest 8 bits, then green, blue, alpha, which does not count.
 * @param mayHaveThree BC1, where the order of the ends says whether there are four steps or three.
 */
export function fitColors(words: Uint32Array, mayHaveThree: boolean, out: Uint8Array, at: number): void {
  takeColors(words, 0)
  findAxis(16)
  fitSteps(16, 3)
  if (mayHaveThree && isNarrow) fitSteps(16, 2)
  writeBest(out, at, 0)
}

/**
 * *The same with holes* (BC1): three steps for the pixels that are drawn; the fourth value is a hole.
 *
 * @param cutoff pixels whose alpha is below it are holes.
 */
export function fitColorsWithHoles(words: Uint32Array, cutoff: number, out: Uint8Array, at: number): void {
  takeColors(words, cutoff)
  bestFirst = bestSecond = 0
  bestLast = 2
  if (count > 0) {
    findAxis(count)
    fitSteps(count, 2)
  }
  writeBest(out, at, -1)
}

/** The greater end first says that there are four steps. */
function writeBest(out: Uint8Array, at: number, others: number): void {
  const isTurned = bestLast === 3 ? bestFirst < bestSecond : bestFirst > bestSecond
  const bits = bestLast === 3 ? STEPS_OF_FOUR : STEPS_OF_THREE
  if (isTurned) writeSteps(out, at, bestSecond, bestFirst, bestLast, bits, others)
  else writeSteps(out, at, bestFirst, bestSecond, bestLast, bits, others)
}

/** The two bits of each step, that of the first end lowest: 0, 2, 3, 1 and 0, 2, 1. */
const STEPS_OF_FOUR = 0b01_11_10_00
const STEPS_OF_THREE = 0b01_10_00

// What is known of the block at hand. One set for all blocks: a large texture has millions.
let count = 0
const reds = new Float64Array(16)
const greens = new Float64Array(16)
const blues = new Float64Array(16)
/** Which of the 16 pixels each of these is. */
const members = new Uint8Array(16)

/** The best ends so far, as 5:6:5 colours. */
let bestFirst = 0
let bestSecond = 0
/** Number of the last step: 3 of four, 2 of three. */
let bestLast = 3
/** The colours are so close together that ends of 5 and 6 bits are coarse for them, and even closer. */
let isNarrow = false
let isNearlySolid = false
/** All colours are the same. */
let isSolid = false

function takeColors(words: Uint32Array, cutoff: number): void {
  state[BEST_ERROR] = Number.POSITIVE_INFINITY
  let n = 0
  let sr = 0
  let sg = 0
  let sb = 0
  let rr = 0
  let rg = 0
  let rb = 0
  let gg = 0
  let gb = 0
  let bb = 0
  for (let i = 0; i < 16; i++) {
    const word = words[i] as number
    if (word >>> 24 < cutoff) continue
    const r = word & 255
    const g = (word >> 8) & 255
    const b = (word >> 16) & 255
    reds[n] = r
    greens[n] = g
    blues[n] = b
    members[n++] = i
    sr += r
    sg += g
    sb += b
    rr += Math.imul(r, r)
    rg += Math.imul(r, g)
    rb += Math.imul(r, b)
    gg += Math.imul(g, g)
    gb += Math.imul(g, b)
    bb += Math.imul(b, b)
  }
  count = n
  state[SUMS] = sr
  state[SUMS + 1] = sg
  state[SUMS + 2] = sb
  state[SQUARES] = rr + gg + bb
  state[COVARIANCE] = rr - (sr * sr) / n
  state[COVARIANCE + 1] = rg - (sr * sg) / n
  state[COVARIANCE + 2] = rb - (sr * sb) / n
  state[COVARIANCE + 3] = gg - (sg * sg) / n
  state[COVARIANCE + 4] = gb - (sg * sb) / n
  state[COVARIANCE + 5] = bb - (sb * sb) / n
}

/** Below this variance (the sum over the channels) the ends' own steps are as wide as the colours. */
const NEARLY_SOLID = 12

/** Finds the main axis of the first `n` colours, and where they are along it. */
function findAxis(n: number): void {
  const rr = state[COVARIANCE] as number
  const rg = state[COVARIANCE + 1] as number
  const rb = state[COVARIANCE + 2] as number
  const gg = state[COVARIANCE + 3] as number
  const gb = state[COVARIANCE + 4] as number
  const bb = state[COVARIANCE + 5] as number
  const variance = (rr + gg + bb) / n
  isNarrow = variance < NARROW
  isNearlySolid = variance < NEARLY_SOLID
  isSolid = variance === 0
  if (isSolid) return
  // The main axis by the power method, from the row of the greatest variance: that one is at right angles to
  // the axis only when all are.
  const isGreen = gg >= rr && gg >= bb
  const isRed = rr >= bb
  let x = isGreen ? rg : isRed ? rr : rb
  let y = isGreen ? gg : isRed ? rg : gb
  let z = isGreen ? gb : isRed ? rb : bb
  // At most 10⁷ each time: far from what numbers can be.
  for (let step = 0; step < 3; step++) {
    const nx = x * rr + y * rg + z * rb
    const ny = x * rg + y * gg + z * gb
    const nz = x * rb + y * gb + z * bb
    x = nx
    y = ny
    z = nz
  }
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const place = x * (reds[i] as number) + y * (greens[i] as number) + z * (blues[i] as number)
    places[i] = place
    least = Math.min(least, place)
    greatest = Math.max(greatest, place)
  }
  state[LEAST] = least
  state[RANGE] = greatest - least
}

/** Finds the best ends for the first `n` colours and steps 0 to `last`. */
function fitSteps(n: number, last: number): void {
  const least = state[LEAST] as number
  const range = state[RANGE] as number
  if (isNearlySolid) {
    endsAround(last === 3, n)
    assignAll(1, n, last)
    keepIfBetter(last)
    if (isSolid) return
  }
  if (!isNarrow) {
    const scale = last / (range * (1 - 2 * INSET))
    assignPlaces(scale, 0.5 - (least + range * INSET) * scale, n, last)
    if (solveEnds(last)) keepEnds(last)
    return
  }
  assignPlaces(last / range, 0.5 - (least * last) / range, n, last)
  if (solveEnds(last)) keepIfBetter(last)
  // Ends of few bits are far apart: colours that are close together may do better on some of the steps.
  for (let run = 0; run < SOME_STEPS.length; run += 2) {
    const from = SOME_STEPS[run] as number
    const scale = ((SOME_STEPS[run + 1] as number) - from) / range
    assignPlaces(scale, from + 0.5 - least * scale, n, last)
    if (solveEnds(last)) keepIfBetter(last)
  }
}

/**
 * How much of the colours' range is beyond each of the first ends. The outermost colours are few: with this the steps
 * that the colours take are nearly those of the best ends (least error of 0 to 0.12 on photographs).
 */
const INSET = 0.08

/** Below this variance some of the steps may be better than all. */
const NARROW = 64

/** Runs of steps that are tried, first and last; those from the other end are the same turned round. */
const SOME_STEPS = [0, 1, 1, 2]

/** Where the colours are along the main axis. */
const places = new Float64Array(16)

/** Gives each colour a step, by its place along the main axis. */
function assignPlaces(scale: number, offset: number, n: number, last: number): void {
  let steps = 0
  let squared = 0
  let wr = 0
  let wg = 0
  let wb = 0
  for (let i = 0; i < n; i++) {
    const step = Math.floor(Math.min(Math.max((places[i] as number) * scale + offset, 0), last))
    steps += step
    squared += step * step
    wr += step * (reds[i] as number)
    wg += step * (greens[i] as number)
    wb += step * (blues[i] as number)
  }
  state[WEIGHTED] = wr
  state[WEIGHTED + 1] = wg
  state[WEIGHTED + 2] = wb
  state[SECOND_SQUARES] = squared
  state[PRODUCTS] = last * steps - squared
  state[FIRST_SQUARES] = last * last * n - 2 * last * steps + squared
}

/**
 * Numbers of the block at hand, in one array: a variable of a module that holds a fraction is an object made anew with
 * each change. Sums of the colours and of their squares; and for the steps that were given last, sums over the pixels
 * of weighted colours, of squared weights and of products of weights. The weight of the second end is the step, that of
 * the first `last` less the step.
 */
const state = new Float64Array(19)
const SUMS = 0
const WEIGHTED = 3
const SQUARES = 6
const FIRST_SQUARES = 7
const SECOND_SQUARES = 8
const PRODUCTS = 9
/** The sum of squared differences that the best ends leave. */
const BEST_ERROR = 10
/** Of the colours: red by red, green and blue, green by green and blue, blue by blue, times their number. */
const COVARIANCE = 11
/** Where the first colour along the axis is, and how far the last is from it. */
const LEAST = 17
const RANGE = 18

/** Gives all colours one step. */
function assignAll(step: number, n: number, last: number): void {
  for (let channel = 0; channel < 3; channel++) state[WEIGHTED + channel] = step * (state[SUMS + channel] as number)
  state[SECOND_SQUARES] = step * step * n
  state[PRODUCTS] = step * (last - step) * n
  state[FIRST_SQUARES] = (last - step) * (last - step) * n
}

/** The ends that are looked at, as 5:6:5 colours. */
let endFirst = 0
let endSecond = 0

/** Puts the ends where least squares has them for the steps that were given; false when these say nothing. */
function solveEnds(last: number): boolean {
  const firstSquares = state[FIRST_SQUARES] as number
  const secondSquares = state[SECOND_SQUARES] as number
  const products = state[PRODUCTS] as number
  const det = firstSquares * secondSquares - products * products
  if (det === 0) return false
  const scale = last / det
  solve(0, scale, last, 31, FIVE_BITS)
  endFirst = endA << 11
  endSecond = endB << 11
  solve(1, scale, last, 63, SIX_BITS)
  endFirst |= endA << 5
  endSecond |= endB << 5
  solve(2, scale, last, 31, FIVE_BITS)
  endFirst |= endA
  endSecond |= endB
  return true
}

let endA = 0
let endB = 0

/** Values of 5 and 6 bits as they decode. */
const FIVE_BITS = Float64Array.from({ length: 32 }, (_, i) => (i << 3) | (i >> 2))
const SIX_BITS = Float64Array.from({ length: 64 }, (_, i) => (i << 2) | (i >> 4))

/** The two ends of one channel. */
function solve(channel: number, scale: number, last: number, most: number, decoded: Float64Array): void {
  const secondSquares = state[SECOND_SQUARES] as number
  const products = state[PRODUCTS] as number
  const bx = state[WEIGHTED + channel] as number
  const ax = last * (state[SUMS + channel] as number) - bx
  const a = (ax * secondSquares - bx * products) * scale * (most / 255)
  endA = Math.min(Math.max(a + 0.5, 0), most) | 0
  // The other end makes up for what rounding this one costs.
  const va = decoded[endA] as number
  const vb = (last * bx - products * va) * (most / 255 / secondSquares)
  endB = Math.min(Math.max(vb + 0.5, 0), most) | 0
}

/** Keeps the ends if they are the best so far with the steps that were given last; false when they are not. */
function keepIfBetter(last: number): boolean {
  const ar = FIVE_BITS[endFirst >> 11] as number
  const ag = SIX_BITS[(endFirst >> 5) & 63] as number
  const ab = FIVE_BITS[endFirst & 31] as number
  const br = FIVE_BITS[endSecond >> 11] as number
  const bg = SIX_BITS[(endSecond >> 5) & 63] as number
  const bb = FIVE_BITS[endSecond & 31] as number
  const wr = state[WEIGHTED] as number
  const wg = state[WEIGHTED + 1] as number
  const wb = state[WEIGHTED + 2] as number
  const fr = last * (state[SUMS] as number) - wr
  const fg = last * (state[SUMS + 1] as number) - wg
  const fb = last * (state[SUMS + 2] as number) - wb
  const error =
    (state[SQUARES] as number) +
    ((state[FIRST_SQUARES] as number) * (ar * ar + ag * ag + ab * ab) +
      (state[SECOND_SQUARES] as number) * (br * br + bg * bg + bb * bb) +
      2 * (state[PRODUCTS] as number) * (ar * br + ag * bg + ab * bb)) /
      (last * last) -
    (2 * (ar * fr + ag * fg + ab * fb + br * wr + bg * wg + bb * wb)) / last
  if (error >= (state[BEST_ERROR] as number)) return false
  state[BEST_ERROR] = error
  keepEnds(last)
  return true
}

function keepEnds(last: number): void {
  bestLast = last
  bestFirst = endFirst
  bestSecond = endSecond
}

/** Puts the ends where their step next to the first comes nearest to the mean of the colours. */
function endsAround(isFour: boolean, n: number): void {
  const five = isFour ? FIVE_BIT_THIRDS : FIVE_BIT_HALVES
  const six = isFour ? SIX_BIT_THIRDS : SIX_BIT_HALVES
  const r = five[Math.round((state[SUMS] as number) / n)] as number
  const g = six[Math.round((state[SUMS + 1] as number) / n)] as number
  const b = five[Math.round((state[SUMS + 2] as number) / n)] as number
  endFirst = ((r & 255) << 11) | ((g & 255) << 5) | (b & 255)
  endSecond = ((r >> 8) << 11) | ((g >> 8) << 5) | (b >> 8)
}

/**
 * For each value of a channel the two ends whose step next to the first is nearest to it, finer than an end
 * itself could be: the first in the lower 8 bits.
 */
function endsByStep(decoded: Float64Array, last: number): Uint16Array {
  return Uint16Array.from({ length: 256 }, (_, value) => {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let a = 0; a < decoded.length; a++) {
      for (let b = 0; b < decoded.length; b++) {
        const [x, y] = [decoded[a] as number, decoded[b] as number]
        // Of equal ones those close together: decoders differ in how they round steps between distant ends.
        const error = Math.abs(Math.floor(((last - 1) * x + y) / last) - value) + Math.abs(x - y) * 0.03
        if (error >= least) continue
        least = error
        best = a | (b << 8)
      }
    }
    return best
  })
}

const FIVE_BIT_THIRDS = endsByStep(FIVE_BITS, 3)
const SIX_BIT_THIRDS = endsByStep(SIX_BITS, 3)
const FIVE_BIT_HALVES = endsByStep(FIVE_BITS, 2)
const SIX_BIT_HALVES = endsByStep(SIX_BITS, 2)

/** Writes two ends, and for each colour the bits of its step; pixels that have no colour get `others`. */
function writeSteps(
  out: Uint8Array,
  at: number,
  first: number,
  second: number,
  last: number,
  bitsOfSteps: number,
  others: number,
): void {
  out[at] = first & 255
  out[at + 1] = first >> 8
  out[at + 2] = second & 255
  out[at + 3] = second >> 8
  const r = FIVE_BITS[first >> 11] as number
  const g = SIX_BITS[(first >> 5) & 63] as number
  const b = FIVE_BITS[first & 31] as number
  const dr = (FIVE_BITS[second >> 11] as number) - r
  const dg = (SIX_BITS[(second >> 5) & 63] as number) - g
  const db = (FIVE_BITS[second & 31] as number) - b
  const length = dr * dr + dg * dg + db * db
  const scale = length === 0 ? 0 : last / length
  const offset = 0.5 - (r * dr + g * dg + b * db) * scale
  let bits = others
  for (let i = 0; i < count; i++) {
    const place = ((reds[i] as number) * dr + (greens[i] as number) * dg + (blues[i] as number) * db) * scale + offset
    const step = Math.min(Math.max(place, 0), last) | 0
    const shift = (members[i] as number) * 2
    bits = (bits & ~(3 << shift)) | (((bitsOfSteps >> (step * 2)) & 3) << shift)
  }
  out[at + 4] = bits & 255
  out[at + 5] = (bits >> 8) & 255
  out[at + 6] = (bits >> 16) & 255
  out[at + 7] = bits >>> 24
}
