import type { ue2 } from '@ukit/objects'
import { MediaError } from '../../media-error.js'
import type { MeshLod } from '../model/mesh.js'
import { sectionsOf } from '../model/triangles.js'
import { Influences } from './influences.js'
import type { LodContext } from './skeletal-ue2-editor.js'
import { readSkinning, readSkinPoints } from './skinning-stream.js'
import { floatWords, weldedRows } from './welded-rows.js'

/** Floats of a rigid vertex: position, normal, U, V. */
const RIGID = 8

/** Columns of the numbers of a `SkeletalSection`. */
const Column = { Material: 0, FirstIndex: 1, IndexCount: 4, Bone: 5, FirstFace: 7, FaceCount: 8 }

/**
 * *A level of detail from the renderer's streams*, which are all that is left in meshes whose editor arrays
 * were stripped (15 of 80). `undefined` when the streams are empty too.
 *
 * Soft vertices come first, then the rigid ones; a rigid section names its single bone.
 */
export function lodOfStreams(lod: ue2.SkeletalLod, context: LodContext): MeshLod | undefined {
  const { skeleton, slots, littleEndian, notes } = context
  const rigid = lod.vertices.vertices
  const rigidCount = Math.floor(rigid.length / RIGID)
  if (lod.softIndices.indices.length + lod.rigidIndices.indices.length === 0) return undefined
  const softWeights: [point: number, bone: number, weight: number][] = []
  const soft = readSkinning(lod.skinning, lod.numSoftWedges, (...influence) => softWeights.push(influence))
  const skinPoints = readSkinPoints(lod.skinPoints, littleEndian)
  if (soft.pointCount * 3 > skinPoints.positions.length)
    throw new MediaError('broken', `expected ${soft.pointCount} soft points, found ${skinPoints.positions.length / 3}`)
  const vertices = lod.numSoftWedges + rigidCount
  const positions = new Float32Array(vertices * 3)
  const normals = new Float32Array(vertices * 3)
  const uv = new Float32Array(vertices * 2)
  const points = new Uint32Array(vertices)
  for (const [i, point] of soft.points.entries()) {
    points[i] = point
    positions.set(skinPoints.positions.subarray(point * 3, point * 3 + 3), i * 3)
    normals.set(skinPoints.normals.subarray(point * 3, point * 3 + 3), i * 3)
  }
  uv.set(soft.uv)
  const bones = rigidBones(lod, rigidCount)
  const corners = new Uint32Array(rigidCount * 4)
  const places = floatWords(rigid.subarray(0, rigidCount * RIGID))
  for (let i = 0; i < rigidCount; i++) {
    corners.set(places.subarray(i * RIGID, i * RIGID + 3), i * 4)
    corners[i * 4 + 3] = bones[i] ?? 0
  }
  const welded = weldedRows(corners, 4)
  for (let i = 0; i < rigidCount; i++) {
    const vertex = lod.numSoftWedges + i
    const numbers = rigid.subarray(i * RIGID, i * RIGID + RIGID)
    positions.set(numbers.subarray(0, 3), vertex * 3)
    normals.set(numbers.subarray(3, 6), vertex * 3)
    uv.set(numbers.subarray(6, 8), vertex * 2)
    points[vertex] = soft.pointCount + (welded.numbers[i] ?? 0)
  }
  const influences = new Influences(soft.pointCount + welded.count, skeleton.numbers)
  for (const [point, bone, weight] of softWeights) influences.add(point, bone, weight)
  const seen = new Set<number>()
  for (let i = 0; i < rigidCount; i++) {
    const point = points[lod.numSoftWedges + i] ?? 0
    if (!seen.has(point)) influences.add(point, bones[i] ?? 0, 1)
    seen.add(point)
  }
  return {
    positions,
    normals,
    uvs: [uv],
    points,
    ...sectionsOf(trianglesOf(lod), vertices, slots, true, notes),
    skin: influences.skin(points, notes),
  }
}

/** The bone of each rigid vertex. */
function rigidBones(lod: ue2.SkeletalLod, count: number): Uint16Array {
  const bones = new Uint16Array(count)
  for (const { numbers } of lod.rigidSections) {
    const first = numbers[Column.FirstIndex] ?? 0
    for (const vertex of lod.rigidIndices.indices.subarray(first, first + (numbers[Column.IndexCount] ?? 0)))
      bones[vertex] = numbers[Column.Bone] ?? 0
  }
  return bones
}

/** The triangles of both streams, with vertex numbers and the material of their section. */
function trianglesOf(lod: ue2.SkeletalLod) {
  const soft = lod.softIndices.indices
  const rigid = lod.rigidIndices.indices
  const softCount = Math.floor(soft.length / 3)
  const count = softCount + Math.floor(rigid.length / 3)
  const slots = new Uint16Array(count)
  for (const { numbers } of lod.softSections) {
    const first = numbers[Column.FirstFace] ?? 0
    slots.fill(numbers[Column.Material] ?? 0, first, Math.min(softCount, first + (numbers[Column.FaceCount] ?? 0)))
  }
  for (const { numbers } of lod.rigidSections) {
    const first = softCount + Math.floor((numbers[Column.FirstIndex] ?? 0) / 3)
    slots.fill(numbers[Column.Material] ?? 0, first, first + Math.floor((numbers[Column.IndexCount] ?? 0) / 3))
  }
  return {
    count,
    vertex: (triangle: number, corner: number) =>
      triangle < softCount
        ? (soft[triangle * 3 + corner] ?? 0)
        : lod.numSoftWedges + (rigid[(triangle - softCount) * 3 + corner] ?? 0),
    slot: (triangle: number) => slots[triangle] ?? 0,
  }
}
