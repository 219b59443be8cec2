import { crc32 } from '@ukit/codecs'
import { type FormatContext, Guid, Version } from '@ukit/container'
import { type EditObject, type PackageEdit, setProperty } from '@ukit/edit'
import { MediaError, type Mesh, type MeshLod } from '@ukit/media'
import { smoothTangents } from '@ukit/media/internal'
import { common, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import type { Imported } from '../importer.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import { entryOf, findMaterials } from '../slot-materials.js'
import { ownBody, putBody } from './body-setup.js'
import { boundsUE3 } from './bounds.js'
import { type CheckedLod, checkedLod } from './checked-mesh.js'
import { collisionShape } from './collision-shape.js'
import { hullsOf } from './hulls.js'
import { compactKdopTree, type KDopTriangle, kdopTree } from './kdop-tree.js'
import type { ImportStaticMeshOptions, StaticMeshCollision } from './options.js'
import { halfOf, packNormal } from './pack-vertices.js'
import { eachTriangle } from './raw-triangles.js'
import { placeKeys, wireframeOf } from './wireframe.js'

/**
 * *Imports a static mesh of UE3*: levels of detail, packed directions, coordinates, lines, the tree for
 * traces, the triangles that the editor keeps (in packages that are not cooked), and hulls to collide with.
 *
 * @throws see `importStaticMesh`.
 */
export async function importStaticMeshUE3(
  edit: PackageEdit,
  path: string,
  mesh: Mesh,
  options: ImportStaticMeshOptions,
): Promise<Imported> {
  const { context } = edit.package
  if (context.bigEndian || !context.since(Version.BulkArrays))
    throw new MediaError(
      'unsupported',
      'static meshes of this package have a form that ukit does not write: that of a console, or of builds before 491',
    )
  const target = await importTarget(edit, path, 'StaticMesh', [ue3.StaticMesh])
  const { object: present, replaced } = target
  const notes: string[] = []
  const lods = mesh.lods.map((lod, i) => checkedLod(mesh, lod, i, notes))
  const [finest] = lods
  if (finest === undefined) throw new MediaError('no-data', 'expected a mesh with triangles, found none')
  const [old] = present.lodModels
  const materials = findMaterials(edit, mesh.materials, options.materials ?? {}, slotsOf(edit, old), notes)
  const choice = options.collision ?? (present.bodySetup === null ? 'mesh' : 'keep')
  const wanted = collisionShape(mesh, choice)
  const shape = wanted === undefined ? undefined : hullsOf(wanted)
  if (shape !== undefined && shape.left > 0)
    notes.push(`${plural(shape.left, 'part')} of its collision shape left out: flat, or with too many points`)
  const isCooked =
    (edit.summary.flags & COOKED) !== 0 || (replaced !== undefined && old?.rawTriangles.payload.length === 0)
  const isFull = options.fullPrecisionUvs ?? (old !== undefined && old.vertices.useFullPrecisionUVs !== 0)
  if (!isFull && lods.some(({ uvs }) => uvs.some((uv) => uv.some((value) => !isHalf(value)))))
    notes.push('texture coordinates were rounded to 16-bit floats')
  // Buffers need no objects and can therefore be made before the first change.
  const models = lods.map((lod, i) =>
    modelOf(lod, tangentsOf(mesh.lods[i], lod), {
      context,
      isCooked,
      isFull,
      old: present.lodModels[i],
      collision: choice,
    }),
  )
  if (context.since(Version.AdjacencyBuffer) && (old?.adjacencyIndices.length ?? 0) > 0)
    notes.push('the buffer for tessellation is empty now: the editor makes it again')
  if (!context.since(Version.NoShadowVolumes))
    notes.push('it casts no stencil shadows until the editor builds it again')
  const tree = treeOf(finest, models[0]?.elements ?? [], context, present.kDop.triangleSize)
  const found = materials.map((material) => material)
  const entry = await putObject(edit, target, RESOURCE_FLAGS, (object) => {
    const made = new Map<number, EditObject | null>()
    for (const [i, { elements }] of models.entries())
      for (const [k, element] of elements.entries()) {
        const slot = lods[i]?.sections[k]?.slot ?? 0
        if (!made.has(slot)) made.set(slot, found[slot]?.() ?? null)
        element.material = made.get(slot) ?? null
      }
    const { centre, extent, radius } = boundsUE3(finest.positions)
    object.bounds.numbers = Float32Array.of(...centre, ...extent, radius)
    object.kDop = tree
    object.lodModels = models
    object.lodInfoCount = models.length
    object.hasSourceData = 0
    object.sourceData = undefined
    object.hasBeenSimplified = 0
    object.cachedStreamingTextureFactors = new Float32Array(0)
    object.lightingGuid = guidOf(finest)
    if (replaced === undefined) object.internalVersion = context.since(Version.HighResSourceMesh) ? 18 : 16
    else object.vertexPositionVersion++
    if (choice === 'none') object.bodySetup = null
  })
  const objects = [entry.path]
  if (shape !== undefined && shape.hulls.length > 0) {
    const body = await putBody(edit, entry, ownBody(present.bodySetup), shape.hulls)
    objects.push(body.path)
    await edit.change(entry, (object) => {
      if (object instanceof ue3.StaticMesh) object.bodySetup = body
    })
    await setProperty(edit, entry, 'BodySetup:object', body)
  }
  return { path: entry.path, className: entry.className, objects, notes }
}

/** Flag of packages that the cooker made. */
const COOKED = 0x8

/** The material of each slot that `meshOf` returns: those of the elements, without duplicates. */
function slotsOf(edit: PackageEdit, model: ue3.StaticMeshLodModel | undefined): (EditObject | null)[] {
  const all = new Set(model?.elements.map(({ material }) => material))
  return [...all].map((material) => entryOf(edit, material))
}

function isHalf(value: number): boolean {
  return common.halfToNumber(halfOf(value)) === value
}

/** The tangents of the mesh, or else those computed from its triangles. */
function tangentsOf(lod: MeshLod | undefined, { normals, tangents }: CheckedLod): Float32Array {
  if (tangents !== undefined) return tangents
  return lod === undefined ? new Float32Array(0) : smoothTangents({ ...lod, normals })
}

/** How to make a model. */
interface ModelOptions {
  readonly context: FormatContext
  readonly isCooked: boolean
  readonly isFull: boolean
  /** The model that it replaces. */
  readonly old: ue3.StaticMeshLodModel | undefined
  readonly collision: StaticMeshCollision
}

function modelOf(lod: CheckedLod, tangents: Float32Array, options: ModelOptions): ue3.StaticMeshLodModel {
  const { context, isCooked, old } = options
  const model = new ue3.StaticMeshLodModel()
  const { count, positions, indices } = lod
  model.elements = lod.sections.map(({ first, count: length }, i) => {
    const element = new ue3.StaticMeshElement()
    const kept = old?.elements[i]
    const own = indices.subarray(first, first + length)
    element.enableCollision = options.collision === 'none' ? 0 : (kept?.enableCollision ?? 1)
    element.oldEnableCollision = kept?.oldEnableCollision ?? 1
    element.enableShadowCasting = kept?.enableShadowCasting ?? 1
    element.firstIndex = first
    element.triangleCount = length / 3
    element.minVertexIndex = own.reduce((least, vertex) => Math.min(least, vertex), count)
    element.maxVertexIndex = own.reduce((most, vertex) => Math.max(most, vertex), 0)
    element.materialIndex = i
    element.fragments = Int32Array.of(first, length / 3)
    element.unknown = kept?.unknown ?? 0
    return element
  })
  model.positions.vertexCount = count
  model.positions.unknown = old?.positions.unknown ?? 0
  model.positions.positions = positions
  fillVertices(model, lod, tangents, options)
  model.vertexCount = count
  model.indices = indices
  model.wireframeIndices = wireframeOf(indices, placeKeys(positions))
  model.shadowTriangleDoubleSided = new Uint8Array(0)
  if (!isCooked) {
    const raw = rawTriangles(lod, context)
    model.rawTriangles.count = indices.length / 3
    model.rawTriangles.sizeOnDisk = raw.length
    model.rawTriangles.payload = raw
  }
  return model
}

/** Directions and coordinates; colours between them or in a separate buffer. */
function fillVertices(
  model: ue3.StaticMeshLodModel,
  { count, normals, uvs, colors }: CheckedLod,
  tangents: Float32Array,
  { context, isFull, old }: ModelOptions,
): void {
  // As in the mesh that is replaced, else as in 512, the only version before the colour buffer that was seen.
  const hasColorInside = !context.since(Version.ColourBuffer) && (old === undefined || headOf(old) === 12)
  const head = hasColorInside ? 12 : 8
  const width = isFull ? 8 : 4
  const stride = head + width * uvs.length
  const data = new Uint8Array(stride * count)
  const view = new DataView(data.buffer)
  for (let i = 0; i < count; i++) {
    const at = stride * i
    const number = (numbers: Float32Array, k: number) => numbers[k] ?? 0
    packNormal(data, at, number(tangents, 4 * i), number(tangents, 4 * i + 1), number(tangents, 4 * i + 2), 0)
    const sign = number(tangents, 4 * i + 3) < 0 ? -1 : 1
    packNormal(data, at + 4, number(normals, 3 * i), number(normals, 3 * i + 1), number(normals, 3 * i + 2), sign)
    if (hasColorInside) putColor(data, at + 8, colors, i)
    for (const [set, uv] of uvs.entries())
      for (const k of [0, 1]) {
        const place = at + head + width * set + (width / 2) * k
        if (isFull) view.setFloat32(place, uv[2 * i + k] ?? 0, true)
        else view.setUint16(place, halfOf(uv[2 * i + k] ?? 0), true)
      }
  }
  const { vertices, colours } = model
  vertices.uvSets = uvs.length
  vertices.stride = stride
  vertices.vertexCount = count
  vertices.useFullPrecisionUVs = isFull ? 1 : 0
  vertices.unknown = old?.vertices.unknown ?? 0
  vertices.vertices.elementSize = stride
  vertices.vertices.data = data
  if (colors === undefined || hasColorInside) return
  colours.stride = 4
  colours.vertexCount = count
  colours.colours = new Uint8Array(4 * count)
  for (let i = 0; i < count; i++) putColor(colours.colours, 4 * i, colors, i)
}

/** Bytes of a vertex before its coordinates. */
function headOf({ vertices: { stride, uvSets, useFullPrecisionUVs } }: ue3.StaticMeshLodModel): number {
  return stride - uvSets * (useFullPrecisionUVs === 0 ? 4 : 8)
}

/** Blue, green, red, alpha; white if the mesh has no colours. */
function putColor(bytes: Uint8Array, at: number, colors: Uint8Array | undefined, vertex: number): void {
  for (const [k, from] of [2, 1, 0, 3].entries()) bytes[at + k] = colors?.[4 * vertex + from] ?? 255
}

/** Sets of coordinates that the editor's triangles have room for. */
const RAW_UVS = 8
/**
 * Size of such a triangle: later builds add the number of a fragment and three directions for each corner.
 */
const RAW_SIZE = 372
const OLD_RAW_SIZE = 252

/** *The triangles as the editor keeps them*: see `StaticMeshLodModel.rawTriangles`. */
function rawTriangles(lod: CheckedLod, context: FormatContext): Uint8Array {
  const { positions, uvs, colors, indices } = lod
  const hasFragments = context.since(Version.MeshFragments)
  const size = hasFragments ? RAW_SIZE : OLD_RAW_SIZE
  const block = new Uint8Array((size * indices.length) / 3)
  const view = new DataView(block.buffer)
  let start = 0
  eachTriangle(
    lod,
    (section) => section,
    (corners, material, smoothing) => {
      for (const [k, vertex] of corners.entries()) {
        for (let axis = 0; axis < 3; axis++)
          view.setFloat32(start + 12 * k + 4 * axis, positions[3 * vertex + axis] ?? 0, true)
        for (const [set, uv] of uvs.entries())
          for (const i of [0, 1])
            view.setFloat32(start + 36 + 8 * (RAW_UVS * k + set) + 4 * i, uv[2 * vertex + i] ?? 0, true)
        putColor(block, start + 228 + 4 * k, colors, vertex)
      }
      let at = start + 240
      for (const value of hasFragments ? [material, 0, smoothing, uvs.length] : [material, smoothing, uvs.length]) {
        view.setUint32(at, value, true)
        at += 4
      }
      start += size
    },
  )
  return block
}

function treeOf(
  { indices, positions }: CheckedLod,
  elements: readonly ue3.StaticMeshElement[],
  context: FormatContext,
  triangleSize: number,
): ue3.KDopTree {
  const hit = elements.flatMap(({ enableCollision, firstIndex, triangleCount, materialIndex }) =>
    enableCollision === 0
      ? []
      : Array.from({ length: triangleCount }, (_, i): KDopTriangle => {
          const [a = 0, b = 0, c = 0] = indices.subarray(firstIndex + 3 * i, firstIndex + 3 * i + 3)
          return [a, b, c, materialIndex]
        }),
  )
  const tree = new ue3.KDopTree()
  const isCompact = context.since(Version.CompactKDop)
  const compact = isCompact ? compactKdopTree(hit, positions) : undefined
  const built = compact ?? kdopTree(hit, positions)
  if (compact !== undefined) tree.rootBound = compact.rootBound.slice()
  tree.nodes.elementSize = isCompact ? 6 : 32
  tree.nodes.data = built.nodes
  tree.triangleSize = triangleSize
  // The longer triangles have one more 32-bit number: 1.
  const more = triangleSize === 8 ? [] : [1, 0]
  tree.triangles = Uint16Array.from(built.triangles.flatMap((triangle) => [...triangle, ...more]))
  return tree
}

/** Identifies what light was computed for: different for a different mesh, equal for the same one. */
function guidOf({ positions, normals, indices, uvs }: CheckedLod): Guid {
  const [a = 0, b = 0, c = 0, d = 0] = [positions, normals, indices, uvs[0] ?? positions].map((numbers) =>
    crc32(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength)),
  )
  return new Guid(a, b, c, d)
}
