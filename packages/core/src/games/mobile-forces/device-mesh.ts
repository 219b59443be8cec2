import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import {
  blockArray,
  type DrawnGeometry,
  type DrawnMesh,
  NO_BYTES,
  NO_USHORTS,
  recordArray,
  recordsOf,
  ushortArray,
} from '@ukit/objects/common'

/** *The triangles of one material.* */
export class DeviceMeshSection implements Serializable {
  /** Apparently bits of `PolyFlag`. */
  flags = 0
  /** The material; null for the default one. */
  material: ObjectSource | null = null
  /** Position in `indices`. */
  firstIndex = 0
  /** Number of triangles, of three indices each. */
  triangleCount = 0
  /** 0 in every file. */
  unknown = 0
  /** Smallest vertex number in its indices. */
  minVertex = 0
  /** Largest vertex number in its indices. */
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
const VERTEX = { place: 'f32x3', zeros: 'u8x4', normal: 'f32x3', coordinates: 'f32x2', memory: 'u8x8' } as const

/**
 * *DeviceMesh: a mesh in the form that graphics cards use, instead of the frames of a Mesh*. Verified on 1 of
 * 1 objects.
 */
export class DeviceMesh extends ue1.Mesh implements DrawnMesh {
  /** 2; perhaps the version of the format. */
  formatVersion = 2
  /** One for each material. */
  sections: DeviceMeshSection[] = []
  /** Three for each triangle. */
  indices = NO_USHORTS
  /**
   * 44 bytes each: position (three floats), four zeros, normal (three floats), U, V (floats), eight bytes
   * left over from memory.
   */
  vertices = NO_BYTES

  /** Reads or writes the fields after the properties, in file order. */
  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.formatVersion = ar.i32(this.formatVersion, 'formatVersion')
    this.sections = recordArray(ar, this.sections, () => new DeviceMeshSection(), SECTION_SIZE, 'sections')
    this.indices = ushortArray(ar, this.indices, 'indices')
    this.vertices = blockArray(ar, this.vertices, VERTEX_SIZE, 'vertices')
  }

  /** Its sections. */
  async drawn(): Promise<DrawnGeometry> {
    const vertices = [...recordsOf(this.vertices, VERTEX)]
    return {
      positions: Float32Array.from(vertices.flatMap(({ place }) => [...place])),
      normals: Float32Array.from(vertices.flatMap(({ normal }) => [...normal])),
      uvs: [Float32Array.from(vertices.flatMap(({ coordinates }) => [...coordinates]))],
      indices: this.indices,
      isInward: false,
      sections: this.sections.map(({ material, firstIndex, triangleCount }) => ({
        material,
        polyFlags: 0,
        first: firstIndex,
        count: 3 * triangleCount,
      })),
      collision: new Float32Array(),
    }
  }
}
