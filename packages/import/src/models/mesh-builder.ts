import { MediaError, type Mesh, type MeshSection, mended, type Vector } from '@ukit/media'
import { NO_PLACEMENT, ShapeBuilder } from '@ukit/media/internal'

/** A corner of a triangle, in the engine's axes and units. */
export interface BuiltCorner {
  readonly position: Vector
  /** U and V for each set of coordinates; V runs down. */
  readonly uvs: readonly (readonly [u: number, v: number])[]
  /** If the file has none, it is computed from the surrounding triangles. */
  readonly normal?: Vector | undefined
  /** Red, green, blue, alpha, 0 to 255. */
  readonly color?: readonly number[] | undefined
}

/** A triangle whose corners are ordered so that `(b − a) × (c − a)` points outward. */
export interface BuiltTriangle {
  readonly corners: readonly [BuiltCorner, BuiltCorner, BuiltCorner]
  /** Name of its material; `undefined` for none. */
  readonly material: string | undefined
  /** Smoothing groups as bits: it is smooth with triangles that share one; 0 for none. */
  readonly smoothing: number
}

/** A limit, since a small text may name a corner a million times. */
const MAX_TRIANGLES = 1 << 21

/**
 * *Builds a mesh triangle by triangle*, for formats without vertices: identical corners become one vertex.
 */
export class MeshBuilder {
  readonly notes: string[] = []
  readonly #triangles: BuiltTriangle[] = []
  readonly #shapes = new ShapeBuilder()
  #collisionTriangles = 0

  /** @throws {MediaError} `unsupported` for more than two million triangles. */
  add(triangle: BuiltTriangle): void {
    this.#triangles.push(triangle)
    this.#check()
  }

  /** Adds a triangle of the collision shape, which is not drawn. */
  addCollision(corners: readonly [Vector, Vector, Vector]): void {
    this.#shapes.triangles(corners.flat(), [0, 1, 2])
    this.#collisionTriangles++
    this.#check()
  }

  #check(): void {
    if (this.#triangles.length + this.#collisionTriangles > MAX_TRIANGLES)
      throw new MediaError('unsupported', `expected at most ${MAX_TRIANGLES} triangles, found more`)
  }

  /** @throws {MediaError} `no-data` without triangles, `broken` for positions that are not numbers. */
  build(): Mesh {
    if (this.#triangles.length === 0) throw new MediaError('no-data', 'the file has no triangles that are drawn')
    const slots = new Map<string | undefined, BuiltTriangle[]>()
    for (const triangle of this.#triangles) {
      const own = slots.get(triangle.material) ?? []
      if (own.length === 0) slots.set(triangle.material, own)
      own.push(triangle)
    }
    const normals = new SmoothNormals(this.#triangles)
    const vertices = new VertexList(this.#triangles)
    const indices: number[] = []
    const sections: MeshSection[] = []
    for (const [slot, own] of [...slots.values()].entries()) {
      sections.push({ slot, first: indices.length, count: 3 * own.length })
      for (const triangle of own)
        for (const corner of triangle.corners)
          indices.push(vertices.add(corner, corner.normal ?? normals.of(triangle, corner)))
    }
    const collision = this.#shapes.shape
    return mended({
      kind: 'static',
      placement: NO_PLACEMENT,
      lods: [{ ...vertices.lod, indices: Uint32Array.from(indices), sections }],
      materials: [...slots.keys()].map((path) => ({ ...(path === undefined ? {} : { path }), polyFlags: 0 })),
      sockets: [],
      ...(collision === undefined ? {} : { collision }),
      notes: this.notes,
    })
  }
}

/** Vertices made from corners; identical corners are one vertex. */
class VertexList {
  readonly #known = new Map<string, number>()
  readonly #corners: { corner: BuiltCorner; normal: Vector }[] = []
  readonly #sets: number
  readonly #hasColors: boolean

  constructor(triangles: readonly BuiltTriangle[]) {
    const corners = triangles.flatMap((triangle) => triangle.corners)
    this.#sets = corners.reduce((most, { uvs }) => Math.max(most, uvs.length), 1)
    this.#hasColors = corners.some(({ color }) => color !== undefined)
  }

  add(corner: BuiltCorner, normal: Vector): number {
    const key = [...corner.position, ...corner.uvs.flat(), ...normal, ...(corner.color ?? [])]
      .map(Math.fround)
      .join(' ')
    let number = this.#known.get(key)
    if (number === undefined) {
      number = this.#corners.push({ corner, normal }) - 1
      this.#known.set(key, number)
    }
    return number
  }

  get lod() {
    const all = this.#corners
    const places = new Map<string, number>()
    return {
      positions: Float32Array.from(all.flatMap(({ corner }) => corner.position)),
      normals: Float32Array.from(all.flatMap(({ normal }) => normal)),
      uvs: Array.from({ length: this.#sets }, (_, set) =>
        Float32Array.from(all.flatMap(({ corner }) => corner.uvs[set] ?? [0, 0])),
      ),
      ...(this.#hasColors
        ? {
            colors: Uint8Array.from(all.flatMap(({ corner }) => [0, 1, 2, 3].map((k) => corner.color?.[k] ?? 255))),
            areColorsDrawn: true,
          }
        : {}),
      points: Uint32Array.from(all, ({ corner }) => {
        const key = corner.position.join(' ')
        const point = places.get(key) ?? places.size
        places.set(key, point)
        return point
      }),
    }
  }
}

/** Normals from the triangles around a position that are smooth with one another, weighted by area. */
class SmoothNormals {
  /** By position and smoothing groups: a position may have as many triangles as the whole mesh. */
  readonly #sums = new Map<string, Map<number, Vector>>()
  readonly #normals = new Map<string, Vector>()

  constructor(triangles: readonly BuiltTriangle[]) {
    for (const triangle of triangles) {
      if (triangle.corners.every(({ normal }) => normal !== undefined)) continue
      if (triangle.smoothing === 0) continue
      const normal = areaNormal(triangle)
      for (const { position } of triangle.corners) {
        const key = position.join(' ')
        const sums = this.#sums.get(key) ?? new Map<number, Vector>()
        if (sums.size === 0) this.#sums.set(key, sums)
        const groups = sums.size < MAX_GROUPINGS || sums.has(triangle.smoothing) ? triangle.smoothing : ALL_GROUPS
        sums.set(groups, added(sums.get(groups) ?? [0, 0, 0], normal))
      }
    }
  }

  of(triangle: BuiltTriangle, { position }: BuiltCorner): Vector {
    const { smoothing } = triangle
    if (smoothing === 0) return unit(areaNormal(triangle))
    const place = position.join(' ')
    const key = `${place} ${smoothing}`
    let normal = this.#normals.get(key)
    if (normal === undefined) {
      let sum: Vector = [0, 0, 0]
      for (const [groups, one] of this.#sums.get(place) ?? []) if ((groups & smoothing) !== 0) sum = added(sum, one)
      normal = unit(sum)
      this.#normals.set(key, normal)
    }
    return normal
  }
}

/** Different sets of smoothing groups at one position; further ones are smooth with everything. */
const MAX_GROUPINGS = 1024
const ALL_GROUPS = 0xffff_ffff

function added([x, y, z]: Vector, [dx, dy, dz]: Vector): Vector {
  return [x + dx, y + dy, z + dz]
}

function unit([x, y, z]: Vector): Vector {
  const length = Math.hypot(x, y, z)
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 1]
}

function areaNormal({ corners: [a, b, c] }: BuiltTriangle): Vector {
  const [ux, uy, uz] = [0, 1, 2].map((axis) => (b.position[axis] ?? 0) - (a.position[axis] ?? 0))
  const [vx, vy, vz] = [0, 1, 2].map((axis) => (c.position[axis] ?? 0) - (a.position[axis] ?? 0))
  return [
    (uy ?? 0) * (vz ?? 0) - (uz ?? 0) * (vy ?? 0),
    (uz ?? 0) * (vx ?? 0) - (ux ?? 0) * (vz ?? 0),
    (ux ?? 0) * (vy ?? 0) - (uy ?? 0) * (vx ?? 0),
  ]
}

/** Names of objects that are collision shapes and not drawn. */
export const COLLISION_NAME = /^(?:UCX|UBX|USP|UCP|MCDCX|MCDBX|MCDSP)_/i
