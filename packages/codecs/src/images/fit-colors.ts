/**
 * *16 colours as two ends of a line and two bits each* (BC1 to BC3).
 *
 * The line is the main axis of the colours. Each pixel takes the nearest of its four steps, and least squares
 * moves the ends to where they are best for these. Where the colours of a block are close together, ends of 5
 * and 6 bits are too coarse for that: there the pair of ends whose steps hit the mean is tried too, and only
 * some of the steps, and the three steps of BC1.
 *
 * A large texture has millions of blocks. The loops over pixels therefore use whole numbers and no branches,
 * which processors would predict wrongly: the sign of a difference says on which side of a border a pixel is.
 * Two sums that stay below 2¹⁶ share one number.
 *
 * @param words 16 pixels: red in the lowest 8 bits, then green, blue, alpha, which does not count.
 * @param mayHaveThree BC1, where the order of the ends says whether there are four steps or three.
 */
export function fitColors(words: Uint32Array, mayHaveThree: boolean, out: Uint8Array, at: number): void {
  takeSums(words, 16)
  findAxis(words, 16)
  fitSteps(words, 16, 3)
  if (mayHaveThree && !isCloseEnough() && isWithin(NARROW, 16)) fitSteps(words, 16, 2)
  const steps = stepsOf(words, 16)
  writeBlock(out, at, best[LAST] === 3 ? bitsOfFour(steps) : bitsOfThree(steps))
}

/**
 * *The same with holes* (BC1): three steps for the pixels that are drawn; the fourth value is a hole.
 *
 * @param cutoff pixels whose alpha is below it are holes.
 */
export function fitColorsWithHoles(words: Uint32Array, cutoff: number, out: Uint8Array, at: number): void {
  let count = 0
  for (let i = 0; i < 16; i++) if ((words[i] as number) >>> 24 >= cutoff) drawn[count++] = words[i] as number
  takeSums(drawn, count)
  best[FIRST] = best[SECOND] = 0
  best[LAST] = 2
  if (count > 0) {
    findAxis(drawn, count)
    fitSteps(drawn, count, 2)
  }
  const ofDrawn = bitsOfThree(stepsOf(drawn, count))
  let bits = -1
  for (let i = 0, member = 0; i < 16; i++) {
    if ((words[i] as number) >>> 24 < cutoff) continue
    bits &= ~(3 << (i * 2)) | (((ofDrawn >>> (member * 2)) & 3) << (i * 2))
    member++
  }
  writeBlock(out, at, bits)
}

/** The pixels of a block with holes that are drawn. */
const drawn = new Uint32Array(16)

/**
 * Sums over the pixels of the block, all exact. Where two share a number, the second has the upper 16
 * bits.
 */
const sums = new Int32Array(13)
const RED_BLUE = 0
const GREEN = 1
/** Of the squares of all channels. */
const SQUARES = 2
/**
 * Of red by red, green and blue, green by green and blue, blue by blue: times the number of pixels squared.
 */
const COVARIANCE = 3
/**
 * Of colours times their weights. The weight of the second end is the step, of the first `last` less the
 * step.
 */
const WEIGHTED_RED_BLUE = 9
const WEIGHTED_GREEN = 10
/** Of the steps and of their squares. */
const STEPS = 11
const STEPS_SQUARED = 12

/** Where the colours are along the main axis; the first of these places, and how far the last is from it. */
const places = new Int32Array(16)
const along = new Int32Array(2)
const LEAST = 0
const RANGE = 1

/**
 * Two ends as 5:6:5 colours, the last of their steps (3 of four, 2 of three), and 36 times their squared
 * error.
 */
const trial = new Int32Array(4)
const best = new Int32Array(4)
const FIRST = 0
const SECOND = 1
const LAST = 2
const ERROR = 3

function takeSums(words: Uint32Array, n: number): void {
  let redBlue = 0
  let green = 0
  let rr = 0
  let rg = 0
  let rb = 0
  let gg = 0
  let gb = 0
  let bb = 0
  for (let i = 0; i < n; i++) {
    const word = words[i] as number
    const r = word & 255
    const g = (word >>> 8) & 255
    const b = (word >>> 16) & 255
    redBlue = (redBlue + (word & 0xff00ff)) | 0
    green = (green + g) | 0
    rr = (rr + Math.imul(r, r)) | 0
    rg = (rg + Math.imul(r, g)) | 0
    rb = (rb + Math.imul(r, b)) | 0
    gg = (gg + Math.imul(g, g)) | 0
    gb = (gb + Math.imul(g, b)) | 0
    bb = (bb + Math.imul(b, b)) | 0
  }
  const red = redBlue & 0xffff
  const blue = redBlue >>> 16
  sums[RED_BLUE] = redBlue
  sums[GREEN] = green
  sums[SQUARES] = rr + gg + bb
  sums[COVARIANCE] = n * rr - red * red
  sums[COVARIANCE + 1] = n * rg - red * green
  sums[COVARIANCE + 2] = n * rb - red * blue
  sums[COVARIANCE + 3] = n * gg - green * green
  sums[COVARIANCE + 4] = n * gb - green * blue
  sums[COVARIANCE + 5] = n * bb - blue * blue
  best[ERROR] = 0x7fffffff
}

/** Below this variance some of the steps may be better than all. */
const NARROW = 64

/** Below this variance the ends' own steps are as wide as the colours. */
const NEARLY_SOLID = 12

/** Tells whether the variance of `n` colours, summed over the channels, is below a limit. */
function isWithin(limit: number, n: number): boolean {
  const variance = (sums[COVARIANCE] as number) + (sums[COVARIANCE + 3] as number) + (sums[COVARIANCE + 5] as number)
  return variance < limit * n * n
}

/** Finds the main axis of the first `n` colours, and where they are along it. */
function findAxis(words: Uint32Array, n: number): void {
  const rr = sums[COVARIANCE] as number
  const rg = sums[COVARIANCE + 1] as number
  const rb = sums[COVARIANCE + 2] as number
  const gg = sums[COVARIANCE + 3] as number
  const gb = sums[COVARIANCE + 4] as number
  const bb = sums[COVARIANCE + 5] as number
  if (rr + gg + bb === 0) {
    along[RANGE] = 0
    return
  }
  // By the power method, from the row of the greatest variance: that one is at right angles to the axis only
  // when all are.
  const isGreen = gg >= rr && gg >= bb
  const isRed = rr >= bb
  let x = isGreen ? rg : isRed ? rr : rb
  let y = isGreen ? gg : isRed ? rg : gb
  let z = isGreen ? gb : isRed ? rb : bb
  // At most 10⁸ each time, which is far below the limit of numbers.
  for (let step = 0; step < 3; step++) {
    const nx = x * rr + y * rg + z * rb
    const ny = x * rg + y * gg + z * gb
    const nz = x * rb + y * gb + z * bb
    x = nx
    y = ny
    z = nz
  }
  const scale = AXIS / Math.max(Math.abs(x), Math.abs(y), Math.abs(z), 1)
  const ax = (x * scale) | 0
  const ay = (y * scale) | 0
  const az = (z * scale) | 0
  let least = FAR
  let greatest = -FAR
  for (let i = 0; i < n; i++) {
    const word = words[i] as number
    const place =
      (((Math.imul(ax, word & 255) + Math.imul(ay, (word >>> 8) & 255)) | 0) + Math.imul(az, (word >>> 16) & 255)) | 0
    places[i] = place
    const below = (place - least) | 0
    least = (least + (below & (below >> 31))) | 0
    const above = (greatest - place) | 0
    greatest = (greatest - (above & (above >> 31))) | 0
  }
  along[LEAST] = least
  along[RANGE] = greatest - least
}

/** The greatest part of an axis; places are less than 3 × 255 times as much. */
const AXIS = 16384

/** Beyond all places, and yet differences stay within 31 bits. */
const FAR = 0x3fffffff

/** Finds the best ends for the first `n` colours and steps 0 to `last`. */
function fitSteps(words: Uint32Array, n: number, last: number): void {
  trial[LAST] = last
  if (!isWithin(NARROW, n)) {
    assign(words, n, 0, last, INSET)
    if (solveEnds(n)) keep()
    return
  }
  const isNearlySolid = isWithin(NEARLY_SOLID, n)
  if (isNearlySolid) {
    assignAll(n)
    endsAround(n)
    keepIfBetter(n)
    if (along[RANGE] === 0) return
  }
  if (last === 2 || !isNearlySolid) tryRun(words, n, 0, last)
  if (last === 2) return
  // Ends with few bits are far apart: colours that are close together may fit better with only some of the
  // four steps. Runs from the other end are the same, reversed.
  tryRun(words, n, 0, 1)
  tryRun(words, n, 1, 2)
}

/**
 * Tells whether the best ends so far are off by less than 0.92 a channel (the root of 40 / 48): what others
 * could gain is nothing that decibels show (0.06 on a gradient), and a gradient is compressed in three
 * quarters of the time.
 */
function isCloseEnough(): boolean {
  return (best[ERROR] as number) < 36 * 40
}

/** Tries the steps from one to another for the colours from end to end. */
function tryRun(words: Uint32Array, n: number, from: number, to: number): void {
  if (isCloseEnough()) return
  assign(words, n, from, to, 0)
  if (solveEnds(n)) keepIfBetter(n)
}

/**
 * How much of the colours' range is beyond each of the first ends. The outermost colours are few: with this
 * the steps that the colours take are nearly those of the best ends (least error of 0 to 0.12 on
 * photographs).
 */
const INSET = 0.08

/** Gives each colour a step by its place along the main axis; `inset` of their range is beyond the ends. */
function assign(words: Uint32Array, n: number, from: number, to: number, inset: number): void {
  const range = along[RANGE] as number
  const width = (range * (1 - 2 * inset)) / (to - from)
  // Borders are halfway between two steps.
  const middle = (along[LEAST] as number) + range * inset + width * 0.5
  const border0 = middle | 0
  const border1 = to - from > 1 ? (middle + width) | 0 : FAR
  const border2 = to - from > 2 ? (middle + 2 * width) | 0 : FAR
  let redBlue = 0
  let greenSteps = 0
  let squared = 0
  for (let i = 0; i < n; i++) {
    const place = places[i] as number
    const word = words[i] as number
    const step = (from + ((border0 - place) >>> 31) + ((border1 - place) >>> 31) + ((border2 - place) >>> 31)) | 0
    redBlue = (redBlue + Math.imul(step, word & 0xff00ff)) | 0
    greenSteps = (greenSteps + Math.imul(step, ((word >>> 8) & 255) | 0x10000)) | 0
    squared = (squared + Math.imul(step, step)) | 0
  }
  sums[WEIGHTED_RED_BLUE] = redBlue
  sums[WEIGHTED_GREEN] = greenSteps & 0xffff
  sums[STEPS] = greenSteps >>> 16
  sums[STEPS_SQUARED] = squared
}

/** Gives all colours the step next to the first end. */
function assignAll(n: number): void {
  sums[WEIGHTED_RED_BLUE] = sums[RED_BLUE] as number
  sums[WEIGHTED_GREEN] = sums[GREEN] as number
  sums[STEPS] = sums[STEPS_SQUARED] = n
}

/** Puts the ends where least squares has them for the steps that were given; false when these say nothing. */
function solveEnds(n: number): boolean {
  const last = trial[LAST] as number
  const steps = sums[STEPS] as number
  const second = sums[STEPS_SQUARED] as number
  const products = (Math.imul(last, steps) - second) | 0
  const first = (Math.imul(Math.imul(last, last), n) - Math.imul(last, steps) - products) | 0
  const det = (Math.imul(first, second) - Math.imul(products, products)) | 0
  if (det === 0) return false
  const scale = last / (255 * det)
  const rest = 1 / (255 * second)
  const weighted = sums[WEIGHTED_RED_BLUE] as number
  const redBlue = Math.imul(last, sums[RED_BLUE] as number) - weighted
  const wg = sums[WEIGHTED_GREEN] as number
  const fg = (Math.imul(last, sums[GREEN] as number) - wg) | 0
  const red = solve(redBlue & 0xffff, weighted & 0xffff, last, products, second, scale * 31, rest * 31, 31, FIVE_BITS)
  const green = solve(fg, wg, last, products, second, scale * 63, rest * 63, 63, SIX_BITS)
  const blue = solve(redBlue >>> 16, weighted >>> 16, last, products, second, scale * 31, rest * 31, 31, FIVE_BITS)
  trial[FIRST] = ((red & 255) << 11) | ((green & 255) << 5) | (blue & 255)
  trial[SECOND] = ((red >> 8) << 11) | ((green >> 8) << 5) | (blue >> 8)
  return true
}

/** Values of 5 and 6 bits as they decode. */
const FIVE_BITS = Uint8Array.from({ length: 32 }, (_, i) => (i << 3) | (i >> 2))
const SIX_BITS = Uint8Array.from({ length: 64 }, (_, i) => (i << 2) | (i >> 4))

/**
 * The two ends of one channel, the second in the upper 8 bits, from its sum times the weights of each end.
 */
function solve(
  ofFirst: number,
  ofSecond: number,
  last: number,
  products: number,
  second: number,
  scale: number,
  rest: number,
  most: number,
  decoded: Uint8Array,
): number {
  const a = clamp(((Math.imul(ofFirst, second) - Math.imul(ofSecond, products)) * scale + 0.5) | 0, most)
  // The other end makes up for what rounding this one costs.
  const b = clamp(((Math.imul(last, ofSecond) - Math.imul(products, decoded[a] as number)) * rest + 0.5) | 0, most)
  return a | (b << 8)
}

function clamp(value: number, most: number): number {
  const atLeast = value & ~(value >> 31)
  const beyond = (most - atLeast) | 0
  return (atLeast + (beyond & (beyond >> 31))) | 0
}

/** Keeps the ends if they are the best so far with the steps that were given last. */
function keepIfBetter(n: number): void {
  const last = trial[LAST] as number
  const first = trial[FIRST] as number
  const second = trial[SECOND] as number
  const ar = FIVE_BITS[first >> 11] as number
  const ag = SIX_BITS[(first >> 5) & 63] as number
  const ab = FIVE_BITS[first & 31] as number
  const br = FIVE_BITS[second >> 11] as number
  const bg = SIX_BITS[(second >> 5) & 63] as number
  const bb = FIVE_BITS[second & 31] as number
  const steps = sums[STEPS] as number
  const squared = sums[STEPS_SQUARED] as number
  const products = (Math.imul(last, steps) - squared) | 0
  const squaresOfFirst = (Math.imul(last * last, n) - Math.imul(last, steps) - products) | 0
  const wr = (sums[WEIGHTED_RED_BLUE] as number) & 0xffff
  const wg = sums[WEIGHTED_GREEN] as number
  const wb = (sums[WEIGHTED_RED_BLUE] as number) >>> 16
  const fr = (Math.imul(last, (sums[RED_BLUE] as number) & 0xffff) - wr) | 0
  const fg = (Math.imul(last, sums[GREEN] as number) - wg) | 0
  const fb = (Math.imul(last, (sums[RED_BLUE] as number) >>> 16) - wb) | 0
  // Times last², so that all are whole numbers.
  const ofFirst = Math.imul(ar, ar) + Math.imul(ag, ag) + Math.imul(ab, ab)
  const ofSecond = Math.imul(br, br) + Math.imul(bg, bg) + Math.imul(bb, bb)
  const ofBoth = Math.imul(ar, br) + Math.imul(ag, bg) + Math.imul(ab, bb)
  const ofColors =
    Math.imul(ar, fr) +
    Math.imul(ag, fg) +
    Math.imul(ab, fb) +
    Math.imul(br, wr) +
    Math.imul(bg, wg) +
    Math.imul(bb, wb)
  const error =
    Math.imul(last * last, sums[SQUARES] as number) +
    Math.imul(squaresOfFirst, ofFirst) +
    Math.imul(squared, ofSecond) +
    2 * (Math.imul(products, ofBoth) - Math.imul(last, ofColors))
  const comparable = Math.imul(last === 3 ? 4 : 9, error)
  if (comparable >= (best[ERROR] as number)) return
  best[ERROR] = comparable
  keep()
}

function keep(): void {
  best[FIRST] = trial[FIRST] as number
  best[SECOND] = trial[SECOND] as number
  best[LAST] = trial[LAST] as number
}

/** Puts the ends where their step next to the first comes nearest to the mean of the colours. */
function endsAround(n: number): void {
  const isFour = trial[LAST] === 3
  const five = isFour ? FIVE_BIT_THIRDS : FIVE_BIT_HALVES
  const six = isFour ? SIX_BIT_THIRDS : SIX_BIT_HALVES
  const r = five[Math.round(((sums[RED_BLUE] as number) & 0xffff) / n)] as number
  const g = six[Math.round((sums[GREEN] as number) / n)] as number
  const b = five[Math.round(((sums[RED_BLUE] as number) >>> 16) / n)] as number
  trial[FIRST] = ((r & 255) << 11) | ((g & 255) << 5) | (b & 255)
  trial[SECOND] = ((r >> 8) << 11) | ((g >> 8) << 5) | (b >> 8)
}

/**
 * For each value of a channel the two ends whose step next to the first is nearest to it, finer than an end
 * itself could be: the first in the lower 8 bits.
 */
function endsByStep(decoded: Uint8Array, last: number): Uint16Array {
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

/**
 * The nearest step of the best ends for each of the first `n` colours, two bits each; turns the ends if need
 * be.
 */
function stepsOf(words: Uint32Array, n: number): number {
  const last = best[LAST] as number
  // The greater end first says that there are four steps.
  const one = best[FIRST] as number
  const other = best[SECOND] as number
  const isTurned = last === 3 ? one < other : one > other
  const first = isTurned ? other : one
  const second = isTurned ? one : other
  best[FIRST] = first
  best[SECOND] = second
  const r = FIVE_BITS[first >> 11] as number
  const g = SIX_BITS[(first >> 5) & 63] as number
  const b = FIVE_BITS[first & 31] as number
  // Where a colour is between the ends, times 2 × last × their distance squared: so the borders are whole
  // numbers.
  const dr = (FIVE_BITS[second >> 11] as number) - r
  const dg = (SIX_BITS[(second >> 5) & 63] as number) - g
  const db = (FIVE_BITS[second & 31] as number) - b
  const distance = dr * dr + dg * dg + db * db
  const sr = 2 * last * dr
  const sg = 2 * last * dg
  const sb = 2 * last * db
  const border0 = r * sr + g * sg + b * sb + distance
  const border1 = border0 + 2 * distance
  const border2 = last === 3 ? border1 + 2 * distance : FAR
  let bits = 0
  for (let i = 0; i < n; i++) {
    const word = words[i] as number
    const place =
      (((Math.imul(sr, word & 255) + Math.imul(sg, (word >>> 8) & 255)) | 0) + Math.imul(sb, (word >>> 16) & 255)) | 0
    const step = (((border0 - place) >>> 31) + ((border1 - place) >>> 31) + ((border2 - place) >>> 31)) | 0
    bits |= step << (i * 2)
  }
  return bits
}

/** Steps as BC1 numbers them: of four 0, 2, 3, 1, that of the first end lowest. */
function bitsOfFour(steps: number): number {
  const high = (steps >>> 1) & 0x55555555
  return (((steps & 0x55555555) ^ high) << 1) | high
}

/** Of three 0, 2, 1. */
function bitsOfThree(steps: number): number {
  return ((steps & 0x55555555) << 1) | ((steps >>> 1) & 0x55555555)
}

function writeBlock(out: Uint8Array, at: number, bits: number): void {
  const first = best[FIRST] as number
  const second = best[SECOND] as number
  out[at] = first & 255
  out[at + 1] = first >> 8
  out[at + 2] = second & 255
  out[at + 3] = second >> 8
  out[at + 4] = bits & 255
  out[at + 5] = (bits >> 8) & 255
  out[at + 6] = (bits >> 16) & 255
  out[at + 7] = bits >>> 24
}
