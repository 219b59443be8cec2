import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import {
  byteArray,
  floatArray,
  intArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  recordArray,
  vectorArray,
} from '../../common/arrays.js'
import { Box } from '../../common/geometry.js'
import { BoxSphereBounds } from '../bounds.js'
import { StaticMesh } from './static-mesh.js'

/** *A convex body for collisions.* */
export class ConvexElement implements Serializable {
  /** X, Y, Z each. */
  vertices: Float32Array = NO_FLOATS
  /** The same, four corners at a time: 4 floats each. */
  permutedVertices: Float32Array = NO_FLOATS
  /** Three vertices for each triangle. */
  faceTriangles: Int32Array = NO_INTS
  /** Directions of edges and of faces: X, Y, Z each. */
  edgeDirections: Float32Array = NO_FLOATS
  /** Directions of the faces: X, Y, Z each. */
  faceNormals: Float32Array = NO_FLOATS
  /** X, Y, Z of the normal and distance each. */
  facePlanes: Float32Array = NO_FLOATS
  /** Bounds of `vertices`. */
  box = new Box()

  serialize(ar: Archive): void {
    this.vertices = vectorArray(ar, this.vertices, 'vertices')
    this.permutedVertices = floatArray(ar, this.permutedVertices, 'permutedVertices', 4)
    this.faceTriangles = intArray(ar, this.faceTriangles, 'faceTriangles')
    this.edgeDirections = vectorArray(ar, this.edgeDirections, 'edgeDirections')
    this.faceNormals = vectorArray(ar, this.faceNormals, 'faceNormals')
    this.facePlanes = floatArray(ar, this.facePlanes, 'facePlanes', 4)
    ar.record(this.box, 'box')
  }
}

/** *A piece that a mesh breaks into.* */
export class FragmentInfo implements Serializable {
  /** X, Y, Z in the mesh's space. */
  centre: Float32Array = new Float32Array(3)
  /** The convex body that it collides as. */
  hull = new ConvexElement()
  /** In the mesh's space. */
  bounds = new BoxSphereBounds()
  /** Numbers of the pieces that it touches, 255 for none; and how large each place of contact is. */
  neighbours: Uint8Array = NO_BYTES
  /** 1 when it may break off, else 0. */
  canBeDestroyed = 0
  /** 1 when it holds its neighbours in place, else 0. */
  isRoot = 0
  /** 1 when it vanishes instead of falling, else 0. */
  neverSpawnPhysics = 0
  /** X, Y, Z: where its outer side faces. */
  averageExteriorNormal: Float32Array = new Float32Array(3)
  /** Area of contact with each of `neighbours`, in square world units. */
  neighbourSizes: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.centre = ar.floats(this.centre, 3, 'centre')
    ar.record(this.hull, 'hull')
    ar.record(this.bounds, 'bounds')
    this.neighbours = byteArray(ar, this.neighbours, 'neighbours')
    this.canBeDestroyed = ar.i32(this.canBeDestroyed, 'canBeDestroyed')
    this.isRoot = ar.i32(this.isRoot, 'isRoot')
    this.neverSpawnPhysics = ar.i32(this.neverSpawnPhysics, 'neverSpawnPhysics')
    this.averageExteriorNormal = ar.floats(this.averageExteriorNormal, 3, 'averageExteriorNormal')
    this.neighbourSizes = floatArray(ar, this.neighbourSizes, 'neighbourSizes')
  }
}

/**
 * *FracturedStaticMesh: a static mesh that breaks.* Worked out on one mesh of 86 pieces, version 820, which
 * ends on its exact last byte.
 */
export class FracturedStaticMesh extends StaticMesh {
  /** What it was made of. */
  sourceMesh: ObjectSource | null = null
  /** The pieces. */
  fragments: FragmentInfo[] = []
  /** Index of the piece that stays; −1 for none. */
  coreFragmentIndex = -1
  /** Index of the element that has the material of broken faces. */
  interiorElementIndex = 0
  /**
   * Where the core is: nine numbers, 0 in the one mesh (offset, rotation, bias of the planes by their size),
   * and its scale along X, Y, Z.
   */
  coreNumbers: Int32Array = new Int32Array(9)
  /** X, Y, Z: scale of the core. */
  coreMeshScale: Float32Array = Float32Array.of(1, 1, 1)
  /** Version of the breaking: 3 and 1. */
  buildVersion = 0
  /** The same of the game; see `buildVersion`. */
  licenseeBuildVersion = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sourceMesh = ar.object(this.sourceMesh, 'sourceMesh')
    this.fragments = recordArray(ar, this.fragments, () => new FragmentInfo(), 121, 'fragments')
    this.coreFragmentIndex = ar.i32(this.coreFragmentIndex, 'coreFragmentIndex')
    this.interiorElementIndex = ar.i32(this.interiorElementIndex, 'interiorElementIndex')
    this.coreNumbers = ar.ints(this.coreNumbers, 9, 'coreNumbers')
    this.coreMeshScale = ar.floats(this.coreMeshScale, 3, 'coreMeshScale')
    this.buildVersion = ar.u16(this.buildVersion, 'buildVersion')
    this.licenseeBuildVersion = ar.u16(this.licenseeBuildVersion, 'licenseeBuildVersion')
  }
}
