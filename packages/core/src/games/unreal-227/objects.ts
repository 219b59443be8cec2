import type { Archive, ObjectSource } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import {
  Box,
  blockArray,
  type DrawnGeometry,
  type DrawnMesh,
  intArray,
  lazyArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  objectArray,
  recordsOf,
  Sphere,
  vectorArray,
} from '@ukit/objects/common'

/** Sizes in bytes of a triangle and of a material. */
const TRIANGLE_SIZE = 31
const TRIANGLE = { points: 'u16x3', coordinates: 'f32x6', material: 'u8' } as const
const MATERIAL_SIZE = 10
const MATERIAL = { polyFlags: 'u32', zeros: 'u8x2', texture: 'u32' } as const

/**
 * *StaticMesh of Unreal 227 (69/227)*, which has nothing in common with UE2's. Based on one object of 658
 * points, 946 triangles and 5 materials.
 */
export class StaticMesh227 extends UnrealObject implements DrawnMesh {
  /** 3; perhaps the version of the format. */
  formatVersion = 3
  /** Bounding sphere in the mesh's own space. */
  sphere = new Sphere()
  /** Bounding box in the mesh's own space. */
  box = new Box()
  /** For each point: the number of its triangles, and their position in `vertLinks`. */
  connects = NO_INTS
  /** Triangles by point: three entries per triangle. */
  vertLinks = NO_INTS
  /** Textures, which `materials` refers to by number. */
  textures: (ObjectSource | null)[] = []
  /** Number of points; as many as in `points`. */
  frameVerts = 0
  /** Three floats each. */
  points = NO_FLOATS
  /** 31 bytes each: three points (16 bits), U and V of each (floats), material (byte). */
  tris = NO_BYTES
  /** 10 bytes each: poly flags (32 bits), two zeros, number of a texture (32 bits). */
  materials = NO_BYTES
  /** Four zeros of unknown meaning. */
  tail: Uint8Array = new Uint8Array(4)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.formatVersion = ar.u32(this.formatVersion, 'formatVersion')
    ar.record(this.sphere, 'sphere')
    ar.record(this.box, 'box')
    this.connects = lazyArray(ar, 'connects', () => intArray(ar, this.connects, 'connects', 2))
    this.vertLinks = lazyArray(ar, 'vertLinks', () => intArray(ar, this.vertLinks, 'vertLinks'))
    this.textures = objectArray(ar, this.textures, 'textures')
    this.frameVerts = ar.i32(this.frameVerts, 'frameVerts')
    this.points = lazyArray(ar, 'points', () => vectorArray(ar, this.points, 'points'))
    this.tris = lazyArray(ar, 'tris', () => blockArray(ar, this.tris, TRIANGLE_SIZE, 'tris'))
    this.materials = blockArray(ar, this.materials, MATERIAL_SIZE, 'materials')
    this.tail = ar.bytes(this.tail, 4, 'tail')
  }

  /**
   * One vertex for each corner of each triangle, and one section for each run of triangles with the same
   * material.
   */
  async drawn(): Promise<DrawnGeometry> {
    const triangles = [...recordsOf(this.tris, TRIANGLE)]
    const materials = [...recordsOf(this.materials, MATERIAL)]
    const starts = triangles.flatMap(({ material }, i) => (triangles[i - 1]?.material === material ? [] : [i]))
    return {
      positions: Float32Array.from(
        triangles.flatMap(({ points }) =>
          points.flatMap((point) => [0, 1, 2].map((axis) => this.points[3 * point + axis] ?? Number.NaN)),
        ),
      ),
      uvs: [Float32Array.from(triangles.flatMap(({ coordinates }) => [...coordinates]))],
      indices: Uint32Array.from({ length: 3 * triangles.length }, (_, i) => i),
      isInward: false,
      sections: starts.map((start, i) => {
        const material = materials[triangles[start]?.material ?? 0]
        return {
          material: this.textures[material?.texture ?? 0] ?? null,
          polyFlags: material?.polyFlags ?? 0,
          first: 3 * start,
          count: 3 * ((starts[i + 1] ?? triangles.length) - start),
        }
      }),
      collision: new Float32Array(),
    }
  }
}
