import type { Archive } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, intArray, NO_BYTES, NO_INTS, NO_USHORTS, ushortArray } from '../common/arrays.js'
import { Mesh } from './mesh.js'

/** Bytes of a wedge. */
const WEDGE_SIZE = 4

/**
 * *LodMesh: a mesh that loses triangles as it moves away.*
 *
 * A wedge is a vertex with texture coordinates; faces are made of wedges. 84 of 84.
 */
export class LodMesh extends Mesh {
  /** For each vertex of the body: the one that it falls together with. */
  collapsePointThus = NO_USHORTS
  /** For each face: how many vertices there must be for it to be drawn. */
  faceLevel = NO_USHORTS
  /** Three wedges and a material for each face. */
  faces = NO_USHORTS
  /** For each wedge: the one that it falls together with. */
  collapseWedgeThus = NO_USHORTS
  /** 4 bytes each: vertex (16 bits, little-endian; add `specialVerts` to find it in a frame), U, V. */
  wedges = NO_BYTES
  /** Poly flags and number of a texture for each material. */
  materials = NO_INTS
  /** As `faces`, of special vertices: where weapons are held. */
  specialFaces = NO_USHORTS
  /** `modelVerts` + `specialVerts` make `frameVerts` (84 of 84). */
  modelVerts = 0
  /** Vertices in front of the others in each frame; see `specialFaces`. */
  specialVerts = 0
  /** The largest part of `scale`, as levels of detail use it. */
  meshScaleMax = 0
  /** How much the distance must change before the level of detail does. */
  lodHysteresis = 0
  /** How fast triangles are lost with the distance; 0 never. */
  lodStrength = 0
  /** Vertices that always stay. */
  lodMinVerts = 0
  /** 0 for sudden changes; above, how long vertices take to their new places. */
  lodMorph = 0
  /** World units that the mesh is lowered by when it has lost vertices. */
  lodZDisplace = 0
  /** Empty in every file. */
  remapAnimVerts = NO_USHORTS
  /** `frameVerts`, or 0. */
  oldFrameVerts = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.collapsePointThus = ushortArray(ar, this.collapsePointThus, 'collapsePointThus')
    this.faceLevel = ushortArray(ar, this.faceLevel, 'faceLevel')
    this.faces = ushortArray(ar, this.faces, 'faces', 4)
    this.collapseWedgeThus = ushortArray(ar, this.collapseWedgeThus, 'collapseWedgeThus')
    this.wedges = blockArray(ar, this.wedges, WEDGE_SIZE, 'wedges')
    this.materials = intArray(ar, this.materials, 'materials', 2)
    this.specialFaces = ushortArray(ar, this.specialFaces, 'specialFaces', 4)
    this.modelVerts = ar.i32(this.modelVerts, 'modelVerts')
    this.specialVerts = ar.i32(this.specialVerts, 'specialVerts')
    this.meshScaleMax = ar.f32(this.meshScaleMax, 'meshScaleMax')
    this.lodHysteresis = ar.f32(this.lodHysteresis, 'lodHysteresis')
    this.lodStrength = ar.f32(this.lodStrength, 'lodStrength')
    this.lodMinVerts = ar.i32(this.lodMinVerts, 'lodMinVerts')
    this.lodMorph = ar.f32(this.lodMorph, 'lodMorph')
    this.lodZDisplace = ar.f32(this.lodZDisplace, 'lodZDisplace')
    this.remapAnimVerts = ushortArray(ar, this.remapAnimVerts, 'remapAnimVerts')
    this.oldFrameVerts = ar.i32(this.oldFrameVerts, 'oldFrameVerts')
  }

  override check(report: CheckReport): void {
    super.check(report)
    const wedges = this.wedges.length / WEDGE_SIZE
    report.equal('frameVerts', this.frameVerts, this.modelVerts + this.specialVerts, 'modelVerts + specialVerts')
    report.equal('faceLevel', this.faceLevel.length, this.faces.length / 4, 'one for each face')
    report.equal('collapseWedgeThus', this.collapseWedgeThus.length, wedges, 'one for each wedge')
    report.indices('faces', this.faces, wedges, 'wedges', 4, 3)
    for (let i = 3; i < this.faces.length; i += 4)
      report.index(`faces[${i >> 2}]`, this.faces[i] ?? 0, this.materials.length / 2, 'materials')
    for (let i = 0; i < wedges; i++) {
      const vertex = (this.wedges[i * WEDGE_SIZE] ?? 0) | ((this.wedges[i * WEDGE_SIZE + 1] ?? 0) << 8)
      report.index(`wedges[${i}]`, vertex, this.modelVerts, 'vertices')
    }
  }
}
