import { convexHull } from './convex-hull.js'
import type { CollisionShape, Vector } from './mesh.js'

/**
 * Four rows of four numbers. Points are row vectors in front of the matrix, so the last row is the
 * translation.
 */
export type Matrix = ArrayLike<number>

/** Segments around a sphere, and from pole to pole. */
const SEGMENTS = 16
const RINGS = 8

/**
 * *Makes physics shapes into triangles*: boxes, spheres, capsules, cylinders, hulls, each with its transform.
 */
export class ShapeBuilder {
  readonly #positions: number[] = []
  readonly #indices: number[] = []

  /** Everything that was added; `undefined` if nothing was. */
  get shape(): CollisionShape | undefined {
    if (this.#indices.length === 0) return undefined
    return { positions: Float32Array.from(this.#positions), indices: Uint32Array.from(this.#indices) }
  }

  /**
   * Adds triangles between points. Triangles with points that do not exist or are not numbers are left out.
   */
  triangles(points: ArrayLike<number>, indices: ArrayLike<number>, matrix?: Matrix): void {
    const first = this.#positions.length / 3
    const count = Math.floor(points.length / 3)
    for (let i = 0; i < count; i++) {
      const x = points[3 * i] ?? 0
      const y = points[3 * i + 1] ?? 0
      const z = points[3 * i + 2] ?? 0
      if (matrix === undefined) this.#point(x, y, z)
      else this.#point(...placed([x, y, z], matrix))
    }
    const isCorner = (corner: number) => corner >= 0 && corner < count
    for (let i = 0; i + 2 < indices.length; i += 3) {
      const a = indices[i] ?? -1
      const b = indices[i + 1] ?? -1
      const c = indices[i + 2] ?? -1
      if (isCorner(a) && isCorner(b) && isCorner(c)) this.#indices.push(first + a, first + b, first + c)
    }
  }

  #point(x: number, y: number, z: number): void {
    if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) this.#positions.push(x, y, z)
    else this.#positions.push(0, 0, 0)
  }

  /** Adds a convex polygon, given by its corners in order. */
  polygon(corners: ArrayLike<number>): void {
    const fan: number[] = []
    for (let i = 2; i < Math.floor(corners.length / 3); i++) fan.push(0, i - 1, i)
    this.triangles(corners, fan)
  }

  /** Adds a box around the origin with the given edge lengths. */
  box(size: ArrayLike<number>, matrix?: Matrix): void {
    const [x, y, z] = [(size[0] ?? 0) / 2, (size[1] ?? 0) / 2, (size[2] ?? 0) / 2]
    const corners: number[] = []
    for (const i of [0, 1, 2, 3, 4, 5, 6, 7])
      corners.push((i & 1) === 0 ? -x : x, (i & 2) === 0 ? -y : y, (i & 4) === 0 ? -z : z)
    this.triangles(corners, BOX, matrix)
  }

  /** Adds a sphere or, with a length, a capsule along Z; the length is that of its straight part. */
  capsule(radius: number, length: number, matrix?: Matrix): void {
    const rings: Ring[] = []
    for (let ring = 0; ring <= RINGS; ring++) {
      const angle = (Math.PI * ring) / RINGS
      const half = ring * 2 < RINGS ? length / 2 : -length / 2
      rings.push([radius * Math.sin(angle), radius * Math.cos(angle) + half])
      // The equator occurs twice, as the straight part is between its two circles.
      if (ring * 2 === RINGS && length > 0) rings.splice(-1, 0, [radius, length / 2])
    }
    this.#turned(rings, matrix)
  }

  /** Adds a cylinder around the origin, along Z. */
  cylinder(radius: number, height: number, matrix?: Matrix): void {
    const half = height / 2
    this.#turned(
      [
        [0, half],
        [radius, half],
        [radius, -half],
        [0, -half],
      ],
      matrix,
    )
  }

  /**
   * Adds a convex shape by its triangles, which are turned to face outward, since engines store both
   * windings.
   */
  convex(points: ArrayLike<number>, indices: readonly number[]): void {
    const count = Math.floor(points.length / 3)
    const mean = (axis: number) => {
      let sum = 0
      for (let i = 0; i < count; i++) sum += points[3 * i + axis] ?? 0
      return sum / Math.max(1, count)
    }
    const middle: Vector = [mean(0), mean(1), mean(2)]
    const turned = indices.slice()
    for (let i = 0; i + 2 < turned.length; i += 3) {
      const [a, b, c] = [turned[i] ?? 0, turned[i + 1] ?? 0, turned[i + 2] ?? 0]
      if (volume(points, middle, a, b, c) < 0) turned.splice(i + 1, 2, c, b)
    }
    this.triangles(points, turned)
  }

  /** Adds the convex hull of points. */
  hull(points: ArrayLike<number>, matrix?: Matrix): void {
    this.triangles(points, convexHull(points), matrix)
  }

  /** Adds a solid of revolution: circles around Z, from the top. */
  #turned(rings: readonly Ring[], matrix: Matrix | undefined): void {
    const points: number[] = []
    const indices: number[] = []
    for (const [radius, z] of rings) {
      for (let i = 0; i < SEGMENTS; i++) {
        const angle = (2 * Math.PI * i) / SEGMENTS
        points.push(radius * Math.cos(angle), radius * Math.sin(angle), z)
      }
    }
    for (let ring = 0; ring + 1 < rings.length; ring++) {
      for (let i = 0; i < SEGMENTS; i++) {
        const [a, b] = [ring * SEGMENTS + i, ring * SEGMENTS + ((i + 1) % SEGMENTS)]
        indices.push(a, a + SEGMENTS, b, b, a + SEGMENTS, b + SEGMENTS)
      }
    }
    this.triangles(points, indices, matrix)
  }
}

/** Radius and height of a circle. */
type Ring = [radius: number, z: number]

/** Corners by bits: 1 for X, 2 for Y, 4 for Z. */
const BOX = [
  [0, 2, 3, 0, 3, 1],
  [4, 5, 7, 4, 7, 6],
  [0, 1, 5, 0, 5, 4],
  [2, 6, 7, 2, 7, 3],
  [0, 4, 6, 0, 6, 2],
  [1, 3, 7, 1, 7, 5],
].flat()

/** Six times the volume between a point and a triangle; negative if the triangle faces the point. */
function volume(points: ArrayLike<number>, [x, y, z]: Vector, ...corners: readonly [number, number, number]): number {
  const [a, b, c] = corners.map((corner) => [
    (points[3 * corner] ?? 0) - x,
    (points[3 * corner + 1] ?? 0) - y,
    (points[3 * corner + 2] ?? 0) - z,
  ])
  const [ax = 0, ay = 0, az = 0] = a ?? []
  const [bx = 0, by = 0, bz = 0] = b ?? []
  const [cx = 0, cy = 0, cz = 0] = c ?? []
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

function placed([x, y, z]: Vector, matrix: Matrix): Vector {
  const along = (axis: number) =>
    x * (matrix[axis] ?? 0) + y * (matrix[4 + axis] ?? 0) + z * (matrix[8 + axis] ?? 0) + (matrix[12 + axis] ?? 0)
  return [along(0), along(1), along(2)]
}
