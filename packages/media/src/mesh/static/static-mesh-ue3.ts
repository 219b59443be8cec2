import { Version } from '@ukit/container'
import type { ObjectReader } from '@ukit/core'
import type { PropertyValue, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { elementsOf, memberOf, numberOf, numbersOf } from '../../property-values.js'
import { type Matrix, ShapeBuilder } from '../model/collision.js'
import { materialSlot } from '../model/material-slot.js'
import type { CollisionShape, MaterialSlot, Mesh, MeshLod, MeshSection } from '../model/mesh.js'
import { NO_PLACEMENT } from '../model/placement.js'
import { isReversed, unpackFloats, unpackHalves, unpackNormals, type VertexBytes } from './packed-vertices.js'
import { firstThree, outward } from './static-mesh-ue2.js'
import { lodFrom } from './stored-lod.js'

/**
 * *Reads a StaticMesh of UE3*, all levels of detail; triangles are wound against the stored normals (160,769
 * of 160,773 in 737).
 */
export async function staticMeshUE3(reader: ObjectReader, mesh: ue3.StaticMesh): Promise<Mesh> {
  const notes: string[] = []
  const slots = new Slots(reader)
  const lods: MeshLod[] = []
  for (const [i, model] of mesh.lodModels.entries()) {
    const lodNotes: string[] = []
    if (model.vertexCount > 0 && model.indices.length > 0) lods.push(await lodOf(reader, model, slots, lodNotes))
    notes.push(...lodNotes.map((note) => (i === 0 ? note : `level of detail ${i}: ${note}`)))
  }
  if (lods.length === 0) throw new MediaError('no-data', 'it has no triangles')
  const collision = await collisionOf(reader, mesh)
  return {
    kind: 'static',
    placement: NO_PLACEMENT,
    lods,
    materials: slots.all,
    sockets: [],
    ...(collision === undefined ? {} : { collision }),
    notes,
  }
}

/** The materials of the elements of all levels, without duplicates. */
class Slots {
  readonly all: MaterialSlot[] = []
  readonly #numbers = new Map<number, number>()
  readonly #reader: ObjectReader

  constructor(reader: ObjectReader) {
    this.#reader = reader
  }

  async numberOf({ material }: ue3.StaticMeshElement): Promise<number> {
    const key = material?.reference ?? 0
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.all.push(await materialSlot(this.#reader, material)) - 1
    this.#numbers.set(key, number)
    return number
  }
}

async function lodOf(
  reader: ObjectReader,
  model: ue3.StaticMeshLodModel,
  slots: Slots,
  notes: string[],
): Promise<MeshLod> {
  const { bigEndian } = reader.package.context
  const vertices = reader.package.context.since(Version.BulkArrays)
    ? separateVertices(model, bigEndian)
    : interleavedVertices(model, bigEndian)
  const sections: MeshSection[] = []
  for (const element of model.elements) {
    const slot = await slots.numberOf(element)
    sections.push({ slot, first: element.firstIndex, count: 3 * element.triangleCount })
  }
  return lodFrom({ vertices, indices: model.indices, sections, isInward: true }, notes)
}

/** Positions in one buffer, the rest in another, colours in a third. */
function separateVertices(
  { positions: { positions }, vertices, colours, vertexCount }: ue3.StaticMeshLodModel,
  bigEndian: boolean,
) {
  const { stride, uvSets, useFullPrecisionUVs } = vertices
  const { data } = vertices.vertices
  const pair = useFullPrecisionUVs === 0 ? 4 : 8
  const head = stride - pair * uvSets
  // Two directions, followed by a colour in some versions; no directions in games that compute them.
  if (head < 0 || data.length < stride * vertexCount || positions.length < 3 * vertexCount) {
    const found =
      `${plural(data.length, 'byte')} of ${stride} with ${plural(uvSets, 'pair')}, ` +
      `${plural(positions.length / 3, 'place')}`
    throw new MediaError('broken', `expected ${plural(vertexCount, 'vertex', 'vertices')}, found ${found}`)
  }
  const bytes = { data, stride, count: vertexCount, bigEndian }
  const hasDirections = head >= 8
  const reversed = hasDirections && bigEndian && isReversed(bytes, 4)
  return {
    positions: positions.length === 3 * vertexCount ? positions : positions.slice(0, 3 * vertexCount),
    ...(hasDirections ? directionsOf(bytes, 0, 4, reversed) : {}),
    uvs: Array.from({ length: uvSets }, (_, set) => uvsAt(bytes, head + pair * set, useFullPrecisionUVs !== 0)),
    ...colorsOf(head === 12 ? takeColumn(bytes, 8, 4) : colours.colours, vertexCount, bigEndian),
  }
}

/** Before `Version.BulkArrays`: position, four bytes, three directions, pairs of floats. */
function interleavedVertices({ interleaved, vertexCount }: ue3.StaticMeshLodModel, bigEndian: boolean) {
  const { stride } = interleaved
  const { data } = interleaved.vertices
  const uvSets = (stride - 28) / 8
  if (!Number.isInteger(uvSets) || uvSets < 0 || data.length < stride * vertexCount)
    throw new MediaError('unsupported', `its vertices have ${plural(stride, 'byte')}, a layout that ukit does not know`)
  const bytes = { data, stride, count: vertexCount, bigEndian }
  return {
    positions: unpackFloats(bytes, 0, 3),
    ...directionsOf(bytes, 16, 24, bigEndian && isReversed(bytes, 24)),
    uvs: Array.from({ length: uvSets }, (_, set) => uvsAt(bytes, 28 + 8 * set, true)),
  }
}

/** Tangent X, and tangent Z, which is the normal; its W is the sign of the third direction. */
function directionsOf(bytes: VertexBytes, tangentX: number, tangentZ: number, reversed: boolean) {
  const tangents = unpackNormals(bytes, tangentX, reversed)
  const directions = unpackNormals(bytes, tangentZ, reversed)
  const normals = new Float32Array(3 * bytes.count)
  for (let i = 0; i < bytes.count; i++) {
    normals[3 * i] = directions[4 * i] as number
    normals[3 * i + 1] = directions[4 * i + 1] as number
    normals[3 * i + 2] = directions[4 * i + 2] as number
    tangents[4 * i + 3] = (directions[4 * i + 3] ?? 1) < 0 ? -1 : 1
  }
  return { normals, tangents }
}

function uvsAt(bytes: VertexBytes, at: number, areFloats: boolean): Float32Array {
  return areFloats ? unpackFloats(bytes, at, 2) : unpackHalves(bytes, at, 2)
}

function takeColumn({ data, stride, count }: VertexBytes, at: number, width: number): Uint8Array {
  const column = new Uint8Array(count * width)
  for (let i = 0; i < count; i++) column.set(data.subarray(i * stride + at, i * stride + at + width), i * width)
  return column
}

/** Blue, green, red, alpha are one number, so they are reversed in big-endian packages. */
function colorsOf(stored: Uint8Array, count: number, bigEndian: boolean): Pick<MeshLod, 'colors' | 'areColorsDrawn'> {
  if (stored.length < 4 * count || count === 0) return {}
  const [red, green, blue, alpha] = bigEndian ? [1, 2, 3, 0] : [2, 1, 0, 3]
  const colors = new Uint8Array(4 * count)
  for (let i = 0; i < colors.length; i += 4) {
    colors[i] = stored[i + red] as number
    colors[i + 1] = stored[i + green] as number
    colors[i + 2] = stored[i + blue] as number
    colors[i + 3] = stored[i + alpha] as number
  }
  return colors.every((byte) => byte === 255) ? {} : { colors, areColorsDrawn: false }
}

/**
 * The collision shape: the shapes of its body, else the triangles that traces hit, unless these are all that
 * are drawn.
 */
async function collisionOf(reader: ObjectReader, mesh: ue3.StaticMesh): Promise<CollisionShape | undefined> {
  const shapes = new ShapeBuilder()
  const found = await reader.follow(mesh.bodySetup ?? mesh.properties.get('BodySetup'))
  if (found !== undefined) {
    const { object } = await (await reader.forPackage(found.package)).read(found)
    addShapes(object.properties.get('AggGeom'), shapes)
  }
  const [finest] = mesh.lodModels
  if (shapes.shape === undefined && finest !== undefined) {
    const triangles = firstThree(mesh.kDop.triangles, mesh.kDop.triangleSize / 2)
    if (triangles.length < finest.indices.length) shapes.triangles(finest.positions.positions, outward(triangles))
  }
  return shapes.shape
}

/** Adds the shapes of a `KAggregateGeom`; lengths of boxes and capsules are full lengths, not halves. */
function addShapes(geometry: PropertyValue | undefined, shapes: ShapeBuilder): void {
  for (const box of elementsOf(memberOf(geometry, 'BoxElems')))
    shapes.box(numbersOf(box, 'X', 'Y', 'Z'), matrixOf(memberOf(box, 'TM')))
  for (const ball of elementsOf(memberOf(geometry, 'SphereElems')))
    shapes.capsule(numberOf(memberOf(ball, 'Radius')), 0, matrixOf(memberOf(ball, 'TM')))
  for (const capsule of elementsOf(memberOf(geometry, 'SphylElems'))) {
    const [radius = 0, length = 0] = numbersOf(capsule, 'Radius', 'Length')
    shapes.capsule(radius, length, matrixOf(memberOf(capsule, 'TM')))
  }
  for (const convex of elementsOf(memberOf(geometry, 'ConvexElems'))) {
    const points = elementsOf(memberOf(convex, 'VertexData')).flatMap((point) => numbersOf(point, 'X', 'Y', 'Z'))
    const faces = elementsOf(memberOf(convex, 'FaceTriData')).map((number) => numberOf(number, -1))
    if (faces.length > 0) shapes.convex(points, faces)
    else shapes.hull(points)
  }
}

/** A `Matrix` from its planes; `undefined` if it is missing or all zeros. */
function matrixOf(value: PropertyValue | undefined): Matrix | undefined {
  const rows = ['XPlane', 'YPlane', 'ZPlane', 'WPlane'].flatMap((row) =>
    numbersOf(memberOf(value, row), 'X', 'Y', 'Z', 'W'),
  )
  return rows.some((number) => number !== 0) ? rows : undefined
}
