import type { Histogram } from './split-colors.js'

/** Maximum number of rounds; the gain of later ones is not visible. */
const ROUNDS = 60

/** Refining ends when a round reduces the error by less than this share. */
const LEAST_GAIN = 0.0002

/**
 * *Moves the colours of a palette to the means of the colours that are nearest to them*, until that gains
 * nothing (the method of Lloyd). A colour that is nearest to none moves to where the error is greatest.
 *
 * A colour looks only at neighbours of the one it had: none that is more than twice as far from that one as
 * the colour itself can be nearer.
 *
 * @param centers red, green, blue each.
 * @returns the palette, rounded.
 */
export function refineCenters(histogram: Histogram, centers: Float64Array): Uint8Array {
  const { colors, counts } = histogram
  const size = centers.length / 3
  const owners = new Uint8Array(counts.length)
  const sums = new Float64Array(size * 4)
  let before = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const neighbours = neighboursOf(centers, size)
    sums.fill(0)
    let error = 0
    let worst = 0
    let worstError = -1
    for (let i = 0; i < counts.length; i++) {
      const r = colors[i * 3] as number
      const g = colors[i * 3 + 1] as number
      const b = colors[i * 3 + 2] as number
      const count = counts[i] as number
      const owner = owners[i] as number
      let best = owner
      let least = distance(centers, owner, r, g, b)
      const reach = least * 4
      for (let k = 0; k < size - 1; k++) {
        const at = owner * size + k
        if ((neighbours.distances[at] as number) >= reach) break
        const other = neighbours.order[at] as number
        const d = distance(centers, other, r, g, b)
        if (d < least) {
          least = d
          best = other
        }
      }
      owners[i] = best
      const to = best * 4
      sums[to] = (sums[to] as number) + r * count
      sums[to + 1] = (sums[to + 1] as number) + g * count
      sums[to + 2] = (sums[to + 2] as number) + b * count
      sums[to + 3] = (sums[to + 3] as number) + count
      error += least * count
      if (least * count > worstError) {
        worstError = least * count
        worst = i
      }
    }
    for (let c = 0; c < size; c++) {
      const n = sums[c * 4 + 3] as number
      for (let k = 0; k < 3; k++)
        centers[c * 3 + k] = n > 0 ? (sums[c * 4 + k] as number) / n : (colors[worst * 3 + k] as number)
    }
    if (before - error < before * LEAST_GAIN) break
    before = error
  }
  return Uint8Array.from(centers, (value) => Math.round(value))
}

function distance(centers: Float64Array, center: number, red: number, green: number, blue: number): number {
  const r = red - (centers[center * 3] as number)
  const g = green - (centers[center * 3 + 1] as number)
  const b = blue - (centers[center * 3 + 2] as number)
  return r * r + g * g + b * b
}

/** For each colour all others, the nearest first, with their squared distances. */
function neighboursOf(centers: Float64Array, size: number): { order: Uint8Array; distances: Float64Array } {
  const order = new Uint8Array(size * size)
  const distances = new Float64Array(size * size)
  const row = new Float64Array(size)
  const others = new Uint8Array(size)
  for (let c = 0; c < size; c++) {
    const [r, g, b] = [centers[c * 3] as number, centers[c * 3 + 1] as number, centers[c * 3 + 2] as number]
    for (let other = 0; other < size; other++) {
      row[other] = other === c ? Number.POSITIVE_INFINITY : distance(centers, other, r, g, b)
      others[other] = other
    }
    others.sort((x, y) => (row[x] as number) - (row[y] as number))
    for (let k = 0; k < size; k++) {
      order[c * size + k] = others[k] as number
      distances[c * size + k] = row[others[k] as number] as number
    }
  }
  return { order, distances }
}
