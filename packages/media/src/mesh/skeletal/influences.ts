import { plural } from '@ukit/text/internal'
import type { MeshSkin } from '../model/mesh.js'

/** Maximum number of influences kept per point; glTF stores them in groups of four. */
const MAX = 8

/**
 * Sums that differ from 1 by more than this are reported: rounding to bytes and 16-bit numbers causes less.
 */
const TOLERANCE = 0.02

/** Maximum rounding error of a 32-bit weight. */
const ROUNDING = 2 ** -24

/**
 * *Collects the bones that move each point, in any order*: a bone that occurs twice is merged, weights that
 * are not positive numbers are dropped, and sums become 1.
 */
export class Influences {
  readonly #bones: Uint16Array
  readonly #weights: Float32Array
  readonly #counts: Uint8Array
  readonly #boneNumbers: Uint16Array
  #missingBones = 0
  #missingPoints = 0
  #merged = 0
  #dropped = 0

  /** @param boneNumbers for each stored bone, its number in the skeleton. */
  constructor(points: number, boneNumbers: Uint16Array) {
    this.#bones = new Uint16Array(points * MAX)
    this.#weights = new Float32Array(points * MAX)
    this.#counts = new Uint8Array(points)
    this.#boneNumbers = boneNumbers
  }

  /** Adds one bone's influence on a point. */
  add(point: number, storedBone: number, weight: number): void {
    if (!(weight > 0) || weight === Number.POSITIVE_INFINITY) return
    const count = this.#counts[point]
    if (count === undefined) {
      this.#missingPoints++
      return
    }
    const bone = this.#boneNumbers[storedBone]
    if (bone === undefined) {
      this.#missingBones++
      return
    }
    const first = point * MAX
    let slot = first
    while (slot < first + count && this.#bones[slot] !== bone) slot++
    if (slot < first + count) {
      this.#merged++
      this.#weights[slot] = (this.#weights[slot] ?? 0) + weight
      return
    }
    if (count === MAX) {
      this.#dropped++
      slot = this.#least(first)
      if ((this.#weights[slot] ?? 0) >= weight) return
    } else {
      this.#counts[point] = count + 1
    }
    this.#bones[slot] = bone
    this.#weights[slot] = weight
  }

  /** The slot with the least weight of a point whose slots are all used. */
  #least(first: number): number {
    let least = first
    for (let i = first + 1; i < first + MAX; i++) if ((this.#weights[i] ?? 0) < (this.#weights[least] ?? 0)) least = i
    return least
  }

  /**
   * The skin of vertices.
   *
   * @param points the point of each vertex.
   * @param notes gets a line for each kind of repair.
   */
  skin(points: Uint32Array, notes: string[]): MeshSkin {
    const [uneven, free] = this.#normalize()
    const width = this.#counts.some((count) => count > 4) ? 8 : 4
    const bones = new Uint16Array(points.length * width)
    const weights = new Float32Array(points.length * width)
    const from = { bones: this.#bones, weights: this.#weights }
    for (let i = 0, to = 0; i < points.length; i++) {
      const first = (points[i] as number) * MAX
      for (let k = first; k < first + width; k++, to++) {
        bones[to] = from.bones[k] ?? 0
        weights[to] = from.weights[k] ?? 0
      }
    }
    if (this.#missingBones > 0)
      notes.push(
        `${plural(this.#missingBones, 'weight names a bone that does', 'weights name bones that do')} not ` +
          `exist: left out`,
      )
    if (this.#missingPoints > 0)
      notes.push(
        `${plural(this.#missingPoints, 'weight names a point that does', 'weights name points that do')} not ` +
          `exist: left out`,
      )
    if (this.#merged > 0)
      notes.push(`${plural(this.#merged, 'weight names', 'weights name')} a bone that the point already has: added up`)
    if (this.#dropped > 0)
      notes.push(
        `${plural(this.#dropped, 'weight is', 'weights are')} more than ${MAX} of a point: the weakest are left out`,
      )
    if (uneven > 0) notes.push(`the weights of ${plural(uneven, 'point')} did not add up to 1: scaled`)
    if (free > 0)
      notes.push(`${plural(free, 'point follows no bone: it follows', 'points follow no bone: they follow')} the first`)
    return { width, bones, weights }
  }

  /**
   * Sorts each point's influences and scales them to a sum of 1. Returns the number of points whose sum was
   * off, and of points without influences.
   */
  #normalize(): [uneven: number, free: number] {
    let uneven = 0
    let free = 0
    const counts = this.#counts
    const weights = this.#weights
    for (let point = 0; point < counts.length; point++) {
      const first = point * MAX
      const count = counts[point] as number
      const end = first + count
      if (count === 0) {
        free++
        counts[point] = 1
        weights[first] = 1
        continue
      }
      let sum = 0
      for (let i = first; i < end; i++) sum += weights[i] as number
      if (Math.abs(sum - 1) > TOLERANCE) uneven++
      this.#sort(first, count)
      // Weights whose sum is 1 within the precision of 32-bit floats keep their bits.
      if (Math.abs(sum - 1) <= count * ROUNDING) continue
      for (let i = first; i < end; i++) weights[i] = (weights[i] as number) / sum
    }
    return [uneven, free]
  }

  /** Sorts by weight, the greatest first. */
  #sort(first: number, count: number): void {
    for (let i = first + 1; i < first + count; i++) {
      const bone = this.#bones[i] ?? 0
      const weight = this.#weights[i] ?? 0
      let slot = i
      for (; slot > first && (this.#weights[slot - 1] ?? 0) < weight; slot--) {
        this.#bones[slot] = this.#bones[slot - 1] ?? 0
        this.#weights[slot] = this.#weights[slot - 1] ?? 0
      }
      this.#bones[slot] = bone
      this.#weights[slot] = weight
    }
  }
}
