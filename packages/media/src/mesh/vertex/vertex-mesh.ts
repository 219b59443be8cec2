import { ExportObject, ImportObject, type ObjectReader, type PackageObject, type ReadObject } from '@ukit/core'
import { ue1, type ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { type FrameAnimation, frameNormals, framePositions, type StoredFrames } from '../model/frames.js'
import { materialSlot } from '../model/material-slot.js'
import type { MaterialSlot, Mesh, MeshLod, MeshPlacement, Vector } from '../model/mesh.js'
import { isVertexMesh } from '../model/mesh-kind.js'
import { framesOf, type SequenceFacts } from './frame-sequences.js'
import { type Corners, cornersOf, type MaterialNumbers } from './vertex-corners.js'
import { weaponSocket } from './weapon-socket.js'

/**
 * *Reads a mesh in which every frame stores every vertex*: Mesh and LodMesh of UE1, VertMesh of UE2.
 *
 * @throws {MediaError} see `meshOf`.
 */
export async function vertexMeshOf(reader: ObjectReader, read: ReadObject): Promise<Mesh> {
  const { object, error } = read
  if (error !== undefined) throw new MediaError('broken', error.message)
  if (!isVertexMesh(object)) throw new MediaError('no-form', 'not a vertex mesh')
  const notes: string[] = []
  const frames = object instanceof ue1.Mesh ? framesOfUe1(object, notes) : framesOfUe2(object, notes)
  const corners = cornersOf(object, frames.pointCount)
  const { dropped } = corners
  if (corners.indices.length === 0) {
    if (dropped > 0)
      throw new MediaError('broken', `none of its ${plural(dropped, 'triangle')} has three points of a frame`)
    throw new MediaError('no-data', 'it has no triangles')
  }
  if (dropped > 0)
    notes.push(
      `${plural(dropped, 'triangle')} left out: expected three of ${plural(frames.pointCount, 'point')} of a ` +
        `frame for each`,
    )
  const special = object instanceof ue1.LodMesh ? specialPoints(object, frames.pointCount) : []
  const socket = special.length > 0 ? weaponSocket(framePositions(frames, 0)) : undefined
  const placement = placementOf(object)
  const vertexCount = corners.points.length
  return {
    kind: 'vertex',
    placement,
    lods: [lodOf(corners, frames, special)],
    materials: await Promise.all(corners.materials.map((material) => slotOf(reader, object, material))),
    frames: {
      ...frames,
      stored: {
        placement,
        ...(await storedTextures(reader, object)),
        ...detailOf(object),
        ...(object instanceof ue1.Mesh && object.vertexWords === 2 ? { isWide: true } : {}),
        ...(corners.order === undefined ? {} : { order: corners.order }),
        ...(special.length === 0 ? {} : { weapon: special.map((_, i) => vertexCount + i) }),
      },
    },
    sockets: socket === undefined ? [] : [socket],
    notes,
  }
}

function placementOf(mesh: ue1.Mesh | ue2.VertMesh): MeshPlacement {
  const rotation = mesh instanceof ue1.Mesh ? mesh.rotOrigin : mesh.rotationOrigin
  return { origin: vectorOf(mesh.origin), scale: vectorOf(mesh.scale), rotation: vectorOf(rotation) }
}

function vectorOf([x = 0, y = 0, z = 0]: Float32Array | Int32Array): Vector {
  return [x, y, z]
}

async function slotOf(
  reader: ObjectReader,
  { textures }: ue1.Mesh | ue2.VertMesh,
  { polyFlags, texture }: MaterialNumbers,
): Promise<MaterialSlot> {
  return { ...(await materialSlot(reader, textures[texture] ?? null, polyFlags)), texture }
}

/** The points of triangles that are not drawn. */
function specialPoints({ specialFaces }: ue1.LodMesh, pointCount: number): number[] {
  const found: number[] = []
  for (let at = 0; at + 3 < specialFaces.length; at += 4) {
    const corners = specialFaces.subarray(at, at + 3)
    if (corners.every((point) => point < pointCount)) found.push(...corners)
  }
  return found
}

async function storedTextures(
  reader: ObjectReader,
  object: ue1.Mesh | ue2.VertMesh,
): Promise<Pick<StoredFrames, 'textures' | 'textureDetail'>> {
  const slots = await Promise.all(object.textures.map((texture) => materialSlot(reader, texture)))
  const textures = slots.map(({ path }) => path ?? null)
  if (!(object instanceof ue1.Mesh) || object.textureLod.every((value) => value === 1)) return { textures }
  return { textures, textureDetail: [...object.textureLod] }
}

function detailOf(object: ue1.Mesh | ue2.VertMesh): Pick<StoredFrames, 'detail'> {
  if (object instanceof ue1.LodMesh) {
    const { lodStrength: strength, lodMinVerts: minVertices, lodMorph: morph, lodZDisplace: zDisplace } = object
    return { detail: { strength, minVertices, morph, zDisplace, hysteresis: object.lodHysteresis } }
  }
  if (object instanceof ue1.Mesh) return {}
  const [, hysteresis = 0, strength = 0] = object.lodNumbers
  const [morph = 0, zDisplace = 0] = object.lodMorph
  return { detail: { strength, minVertices: object.lodMinVertices, morph, zDisplace, hysteresis } }
}

/** @param special points of triangles that are not drawn: vertices at the end, which no triangle has. */
function lodOf(corners: Corners, frames: FrameAnimation, special: readonly number[]): MeshLod {
  const { indices, sections } = corners
  const points = new Uint32Array(corners.points.length + special.length)
  points.set(corners.points)
  points.set(special, corners.points.length)
  const uvs = new Float32Array(2 * points.length)
  uvs.set(corners.uvs)
  const positions = new Float32Array(points.length * 3)
  spread(framePositions(frames, 0), points, positions)
  const stored = frameNormals(frames, 0)
  const normals = stored === undefined ? undefined : spread(stored, points, new Float32Array(points.length * 3))
  return { positions, ...(normals === undefined ? {} : { normals }), uvs: [uvs], points, indices, sections }
}

/** The values of each vertex's point; NaN if there is no such point. */
function spread(values: Float32Array, points: Uint32Array, vertices: Float32Array): Float32Array {
  for (const [i, point] of points.entries())
    for (let k = 0; k < 3; k++) vertices[3 * i + k] = values[3 * point + k] ?? Number.NaN
  return vertices
}

function framesOfUe1(mesh: ue1.Mesh, notes: string[]): FrameAnimation {
  const { frameVerts: size } = mesh
  const stored = size > 0 ? Math.floor(mesh.verts.length / mesh.vertexWords / size) : 0
  const sequences = mesh.animSeqs.map(
    (sequence): SequenceFacts => ({
      name: sequence.name.toString(),
      group: sequence.group.toString(),
      first: sequence.startFrame,
      count: sequence.numFrames,
      rate: sequence.rate,
      notifies: sequence.notifies.map(({ time, function: name }) => ({ time, name: name.toString() })),
    }),
  )
  return framesOf({ size, stored, said: mesh.animFrames, sequences }, notes, (count) => {
    const points = new Float32Array(count * 3)
    for (let i = 0; i < count; i++) {
      const [x, y, z] = mesh.vertex(i) ?? [0, 0, 0]
      points[3 * i] = x
      points[3 * i + 1] = y
      points[3 * i + 2] = z
    }
    return points
  })
}

function framesOfUe2(mesh: ue2.VertMesh, notes: string[]): FrameAnimation {
  const { frameVertices: size, vertices, floatVertices, normals } = mesh
  const hasFloats = floatVertices.length > 0
  const points = hasFloats ? floatVertices.length / 3 : vertices.length
  const stored = size > 0 ? Math.floor(points / size) : 0
  const sequences = mesh.sequences.map(
    (sequence): SequenceFacts => ({
      name: sequence.name.toString(),
      group: sequence.groups.map(String).join(', '),
      first: sequence.startFrame,
      count: sequence.numFrames,
      rate: sequence.rate,
      notifies: sequence.notifies.map(({ time, function: name, object }) => ({
        time,
        name: isPackageObject(object) ? object.name : name.toString(),
      })),
    }),
  )
  const unpacked = (words: Uint32Array, count: number, unpack: (word: number) => Vector) => {
    const values = new Float32Array(count * 3)
    for (let i = 0; i < count; i++) values.set(unpack(words[i] ?? 0), 3 * i)
    return values
  }
  return framesOf(
    { size, stored, said: mesh.numFrames, sequences },
    notes,
    (count) => (hasFloats ? floatVertices.slice(0, count * 3) : unpacked(vertices, count, unpackedPoint)),
    normals.length === points && !normals.includes(NO_NORMAL)
      ? (count) => unpacked(normals, count, unpackedNormal)
      : undefined,
  )
}

function isPackageObject(object: unknown): object is PackageObject {
  return object instanceof ExportObject || object instanceof ImportObject
}

/** X in the lowest 11 bits, Y in 11, Z in 10, signed. */
function unpackedPoint(word: number): Vector {
  return [(word << 21) >> 21, (word << 10) >> 21, word >> 22]
}

/** 512 three times, the zero vector: some meshes store nothing else. */
const NO_NORMAL = 512 | (512 << 10) | (512 << 20)

/** Three times 10 bits, 512 is 0. */
function unpackedNormal(word: number): Vector {
  return [((word & 1023) - 512) / 511, (((word >>> 10) & 1023) - 512) / 511, (((word >>> 20) & 1023) - 512) / 511]
}
