import { channelSteps } from './channel-steps.js'

/**
 * *16 values of one channel as two ends and three bits each* (BC3's alpha, BC4, BC5).
 *
 * Both ways that the format knows are tried: eight even steps, and six with 0 and 255 beside them, which
 * suits masks with soft edges. The ends of each are refined by least squares.
 *
 * @param block 16 pixels of 4 bytes.
 * @param offset of the channel in a pixel.
 */
export function fitChannel(block: Uint8Array, offset: number, out: Uint8Array, at: number): void {
  let least = 255
  let greatest = 0
  let innerLeast = 255
  let innerGreatest = 0
  for (let i = 0; i < 16; i++) {
    const value = block[i * 4 + offset] as number
    values[i] = value
    if (value < least) least = value
    if (value > greatest) greatest = value
    if (value !== 0 && value < innerLeast) innerLeast = value
    if (value !== 255 && value > innerGreatest) innerGreatest = value
  }
  if (least === greatest) {
    out.fill(0, at + 2, at + 8)
    out[at] = out[at + 1] = least
    return
  }
  bestError = Number.POSITIVE_INFINITY
  tryRefined(greatest, least)
  // If no value is 0 or 255, the two extremes would be wasted.
  if (bestError > 0 && (least === 0 || greatest === 255)) {
    if (innerLeast > innerGreatest) innerLeast = innerGreatest = least === 0 ? greatest : least
    tryRefined(innerLeast, innerGreatest)
  }
  write(out, at)
}

const values = new Int32Array(16)
const steps = new Uint8Array(8)
const indices = new Uint8Array(16)
const bestIndices = new Uint8Array(16)
let bestError = 0
let bestFirst = 0
let bestSecond = 0

/** Tries the given ends, then those that least squares gives, as long as that helps. */
function tryRefined(first: number, second: number): void {
  const isEight = first > second
  let [a, b] = [first, second]
  let before = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const error = assign(a, b)
    if (error < bestError) {
      bestError = error
      bestFirst = a
      bestSecond = b
      bestIndices.set(indices)
    }
    if (error === 0 || error >= before) return
    before = error
    const count = isEight ? 7 : 5
    let [aa, bb, ab, av, bv] = [0, 0, 0, 0, 0]
    for (let i = 0; i < 16; i++) {
      const index = indices[i] as number
      if (index > count) continue
      const second = index === 0 ? 0 : index === 1 ? count : index - 1
      const first = count - second
      const value = values[i] as number
      aa += first * first
      bb += second * second
      ab += first * second
      av += first * value
      bv += second * value
    }
    const det = aa * bb - ab * ab
    if (det === 0) return
    const nextA = clamp(Math.round((count * (av * bb - bv * ab)) / det))
    const nextB = clamp(Math.round((count * (bv * aa - av * ab)) / det))
    // The order of the ends says which of the two ways is used.
    if (isEight ? nextA <= nextB : nextA > nextB) return
    if (nextA === a && nextB === b) return
    a = nextA
    b = nextB
  }
}

/** Gives each value its nearest step. Returns the sum of the squared differences. */
function assign(first: number, second: number): number {
  channelSteps(first, second, steps)
  let sum = 0
  for (let i = 0; i < 16; i++) {
    const value = values[i] as number
    let nearest = 0
    let least = 1 << 20
    for (let step = 0; step < 8; step++) {
      const difference = value - (steps[step] as number)
      const error = difference * difference
      if (error < least) {
        least = error
        nearest = step
      }
    }
    indices[i] = nearest
    sum += least
  }
  return sum
}

function write(out: Uint8Array, at: number): void {
  out[at] = bestFirst
  out[at + 1] = bestSecond
  for (let half = 0; half < 2; half++) {
    let bits = 0
    for (let i = 7; i >= 0; i--) bits = (bits << 3) | (bestIndices[half * 8 + i] as number)
    out[at + 2 + half * 3] = bits & 255
    out[at + 3 + half * 3] = (bits >> 8) & 255
    out[at + 4 + half * 3] = (bits >> 16) & 255
  }
}

function clamp(value: number): number {
  return Math.max(0, Math.min(255, value))
}
