import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import type { MaterialSlot, Mesh, MeshLod } from '../mesh/model/mesh.js'
import { conjugate } from '../mesh/model/quaternion.js'
import type { Bone } from '../mesh/model/skeleton.js'
import { ChunkFile, type RecordWriter } from './chunks.js'
import { placeIn, turnIn } from './mirror.js'

/** Number of wedges that triangles with indices of 16 bits can refer to. */
const MAX_SHORT = 65_536

/** Options for writing a PSK file. */
export interface PskOptions {
  /** Number of the level of detail; the most detailed by default. */
  readonly level?: number | undefined
  /** Negates Y, as editors and other programs expect, because the files are right-handed. */
  readonly mirror?: boolean | undefined
}

/**
 * *A skeletal mesh as a PSK file*, as editors import it.
 *
 * The quaternion of a root rotates from the bone to the world, all others from the parent to the bone, as UE1
 * and UE2 store them. The importers of UE2 and UE3 mirror Y. The importer of UE1 keeps points, faces and the
 * root unchanged (444 of 444 and 404 of 404 on two meshes), and the engine mirrors them when it draws. Either
 * way the files are right-handed, as UE Viewer writes them and as other programs read them; see
 * `PskOptions.mirror`.
 *
 * Chunks: ACTRHEAD, PNTS0000, VTXW0000, FACE0000 (FACE3200 with more than 65,536 wedges), MATT0000, REFSKELT,
 * RAWWEIGHTS and EXTRAUVS0 … for further sets of texture coordinates.
 *
 * @throws {MediaError} `no-form` for a mesh without bones, `no-data` when it has no such level of detail.
 */
export function pskOf(mesh: Mesh, options: PskOptions = {}): Uint8Array {
  const { level = 0, mirror = false } = options
  const lod = mesh.lods[level]
  if (mesh.skeleton === undefined) throw new MediaError('no-form', 'PSK files are for meshes with bones')
  if (lod === undefined) throw new MediaError('no-data', `it has ${plural(mesh.lods.length, 'level')} of detail`)
  const file = new ChunkFile()
  file.add('ACTRHEAD', 0, 0, () => undefined)
  const { vertexOfPoint, pointOfVertex } = usedPoints(lod)
  file.add('PNTS0000', 12, vertexOfPoint.length, (record, i) => {
    const at = (vertexOfPoint[i] ?? 0) * 3
    record.floats(placeIn(mirror, lod.positions.subarray(at, at + 3)))
  })
  addWedges(file, lod, pointOfVertex)
  addFaces(file, lod, mirror)
  file.add('MATT0000', 88, mesh.materials.length, (record, i) => addMaterial(record, mesh.materials[i], i))
  addBones(file, mesh.skeleton.bones, mirror)
  addWeights(file, lod, vertexOfPoint)
  for (const [set, uv] of lod.uvs.slice(1).entries())
    file.add(`EXTRAUVS${set}`, 8, uv.length / 2, (record, i) => record.floats(uv.subarray(i * 2, i * 2 + 2)))
  return file.bytes()
}

/**
 * Numbers the points that vertices use, without gaps: one vertex for each point, and the point of each
 * vertex.
 */
function usedPoints({ points }: MeshLod): { vertexOfPoint: Uint32Array; pointOfVertex: Uint32Array } {
  const first = new Map<number, number>()
  for (const [vertex, point] of points.entries()) if (!first.has(point)) first.set(point, vertex)
  const used = [...first.keys()].sort((a, b) => a - b)
  const numbers = new Map(used.map((point, number) => [point, number]))
  return {
    vertexOfPoint: Uint32Array.from(used, (point) => first.get(point) ?? 0),
    pointOfVertex: points.map((point) => numbers.get(point) ?? 0),
  }
}

function addWedges(file: ChunkFile, lod: MeshLod, pointOfVertex: Uint32Array): void {
  const slots = new Uint8Array(pointOfVertex.length)
  for (const { slot, first, count } of lod.sections)
    for (const vertex of lod.indices.subarray(first, first + count)) slots[vertex] = slot
  const [uv] = lod.uvs
  file.add('VTXW0000', 16, pointOfVertex.length, (record, i) => {
    record.i32(pointOfVertex[i] ?? 0)
    record.f32(uv?.[i * 2] ?? 0)
    record.f32(uv?.[i * 2 + 1] ?? 0)
    record.u8(slots[i] ?? 0)
  })
}

function addFaces(file: ChunkFile, lod: MeshLod, mirror: boolean): void {
  const isShort = lod.points.length <= MAX_SHORT
  const slots: number[] = []
  for (const { slot, count } of lod.sections) for (let i = 0; i < count; i += 3) slots.push(slot)
  file.add(isShort ? 'FACE0000' : 'FACE3200', isShort ? 12 : 18, slots.length, (record, i) => {
    const [a = 0, b = 0, c = 0] = lod.indices.subarray(i * 3, i * 3 + 3)
    // In PSK files `(b − a) × (c − a)` points inward; mirrored positions already reverse that. The first
    // corner stays first, so a face of UE1 is as its package stores it.
    for (const vertex of mirror ? [a, b, c] : [a, c, b]) {
      if (isShort) record.u16(vertex)
      else record.i32(vertex)
    }
    record.u8(slots[i] ?? 0)
    // Second material.
    record.u8(0)
    // All faces are in one smoothing group.
    record.i32(1)
  })
}

function addMaterial(record: RecordWriter, slot: MaterialSlot | undefined, number: number): void {
  const path = slot?.path ?? ''
  record.text(path === '' ? `material_${number}` : path.slice(path.lastIndexOf('.') + 1), 64)
  record.i32(number)
  record.i32(slot?.polyFlags ?? 0)
}

function addBones(file: ChunkFile, bones: readonly Bone[], mirror: boolean): void {
  const children = new Uint32Array(bones.length)
  for (const { parent } of bones) if (parent >= 0) children[parent] = (children[parent] ?? 0) + 1
  file.add('REFSKELT', 120, bones.length, (record, i) => {
    const bone = bones[i]
    if (bone === undefined) return
    record.text(bone.name, 64)
    record.i32(0)
    record.i32(children[i] ?? 0)
    record.i32(Math.max(0, bone.parent))
    record.floats(turnIn(mirror, bone.parent < 0 ? bone.rotation : conjugate(bone.rotation)))
    record.floats(placeIn(mirror, bone.position))
  })
}

function addWeights(file: ChunkFile, { skin }: MeshLod, vertexOfPoint: Uint32Array): void {
  if (skin === undefined) return
  const influences: [weight: number, point: number, bone: number][] = []
  for (const [point, vertex] of vertexOfPoint.entries()) {
    for (let k = vertex * skin.width; k < (vertex + 1) * skin.width; k++) {
      const weight = skin.weights[k] ?? 0
      if (weight > 0) influences.push([weight, point, skin.bones[k] ?? 0])
    }
  }
  file.add('RAWWEIGHTS', 12, influences.length, (record, i) => {
    const [weight = 0, point = 0, bone = 0] = influences[i] ?? []
    record.f32(weight)
    record.i32(point)
    record.i32(bone)
  })
}
