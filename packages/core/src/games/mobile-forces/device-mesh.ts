import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import { blockArray, NO_BYTES, NO_USHORTS, recordArray, ushortArray } from '@ukit/objects/common'

/** *The triangles of one material.* */
export class DeviceMeshSection implements Serializable {
  flags = 0
  material: ObjectSource | null = null
  /** Place in `indices`. */
  firstIndex = 0
  triangleCount = 0
  /** 0 in all. */
  unknown = 0
  minVertex = 0
  maxVertex = 0

  serialize(ar: Archive): void {
    this.flags = ar.i32(this.flags, 'flags')
    this.material = ar.object(this.material, 'material')
    this.firstIndex = ar.i32(this.firstIndex, 'firstIndex')
    this.triangleCount = ar.i32(this.triangleCount, 'triangleCount')
    this.unknown = ar.i32(this.unknown, 'unknown')
    this.minVertex = ar.i32(this.minVertex, 'minVertex')
    this.maxVertex = ar.i32(this.maxVertex, 'maxVertex')
  }
}

const SECTION_SIZE = 25
const VERTEX_SIZE = 44

/** *DeviceMesh: a mesh as graphics cards take it, in place of frames of a Mesh*. 1 of 1. */
export class DeviceMesh extends ue1.Mesh {
  /** 2; perhaps the version of the format. */
  formatVersion = 2
  sections: DeviceMeshSection[] = []
  /** Three for each triangle. */
  indices = NO_USHORTS
  /**
   * 44 bytes each: place, normal (three floats each), four bytes, U, V (floats), eight bytes left over from
   * memory.
   */
  vertices = NO_BYTES

  /** Reads or writes the fields behind the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.formatVersion = ar.i32(this.formatVersion, 'formatVersion')
    this.sections = recordArray(ar, this.sections, () => new DeviceMeshSection(), SECTION_SIZE, 'sections')
    this.indices = ushortArray(ar, this.indices, 'indices')
    this.vertices = blockArray(ar, this.vertices, VERTEX_SIZE, 'vertices')
  }
}
