import type { Mesh, MeshLod } from '@ukit/media'

/**
 * *A level of detail as engines store it*: one position per point, wedges (a point with texture coordinates)
 * and triangles of wedges.
 */
export interface SkeletalParts {
  /** X, Y, Z of each point. */
  readonly places: Float32Array
  /** The point of each wedge. */
  readonly wedgePoints: Uint32Array
  /** Sets of texture coordinates: U, V of each wedge. */
  readonly uvs: readonly Float32Array[]
  /**
   * Three wedges and a material for each triangle, wound as engines store them: `(b − a) × (c − a)` points
   * inward.
   */
  readonly faces: Uint32Array
  /** Weights of each point, the greatest first. */
  readonly influences: readonly (readonly Influence[])[]
}

/** The weight of a bone on a point. */
export interface Influence {
  readonly bone: number
  /** 0 to 1. */
  readonly weight: number
}

/** The parts of a level of detail. Its points are those of the vertices, in the order of their numbers. */
export function skeletalParts(lod: MeshLod): SkeletalParts {
  const { points: numbers, positions, uvs, skin } = lod
  const first = new Map<number, number>()
  for (const [vertex, point] of numbers.entries()) if (!first.has(point)) first.set(point, vertex)
  const used = [...first.keys()].sort((a, b) => a - b)
  const renumbered = new Map(used.map((point, number) => [point, number]))
  const places = new Float32Array(used.length * 3)
  const influences = used.map((point, i) => {
    const vertex = first.get(point) ?? 0
    places.set(positions.subarray(vertex * 3, vertex * 3 + 3), i * 3)
    return skin === undefined ? [] : influencesOf(skin, vertex)
  })
  return {
    places,
    wedgePoints: numbers.map((point) => renumbered.get(point) ?? 0),
    uvs,
    faces: facesOf(lod),
    influences,
  }
}

function influencesOf({ width, bones, weights }: NonNullable<MeshLod['skin']>, vertex: number): Influence[] {
  const found: Influence[] = []
  for (let k = vertex * width; k < (vertex + 1) * width; k++) {
    const weight = weights[k] ?? 0
    if (weight > 0) found.push({ bone: bones[k] ?? 0, weight })
  }
  return found
}

function facesOf({ indices, sections }: MeshLod): Uint32Array {
  const faces = new Uint32Array((indices.length / 3) * 4)
  let at = 0
  for (const { slot, first, count } of sections) {
    for (let i = first; i < first + count; i += 3) {
      faces.set([indices[i] ?? 0, indices[i + 2] ?? 0, indices[i + 1] ?? 0, slot], at)
      at += 4
    }
  }
  return faces
}

/** The same parts with wedges in another order, and points in the order in which the wedges name them. */
export function reordered(parts: SkeletalParts, wedges: readonly number[]): SkeletalParts {
  const numbers = new Uint32Array(wedges.length)
  for (const [to, from] of wedges.entries()) numbers[from] = to
  const points = new Map<number, number>()
  for (const wedge of wedges) {
    const point = parts.wedgePoints[wedge] ?? 0
    if (!points.has(point)) points.set(point, points.size)
  }
  const places = new Float32Array(points.size * 3)
  const influences: (readonly Influence[])[] = []
  for (const [point, number] of points) {
    places.set(parts.places.subarray(point * 3, point * 3 + 3), number * 3)
    influences[number] = parts.influences[point] ?? []
  }
  return {
    places,
    wedgePoints: Uint32Array.from(wedges, (wedge) => points.get(parts.wedgePoints[wedge] ?? 0) ?? 0),
    uvs: parts.uvs.map((uv) =>
      Float32Array.from(wedges.flatMap((wedge) => [uv[wedge * 2] ?? 0, uv[wedge * 2 + 1] ?? 0])),
    ),
    faces: parts.faces.map((number, i) => (i % 4 === 3 ? number : (numbers[number] ?? 0))),
    influences,
  }
}

/** Depth of the skeleton: 1 for a single root. */
export function skeletalDepth({ skeleton }: Mesh): number {
  const depths: number[] = []
  for (const { parent } of skeleton?.bones ?? []) depths.push(1 + (depths[parent] ?? 0))
  return depths.reduce((most, depth) => Math.max(most, depth), 0)
}

/** The number of children of each bone. */
export function childCounts({ skeleton }: Mesh): readonly number[] {
  const bones = skeleton?.bones ?? []
  const counts = bones.map(() => 0)
  for (const { parent } of bones) if (parent >= 0) counts[parent] = (counts[parent] ?? 0) + 1
  return counts
}

/** Weights as integers whose sum is `total`: the rest left by rounding goes to those that lost most. */
export function quantised(influences: readonly Influence[], total: number): number[] {
  const sum = influences.reduce((all, { weight }) => all + weight, 0)
  const exact = influences.map(({ weight }) => (weight / sum) * total)
  const whole = exact.map(Math.floor)
  const order = exact.map((value, i) => [value - Math.floor(value), i] as const).sort(([a], [b]) => b - a)
  let left = total - whole.reduce((all, value) => all + value, 0)
  for (const [, i] of order) {
    if (left <= 0) break
    whole[i] = (whole[i] ?? 0) + 1
    left--
  }
  return whole
}
