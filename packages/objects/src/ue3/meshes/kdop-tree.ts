import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { NO_USHORTS } from '../../common/arrays.js'
import { BULK_ARRAY_SIZE, BulkArray } from '../bulk-array.js'

/** Bytes of a node with floats, and of one whose bounds are parts of its parent's. */
const NODE_SIZE = 32
const COMPACT_NODE_SIZE = 6

/** Bytes of a triangle, and of one with two more numbers (871/1117: both meshes available). */
const TRIANGLE_SIZE = 8
const LONG_TRIANGLE_SIZE = 12

/**
 * *kDOP tree: boxes within boxes that find the triangles of a mesh near a line* (static meshes, per-polygon
 * hits on skeletal ones). 305 of 305.
 */
export class KDopTree implements Serializable {
  /** Compact trees: smallest X, Y, Z and largest X, Y, Z of everything. */
  rootBound: Float32Array = new Float32Array(6)
  /**
   * Compact nodes of 6 bytes: smallest and largest X, Y, Z in 255ths of the parent's box. Older ones of 32:
   * the box as 6 floats, an integer 1 for a leaf, then 16 bits left child and 16 right child, or for a leaf
   * number of triangles and first triangle.
   */
  nodes = new BulkArray(NODE_SIZE)
  /** Bytes of a triangle: 8, or 12 with two more numbers. */
  triangleSize = TRIANGLE_SIZE
  /**
   * Four numbers for each triangle: its three vertices and its material. In those of 12 bytes two more, which
   * make one of 32 bits: 1 in all.
   */
  triangles: Uint16Array = NO_USHORTS

  serialize(ar: Archive): void {
    const isCompact = ar.since(Version.CompactKDop)
    if (isCompact) this.rootBound = ar.floats(this.rootBound, 6, 'rootBound')
    if (ar.isLoading) this.nodes.elementSize = isCompact ? COMPACT_NODE_SIZE : NODE_SIZE
    ar.record(this.nodes, 'nodes')
    this.#serializeTriangles(ar)
  }

  #serializeTriangles(ar: Archive): void {
    ar.enter('triangles')
    if (ar.since(Version.BulkArrays)) this.triangleSize = ar.i32(this.triangleSize, 'elementSize')
    if (this.triangleSize !== TRIANGLE_SIZE && this.triangleSize !== LONG_TRIANGLE_SIZE) {
      const message =
        `expected triangles of ${TRIANGLE_SIZE} or ${LONG_TRIANGLE_SIZE} bytes, found ` + `${this.triangleSize}`
      throw ar.error('bad-value', 'elementSize', message, ar.position - 4)
    }
    const width = this.triangleSize / 2
    const count = ar.count(this.triangles.length / width, 'count', this.triangleSize)
    this.triangles = ar.ushorts(this.triangles, count * width, '')
    ar.leave()
  }

  /** Minimum size in bytes of one. */
  static readonly MIN_SIZE = 2 * BULK_ARRAY_SIZE
}
