import type { Archive, Serializable } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { intArray, NO_FLOATS, NO_INTS, recordArray, vectorArray } from '@ukit/objects/common'
import { KBox, KCylinder, KSphere } from '@ukit/objects/ue2'

/** *A convex hull with its faces.* */
export class DukeConvex implements Serializable {
  /** X, Y, Z of the centre. */
  centre: Float32Array = new Float32Array(3)
  /** X, Y, Z of each point. */
  points = NO_FLOATS
  /** Indices of the points around each face, followed by −1. */
  faces = NO_INTS

  serialize(ar: Archive): void {
    this.centre = ar.floats(this.centre, 3, 'centre')
    this.points = vectorArray(ar, this.points, 'points')
    this.faces = intArray(ar, this.faces, 'faces')
  }
}

/**
 * *KMeshProps of Duke Nukem Forever: the collision shapes of a mesh.* Based on one object, with three boxes
 * and three hulls; spheres and cylinders as in the rest of UE2.
 */
export class DukeKMeshProps extends UnrealObject {
  /** Collision spheres of the mesh. */
  spheres: KSphere[] = []
  /** Collision boxes of the mesh. */
  boxes: KBox[] = []
  /** Collision cylinders of the mesh. */
  cylinders: KCylinder[] = []
  /** Convex collision hulls of the mesh. */
  convexes: DukeConvex[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.spheres = recordArray(ar, this.spheres, () => new KSphere(), 68, 'spheres')
    this.boxes = recordArray(ar, this.boxes, () => new KBox(), 76, 'boxes')
    this.cylinders = recordArray(ar, this.cylinders, () => new KCylinder(), 72, 'cylinders')
    this.convexes = recordArray(ar, this.convexes, () => new DukeConvex(), 14, 'convexes')
  }
}
