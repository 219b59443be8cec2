import { Name } from '@ukit/container'
import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { type PropertyValue, RawStruct, TaggedStruct, type ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { materialSlot } from '../model/material-slot.js'
import type { MaterialSlot, Mesh, MeshLod, Socket, Vector } from '../model/mesh.js'
import { quaternionOf } from '../model/quaternion.js'
import { sectionsOf } from '../model/triangles.js'
import { type OrderedSkeleton, skeletonOf } from './bones.js'
import { Influences } from './influences.js'
import {
  areNormalsSwapped,
  bufferLayout,
  readVertices,
  rigidVertexLayout,
  softVertexLayout,
  type VertexArrays,
  vertexArrays,
} from './skeletal-ue3-vertices.js'
import { floatWords, weldedRows } from './welded-rows.js'

/** *Reads a SkeletalMesh of UE3*, from PCs and consoles, with its sockets. */
export async function skeletalMeshOfUe3(
  reader: ObjectReader,
  read: ReadObject,
  object: ue3.SkeletalMesh,
): Promise<Mesh> {
  const notes: string[] = []
  const skeleton = skeletonOf(
    object.bones.map(({ name, parent, position, orientation }) => ({
      name: name.toString(),
      parent,
      position,
      orientation,
    })),
    false,
    notes,
  )
  const materials: MaterialSlot[] = []
  for (const material of object.materials) materials.push(await materialSlot(reader, material))
  if (materials.length === 0) materials.push({ polyFlags: 0 })
  const lods: MeshLod[] = []
  for (const [i, lod] of object.lodModels.entries()) {
    if (lod.sections.length > 0 && lod.indexBuffer.indices.count > 0)
      lods.push(lodOf(reader, object, i, lod, skeleton, materials.length, notes))
    else notes.push(`level of detail ${i} has no triangles`)
  }
  if (lods.length === 0) throw new MediaError('no-data', 'it has no triangles')
  const [x = 0, y = 0, z = 0] = object.origin
  const [pitch = 0, yaw = 0, roll = 0] = object.rotationOrigin
  return {
    kind: 'skeletal',
    // The engine adds this origin, whereas the origin of `placement` is subtracted.
    placement: { origin: [-x, -y, -z], scale: [1, 1, 1], rotation: [pitch, yaw, roll] },
    lods,
    materials,
    skeleton: skeleton.skeleton,
    sockets: await socketsOf(reader, read, skeleton),
    notes,
  }
}

function lodOf(
  reader: ObjectReader,
  object: ue3.SkeletalMesh,
  level: number,
  lod: ue3.SkeletalMeshLodModel,
  skeleton: OrderedSkeleton,
  slots: number,
  notes: string[],
): MeshLod {
  const { bigEndian } = reader.package.context
  const vertices = verticesOf(reader, lod)
  const count = vertices.positions.length / 3
  const bones = storedBones(lod, vertices, count)
  const points = weldedPoints(vertices, bones)
  const influences = new Influences(points.count, skeleton.numbers)
  const { weights } = vertices
  const seen = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const point = points.numbers[i] as number
    if (seen[point] === 1) continue
    seen[point] = 1
    for (let k = i * 4; k < i * 4 + 4; k++) {
      const weight = weights[k] ?? 0
      if (weight > 0) influences.add(point, bones[k] ?? 0xffff, weight / 255)
    }
  }
  normalizeDirections(vertices)
  const colors = colorsOf(lod, count, bigEndian)
  return {
    positions: vertices.positions,
    normals: vertices.normals,
    ...(hasTangents(vertices) ? { tangents: vertices.tangents } : {}),
    uvs: vertices.uvs,
    ...(colors === undefined ? {} : { colors }),
    points: points.numbers,
    ...sectionsOf(trianglesOf(object, level, lod, bigEndian), count, slots, true, notes),
    skin: influences.skin(points.numbers, notes),
  }
}

/** The vertices for the graphics card, or those of the chunks in packages that have no such buffer. */
function verticesOf(reader: ObjectReader, lod: ue3.SkeletalMeshLodModel): VertexArrays {
  const { bigEndian } = reader.package.context
  const { vertexBuffer: buffer } = lod
  const bytes = buffer.vertices.data
  if (bytes.length > 0) {
    const layout = bufferLayout(reader.package, lod)
    const arrays = vertexArrays(buffer.vertices.count, layout.uvSets)
    const swapsNormals = areNormalsSwapped(bytes, layout, bigEndian)
    readVertices(bytes, layout, buffer, { bigEndian, swapsNormals }, arrays, 0)
    return arrays
  }
  const sizes = lod.chunks.flatMap(({ rigidVertices, rigidVertexCount }) =>
    rigidVertexCount > 0 ? [rigidVertices.length / rigidVertexCount] : [],
  )
  const softSizes = lod.chunks.flatMap(({ softVertices, softVertexCount }) =>
    softVertexCount > 0 ? [softVertices.length / softVertexCount] : [],
  )
  const size = sizes[0] ?? (softSizes[0] ?? 0) - 7
  if (!(size > 32)) throw new MediaError('no-data', 'its vertices were left out')
  const total = lod.chunks.reduce((sum, chunk) => sum + chunk.rigidVertexCount + chunk.softVertexCount, 0)
  const uvSets = size >= 57 ? 4 : 1
  if (total * size > lod.chunks.reduce((sum, chunk) => sum + chunk.rigidVertices.length + chunk.softVertices.length, 0))
    throw new MediaError('broken', `expected ${plural(total, 'vertex', 'vertices')} in its chunks, found fewer`)
  const arrays = vertexArrays(total, uvSets)
  let first = 0
  for (const { rigidVertices, softVertices, rigidVertexCount, softVertexCount } of lod.chunks) {
    const order = { bigEndian, swapsNormals: false }
    readVertices(rigidVertices, rigidVertexLayout(size, uvSets), buffer, order, arrays, first)
    readVertices(softVertices, softVertexLayout(size + 7, uvSets), buffer, order, arrays, first + rigidVertexCount)
    first += rigidVertexCount + softVertexCount
  }
  return arrays
}

/**
 * The stored skeleton's bone numbers for each vertex. Chunks follow one another, and have their own numbers
 * for bones. The start of a chunk is not always correct (Gears of War 3: 0 for several), but its number of
 * vertices is.
 */
function storedBones(lod: ue3.SkeletalMeshLodModel, { bones }: VertexArrays, count: number): Uint16Array {
  const stored = new Uint16Array(count * 4)
  let vertex = 0
  for (const { boneMap, rigidVertexCount, softVertexCount } of lod.chunks) {
    const end = Math.min(count, vertex + Math.max(0, rigidVertexCount) + Math.max(0, softVertexCount))
    for (let k = vertex * 4; k < end * 4; k++) stored[k] = boneMap[bones[k] ?? 0] ?? 0xffff
    vertex = end
  }
  return stored
}

/** Vertices with the same position and weights are one point. */
function weldedPoints({ positions, weights }: VertexArrays, bones: Uint16Array): ReturnType<typeof weldedRows> {
  const count = positions.length / 3
  const places = floatWords(positions)
  const rows = new Uint32Array(count * 7)
  for (let i = 0, row = 0, k = 0; i < count; i++, row += 7, k += 4) {
    for (let axis = 0; axis < 3; axis++) rows[row + axis] = places[3 * i + axis] as number
    for (let pair = 0; pair < 2; pair++) {
      const at = k + 2 * pair
      rows[row + 3 + pair] = (bones[at] as number) | ((bones[at + 1] as number) << 16)
      rows[row + 5 + pair] = (weights[at] as number) | ((weights[at + 1] as number) << 16)
    }
  }
  return weldedRows(rows, 7)
}

/** Makes directions unit vectors; a normal of length zero becomes up. */
function normalizeDirections({ normals, tangents }: VertexArrays): void {
  for (let i = 0; i < normals.length; i += 3) normalizeAt(normals, i, true)
  for (let i = 0; i < tangents.length; i += 4) normalizeAt(tangents, i, false)
}

function normalizeAt(numbers: Float32Array, at: number, isNormal: boolean): void {
  const x = numbers[at] as number
  const y = numbers[at + 1] as number
  const z = numbers[at + 2] as number
  const length = Math.hypot(x, y, z)
  const isShort = length < 0.1
  numbers[at] = isShort ? 0 : x / length
  numbers[at + 1] = isShort ? 0 : y / length
  numbers[at + 2] = isShort ? (isNormal ? 1 : 0) : z / length
}

function hasTangents({ tangents }: VertexArrays): boolean {
  for (let i = 0; i < tangents.length; i += 4)
    if (tangents[i] === 0 && tangents[i + 1] === 0 && tangents[i + 2] === 0) return false
  return true
}

/** Colours are stored as blue, green, red, alpha; on consoles in reverse. */
function colorsOf(lod: ue3.SkeletalMeshLodModel, count: number, bigEndian: boolean): Uint8Array | undefined {
  const stored = lod.vertexColours
  if (stored.length !== count * 4 || count === 0) return undefined
  const colors = new Uint8Array(stored.length)
  const [red, green, blue, alpha] = bigEndian ? [1, 2, 3, 0] : [2, 1, 0, 3]
  for (let i = 0; i < stored.length; i += 4) {
    colors[i] = stored[i + red] as number
    colors[i + 1] = stored[i + green] as number
    colors[i + 2] = stored[i + blue] as number
    colors[i + 3] = stored[i + alpha] as number
  }
  return colors
}

function trianglesOf(object: ue3.SkeletalMesh, level: number, lod: ue3.SkeletalMeshLodModel, bigEndian: boolean) {
  const { data, elementSize, count } = lod.indexBuffer.indices
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const index = (i: number) =>
    elementSize === 4 ? view.getUint32(i * 4, !bigEndian) : view.getUint16(i * 2, !bigEndian)
  const map = materialMap(object, level)
  const starts: number[] = []
  const slots: number[] = []
  for (const { firstIndex, triangleCount, materialIndex } of lod.sections) {
    if (firstIndex + triangleCount * 3 > count)
      throw new MediaError(
        'broken',
        `expected ${plural(count, 'index', 'indices')} to have those of a section, found ${firstIndex} + 3 × ` +
          `${triangleCount}`,
      )
    for (let i = 0; i < triangleCount; i++) {
      starts.push(firstIndex + i * 3)
      slots.push(map[materialIndex] ?? materialIndex)
    }
  }
  return {
    count: starts.length,
    vertex: (triangle: number, corner: number) => index((starts[triangle] ?? 0) + corner),
    slot: (triangle: number) => slots[triangle] ?? 0,
  }
}

/** Property LODInfo, LODMaterialMap: the mesh's material for each material of the level. */
function materialMap(object: ue3.SkeletalMesh, level: number): number[] {
  const infos = object.properties.get('LODInfo')
  const map = Array.isArray(infos) ? member(infos[level], 'LODMaterialMap') : undefined
  return Array.isArray(map) ? map.map((value) => (typeof value === 'number' ? value : 0)) : []
}

/** A member of a struct that is stored either as tags or raw. */
function member(value: PropertyValue | undefined, name: string): PropertyValue | undefined {
  if (value instanceof TaggedStruct) return value.properties.get(name)
  if (!(value instanceof RawStruct)) return undefined
  return value.values[value.type.members.findIndex((one) => one.name === name)]
}

/** SkeletalMeshSocket objects: a name, the name of a bone, and a position and rotation there. */
async function socketsOf(reader: ObjectReader, read: ReadObject, { skeleton }: OrderedSkeleton): Promise<Socket[]> {
  const list = read.object.properties.get('Sockets')
  const sockets: Socket[] = []
  for (const reference of Array.isArray(list) ? list : []) {
    if (!(reference instanceof ExportObject)) continue
    const { properties } = (await reader.read(reference)).object
    const bone = properties.get('BoneName')
    const key = bone instanceof Name ? bone.toString().toLowerCase() : undefined
    const number = skeleton.bones.findIndex(({ name }) => name.toLowerCase() === key)
    if (number < 0) continue
    const name = properties.get('SocketName')
    const [pitch, yaw, roll] = numbersOf(properties.get('RelativeRotation'), ['Pitch', 'Yaw', 'Roll'], 0)
    sockets.push({
      name: name instanceof Name ? name.toString() : reference.name,
      bone: number,
      position: numbersOf(properties.get('RelativeLocation'), ['X', 'Y', 'Z'], 0),
      rotation: quaternionOf([pitch, yaw, roll]),
      scale: numbersOf(properties.get('RelativeScale'), ['X', 'Y', 'Z'], 1),
    })
  }
  return sockets
}

function numbersOf(
  value: PropertyValue | undefined,
  names: readonly [string, string, string],
  otherwise: number,
): Vector {
  const number = (name: string) => {
    const found = member(value, name)
    return typeof found === 'number' && Number.isFinite(found) ? found : otherwise
  }
  return [number(names[0]), number(names[1]), number(names[2])]
}
