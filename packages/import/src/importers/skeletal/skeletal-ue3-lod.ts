import { Version } from '@ukit/container'
import type { Package } from '@ukit/core'
import { MediaError, type MeshLod } from '@ukit/media'
import { common, ue3 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { skinChunks } from './skin-chunks.js'
import { adjacentTriangles, shadowEdges } from './triangle-neighbours.js'
import { VertexWriter } from './ue3-vertices.js'

/** The form of levels of detail, which depends on the package's version and the mesh that is replaced. */
export interface LodForm {
  /** The vertex buffer has its own layout, with halves or floats as texture coordinates. */
  readonly hasOwnLayout: boolean
  readonly isPositionLast: boolean
  /** Sets of texture coordinates: 1 or 4. */
  readonly mostUvSets: number
  readonly fullPrecisionUVs: boolean
  /** Chunks contain the editor's vertices too; cooked packages drop them. */
  readonly keepsVertices: boolean
  /** The editor's vertices have room for four sets of coordinates, and for a colour. */
  readonly hasWideVertices: boolean
  readonly hasVertexColour: boolean
  /** Indices may have 32 bits, and so may point numbers. */
  readonly hasWideIndices: boolean
  readonly hasShadowVolumes: boolean
  readonly hasClothing: boolean
  /** The mesh stores a colour for each vertex. */
  readonly hasColours: boolean
  readonly hasAdjacency: boolean
}

/** Flag of a package made for a game, without what only the editor needs. */
const COOKED = 0x8

/** The form of levels of detail in a package, considering the mesh that is replaced. */
export function lodFormOf(pkg: Package, existing: ue3.SkeletalMesh, fullPrecisionUVs: boolean | undefined): LodForm {
  const { context } = pkg
  const [before] = existing.lodModels
  const isNew = before === undefined
  const hasUvSets = context.since(Version.SkeletalUVSets)
  return {
    hasOwnLayout: context.since(Version.FullPrecisionUVs),
    isPositionLast: context.since(Version.PackedSkeletalPosition),
    mostUvSets: hasUvSets ? 4 : 1,
    fullPrecisionUVs: fullPrecisionUVs ?? before?.vertexBuffer.useFullPrecisionUVs === 1,
    keepsVertices: isNew
      ? (pkg.summary.flags & COOKED) === 0
      : before.chunks.some(({ rigidVertices, softVertices }) => rigidVertices.length + softVertices.length > 0),
    hasWideVertices: hasUvSets,
    hasVertexColour: context.since(Version.SkeletalVertexColours),
    hasWideIndices: context.since(Version.WideSkeletalIndices),
    hasShadowVolumes: !context.since(Version.NoShadowVolumes),
    hasClothing: context.since(Version.ClothingAssets),
    hasColours: context.since(Version.SkeletalVertexColours) && existing.properties.get('bHasVertexColors') === true,
    hasAdjacency: (before?.adjacencyBuffer.indices.count ?? 0) > 0,
  }
}

/** Count of 16-bit numbers. */
const SHORT = 0x1_0000

/**
 * *A level of detail for UE3*: vertices in chunks of as many bones as a graphics card takes at once, vertices
 * of a single bone first in each; a section for each run of triangles with one material and chunk.
 */
export function ue3SkeletalLod(
  lod: MeshLod,
  boneCount: number,
  form: LodForm,
  existing: ue3.SkeletalMesh,
  level: number,
  notes: string[],
): ue3.SkeletalMeshLodModel {
  const before = existing.lodModels[level] ?? existing.lodModels[0]
  const uvSets = Math.min(lod.uvs.length, form.mostUvSets)
  if (uvSets < lod.uvs.length)
    notes.push(`${plural(lod.uvs.length - uvSets, 'further set')} of texture coordinates left out`)
  const { chunks, sections, vertices, indices } = skinChunks(lod)
  if (vertices.length > SHORT && !form.hasWideIndices)
    throw new MediaError('unsupported', `expected at most ${SHORT} vertices, found ${vertices.length}`)
  const made = new ue3.SkeletalMeshLodModel(() => form.hasColours)
  const writer = new VertexWriter(lod, { ...form, uvSets })
  made.sections = sections.map((one) => Object.assign(new ue3.SkeletalMeshSection(), one))
  const isWide = vertices.length > SHORT || (before?.indexBuffer.indexSize === 4 && form.hasWideIndices)
  fillIndices(made.indexBuffer, indices, isWide)
  made.indexBuffer.needsCpuAccess = before?.indexBuffer.needsCpuAccess ?? 0
  made.activeBones = Uint16Array.from(new Set(chunks.flatMap(({ boneMap }) => boneMap)))
  let first = 0
  for (const { boneMap, rigid, soft, maxInfluences } of chunks) {
    made.chunks.push(
      Object.assign(new ue3.SkeletalMeshChunk(), {
        firstVertex: first,
        rigidVertices: form.keepsVertices ? writer.editorVertices(rigid, boneMap, true) : new Uint8Array(0),
        softVertices: form.keepsVertices ? writer.editorVertices(soft, boneMap, false) : new Uint8Array(0),
        boneMap: Uint16Array.from(boneMap),
        rigidVertexCount: rigid.length,
        softVertexCount: soft.length,
        maxInfluences,
      }),
    )
    first += rigid.length + soft.length
  }
  made.vertexCount = vertices.length
  made.requiredBones = Uint8Array.from({ length: boneCount }, (_, i) => i)
  made.rawPointIndices = pointNumbers(before, form, vertices, lod)
  made.uvSets = uvSets
  fillBuffer(made.vertexBuffer, form, uvSets, writer, chunks, before)
  if (form.hasColours) made.vertexColours = writer.colours(vertices)
  if (form.hasShadowVolumes) {
    made.shadowIndices = Uint16Array.from(indices)
    made.shadowTriangleDoubleSided = new Uint8Array(
      before?.shadowTriangleDoubleSided.length === 0 ? 0 : indices.length / 3,
    )
    made.edges = shadowEdges(indices, vertices, lod.positions)
  }
  if (form.hasAdjacency) {
    fillIndices(made.adjacencyBuffer, adjacentTriangles(indices, vertices, lod), vertices.length > SHORT)
    made.adjacencyBuffer.needsCpuAccess = before?.adjacencyBuffer.needsCpuAccess ?? 0
  }
  return made
}

function fillIndices(buffer: ue3.SkeletalIndexBuffer, indices: Uint32Array, isWide: boolean): void {
  buffer.indexSize = isWide ? 4 : 2
  buffer.indices.elementSize = buffer.indexSize
  const { buffer: bytes } = isWide ? indices.slice() : Uint16Array.from(indices)
  buffer.indices.data = new Uint8Array(bytes)
}

/** The point of each vertex, if the mesh keeps points for the editor. */
function pointNumbers(
  before: ue3.SkeletalMeshLodModel | undefined,
  form: LodForm,
  vertices: Uint32Array,
  { points }: MeshLod,
): common.BulkData {
  const bulk = new common.BulkData()
  if (before !== undefined) bulk.flags = before.rawPointIndices.flags
  if (before === undefined ? !form.keepsVertices : before.rawPointIndices.payload.length === 0) {
    bulk.sizeOnDisk = before?.rawPointIndices.sizeOnDisk ?? 0
    bulk.externalOffset = before?.rawPointIndices.externalOffset ?? 0
    return bulk
  }
  const numbers = Array.from(vertices, (vertex) => points[vertex] ?? 0)
  const { buffer } = form.hasWideIndices ? Uint32Array.from(numbers) : Uint16Array.from(numbers)
  bulk.flags = 0
  bulk.count = numbers.length
  bulk.payload = new Uint8Array(buffer)
  bulk.sizeOnDisk = bulk.payload.length
  return bulk
}

function fillBuffer(
  buffer: ue3.SkeletalVertexBuffer,
  form: LodForm,
  uvSets: number,
  writer: VertexWriter,
  chunks: ReturnType<typeof skinChunks>['chunks'],
  before: ue3.SkeletalMeshLodModel | undefined,
): void {
  buffer.uvSets = uvSets
  buffer.useFullPrecisionUVs = form.fullPrecisionUVs ? 1 : 0
  if (form.isPositionLast) {
    // On PCs the flag for packed positions is ignored.
    buffer.usePackedPosition = before?.vertexBuffer.usePackedPosition ?? 1
    buffer.meshExtension = Float32Array.of(1, 1, 1)
  }
  buffer.vertices.elementSize = writer.bufferSize
  buffer.vertices.data = writer.bufferVertices(chunks)
}
