/**
 * *16 colours as two ends of a line and two bits each* (BC1 to BC3).
 *
 * The line is the main axis of the colours. Each pixel takes the nearest of its four steps, and least squares
 * moves the ends to where they are best for the steps taken. Where the colours of a block are close together,
 * ends of 5 and 6 bits are too coarse for that: there the pair of ends whose steps hit the mean is tried too,
 * and only some of the steps, and the three steps of BC1.
 *
 * @param block 16 pixels of 4 bytes; alpha does not count.
 * @param mayHaveThree BC1, where the order of the ends says whether there are four steps or three.
 */
export function fitColors(block: Uint8Array, mayHaveThree: boolean, out: Uint8Array, at: number): void {
  takeColors(block, 0)
  fitLine(16, 3)
  if (mayHaveThree && narrow) fitLine(16, 2)
  writeBest(out, at, 0)
}

/**
 * *The same with holes* (BC1): three steps for the pixels that are drawn; the fourth value is a hole.
 *
 * @param cutoff pixels whose alpha is below it are holes.
 */
export function fitColorsWithHoles(block: Uint8Array, cutoff: number, out: Uint8Array, at: number): void {
  takeColors(block, cutoff)
  bestFirst = bestSecond = 0
  bestLast = 2
  if (count > 0) fitLine(count, 2)
  writeBest(out, at, -1)
}

/** The greater end first says that there are four steps. */
function writeBest(out: Uint8Array, at: number, others: number): void {
  const isTurned = bestLast === 3 ? bestFirst < bestSecond : bestFirst > bestSecond
  const bits = bestLast === 3 ? STEPS_OF_FOUR : STEPS_OF_THREE
  if (isTurned) writeSteps(out, at, bestSecond, bestFirst, bestLast, bits, others)
  else writeSteps(out, at, bestFirst, bestSecond, bestLast, bits, others)
}

/** The two bits of each step from the first end to the second. */
const STEPS_OF_FOUR = [0, 2, 3, 1]
const STEPS_OF_THREE = [0, 2, 1]

// What is known of the block at hand. One set for all blocks: a large texture has millions.
let count = 0
const reds = new Float64Array(16)
const greens = new Float64Array(16)
const blues = new Float64Array(16)
/** Which of the 16 pixels each of these is. */
const members = new Uint8Array(16)

/** The best ends so far, as 5:6:5 colours, and the sum of squared differences that they leave. */
let bestFirst = 0
let bestSecond = 0
let bestError = 0
/** Number of the last step: 3 of four, 2 of three. */
let bestLast = 3
/** The colours are so close together that ends of 5 and 6 bits are coarse for them. */
let narrow = false

function takeColors(block: Uint8Array, cutoff: number): void {
  count = 0
  bestError = Number.POSITIVE_INFINITY
  for (let i = 0; i < 16; i++) {
    if ((block[i * 4 + 3] as number) < cutoff) continue
    reds[count] = block[i * 4] as number
    greens[count] = block[i * 4 + 1] as number
    blues[count] = block[i * 4 + 2] as number
    members[count++] = i
  }
}

/** Least squares again after this many times does not change much. */
const ROUNDS = 2

/** Below this variance (the sum over the channels) the ends' own steps are as wide as the colours. */
const NEARLY_SOLID = 12

/** Finds the best ends for the first `n` colours and steps 0 to `last`. */
function fitLine(n: number, last: number): void {
  let sr = 0
  let sg = 0
  let sb = 0
  let rr = 0
  let rg = 0
  let rb = 0
  let gg = 0
  let gb = 0
  let bb = 0
  for (let i = 0; i < n; i++) {
    const r = reds[i] as number
    const g = greens[i] as number
    const b = blues[i] as number
    sr += r
    sg += g
    sb += b
    rr += r * r
    rg += r * g
    rb += r * b
    gg += g * g
    gb += g * b
    bb += b * b
  }
  sums[0] = sr
  sums[1] = sg
  sums[2] = sb
  squares = rr + gg + bb
  const mr = sr / n
  const mg = sg / n
  const mb = sb / n
  rr -= sr * mr
  rg -= sr * mg
  rb -= sr * mb
  gg -= sg * mg
  gb -= sg * mb
  bb -= sb * mb
  const variance = (rr + gg + bb) / n
  narrow = variance < NARROW
  if (variance < NEARLY_SOLID) {
    consider(endsAround(mr, mg, mb, last === 3), n, last)
    if (variance === 0) return
  }
  // The main axis by the power method, from the row of the greatest variance: that one is at right angles to
  // the axis only when all are.
  const isGreen = gg >= rr && gg >= bb
  const isRed = rr >= bb
  let x = isGreen ? rg : isRed ? rr : rb
  let y = isGreen ? gg : isRed ? rg : gb
  let z = isGreen ? gb : isRed ? rb : bb
  for (let step = 0; step < 3; step++) {
    const nx = x * rr + y * rg + z * rb
    const ny = x * rg + y * gg + z * gb
    const nz = x * rb + y * gb + z * bb
    const scale = 1 / (Math.abs(nx) + Math.abs(ny) + Math.abs(nz) + 1e-9)
    x = nx * scale
    y = ny * scale
    z = nz * scale
  }
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const place = x * (reds[i] as number) + y * (greens[i] as number) + z * (blues[i] as number)
    if (place < least) least = place
    if (place > greatest) greatest = place
  }
  const range = greatest - least + 1e-9
  spread(x, y, z, least, range, 0, last, n, last)
  for (let round = 0; round < ROUNDS; round++) if (!consider(solvedEnds(last), n, last)) break
  if (!narrow) return
  // Ends of few bits are far apart: colours that are close together may do better on some of the steps.
  for (const [from, to] of SOME_STEPS) {
    spread(x, y, z, least, range, from, to, n, last)
    if (consider(solvedEnds(last), n, last)) consider(solvedEnds(last), n, last)
  }
}

/** Below this variance some of the steps may be better than all. */
const NARROW = 64

/** Runs of steps that are tried; those from the other end are the same turned round. */
const SOME_STEPS = [
  [1, 2],
  [0, 1],
  [0, 2],
] as const

/** Spreads the colours, by their places along the axis, evenly over the steps `from` to `to`. */
function spread(
  x: number,
  y: number,
  z: number,
  least: number,
  range: number,
  from: number,
  to: number,
  n: number,
  last: number,
): void {
  const scale = (to - from) / range
  assign(x * scale, y * scale, z * scale, from + 0.5 - least * scale, n, last)
}

// What `assign` gathers: sums over the pixels of weights, of products of weights, and of weighted colours.
// The weight of the second end is the step, that of the first `last` less the step.
const sums = new Float64Array(3)
const weighted = new Float64Array(3)
let squares = 0
let firstSquares = 0
let secondSquares = 0
let products = 0

/** Gives each colour a step, by its place along a direction. */
function assign(x: number, y: number, z: number, offset: number, n: number, last: number): void {
  let steps = 0
  let squared = 0
  let wr = 0
  let wg = 0
  let wb = 0
  for (let i = 0; i < n; i++) {
    const r = reds[i] as number
    const g = greens[i] as number
    const b = blues[i] as number
    const place = x * r + y * g + z * b + offset
    const step = place < 1 ? 0 : place >= last ? last : place | 0
    steps += step
    squared += step * step
    wr += step * r
    wg += step * g
    wb += step * b
  }
  weighted[0] = wr
  weighted[1] = wg
  weighted[2] = wb
  secondSquares = squared
  products = last * steps - squared
  firstSquares = last * last * n - 2 * last * steps + squared
}

/** Both ends as one number: the first in the upper 16 bits. */
type Ends = number

/** Where least squares has the ends for the steps that `assign` gave. */
function solvedEnds(last: number): Ends {
  const det = firstSquares * secondSquares - products * products
  if (det === 0) return -1
  const scale = last / det
  solve(0, scale, last, 31, FIVE_BITS)
  let first = endA << 11
  let second = endB << 11
  solve(1, scale, last, 63, SIX_BITS)
  first |= endA << 5
  second |= endB << 5
  solve(2, scale, last, 31, FIVE_BITS)
  return (first | endA) * 65536 + (second | endB)
}

let endA = 0
let endB = 0

/** Values of 5 and 6 bits as they decode. */
const FIVE_BITS = Float64Array.from({ length: 32 }, (_, i) => (i << 3) | (i >> 2))
const SIX_BITS = Float64Array.from({ length: 64 }, (_, i) => (i << 2) | (i >> 4))

/** The two ends of one channel: of the four roundings of the exact ones that with the least error. */
function solve(channel: number, scale: number, last: number, most: number, decoded: Float64Array): void {
  const bx = weighted[channel] as number
  const ax = last * (sums[channel] as number) - bx
  const a = (ax * secondSquares - bx * products) * scale * (most / 255)
  const b = (bx * firstSquares - ax * products) * scale * (most / 255)
  const lowA = a <= 0 ? 0 : a >= most ? most : a | 0
  const lowB = b <= 0 ? 0 : b >= most ? most : b | 0
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 4; i++) {
    const indexA = lowA + (i & 1)
    const indexB = lowB + (i >> 1)
    if (indexA > most || indexB > most) continue
    const va = decoded[indexA] as number
    const vb = decoded[indexB] as number
    const error =
      firstSquares * va * va + secondSquares * vb * vb + 2 * products * va * vb - 2 * last * (va * ax + vb * bx)
    if (error < least) {
      least = error
      endA = indexA
      endB = indexB
    }
  }
}

/** Assigns the steps of two ends, and keeps these if they are the best so far; false when they are not. */
function consider(ends: Ends, n: number, last: number): boolean {
  if (ends < 0) return false
  const first = (ends / 65536) | 0
  const second = ends & 65535
  const ar = FIVE_BITS[first >> 11] as number
  const ag = SIX_BITS[(first >> 5) & 63] as number
  const ab = FIVE_BITS[first & 31] as number
  const br = FIVE_BITS[second >> 11] as number
  const bg = SIX_BITS[(second >> 5) & 63] as number
  const bb = FIVE_BITS[second & 31] as number
  assignSteps(ar, ag, ab, br - ar, bg - ag, bb - ab, n, last)
  const wr = weighted[0] as number
  const wg = weighted[1] as number
  const wb = weighted[2] as number
  const fr = last * (sums[0] as number) - wr
  const fg = last * (sums[1] as number) - wg
  const fb = last * (sums[2] as number) - wb
  const error =
    squares +
    (firstSquares * (ar * ar + ag * ag + ab * ab) +
      secondSquares * (br * br + bg * bg + bb * bb) +
      2 * products * (ar * br + ag * bg + ab * bb)) /
      (last * last) -
    (2 * (ar * fr + ag * fg + ab * fb + br * wr + bg * wg + bb * wb)) / last
  if (error >= bestError) return false
  bestError = error
  bestLast = last
  bestFirst = first
  bestSecond = second
  return true
}

function assignSteps(
  r: number,
  g: number,
  b: number,
  dr: number,
  dg: number,
  db: number,
  n: number,
  last: number,
): void {
  const length = dr * dr + dg * dg + db * db
  const scale = length === 0 ? 0 : last / length
  assign(dr * scale, dg * scale, db * scale, 0.5 - (r * dr + g * dg + b * db) * scale, n, last)
}

/** The ends whose middle steps come nearest to one colour. */
function endsAround(red: number, green: number, blue: number, isFour: boolean): Ends {
  const five = isFour ? FIVE_BIT_THIRDS : FIVE_BIT_HALVES
  const six = isFour ? SIX_BIT_THIRDS : SIX_BIT_HALVES
  const r = five[Math.round(red)] as number
  const g = six[Math.round(green)] as number
  const b = five[Math.round(blue)] as number
  const first = ((r & 255) << 11) | ((g & 255) << 5) | (b & 255)
  const second = ((r >> 8) << 11) | ((g >> 8) << 5) | (b >> 8)
  return first * 65536 + second
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
  bitsOfStep: readonly number[],
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
    const step = place < 1 ? 0 : place >= last ? last : place | 0
    const shift = (members[i] as number) * 2
    bits = (bits & ~(3 << shift)) | ((bitsOfStep[step] as number) << shift)
  }
  out[at + 4] = bits & 255
  out[at + 5] = (bits >> 8) & 255
  out[at + 6] = (bits >> 16) & 255
  out[at + 7] = bits >>> 24
}
