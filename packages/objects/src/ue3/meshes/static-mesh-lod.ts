import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import { byteArray, intArray, NO_BYTES, NO_FLOATS, NO_INTS, NO_USHORTS, recordArray } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { BulkArray, bulkBlock, bulkFloats, bulkUshorts } from '../bulk-array.js'

/** *The triangles of one material.* */
export class StaticMeshElement implements Serializable {
  /** The material; a component may replace it. */
  material: ObjectSource | null = null
  /** 1 when its triangles can be collided with, else 0. */
  enableCollision = 0
  /** The same, as an earlier version of the mesh had it. */
  oldEnableCollision = 0
  /** 1 when it casts shadows, else 0. */
  enableShadowCasting = 0
  /** Place in the index buffer. */
  firstIndex = 0
  /** Triangles; three indices each. */
  triangleCount = 0
  /** Smallest vertex number in its indices. */
  minVertexIndex = 0
  /** Largest vertex number in its indices. */
  maxVertexIndex = 0
  /** Place among the materials of the mesh, from 0. */
  materialIndex = 0
  /** Pairs: first index, number of triangles. For meshes that break. */
  fragments: Int32Array = NO_INTS
  /** 1 when the console's own data follows; 0 in all. */
  hasPlatformData = 0
  /** Since `Feature.MeshElementNumber`. */
  unknown = 0

  serialize(ar: Archive): void {
    this.material = ar.object(this.material, 'material')
    this.enableCollision = ar.i32(this.enableCollision, 'enableCollision')
    this.oldEnableCollision = ar.i32(this.oldEnableCollision, 'oldEnableCollision')
    if (ar.since(Version.BulkArrays)) this.enableShadowCasting = ar.i32(this.enableShadowCasting, 'enableShadowCasting')
    this.firstIndex = ar.u32(this.firstIndex, 'firstIndex')
    this.triangleCount = ar.u32(this.triangleCount, 'triangleCount')
    this.minVertexIndex = ar.u32(this.minVertexIndex, 'minVertexIndex')
    this.maxVertexIndex = ar.u32(this.maxVertexIndex, 'maxVertexIndex')
    this.materialIndex = ar.i32(this.materialIndex, 'materialIndex')
    if (ar.since(Version.MeshFragments)) this.fragments = intArray(ar, this.fragments, 'fragments', 2)
    if (ar.since(Version.MeshPlatformData)) {
      this.hasPlatformData = ar.u8(this.hasPlatformData, 'hasPlatformData')
      if (this.hasPlatformData !== 0)
        throw ar.error('bad-value', 'hasPlatformData', `expected no data of a console, found ${this.hasPlatformData}`)
    }
    if (ar.since(Feature.MeshElementNumber)) this.unknown = ar.i32(this.unknown, 'unknown')
  }
}

/** *Where the vertices are.* */
export class PositionBuffer implements Serializable {
  /** Bytes of a vertex: 12. */
  stride = 12
  /** Vertices; three floats each. */
  vertexCount = 0
  /** Since `Feature.VertexBufferNumber`. */
  unknown = 0
  /** X, Y, Z of the first, X, Y, Z of the second … */
  positions: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.stride = ar.u32(this.stride, 'stride')
    this.vertexCount = ar.u32(this.vertexCount, 'vertexCount')
    if (ar.since(Feature.VertexBufferNumber)) this.unknown = ar.i32(this.unknown, 'unknown')
    this.positions = bulkFloats(ar, this.positions, 3, 'positions')
  }
}

/**
 * *How the vertices are lit and textured.*
 *
 * A vertex: tangent X and Z, four bytes each; a colour from `Version.VertexColoursInside` up to
 * `Version.ColourBuffer`; then `uvSets` pairs of coordinates, halves or floats. Strides of 12, 16, 20 and 24
 * were seen.
 */
export class StaticMeshVertexBuffer implements Serializable {
  /** Pairs of texture coordinates of each vertex. */
  uvSets = 0
  /** Bytes of a vertex. */
  stride = 0
  /** Vertices; as many as there are positions. */
  vertexCount = 0
  /** 1 when texture coordinates are floats. */
  useFullPrecisionUVs = 0
  /** Since `Feature.VertexBufferNumber`. */
  unknown = 0
  /** `stride` bytes each. */
  vertices = new BulkArray(0)

  serialize(ar: Archive): void {
    this.uvSets = ar.u32(this.uvSets, 'uvSets')
    this.stride = ar.u32(this.stride, 'stride')
    this.vertexCount = ar.u32(this.vertexCount, 'vertexCount')
    this.useFullPrecisionUVs = ar.i32(this.useFullPrecisionUVs, 'useFullPrecisionUVs')
    if (ar.since(Feature.VertexBufferNumber)) this.unknown = ar.i32(this.unknown, 'unknown')
    ar.record(this.vertices, 'vertices')
  }
}

/**
 * *What colour the vertices are*: blue, green, red, alpha each. A mesh without colours stores no array, not
 * even an empty one.
 */
export class ColourBuffer implements Serializable {
  /** Bytes of a vertex: 4. */
  stride = 0
  /** Vertices with a colour; 0 for none. */
  vertexCount = 0
  /** Blue, green, red, alpha of each vertex, a byte each. */
  colours: Uint8Array = NO_BYTES

  serialize(ar: Archive): void {
    this.stride = ar.u32(this.stride, 'stride')
    this.vertexCount = ar.u32(this.vertexCount, 'vertexCount')
    if (this.vertexCount > 0) this.colours = bulkBlock(ar, this.colours, 4, 'colours')
  }
}

/** *One level of detail of a static mesh.* 305 of 305. */
export class StaticMeshLodModel implements Serializable {
  /**
   * What the buffers were made of, 372 bytes a triangle (252 in version 512): corners, 8 coordinates each,
   * colours, material, [fragment], smoothing mask, number of coordinates, [normals and tangents]. The count
   * alone remains in cooked packages.
   */
  rawTriangles = new BulkData()
  /** What is drawn, one material at a time. */
  elements: StaticMeshElement[] = []
  /**
   * Before `Version.BulkArrays`, instead of the next four: place, a number, three packed directions, pairs
   * of floats for each set of coordinates.
   */
  interleaved = new InterleavedBuffer()
  /** Where the vertices are. */
  positions = new PositionBuffer()
  /** Directions and texture coordinates. */
  vertices = new StaticMeshVertexBuffer()
  /** Colours of the vertices, if the mesh has any. */
  colours = new ColourBuffer()
  /** A vertex's place in the shadow volume. */
  shadowExtrusion = new ShadowExtrusionBuffer()
  /** Vertices of each of the buffers. */
  vertexCount = 0
  /** Three for each triangle. */
  indices: Uint16Array = NO_USHORTS
  /** Two for each edge. */
  wireframeIndices: Uint16Array = NO_USHORTS
  /** Edges of the shadow volume: two vertices and two faces each, as integers. */
  edges: Uint8Array = NO_BYTES
  /** For each shadow triangle: 1 when it is seen from both sides. */
  shadowTriangleDoubleSided: Uint8Array = NO_BYTES
  /** For tessellation. */
  adjacencyIndices: Uint16Array = NO_USHORTS

  serialize(ar: Archive): void {
    const hasShadowVolumes = !ar.since(Version.NoShadowVolumes)
    ar.record(this.rawTriangles, 'rawTriangles')
    this.elements = recordArray(ar, this.elements, () => new StaticMeshElement(), 32, 'elements')
    if (ar.since(Version.BulkArrays)) this.#serializeBuffers(ar)
    else ar.record(this.interleaved, 'interleaved')
    this.vertexCount = ar.u32(this.vertexCount, 'vertexCount')
    this.indices = bulkUshorts(ar, this.indices, 'indices')
    this.wireframeIndices = bulkUshorts(ar, this.wireframeIndices, 'wireframeIndices')
    if (hasShadowVolumes) {
      this.edges = bulkBlock(ar, this.edges, 16, 'edges')
      this.shadowTriangleDoubleSided = byteArray(ar, this.shadowTriangleDoubleSided, 'shadowTriangleDoubleSided')
    }
    if (ar.since(Version.AdjacencyBuffer))
      this.adjacencyIndices = bulkUshorts(ar, this.adjacencyIndices, 'adjacencyIndices')
  }

  #serializeBuffers(ar: Archive): void {
    ar.record(this.positions, 'positions')
    ar.record(this.vertices, 'vertices')
    if (ar.since(Version.ColourBuffer)) ar.record(this.colours, 'colours')
    if (!ar.since(Version.NoShadowVolumes)) ar.record(this.shadowExtrusion, 'shadowExtrusion')
  }

  /** What must hold of its buffers: as many vertices in each, and indices of vertices that there are. */
  check(report: CheckReport, field: string): void {
    const count = this.vertexCount
    const { elementSize } = this.vertices.vertices
    if (report.context.since(Version.BulkArrays)) {
      const positions = this.positions.positions.length / 3
      // Shadow volumes have every vertex twice (Mass Effect 3).
      report.run(`${field}.positions`, 0, count, positions, 'positions')
      report.equal(`${field}.vertices`, this.vertices.vertices.count, positions, 'one for each position')
      if (count > 0)
        report.equal(`${field}.vertices.stride`, this.vertices.stride, elementSize, 'the size of an element')
    } else report.equal(`${field}.interleaved`, this.interleaved.vertices.count, count, 'one for each vertex')
    const colours = this.colours.colours.length / 4
    if (colours > 0) report.equal(`${field}.colours`, colours, count, 'one for each vertex')
    for (const [i, element] of this.elements.entries())
      report.run(
        `${field}.elements[${i}]`,
        element.firstIndex,
        3 * element.triangleCount,
        this.indices.length,
        'indices',
      )
    report.indices(`${field}.indices`, this.indices, count, 'vertices')
  }
}

/** For each vertex, 1 if it moves away from the light in a shadow volume, else 0. */
export class ShadowExtrusionBuffer implements Serializable {
  /** Bytes of a vertex: 4. */
  stride = 4
  /** Vertices; one float each. */
  vertexCount = 0
  /** 1 or 0 for each vertex. */
  predicates: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.stride = ar.u32(this.stride, 'stride')
    this.vertexCount = ar.u32(this.vertexCount, 'vertexCount')
    this.predicates = bulkFloats(ar, this.predicates, 1, 'predicates')
  }
}

/** *All of the vertices in one buffer.* */
export class InterleavedBuffer implements Serializable {
  /** Bytes of a vertex: 44 with two sets of coordinates. */
  stride = 44
  /** Vertices of `stride` bytes. */
  vertexCount = 0
  /** See `StaticMeshLodModel.interleaved`. */
  vertices = new BulkArray(44)

  serialize(ar: Archive): void {
    this.stride = ar.u32(this.stride, 'stride')
    this.vertexCount = ar.u32(this.vertexCount, 'vertexCount')
    if (ar.isLoading) this.vertices.elementSize = this.stride
    ar.record(this.vertices, 'vertices')
  }
}
