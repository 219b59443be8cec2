import type { Archive, Serializable } from '@ukit/container'
import { Name } from '@ukit/container'
import { plane, vector } from './geometry.js'

/** *A bone of a mesh's skeleton, as it is when nothing moves.* UE1 and UE2. */
export class MeshBone implements Serializable {
  /** Its name, by which animations find it. */
  name: Name = Name.NONE
  /** Bits as stored. */
  flags = 0
  /**
   * A quaternion: X, Y, Z, W. The root's turns from the bone to its parent, all others from the parent to the
   * bone (6,419 of 6,419 points in bones' spaces land on the points of their meshes so).
   */
  orientation: Float32Array = Float32Array.of(0, 0, 0, 1)
  /** Place from the parent. */
  position: Float32Array = new Float32Array(3)
  /** Length of the bone. */
  length = 0
  /** Extent: X, Y, Z. */
  size: Float32Array = new Float32Array(3)
  /** How many bones have it as their parent. */
  numChildren = 0
  /** Number of the parent; the root's own, 0, for the root. */
  parent = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.flags = ar.u32(this.flags, 'flags')
    this.orientation = plane(ar, this.orientation, 'orientation')
    this.position = vector(ar, this.position, 'position')
    this.length = ar.f32(this.length, 'length')
    this.size = vector(ar, this.size, 'size')
    this.numChildren = ar.i32(this.numChildren, 'numChildren')
    this.parent = ar.i32(this.parent, 'parent')
  }
}

/** Minimum size in bytes of a `MeshBone`. */
export const MESH_BONE_SIZE = 57
