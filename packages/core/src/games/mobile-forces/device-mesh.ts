import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { type CheckReport, ue1 } from '@ukit/objects'
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
  /** The material; null for the default one. One of the mesh's `textures` in every file. */
  material: ObjectSource | null = null
  /** Apparently bits of `PolyFlag`. 0 in every file. */
  flags = 0
  /** Position in `indices`. */
  firstIndex = 0
  /** Number of triangles, those of a strip without an area included. */
  triangleCount = 0
  /**
   * 0: three indices for each triangle. 1: a strip, in which each index after the first two makes a triangle
   * with the two before it; every second one is reversed (88 of 88 normals of two strips).
   */
  isStrip = 0
  /** Smallest vertex number in its indices. */
  minVertex = 0
  /** Largest vertex number in its indices. */
  maxVertex = 0

  serialize(ar: Archive): void {
    this.material = ar.object(this.material, 'material')
    this.flags = ar.i32(this.flags, 'flags')
    this.firstIndex = ar.i32(this.firstIndex, 'firstIndex')
    this.triangleCount = ar.i32(this.triangleCount, 'triangleCount')
    this.isStrip = ar.i32(this.isStrip, 'isStrip')
    this.minVertex = ar.i32(this.minVertex, 'minVertex')
    this.maxVertex = ar.i32(this.maxVertex, 'maxVertex')
  }

  /** How many of the mesh's indices are its own. */
  get indexCount(): number {
    return this.isStrip === 1 ? this.triangleCount + 2 : 3 * this.triangleCount
  }

  /** Three vertices for each triangle; those of a strip that only join its parts are left out. */
  triangles(indices: Uint16Array): number[] {
    const own = [...indices.subarray(this.firstIndex, this.firstIndex + this.indexCount)]
    if (this.isStrip !== 1) return own
    return own.flatMap((c, i) => {
      const [a = c, b = c] = own.slice(Math.max(0, i - 2), i)
      if (i < 2 || a === b || b === c || a === c) return []
      return i % 2 === 0 ? [a, b, c] : [b, a, c]
    })
  }
}

const SECTION_SIZE = 25
const VERTEX_SIZE = 44
const VERTEX = { place: 'f32x3', zeros: 'u8x4', normal: 'f32x3', coordinates: 'f32x2', memory: 'u8x8' } as const

/**
 * *DeviceMesh: a mesh in the form that graphics cards use, instead of the frames of a Mesh*. Verified on 9 of
 * 9 objects.
 */
export class DeviceMesh extends ue1.Mesh implements DrawnMesh {
  /** 2; perhaps the version of the format. */
  formatVersion = 2
  /** One for each material. */
  sections: DeviceMeshSection[] = []
  /** Numbers of vertices; see `DeviceMeshSection.isStrip`. */
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

  /** Adds that the indices of the sections lie within the tables. */
  override check(report: CheckReport): void {
    super.check(report)
    const vertices = this.vertices.length / VERTEX_SIZE
    report.indices('indices', this.indices, vertices, 'vertices')
    for (const [i, { firstIndex, indexCount }] of this.sections.entries())
      report.run(`sections[${i}]`, firstIndex, indexCount, this.indices.length, 'indices')
  }

  /** Its sections. */
  async drawn(): Promise<DrawnGeometry> {
    const vertices = [...recordsOf(this.vertices, VERTEX)]
    const indices: number[] = []
    const sections = this.sections.map((section) => {
      const first = indices.length
      // Sections that share indices, as only damaged files have them, cannot make it long.
      if (first <= this.indices.length) for (const index of section.triangles(this.indices)) indices.push(index)
      return { material: section.material, polyFlags: 0, first, count: indices.length - first }
    })
    return {
      positions: Float32Array.from(vertices.flatMap(({ place }) => [...place])),
      normals: Float32Array.from(vertices.flatMap(({ normal }) => [...normal])),
      uvs: [Float32Array.from(vertices.flatMap(({ coordinates }) => [...coordinates]))],
      indices,
      isInward: false,
      sections,
      collision: new Float32Array(),
    }
  }
}
