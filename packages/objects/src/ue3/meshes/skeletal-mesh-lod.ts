import type { Archive, Serializable } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import {
  blockArray,
  byteArray,
  intArray,
  NO_BYTES,
  NO_INTS,
  NO_USHORTS,
  recordArray,
  ushortArray,
} from '../../common/arrays.js'
import { BULK_DATA_SIZE, BulkData } from '../../common/bulk-data.js'
import { BulkArray, bulkBlock } from '../bulk-array.js'

/** *The triangles of one material and one chunk.* */
export class SkeletalMeshSection implements Serializable {
  /** Index into the mesh's `materials`. */
  materialIndex = 0
  /** Index into the `chunks` of the level of detail. */
  chunkIndex = 0
  /** Where its triangles begin in the index buffer, in indices. */
  firstIndex = 0
  /** Triangles; three indices each. */
  triangleCount = 0
  /** In which order transparent triangles are drawn; 0 as they are stored. */
  triangleSorting = 0
  /** Since `Feature.SkeletalSectionByte`. */
  unknown = 0

  serialize(ar: Archive): void {
    this.materialIndex = ar.u16(this.materialIndex, 'materialIndex')
    this.chunkIndex = ar.u16(this.chunkIndex, 'chunkIndex')
    this.firstIndex = ar.u32(this.firstIndex, 'firstIndex')
    this.triangleCount = ar.since(Version.WideSkeletalIndices)
      ? ar.u32(this.triangleCount, 'triangleCount')
      : ar.u16(this.triangleCount, 'triangleCount')
    if (ar.since(Version.TriangleSorting)) this.triangleSorting = ar.u8(this.triangleSorting, 'triangleSorting')
    if (ar.since(Feature.SkeletalSectionByte)) this.unknown = ar.u8(this.unknown, 'unknown')
  }
}

/** *Vertices that move with the same few bones.* Cooked meshes keep the counts and drop the vertices. */
export class SkeletalMeshChunk implements Serializable {
  /** Index of its first vertex in the vertex buffer; rigid vertices first. */
  firstVertex = 0
  /**
   * A vertex of one bone: position, three packed directions, coordinates, [colour], bone; see
   * `rigidVertexSize`.
   */
  rigidVertices: Uint8Array = NO_BYTES
  /** The same with four bones and four weights. */
  softVertices: Uint8Array = NO_BYTES
  /** Bones of the skeleton that the vertices' bone numbers represent. */
  boneMap: Uint16Array = NO_USHORTS
  /** Vertices that follow one bone. */
  rigidVertexCount = 0
  /** Vertices that follow up to four bones. */
  softVertexCount = 0
  /** Bones that a vertex has at most. */
  maxInfluences = 0

  serialize(ar: Archive): void {
    this.firstVertex = ar.u32(this.firstVertex, 'firstVertex')
    this.rigidVertices = blockArray(ar, this.rigidVertices, rigidVertexSize(ar), 'rigidVertices')
    this.softVertices = blockArray(ar, this.softVertices, rigidVertexSize(ar) + 7, 'softVertices')
    this.boneMap = ushortArray(ar, this.boneMap, 'boneMap')
    this.rigidVertexCount = ar.i32(this.rigidVertexCount, 'rigidVertexCount')
    this.softVertexCount = ar.i32(this.softVertexCount, 'softVertexCount')
    this.maxInfluences = ar.i32(this.maxInfluences, 'maxInfluences')
  }
}

/** Bytes of a vertex of one bone. */
export function rigidVertexSize(ar: Archive): number {
  const coordinates = ar.since(Version.SkeletalUVSets) ? 4 * 8 : 8
  return 12 + 3 * 4 + coordinates + (ar.since(Version.SkeletalVertexColours) ? 4 : 0) + 1
}

/** *An index buffer of 16 or 32 bits an index.* */
export class SkeletalIndexBuffer implements Serializable {
  /** 1 when the processor reads the buffer too, else 0. */
  needsCpuAccess = 0
  /** Bytes of an index, as the mesh itself says. */
  indexSize = 2
  /** Three for each triangle, of `indexSize` bytes each. */
  indices = new BulkArray(2)

  serialize(ar: Archive): void {
    if (ar.since(Version.WideSkeletalIndices)) {
      this.needsCpuAccess = ar.i32(this.needsCpuAccess, 'needsCpuAccess')
      this.indexSize = ar.u8(this.indexSize, 'indexSize')
    }
    ar.record(this.indices, 'indices')
  }
}

/**
 * *The vertices as the graphics card takes them.*
 *
 * A vertex: 4 bytes tangent X, 4 bytes normal, 4 bones, 4 weights, 12 bytes position, then pairs of halves or
 * floats for each set of coordinates; before `Version.PackedSkeletalPosition` the position is first.
 */
export class SkeletalVertexBuffer implements Serializable {
  /** Sets of texture coordinates of each vertex, 1 to 4. */
  uvSets = 1
  /** 1 when coordinates are 32-bit floats, 0 when they are halves. */
  useFullPrecisionUVs = 0
  /** 1 when positions are packed into 32 bits, else 0. */
  usePackedPosition = 0
  /** Size of the mesh, and its middle: X, Y, Z each; for packed positions. */
  meshExtension: Float32Array = new Float32Array(3)
  /** X, Y, Z of the middle; see `meshExtension`. */
  meshOrigin: Float32Array = new Float32Array(3)
  /** The vertices; the size of an element tells their layout. */
  vertices = new BulkArray(40)

  serialize(ar: Archive): void {
    if (ar.since(Version.SkeletalUVSets)) this.uvSets = ar.i32(this.uvSets, 'uvSets')
    if (ar.since(Version.FullPrecisionUVs))
      this.useFullPrecisionUVs = ar.i32(this.useFullPrecisionUVs, 'useFullPrecisionUVs')
    if (ar.since(Version.PackedSkeletalPosition)) {
      this.usePackedPosition = ar.i32(this.usePackedPosition, 'usePackedPosition')
      this.meshExtension = ar.floats(this.meshExtension, 3, 'meshExtension')
      this.meshOrigin = ar.floats(this.meshOrigin, 3, 'meshOrigin')
    }
    ar.record(this.vertices, 'vertices')
  }
}

/** One replacement of weights, for vertices between two bones. Public readers only; none in 60 meshes. */
export class VertexInfluenceMapping implements Serializable {
  /** Number of the first bone. */
  boneA = 0
  /** Number of the second bone. */
  boneB = 0
  /** Numbers of the vertices whose weights are replaced. */
  vertices: Int32Array = NO_INTS
  /** Before `Version.WideInfluenceMappings`. */
  shortVertices: Uint16Array = NO_USHORTS

  serialize(ar: Archive): void {
    this.boneA = ar.i32(this.boneA, 'boneA')
    this.boneB = ar.i32(this.boneB, 'boneB')
    if (ar.since(Version.WideInfluenceMappings)) this.vertices = intArray(ar, this.vertices, 'vertices')
    else this.shortVertices = ushortArray(ar, this.shortVertices, 'vertices')
  }
}

/** Other weights for all vertices. Public readers only; none in 60 meshes. */
export class VertexInfluences implements Serializable {
  /** Four weights and four bones a vertex. */
  influences: Uint8Array = NO_BYTES
  /** Since `Version.InfluenceMapping`: which vertices each pair of bones has. */
  mapping: VertexInfluenceMapping[] = []
  /** Since `Version.InfluenceSections`: sections that go with these weights. */
  sections: SkeletalMeshSection[] = []
  /** Chunks that go with these weights. */
  chunks: SkeletalMeshChunk[] = []
  /** Since `Version.InfluenceBones`: numbers of the bones in use. */
  requiredBones: Uint8Array = NO_BYTES
  /** Since `Version.InfluenceUsage`: 0 some vertices are replaced, 1 the whole mesh. */
  usage = 0

  serialize(ar: Archive): void {
    this.influences = blockArray(ar, this.influences, 8, 'influences')
    if (ar.since(Version.InfluenceMapping))
      this.mapping = recordArray(ar, this.mapping, () => new VertexInfluenceMapping(), 12, 'mapping')
    if (ar.since(Version.InfluenceSections)) {
      this.sections = recordArray(ar, this.sections, () => new SkeletalMeshSection(), 10, 'sections')
      this.chunks = recordArray(ar, this.chunks, () => new SkeletalMeshChunk(), 28, 'chunks')
    }
    if (ar.since(Version.InfluenceBones)) this.requiredBones = byteArray(ar, this.requiredBones, 'requiredBones')
    if (ar.since(Version.InfluenceUsage)) this.usage = ar.u8(this.usage, 'usage')
  }
}

/** *One level of detail of a skeletal mesh.* 60 of 60. */
export class SkeletalMeshLodModel implements Serializable {
  /** What is drawn, one material at a time. */
  sections: SkeletalMeshSection[] = []
  /** The triangles of all sections. */
  indexBuffer = new SkeletalIndexBuffer()
  /** The triangles of the shadow volume, in versions that have one. */
  shadowIndices: Uint16Array = NO_USHORTS
  /** Numbers of the bones that vertices follow. */
  activeBones: Uint16Array = NO_USHORTS
  /** For each shadow triangle: 1 when it is seen from both sides. */
  shadowTriangleDoubleSided: Uint8Array = NO_BYTES
  /** The vertices, in groups that share bones. */
  chunks: SkeletalMeshChunk[] = []
  /** Bytes that the buffers take in memory, by the compiler's count. */
  size = 0
  /** Vertices of all chunks. */
  vertexCount = 0
  /** Edges of the shadow volume: two vertices and two faces each. */
  edges: Int32Array = NO_INTS
  /** Numbers of the bones that have to be computed, parents included. */
  requiredBones: Uint8Array = NO_BYTES
  /** Which point of the imported mesh a vertex was: 2 bytes each, 4 since `Version.WideSkeletalIndices`. */
  rawPointIndices = new BulkData()
  /** Sets of texture coordinates, 1 to 4. */
  uvSets = 1
  /** The vertices as they are drawn. */
  vertexBuffer = new SkeletalVertexBuffer()
  /** Blue, green, red, alpha of each vertex; only when the mesh's property bHasVertexColors is set. */
  vertexColours: Uint8Array = NO_BYTES
  /** Other weights that a game can switch to. */
  vertexInfluences: VertexInfluences[] = []
  /** For tessellation. */
  adjacencyBuffer = new SkeletalIndexBuffer()

  /** Tells whether the mesh has colours: its own property says so, not the level. */
  readonly hasVertexColours: () => boolean

  constructor(hasVertexColours: () => boolean) {
    this.hasVertexColours = hasVertexColours
  }

  serialize(ar: Archive): void {
    const hasShadowVolumes = !ar.since(Version.NoShadowVolumes)
    this.sections = recordArray(ar, this.sections, () => new SkeletalMeshSection(), 10, 'sections')
    ar.record(this.indexBuffer, 'indexBuffer')
    if (hasShadowVolumes) this.shadowIndices = ushortArray(ar, this.shadowIndices, 'shadowIndices')
    this.activeBones = ushortArray(ar, this.activeBones, 'activeBones')
    if (hasShadowVolumes)
      this.shadowTriangleDoubleSided = byteArray(ar, this.shadowTriangleDoubleSided, 'shadowTriangleDoubleSided')
    this.chunks = recordArray(ar, this.chunks, () => new SkeletalMeshChunk(), 28, 'chunks')
    this.size = ar.i32(this.size, 'size')
    this.vertexCount = ar.i32(this.vertexCount, 'vertexCount')
    if (hasShadowVolumes) this.edges = intArray(ar, this.edges, 'edges', 4)
    this.requiredBones = byteArray(ar, this.requiredBones, 'requiredBones')
    ar.record(this.rawPointIndices, 'rawPointIndices')
    if (ar.since(Version.SkeletalUVSets)) this.uvSets = ar.i32(this.uvSets, 'uvSets')
    ar.record(this.vertexBuffer, 'vertexBuffer')
    if (ar.since(Version.SkeletalVertexColours) && this.hasVertexColours())
      this.vertexColours = bulkBlock(ar, this.vertexColours, 4, 'vertexColours')
    if (ar.since(Version.BoneBreaks))
      this.vertexInfluences = recordArray(
        ar,
        this.vertexInfluences,
        () => new VertexInfluences(),
        4,
        'vertexInfluences',
      )
    if (ar.since(Version.AdjacencyBuffer)) ar.record(this.adjacencyBuffer, 'adjacencyBuffer')
  }

  /**
   * What must hold of its buffers: runs of indices and vertices within what there is, bones that the mesh
   * has.
   */
  check(report: CheckReport, field: string, bones: number): void {
    const indices = this.indexBuffer.indices.count
    for (const [i, section] of this.sections.entries()) {
      report.run(`${field}.sections[${i}]`, section.firstIndex, 3 * section.triangleCount, indices, 'indices')
      report.index(`${field}.sections[${i}].chunkIndex`, section.chunkIndex, this.chunks.length, 'chunks')
    }
    let vertices = 0
    for (const [i, chunk] of this.chunks.entries()) {
      vertices += chunk.rigidVertexCount + chunk.softVertexCount
      report.indices(`${field}.chunks[${i}].boneMap`, chunk.boneMap, bones, 'bones')
    }
    report.equal(`${field}.vertexCount`, this.vertexCount, vertices, 'the sum of the chunks')
    const { count } = this.vertexBuffer.vertices
    if (count > 0) report.equal(`${field}.vertexBuffer`, count, this.vertexCount, 'one for each vertex')
  }

  /** Minimum size in bytes of one. */
  static readonly MIN_SIZE = 4 * 8 + BULK_DATA_SIZE
}
