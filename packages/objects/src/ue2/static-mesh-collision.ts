import type { Archive, Serializable } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import { blockArray, NO_BYTES, NO_SHORTS, NO_USHORTS, recordArray, shortArray, ushortArray } from '../common/arrays.js'
import { Box } from '../common/geometry.js'
import { lazyArray } from '../common/lazy-array.js'

/** *A triangle that things collide with, by planes.* */
export class CollisionTriangle implements Serializable {
  /** Four planes of four floats: the triangle's own, then through each edge. */
  planes: Float32Array = new Float32Array(16)
  /** Three numbers of the mesh's vertices. */
  vertices: [number, number, number] = [0, 0, 0]
  /** Number of the section. */
  material = 0

  serialize(ar: Archive): void {
    this.planes = ar.floats(this.planes, 16, 'planes')
    this.vertices[0] = ar.index(this.vertices[0], 'vertices[0]')
    this.vertices[1] = ar.index(this.vertices[1], 'vertices[1]')
    this.vertices[2] = ar.index(this.vertices[2], 'vertices[2]')
    this.material = ar.index(this.material, 'material')
  }
}

/** *A node of the tree of collision triangles.* Numbers are −1 for none. */
export class CollisionNode implements Serializable {
  /** Number of the triangle whose plane divides. */
  triangle = -1
  /** Node with a triangle in the same plane. */
  coplanar = -1
  /** Nodes in front of that plane and behind it. */
  children: [number, number] = [-1, -1]
  /** Bounds of the node and all below it. */
  box = new Box()

  serialize(ar: Archive): void {
    this.triangle = ar.index(this.triangle, 'triangle')
    this.coplanar = ar.index(this.coplanar, 'coplanar')
    this.children[0] = ar.index(this.children[0], 'children[0]')
    this.children[1] = ar.index(this.children[1], 'children[1]')
    ar.record(this.box, 'box')
  }
}

/**
 * *What traces hit of a static mesh*, in one of three forms: planes (`planeTriangles`, `planeNodes`; before
 * `Version.CollisionTree`), a k-DOP tree (`kdopNodes`, `kdopTriangles`; since `Feature.KDopCollision`), or a
 * tree of 16-bit boxes (`boxTriangles`, `boxNodes`, `boxScale`).
 */
export class StaticMeshCollision implements Serializable {
  /** What `planeNodes` refer to. */
  planeTriangles: CollisionTriangle[] = []
  /** Node 0 is the root. */
  planeNodes: CollisionNode[] = []

  /**
   * 32 bytes each: smallest X, Y, Z, largest X, Y, Z (floats), 1 for a leaf (32 bits), then two numbers of 16
   * bits: children, or count and first triangle.
   */
  kdopNodes = NO_BYTES
  /** Three vertices and a material each. */
  kdopTriangles = NO_USHORTS

  /** 7 bytes each: three vertices of 16 bits and a byte, the material. */
  boxTriangles = NO_BYTES
  /**
   * Ten numbers each: triangle, a node in the same plane, two children (−1 none, else unsigned), least X, Y,
   * Z, largest X, Y, Z.
   */
  boxNodes = NO_SHORTS
  /** World units that 1 is worth in `boxNodes`, for each axis. */
  boxScale: Float32Array = new Float32Array(3)

  serialize(ar: Archive): void {
    if (!ar.since(Version.CollisionTree)) {
      this.#serializePlanes(ar)
    } else if (ar.since(Feature.KDopCollision)) {
      this.kdopNodes = blockArray(ar, this.kdopNodes, 32, 'kdopNodes')
      this.kdopTriangles = ushortArray(ar, this.kdopTriangles, 'kdopTriangles', 4)
    } else {
      this.boxTriangles = blockArray(ar, this.boxTriangles, 7, 'boxTriangles')
      this.boxNodes = shortArray(ar, this.boxNodes, 'boxNodes', 10)
      this.boxScale = ar.floats(this.boxScale, 3, 'boxScale')
    }
  }

  #serializePlanes(ar: Archive): void {
    const triangles = () => recordArray(ar, this.planeTriangles, () => new CollisionTriangle(), 68, 'planeTriangles')
    const nodes = () => recordArray(ar, this.planeNodes, () => new CollisionNode(), 29, 'planeNodes')
    const isLazy = ar.since(Feature.LazyCollision)
    this.planeTriangles = isLazy ? lazyArray(ar, 'planeTriangles', triangles) : triangles()
    this.planeNodes = isLazy ? lazyArray(ar, 'planeNodes', nodes) : nodes()
  }
}
