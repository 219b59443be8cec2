import type { MeshSkin } from '@ukit/media'
import { plural } from '@ukit/text/internal'

/** Maximum number of influences of a vertex in a `MeshSkin`. */
const MAX = 8

/**
 * *Weights of points in a file, collected in any order*. They are not scaled, so they keep their bits and an
 * importer can report which are wrong. The greatest come first; if a point has a bone twice, the weights are
 * added.
 */
export class PointWeights {
  readonly #influences: Map<number, number>[]
  #merged = 0

  /** @param points number of points. */
  constructor(points: number) {
    this.#influences = Array.from({ length: points }, () => new Map<number, number>())
  }

  /** Adds one bone's influence on a point; ignored for a weight of 0. */
  add(point: number, bone: number, weight: number): void {
    if (weight === 0) return
    const known = this.#influences[point]?.get(bone)
    if (known !== undefined) this.#merged++
    this.#influences[point]?.set(bone, (known ?? 0) + weight)
  }

  /**
   * The skin of vertices.
   *
   * @param points the point of each vertex.
   * @param notes gets a line for what was changed.
   */
  skin(points: Uint32Array, notes: string[]): MeshSkin {
    const width = this.#influences.some(({ size }) => size > 4) ? MAX : 4
    const bones = new Uint16Array(points.length * width)
    const weights = new Float32Array(points.length * width)
    let reduced = 0
    const ordered = this.#influences.map((influences) => {
      const list = [...influences].sort(([, a], [, b]) => b - a)
      if (list.length <= MAX) return list
      reduced++
      return scaled(list.slice(0, MAX))
    })
    for (const [i, point] of points.entries()) {
      for (const [k, [bone, weight]] of (ordered[point] ?? []).entries()) {
        bones[i * width + k] = bone
        weights[i * width + k] = weight
      }
    }
    if (this.#merged > 0)
      notes.push(`${plural(this.#merged, 'weight names', 'weights name')} a bone that the point already has: added up`)
    if (reduced > 0)
      notes.push(
        `${plural(reduced, 'point follows', 'points follow')} more than ${MAX} bones: the weakest are left ` +
          `out, the others scaled`,
      )
    return { width, bones, weights }
  }
}

function scaled(list: readonly [bone: number, weight: number][]): [bone: number, weight: number][] {
  const sum = list.reduce((total, [, weight]) => total + weight, 0)
  return list.map(([bone, weight]) => [bone, weight / sum])
}
