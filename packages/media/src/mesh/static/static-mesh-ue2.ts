import type { ObjectReader, ReadObject } from '@ukit/core'
import { ue2 } from '@ukit/objects'
import { BOX_TRIANGLE, recordsOf } from '@ukit/objects/common'
import { type NumberMemory, OWN_MEMORY } from '../../number-memory.js'
import { elementsOf, memberOf } from '../../property-values.js'
import { ShapeBuilder } from '../model/collision.js'
import { materialSlots } from '../model/material-slot.js'
import type { CollisionShape, MaterialSlot, Mesh, MeshSection } from '../model/mesh.js'
import { NO_PLACEMENT } from '../model/placement.js'
import { lodFrom } from './stored-lod.js'

/**
 * *Reads a StaticMesh of UE2*: one section for each material, which is in the property `Materials`; triangles
 * are wound against the stored normals (104,864 of 105,026).
 */
export async function staticMeshUE2(
  reader: ObjectReader,
  read: ReadObject,
  mesh: ue2.StaticMesh,
  memory: NumberMemory,
): Promise<Mesh> {
  const notes: string[] = []
  const { indices, sections } = listed(mesh)
  const colors = colorsOf(mesh)
  const drawn = areColorsDrawn(reader, read)
  const usesColors = drawn instanceof Promise ? await drawn : drawn
  const positions = column(mesh.vertices.vertices, 0, memory)
  const normals = column(mesh.vertices.vertices, 3, memory)
  const uvs = uvsOf(mesh)
  const vertices =
    colors === undefined ? { positions, normals, uvs } : { positions, normals, uvs, colors, areColorsDrawn: usesColors }
  const lod = lodFrom({ vertices, indices, sections, isInward: true }, notes, memory)
  const collision = await collisionOf(reader, mesh)
  const slots = materialsOf(reader, mesh)
  const materials = slots instanceof Promise ? await slots : slots
  const found: Mesh = { kind: 'static', placement: NO_PLACEMENT, lods: [lod], materials, sockets: [], notes }
  return collision === undefined ? found : { ...found, collision }
}

/** The default of `UseVertexColor` in classes, looked up once rather than for each of a thousand meshes. */
const DRAWN = new WeakMap<ObjectReader, Map<number, boolean | Promise<boolean>>>()

/** Whether the engine multiplies the material by the colours, according to the mesh, else its class. */
function areColorsDrawn(reader: ObjectReader, read: ReadObject): boolean | Promise<boolean> {
  const own = read.object.properties.find('UseVertexColor')
  if (own !== undefined) return own.value === true
  const byClass = DRAWN.get(reader) ?? new Map<number, boolean | Promise<boolean>>()
  DRAWN.set(reader, byClass)
  const { class: objectClass } = read.export.entry
  let drawn = byClass.get(objectClass)
  if (drawn === undefined) {
    drawn = reader.value(read, 'UseVertexColor').then((found) => {
      const isSet = found?.value === true
      byClass.set(objectClass, isSet)
      return isSet
    })
    byClass.set(objectClass, drawn)
  }
  return drawn
}

/** Three of the six numbers of each vertex, from `first` on. */
function column(numbers: Float32Array, first: number, memory: NumberMemory = OWN_MEMORY): Float32Array {
  const values = memory.floats(numbers.length / 2)
  for (let from = first, to = 0; to < values.length; from += 6, to += 3) {
    values[to] = numbers[from] as number
    values[to + 1] = numbers[from + 1] as number
    values[to + 2] = numbers[from + 2] as number
  }
  return values
}

/** Streams in the order of their sets, only those of the right length, as a stream may be empty. */
function uvsOf(mesh: ue2.StaticMesh): Float32Array[] {
  const length = 2 * mesh.vertices.count
  const [first] = mesh.uvStreams
  if (mesh.uvStreams.length === 1 && first?.coordinates.length === length && length > 0) return [first.coordinates]
  return mesh.uvStreams
    .slice()
    .sort((a, b) => a.coordinateIndex - b.coordinateIndex)
    .flatMap(({ coordinates }) => (coordinates.length === length && length > 0 ? [coordinates] : []))
}

/** Red, green and blue from one stream, alpha from the other; `undefined` if all are white. */
function colorsOf({
  colors: { colors },
  alphas: { colors: alphas },
  vertices,
}: ue2.StaticMesh): Uint8Array | undefined {
  const length = 4 * vertices.count
  const isGiven = (bytes: Uint8Array) => bytes.length === length && bytes.some((byte) => byte !== 255)
  if (!isGiven(colors) && !isGiven(alphas)) return undefined
  const mixed = colors.length === length ? colors.slice() : new Uint8Array(length).fill(255)
  if (alphas.length === length) for (let i = 3; i < length; i += 4) mixed[i] = alphas[i] ?? 255
  return mixed
}

/** Indices with strips converted to triangles, and the section of each material. */
function listed({ sections, indices: { indices } }: ue2.StaticMesh): {
  indices: ArrayLike<number>
  sections: MeshSection[]
} {
  const plain = sections.map(({ firstIndex, numTriangles }, slot) => ({
    slot,
    first: firstIndex,
    count: 3 * numTriangles,
  }))
  if (sections.every(({ isStrip }) => isStrip === 0)) return { indices, sections: plain }
  const all: number[] = []
  const found = sections.map(({ isStrip, firstIndex, numTriangles }, slot) => {
    const first = all.length
    for (let i = 0; i < numTriangles; i++) {
      const at = firstIndex + (isStrip === 0 ? 3 * i : i)
      const corners = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0]
      // Every other triangle of a strip is wound the other way.
      all.push(...(isStrip !== 0 && i % 2 === 1 ? corners.reverse() : corners))
    }
    return { slot, first, count: all.length - first }
  })
  return { indices: all, sections: found }
}

function materialsOf(reader: ObjectReader, mesh: ue2.StaticMesh): MaterialSlot[] | Promise<MaterialSlot[]> {
  const materials = elementsOf(mesh.properties.get('Materials')).map((element) => memberOf(element, 'Material'))
  while (materials.length < mesh.sections.length) materials.push(undefined)
  return materialSlots(reader, materials)
}

/**
 * The collision shape: the model made for it, else the shapes of its physics, else the triangles that traces
 * hit, unless these are all that are drawn.
 */
async function collisionOf(reader: ObjectReader, mesh: ue2.StaticMesh): Promise<CollisionShape | undefined> {
  const shapes = new ShapeBuilder()
  if (mesh.collisionModel !== null) await addModel(reader, mesh, shapes)
  if (shapes.shape === undefined && mesh.karmaProps !== null) await addPhysics(reader, mesh, shapes)
  if (shapes.shape === undefined) {
    const triangles = hitTriangles(mesh)
    if (triangles.length > 0 && triangles.length < mesh.indices.indices.length)
      shapes.triangles(column(mesh.vertices.vertices, 0), outward(triangles))
  }
  return shapes.shape
}

async function readOther(reader: ObjectReader, reference: unknown) {
  const found = await reader.follow(reference)
  return found === undefined ? undefined : (await (await reader.forPackage(found.package)).read(found)).object
}

async function addModel(reader: ObjectReader, { collisionModel }: ue2.StaticMesh, shapes: ShapeBuilder): Promise<void> {
  const model = await readOther(reader, collisionModel)
  if (!(model instanceof ue2.Model)) return
  const polys = await readOther(reader, model.polys)
  if (polys instanceof ue2.Polys && polys.polys.length > 0) {
    for (const { vertices } of polys.polys) shapes.polygon(vertices)
    return
  }
  for (const { vertPool, numVertices } of model.nodes) {
    const corners: number[] = []
    for (let i = 0; i < numVertices; i++) {
      const point = model.verts[2 * (vertPool + i)] ?? -1
      corners.push(...model.points.subarray(3 * point, 3 * point + 3))
    }
    shapes.polygon(corners)
  }
}

async function addPhysics(reader: ObjectReader, { karmaProps }: ue2.StaticMesh, shapes: ShapeBuilder): Promise<void> {
  const props = await readOther(reader, karmaProps)
  if (!(props instanceof ue2.KMeshProps)) return
  for (const { matrix, radius } of props.spheres) shapes.capsule(radius, 0, matrix)
  for (const { matrix, size } of props.boxes) shapes.box(size, matrix)
  for (const { matrix, radius, height } of props.cylinders) shapes.cylinder(radius, height, matrix)
  for (const { matrix, points } of props.convexes) shapes.hull(points, matrix)
}

/** Three vertices for each triangle of the tree that the mesh has. */
function hitTriangles({ collision }: ue2.StaticMesh): number[] {
  if (collision.kdopTriangles.length > 0) return firstThree(collision.kdopTriangles, 4)
  if (collision.boxTriangles.length > 0)
    return [...recordsOf(collision.boxTriangles, BOX_TRIANGLE)].flatMap(({ vertices }) => [...vertices])
  return collision.planeTriangles.flatMap(({ vertices }) => vertices)
}

/** The first three of every `width` numbers. */
export function firstThree(numbers: ArrayLike<number>, width: number): number[] {
  const three: number[] = []
  for (let i = 0; i + 2 < numbers.length; i += width)
    three.push(numbers[i] ?? 0, numbers[i + 1] ?? 0, numbers[i + 2] ?? 0)
  return three
}

/** The triangles with reversed winding. */
export function outward(indices: readonly number[]): number[] {
  const turned = indices.slice()
  for (let i = 0; i + 2 < turned.length; i += 3) {
    const second = turned[i + 1] ?? 0
    turned[i + 1] = turned[i + 2] ?? 0
    turned[i + 2] = second
  }
  return turned
}
