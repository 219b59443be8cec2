import type { MeshLod } from '@ukit/media'
import { smoothNormals, smoothTangents } from '@ukit/media/internal'
import { ue2 } from '@ukit/objects'
import { reordered, type SkeletalParts, skeletalParts } from './skeletal-parts.js'
import { influenceBytes, wedgeBytes } from './skeletal-ue2-arrays.js'
import { skinningWords, skinPointBytes } from './skinning-words.js'

/** Floats of a rigid vertex: position, normal, U, V. */
const RIGID = 8
/** Distance factors of the levels, in order; real files have 1, 0.5, 0.3, 0.17 and 1, 0.3, 0.1. */
const DISTANCES = [1, 0.5, 0.3, 0.17, 0.1]
const HYSTERESIS = 0.02
const MAX_INFLUENCES = 4
/** Marks a triangle that follows several bones. */
const SOFT = -1

/** Vertices, triangles and normals in the renderer's order. */
interface Ordered {
  readonly parts: SkeletalParts
  readonly normals: Float32Array
  readonly tangents: Float32Array
  /** Number of soft wedges, which come first. */
  readonly softWedges: number
  /** Bone of each triangle, or `SOFT`. */
  readonly bones: Int32Array
}

/**
 * *A level of detail for UE2*: the editor's arrays and the renderer's, which describe the same vertices in
 * the same order. Soft wedges come first, then those of triangles that follow one bone; points are numbered
 * in the order in which wedges name them (268 of 268 levels).
 *
 * @param existing the mesh that is replaced: its level keeps distance and header.
 * @param allSoft makes triangles of one bone soft as well, as in SWAT 4.
 */
export function ue2SkeletalLod(
  lod: MeshLod,
  existing: ue2.SkeletalMesh,
  level: number,
  allSoft: boolean,
): ue2.SkeletalLod {
  const before = existing.lods[level]
  const like = before ?? existing.lods[0]
  const made = new ue2.SkeletalLod()
  if (like !== undefined) {
    made.header = Object.assign(made.header, like.header)
    made.vertices.header = Object.assign(made.vertices.header, like.vertices.header)
  }
  const ordered = inRenderOrder(lod, allSoft)
  const { parts, normals, softWedges } = ordered
  made.skinning = skinningWords(parts, softWedges)
  made.skinPoints = skinPointBytes(parts, normals, softWedges)
  made.numSoftWedges = softWedges
  fillSections(made, ordered)
  const rigid = parts.wedgePoints.length - softWedges
  made.vertices.numbers = Int32Array.of(1, 0, 0)
  made.vertices.vertices = rigidVertices(parts, normals, softWedges)
  made.influences = influenceBytes(parts)
  made.wedges = wedgeBytes(parts)
  made.faces = Uint16Array.from(parts.faces)
  made.points = parts.places
  made.distanceFactor = before?.distanceFactor ?? DISTANCES[Math.min(level, DISTANCES.length - 1)] ?? 1
  made.hysteresis = before?.hysteresis ?? HYSTERESIS
  made.numSharedVertices = sharedPoints(parts)
  made.maxInfluences = before?.maxInfluences ?? MAX_INFLUENCES
  if (made.header.minor >= 1) made.tangents = [ordered.tangents, ordered.tangents.slice()]
  if (made.vertices.header.minor >= 1 && rigid > 0) made.vertices.tangents = ordered.tangents.slice(softWedges * 6)
  return made
}

function inRenderOrder(lod: MeshLod, allSoft: boolean): Ordered {
  const parts = skeletalParts(lod)
  const bones = triangleBones(parts)
  if (allSoft) bones.fill(SOFT)
  const isSoft = softenNeighbours(parts, bones)
  const wedges = [...parts.wedgePoints.keys()]
  const order = [...wedges.filter((wedge) => isSoft[wedge] === 1), ...wedges.filter((wedge) => isSoft[wedge] === 0)]
  const sorted = reordered(parts, order)
  const all = lod.normals ?? smoothNormals(lod.positions, lod.points, lod.indices)
  const tangents = smoothTangents({ ...lod, normals: all })
  return {
    parts: sorted,
    normals: Float32Array.from(order.flatMap((wedge) => [...all.subarray(wedge * 3, wedge * 3 + 3)])),
    tangents: tangentPairs(all, tangents, order),
    softWedges: isSoft.reduce((sum, soft) => sum + soft, 0),
    bones,
  }
}

/** The single bone that moves all of a triangle, or `SOFT`. */
function triangleBones({ faces, wedgePoints, influences }: SkeletalParts): Int32Array {
  const boneOf = (wedge: number) => {
    const list = influences[wedgePoints[wedge] ?? 0] ?? []
    return list.length === 1 ? (list[0]?.bone ?? 0) : SOFT
  }
  return Int32Array.from({ length: faces.length / 4 }, (_, i) => {
    const [a, b, c] = [0, 1, 2].map((k) => boneOf(faces[i * 4 + k] ?? 0))
    return a !== undefined && a === b && b === c ? a : SOFT
  })
}

/**
 * A wedge is in only one of the two streams, so triangles that share a wedge with a soft triangle become soft
 * too. Changes `bones`; returns 1 for each soft wedge.
 */
function softenNeighbours({ faces, wedgePoints, influences }: SkeletalParts, bones: Int32Array): Uint8Array {
  const isSoft = new Uint8Array(wedgePoints.length)
  const isUsed = new Uint8Array(wedgePoints.length)
  const mark = (triangle: number) => {
    for (const wedge of faces.subarray(triangle * 4, triangle * 4 + 3)) isSoft[wedge] = 1
  }
  for (const [i, bone] of bones.entries()) {
    for (const wedge of faces.subarray(i * 4, i * 4 + 3)) isUsed[wedge] = 1
    if (bone === SOFT) mark(i)
  }
  for (let changed = true; changed; ) {
    changed = false
    for (const [i, bone] of bones.entries()) {
      if (bone === SOFT || !faces.subarray(i * 4, i * 4 + 3).some((wedge) => isSoft[wedge] === 1)) continue
      bones[i] = SOFT
      mark(i)
      changed = true
    }
  }
  for (const [wedge, point] of wedgePoints.entries())
    if (isUsed[wedge] === 0 && influences[point]?.length !== 1) isSoft[wedge] = 1
  return isSoft
}

/**
 * Soft triangles by material, then the other triangles by material and bone, in the order of their first
 * wedge.
 */
function sortedTriangles({ faces }: SkeletalParts, bones: Int32Array): number[] {
  const firstWedge = new Map<string, number>()
  const key = (i: number) => `${faces[i * 4 + 3]} ${bones[i]}`
  for (const i of bones.keys()) {
    const least = Math.min(...faces.subarray(i * 4, i * 4 + 3))
    firstWedge.set(key(i), Math.min(firstWedge.get(key(i)) ?? least, least))
  }
  const isRigid = (i: number) => (bones[i] === SOFT ? 0 : 1)
  const rank = (i: number) => (isRigid(i) === 0 ? 0 : (firstWedge.get(key(i)) ?? 0))
  return [...bones.keys()].sort(
    (a, b) =>
      isRigid(a) - isRigid(b) || (faces[a * 4 + 3] ?? 0) - (faces[b * 4 + 3] ?? 0) || rank(a) - rank(b) || a - b,
  )
}

/**
 * One section for each material and bone. Streams contain the triangles section by section; the editor's
 * faces keep their order.
 */
function fillSections(made: ue2.SkeletalLod, { parts, bones, softWedges }: Ordered): void {
  const [soft, rigid]: [number[], number[]] = [[], []]
  const order = sortedTriangles(parts, bones)
  const boneAt = (at: number) => bones[order[at] ?? 0] ?? SOFT
  const materialAt = (at: number) => parts.faces[(order[at] ?? 0) * 4 + 3] ?? 0
  for (let first = 0; first < order.length; ) {
    const [bone, material] = [boneAt(first), materialAt(first)]
    let end = first
    while (end < order.length && boneAt(end) === bone && materialAt(end) === material) end++
    const corners = order.slice(first, end).flatMap((i) => [...parts.faces.subarray(i * 4, i * 4 + 3)])
    const section = new ue2.SkeletalSection()
    if (bone === SOFT) {
      const [least, most] = extremes(corners)
      section.numbers = Uint16Array.of(material, soft.length, least, most, most - least + 1, 0, 0, first, end - first)
      soft.push(...corners)
      made.softSections.push(section)
    } else {
      const own = corners.map((wedge) => wedge - softWedges)
      const [least, most] = extremes(own)
      section.numbers = Uint16Array.of(material, rigid.length, least, most, own.length, bone, 0, first, end - first)
      rigid.push(...own)
      made.rigidSections.push(section)
    }
    first = end
  }
  made.softIndices.indices = Uint16Array.from(soft)
  made.softIndices.revision = 1
  made.rigidIndices.indices = Uint16Array.from(rigid)
  made.rigidIndices.revision = 1
}

function extremes(numbers: readonly number[]): [least: number, most: number] {
  return [numbers.reduce((a, b) => Math.min(a, b), 0xffff), numbers.reduce((a, b) => Math.max(a, b), 0)]
}

function rigidVertices({ places, wedgePoints, uvs: [uv] }: SkeletalParts, normals: Float32Array, first: number) {
  const vertices = new Float32Array((wedgePoints.length - first) * RIGID)
  for (let wedge = first; wedge < wedgePoints.length; wedge++) {
    const point = wedgePoints[wedge] ?? 0
    const at = (wedge - first) * RIGID
    vertices.set(places.subarray(point * 3, point * 3 + 3), at)
    vertices.set(normals.subarray(wedge * 3, wedge * 3 + 3), at + 3)
    vertices.set(uv?.subarray(wedge * 2, wedge * 2 + 2) ?? [0, 0], at + 6)
  }
  return vertices
}

/** Two directions for each wedge: along U, and down V. */
function tangentPairs(normals: Float32Array, tangents: Float32Array, order: readonly number[]): Float32Array {
  const pairs = new Float32Array(order.length * 6)
  for (const [i, wedge] of order.entries()) {
    const [nx = 0, ny = 0, nz = 0] = normals.subarray(wedge * 3, wedge * 3 + 3)
    const [x = 0, y = 0, z = 0, sign = 1] = tangents.subarray(wedge * 4, wedge * 4 + 4)
    pairs.set([x, y, z, sign * (ny * z - nz * y), sign * (nz * x - nx * z), sign * (nx * y - ny * x)], i * 6)
  }
  return pairs
}

/** Number of points that more than one wedge uses, as real files count them (283 of 298, 336 of 397 …). */
function sharedPoints({ wedgePoints, places }: SkeletalParts): number {
  const counts = new Uint32Array(places.length / 3)
  for (const point of wedgePoints) counts[point] = (counts[point] ?? 0) + 1
  return counts.reduce((sum, count) => sum + (count > 1 ? 1 : 0), 0)
}
