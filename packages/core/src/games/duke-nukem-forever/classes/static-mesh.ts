import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import {
  Box,
  blockArray,
  byteArray,
  type DrawnGeometry,
  type DrawnMesh,
  floatArray,
  lazyArray,
  NO_BYTES,
  NO_FLOATS,
  objectArray,
  recordArray,
  recordsOf,
} from '@ukit/objects/common'
import { IndexBuffer, StaticMeshVertices, UV_STREAM_SIZE, UvStream } from '@ukit/objects/ue2'
import { emptyArray } from './level.js'

/** *A material of a mesh.* */
export class DukeMeshMaterial implements Serializable {
  /** The material; none is the default one. */
  material: ObjectSource | null = null
  /** Zeros in every file. */
  zeros: Uint8Array = new Uint8Array(8)

  serialize(ar: Archive): void {
    this.material = ar.object(this.material, 'material')
    this.zeros = ar.bytes(this.zeros, 8, 'zeros')
  }
}

/**
 * Size in bytes of an imported triangle, and of a section: material (byte), then triangles, first index,
 * smallest and largest vertex (32 bits each).
 */
const RAW_TRIANGLE_SIZE = 69
const SECTION_SIZE = 17
const SECTION = { material: 'u8', triangles: 'u32', first: 'u32', least: 'u32', greatest: 'u32' } as const

/** *StaticMesh of Duke Nukem Forever.* Verified on 116 of 116 objects. */
export class DukeStaticMesh extends UnrealObject implements DrawnMesh {
  /** Bounds in the mesh's space. */
  box = new Box()
  /** 1 in every file. */
  kind = 1
  /** Materials, which `sections` refer to by number. */
  materials: DukeMeshMaterial[] = []
  /** Meaning unknown. */
  objects: (ObjectSource | null)[] = []
  /** Meaning unknown. */
  firstObject: ObjectSource | null = null
  /** Meaning unknown. */
  secondObject: ObjectSource | null = null
  /** Layers of a terrain. */
  layers: (ObjectSource | null)[] = []
  /** 69 bytes each: the mesh as imported. */
  rawTriangles = NO_BYTES
  /** 1 in every file. */
  one = 1
  /** Left over from memory. */
  garbage: Uint8Array = new Uint8Array(4)
  /** The bounds again. */
  meshBox = new Box()
  /** Positions and normals. */
  vertices = new StaticMeshVertices()
  /** One for each set of texture coordinates. */
  uvStreams: UvStream[] = []
  /** Two vectors per vertex. */
  tangents = NO_FLOATS
  /** Counts the changes to `tangents`, so that the renderer can update its copy. */
  tangentsRevision = 0
  /** Three per triangle. */
  indices = new IndexBuffer()
  /** Lengths of arrays that are empty in every file. */
  empty: [number, number, number] = [0, 0, 0]
  /** Two per edge. */
  wireframe = new IndexBuffer()
  /**
   * 17 bytes each: material (byte), then triangles, first index, smallest and largest vertex (32 bits each).
   */
  sections = NO_BYTES
  /** One per triangle. */
  triangleFlags = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.box, 'box')
    this.kind = ar.u8(this.kind, 'kind')
    this.materials = recordArray(ar, this.materials, () => new DukeMeshMaterial(), 9, 'materials')
    this.objects = objectArray(ar, this.objects, 'objects')
    this.firstObject = ar.object(this.firstObject, 'firstObject')
    this.secondObject = ar.object(this.secondObject, 'secondObject')
    this.layers = objectArray(ar, this.layers, 'layers')
    this.rawTriangles = lazyArray(ar, 'rawTriangles', () =>
      blockArray(ar, this.rawTriangles, RAW_TRIANGLE_SIZE, 'rawTriangles'),
    )
    this.one = ar.i32(this.one, 'one')
    this.garbage = ar.bytes(this.garbage, 4, 'garbage')
    ar.record(this.meshBox, 'meshBox')
    ar.record(this.vertices, 'vertices')
    this.uvStreams = recordArray(ar, this.uvStreams, () => new UvStream(), UV_STREAM_SIZE, 'uvStreams')
    this.tangents = floatArray(ar, this.tangents, 'tangents', 6)
    this.tangentsRevision = ar.i32(this.tangentsRevision, 'tangentsRevision')
    ar.record(this.indices, 'indices')
    this.empty[0] = emptyArray(ar, this.empty[0], 'empty[0]')
    ar.record(this.wireframe, 'wireframe')
    this.empty[1] = emptyArray(ar, this.empty[1], 'empty[1]')
    this.sections = blockArray(ar, this.sections, SECTION_SIZE, 'sections')
    this.empty[2] = emptyArray(ar, this.empty[2], 'empty[2]')
    this.triangleFlags = byteArray(ar, this.triangleFlags, 'triangleFlags')
  }

  /** Its sections, with the materials that they refer to by number. */
  async drawn(): Promise<DrawnGeometry> {
    const numbers = this.vertices.vertices
    const column = (first: number) =>
      Float32Array.from({ length: numbers.length / 2 }, (_, i) => numbers[6 * Math.floor(i / 3) + first + (i % 3)] ?? 0)
    return {
      positions: column(0),
      normals: column(3),
      uvs: this.uvStreams.map(({ coordinates }) => coordinates),
      indices: this.indices.indices,
      isInward: true,
      sections: [...recordsOf(this.sections, SECTION)].map(({ material, triangles, first }) => ({
        material: this.materials[material]?.material ?? null,
        polyFlags: 0,
        first,
        count: 3 * triangles,
      })),
      collision: new Float32Array(),
    }
  }
}
