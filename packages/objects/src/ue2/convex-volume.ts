import type { Archive, Serializable } from '@ukit/container'
import { intArray, NO_FLOATS, NO_INTS, recordArray, vectorArray } from '../common/arrays.js'
import { Box } from '../common/geometry.js'
import { Primitive } from './primitive.js'

/** *A face of a convex volume.* */
export class ConvexFace implements Serializable {
  /** X, Y, Z of the normal, and the distance from the origin. */
  plane: Float32Array = new Float32Array(4)
  /** X, Y, Z each. */
  corners = NO_FLOATS

  serialize(ar: Archive): void {
    this.plane = ar.floats(this.plane, 4, 'plane')
    this.corners = vectorArray(ar, this.corners, 'corners')
  }
}

/** *ConvexVolume: the shape of an anti-portal, which hides what is behind it.* 26 of 26. */
export class ConvexVolume extends Primitive {
  /** The faces of the closed body. */
  faces: ConvexFace[] = []
  /** Four numbers an edge: the two faces that meet there, and its corner in each. */
  edges = NO_INTS
  /** Bounds of the corners. */
  volumeBox = new Box()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.faces = recordArray(ar, this.faces, () => new ConvexFace(), 17, 'faces')
    this.edges = intArray(ar, this.edges, 'edges', 4)
    ar.record(this.volumeBox, 'volumeBox')
  }
}
