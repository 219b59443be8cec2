import { ue1 } from '@ukit/objects'
import type { FoundBody } from './body-runs.js'
import type { SalvagedTexture } from './native-bodies.js'

/** A texture and what it says of its palette. */
export interface PaletteWish {
  readonly texture: SalvagedTexture
  /** What its property `Palette` stores: the palette's export number, from 1. */
  readonly reference: number
  /** Its property `MipZero`: the mean colour of its largest level, as R, G, B. */
  readonly mean: readonly number[] | undefined
}

/**
 * Largest difference of a stored mean colour from the pixels': 1 in 271 of 276 textures with their palettes.
 */
const MEAN_TOLERANCE = 2

/** The evidence for a palette: the mean colour agrees, nothing can be said, or it does not (5 of 276). */
const AGREES = 4
const UNKNOWN = 1
const DISAGREES = -2

/** Pairs of a reference and a palette that are looked at. */
const MOST_PAIRS = 4_000_000

/**
 * *Which palette each reference means*, where the export table is lost: exports and their bodies have the
 * same order, so both lists are gone through once, and the mean colours decide what is left out of either.
 *
 * @param palettes in the order of their positions.
 * @param before how many objects at least are in front of each.
 */
export function numberPalettes(
  wishes: readonly PaletteWish[],
  palettes: readonly FoundBody[],
  before: readonly number[],
): Map<number, FoundBody> {
  const byReference = new Map<number, PaletteWish[]>()
  for (const wish of wishes) {
    const list = byReference.get(wish.reference)
    if (list === undefined) byReference.set(wish.reference, [wish])
    else list.push(wish)
  }
  const references = [...byReference.keys()].sort((a, b) => a - b)
  const [rows, columns] = [references.length, palettes.length]
  const numbers = new Map<number, FoundBody>()
  if (rows * columns > MOST_PAIRS) return numbers
  const pairs = references.map((reference) => {
    const histograms = (byReference.get(reference) ?? []).map(histogramOf)
    return palettes.map((palette, j) => scoreOf(reference, histograms, palette, before[j] ?? 0))
  })
  const width = columns + 1
  const best = new Float64Array((rows + 1) * width)
  const at = (i: number, j: number) => best[i * width + j] ?? 0
  const pair = (i: number, j: number) => pairs[i - 1]?.[j - 1] ?? Number.NEGATIVE_INFINITY
  for (let i = 1; i <= rows; i++) {
    for (let j = 1; j <= columns; j++) {
      best[i * width + j] = Math.max(at(i - 1, j), at(i, j - 1), at(i - 1, j - 1) + pair(i, j))
    }
  }
  for (let i = rows, j = columns; i > 0 && j > 0; ) {
    if (at(i, j) === at(i - 1, j)) i--
    else if (at(i, j) === at(i, j - 1)) j--
    else {
      const [reference, palette] = [references[--i], palettes[--j]]
      if (reference !== undefined && palette !== undefined) numbers.set(reference, palette)
    }
  }
  return numbers
}

interface Histogram {
  readonly counts: Uint32Array
  readonly pixels: number
  readonly mean: readonly number[] | undefined
}

/** How often each colour is in the largest level. */
function histogramOf({ texture, mean }: PaletteWish): Histogram {
  const counts = new Uint32Array(256)
  const data = texture.mips[0]?.data ?? new Uint8Array(0)
  for (const pixel of data) counts[pixel] = (counts[pixel] ?? 0) + 1
  return { counts, pixels: data.length, mean }
}

function scoreOf(reference: number, histograms: readonly Histogram[], palette: FoundBody, before: number): number {
  // In the first run numbers are certain.
  if (palette.run === 0) return reference - 1 === palette.ordinal ? AGREES : Number.NEGATIVE_INFINITY
  if (reference - 1 < before) return Number.NEGATIVE_INFINITY
  const { content } = palette.native
  if (!(content instanceof ue1.Palette)) return Number.NEGATIVE_INFINITY
  return histograms.reduce((sum, histogram) => sum + agreement(histogram, content.colors), 0)
}

function agreement({ counts, pixels, mean }: Histogram, colors: Uint8Array): number {
  if (mean === undefined || pixels === 0) return UNKNOWN
  const sums = [0, 0, 0]
  for (let color = 0; color < counts.length; color++) {
    const count = counts[color] ?? 0
    if (count === 0) continue
    for (let i = 0; i < 3; i++) sums[i] = (sums[i] ?? 0) + count * (colors[4 * color + i] ?? 0)
  }
  const isMean = sums.every((sum, i) => Math.abs(sum / pixels - (mean[i] ?? 0)) <= MEAN_TOLERANCE)
  return isMean ? AGREES : DISAGREES
}
