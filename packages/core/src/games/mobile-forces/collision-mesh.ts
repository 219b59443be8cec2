import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import { Box, intArray, NO_INTS, plane, recordArray } from '@ukit/objects/common'

/**
 * *A node of the tree that finds the triangle hit by something*: a box around further nodes, or a triangle.
 */
export class CollisionNode implements Serializable {
  /** Indices of its child nodes; none for a triangle. */
  children: Int32Array = NO_INTS
  /** Bounds of everything below the node. */
  box = new Box()
  /** X, Y, Z of the triangle's normal, and the distance from the origin. */
  plane: Float32Array = new Float32Array(4)
  /** Three corners; X, Y, Z of each. */
  corners: Float32Array = new Float32Array(9)
  /** The triangle's material; null for the default one. */
  material: ObjectSource | null = null
  /** Apparently bits of `PolyFlag`. */
  flags = 0

  serialize(ar: Archive): void {
    this.children = intArray(ar, this.children, 'children')
    ar.record(this.box, 'box')
    if (this.children.length > 0) return
    this.plane = plane(ar, this.plane, 'plane')
    this.corners = ar.floats(this.corners, 9, 'corners')
    this.material = ar.object(this.material, 'material')
    this.flags = ar.i32(this.flags, 'flags')
  }
}

/** Minimum size in bytes of a `CollisionNode`. */
export const COLLISION_NODE_SIZE = 26

/**
 * *CollisionMesh: a mesh that is used for collisions instead of the visible one*. Verified on 1 of 1 objects.
 */
export class CollisionMesh extends ue1.Mesh {
  /** The first is the root. */
  collisionTree: CollisionNode[] = []

  /** Reads or writes the fields after the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.collisionTree = recordArray(
      ar,
      this.collisionTree,
      () => new CollisionNode(),
      COLLISION_NODE_SIZE,
      'collisionTree',
    )
  }
}
