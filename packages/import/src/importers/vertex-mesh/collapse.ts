import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'
import { CollapseQueue } from './collapse-queue.js'

/** How the order is determined in which a mesh loses its points. */
export interface CollapseOptions {
  /** Only the lengths of edges count, not the curvature of the surface (`LODSTYLE` with 8). */
  readonly byLength: boolean
  /** Points on texture seams are kept three times as long (`LODSTYLE` with 4). */
  readonly keepSeams: boolean
  /** Textures do not count (`LODNOTEX`). */
  readonly withoutTextures: boolean
}

/** A mesh in the form that the collapse needs. */
export interface CollapseMesh {
  /** X, Y, Z of each point in the frame that decides. */
  readonly positions: Float64Array
  /** Three points for each face. */
  readonly faces: Uint32Array
  /** Three wedges (a point with texture coordinates) for each face. */
  readonly wedges: Uint32Array
}

/** The collapse of one point onto another. */
export interface CollapseStep {
  readonly point: number
  /** −1 for a point that is no longer in any face. */
  readonly onto: number
  /** Faces that vanish with it. */
  readonly lost: readonly number[]
}

/** Costs closer to each other than this are equal: the engine computed them with 24 bits. */
const SAME = 1e-5
/** Costs below this belong to flat surfaces. */
const FLAT = 1e-3
/**
 * Pairs of faces that are compared at most. A mesh of 65,535 points with six faces each takes a third; a
 * point with thousands of faces would take days.
 */
const MOST_COMPARED = 600_000_000
/** What it takes to find the edges of a face, in comparisons. */
const MAP_WORK = 64

/**
 * *The order in which the points of a mesh are removed*, by repeatedly collapsing the edge with the lowest
 * cost, as UnrealEd of UT does (deduced from 14 compiled meshes: apart from collapses of cost 0, this finds
 * all of their 1,500 collapses):
 *
 * - the cost of moving point u onto its neighbour v is the length of the edge times the curvature of the
 *   surface: the maximum over all faces of u of (1 − cosine of the angle to the nearest face of the edge) /
 *   2. A point on a border moves along the border; moving it onto a neighbour inside counts as full
 *   curvature;
 * - the cost is multiplied by 0.7 for each wedge of u, if u has more than one (three times that with
 *   `keepSeams`). For this, faces keep their initial wedges;
 * - points without faces are removed at once.
 */
export class Collapse {
  readonly #mesh: CollapseMesh
  readonly #options: CollapseOptions
  /** The current faces; lost faces are not in any list of `#around`. */
  readonly #faces: Uint32Array
  readonly #normals: Float32Array
  readonly #around: Set<number>[]
  readonly #pointCount: number
  #compared = 0

  constructor(mesh: CollapseMesh, options: CollapseOptions) {
    this.#mesh = mesh
    this.#options = options
    this.#pointCount = mesh.positions.length / 3
    this.#faces = mesh.faces.slice()
    this.#normals = new Float32Array(mesh.faces.length)
    this.#around = Array.from({ length: this.#pointCount }, () => new Set<number>())
    for (let face = 0; face < mesh.faces.length / 3; face++) {
      this.#turn(face)
      for (const point of this.#corners(face)) this.#around[point]?.add(face)
    }
  }

  /** All steps, in order; of points with equal cost, the lowest number first. */
  steps(): CollapseStep[] {
    const queue = new CollapseQueue()
    for (let point = 0; point < this.#pointCount; point++) queue.set(point, this.#best(point).cost)
    const steps: CollapseStep[] = []
    for (let point = queue.take(); point !== undefined; point = queue.take()) {
      const { onto } = this.#best(point)
      const touched = this.#neighbours(point)
      steps.push({ point, onto, lost: this.#move(point, onto) })
      for (const neighbour of touched) queue.set(neighbour, this.#best(neighbour).cost)
    }
    return steps
  }

  /** The steps for a given order: points are removed from the last to the first. */
  stepsInOrder(): CollapseStep[] {
    const steps: CollapseStep[] = []
    for (let point = this.#pointCount - 1; point >= 0; point--) {
      const { onto } = this.#best(point)
      steps.push({ point, onto, lost: this.#move(point, onto) })
    }
    return steps
  }

  /**
   * Whether the given order, from the last point to the first, follows the lowest cost.
   *
   * @param part fraction of the points that have to follow it; points without cost do not count.
   */
  isInOrder(part: number): boolean {
    const queue = new CollapseQueue()
    for (let point = 0; point < this.#pointCount; point++) queue.set(point, this.#best(point).cost)
    let [hits, count] = [0, 0]
    for (let point = this.#pointCount - 1; point >= 0; point--) {
      const { onto, cost } = this.#best(point)
      if (cost > FLAT) {
        count++
        if (cost <= (queue.least() ?? 0) * (1 + SAME) + FLAT) hits++
      }
      queue.remove(point)
      const touched = this.#neighbours(point)
      this.#move(point, onto)
      for (const neighbour of touched) queue.set(neighbour, this.#best(neighbour).cost)
    }
    return hits > count * part
  }

  /** The neighbour that a point moves onto; of equally near ones, the highest number. */
  #best(point: number): { cost: number; onto: number } {
    const around = [...(this.#around[point] ?? [])]
    if (around.length === 0) return { cost: -1, onto: -1 }
    this.#count(point, MAP_WORK * around.length)
    const sidesOf = this.#edges(point, around)
    const isBorder = [...sidesOf].some(([corner, sides]) => sides.length === 1 && this.#has(sides[0] ?? 0, corner))
    let [cost, onto] = [Number.POSITIVE_INFINITY, -1]
    for (const [neighbour, sides] of sidesOf) {
      const length = this.#distance(point, neighbour)
      const isFixed = this.#options.byLength || (isBorder && sides.length > 1)
      const found = isFixed ? length : this.#curvedCost(point, length, around, sides, cost)
      if (found < cost || (found === cost && neighbour > onto)) [cost, onto] = [found, neighbour]
    }
    // All of its faces have all corners in one point.
    if (onto < 0) return { cost: -1, onto: -1 }
    return { cost: f32(cost * this.#seamFactor(point)), onto }
  }

  /** The faces of each edge of a point, by the point at its other end. */
  #edges(point: number, around: readonly number[]): Map<number, number[]> {
    const edges = new Map<number, number[]>()
    for (const face of around) {
      for (let k = 0; k < 3; k++) {
        const corner = this.#faces[3 * face + k] ?? 0
        if (corner === point) continue
        const sides = edges.get(corner)
        if (sides === undefined) edges.set(corner, [face])
        else if (sides[sides.length - 1] !== face) sides.push(face)
      }
    }
    return edges
  }

  /** The length of an edge times the curvature there; more than `least` once it cannot be less any more. */
  #curvedCost(
    point: number,
    length: number,
    around: readonly number[],
    sides: readonly number[],
    least: number,
  ): number {
    this.#count(point, around.length * sides.length)
    let cost = 0
    for (const face of around) {
      let curvature = 1
      for (const side of sides) curvature = Math.min(curvature, f32(1 - this.#cosine(face, side)) / 2)
      cost = Math.max(cost, f32(length * curvature))
      if (cost > least) break
    }
    return cost
  }

  /** Whether just one corner of a face is this point. */
  #has(face: number, point: number): boolean {
    return this.#corners(face).filter((corner) => corner === point).length === 1
  }

  #count(point: number, pairs: number): void {
    this.#compared += pairs
    if (this.#compared <= MOST_COMPARED) return
    const found = plural(this.#around[point]?.size ?? 0, 'face')
    throw new MediaError(
      'unsupported',
      `expected a mesh whose points have few faces each, found one with ${found}: ` +
        'how it loses detail at a distance cannot be computed; spread the faces over several points',
    )
  }

  #seamFactor(point: number): number {
    if (this.#options.withoutTextures) return 1
    const wedges = new Set<number>()
    for (const face of this.#around[point] ?? [])
      for (const [k, corner] of this.#corners(face).entries())
        if (corner === point) wedges.add(this.#mesh.wedges[3 * face + k] ?? 0)
    return wedges.size > 1 ? f32(f32(0.7) * wedges.size * (this.#options.keepSeams ? 3 : 1)) : 1
  }

  /** Moves a point onto another in all its faces; returns the faces that are lost. */
  #move(point: number, onto: number): number[] {
    const lost: number[] = []
    for (const face of [...(this.#around[point] ?? [])]) {
      const corners = this.#corners(face)
      const left = corners.filter((corner) => corner !== point)
      if (onto < 0 || left.includes(onto) || left.length < 2) {
        for (const corner of corners) this.#around[corner]?.delete(face)
        lost.push(face)
        continue
      }
      for (const [k, corner] of corners.entries()) if (corner === point) this.#faces[3 * face + k] = onto
      this.#around[point]?.delete(face)
      this.#around[onto]?.add(face)
      this.#turn(face)
    }
    return lost.sort((a, b) => a - b)
  }

  #neighbours(point: number): Set<number> {
    const found = new Set<number>()
    for (const face of this.#around[point] ?? []) for (const corner of this.#corners(face)) found.add(corner)
    found.delete(point)
    return found
  }

  #corners(face: number): [number, number, number] {
    return [this.#faces[3 * face] ?? 0, this.#faces[3 * face + 1] ?? 0, this.#faces[3 * face + 2] ?? 0]
  }

  #component(point: number, axis: number): number {
    return this.#mesh.positions[3 * point + axis] ?? 0
  }

  #distance(a: number, b: number): number {
    return length([0, 1, 2].map((axis) => this.#component(b, axis) - this.#component(a, axis)))
  }

  #cosine(a: number, b: number): number {
    const product = (axis: number) => f32((this.#normals[3 * a + axis] ?? 0) * (this.#normals[3 * b + axis] ?? 0))
    return f32(f32(product(0) + product(1)) + product(2))
  }

  /** Computes the normal of a face; 0, 0, 0 for a face without an area. */
  #turn(face: number): void {
    const [a, b, c] = this.#corners(face)
    const side = (to: number, axis: number) => this.#component(to, axis) - this.#component(a, axis)
    const across = (i: number, j: number) => f32(f32(side(b, i) * side(c, j)) - f32(side(b, j) * side(c, i)))
    const normal = [across(1, 2), across(2, 0), across(0, 1)]
    const size = length(normal)
    const factor = size > 1e-4 ? f32(1 / size) : 0
    for (const [axis, value] of normal.entries()) this.#normals[3 * face + axis] = f32(value * factor)
  }
}

/** Rounds to floats (24 bits) as the engine does: on flat surfaces the rounding noise decides the order. */
const f32 = Math.fround

function length([x = 0, y = 0, z = 0]: readonly number[]): number {
  return f32(Math.sqrt(f32(f32(f32(x * x) + f32(y * y)) + f32(z * z))))
}
