import type { Archive, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import {
  blockArray,
  floatArray,
  intArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  NO_UINTS,
  NO_USHORTS,
  recordArray,
  uintArray,
  ushortArray,
  vectorArray,
} from '../common/arrays.js'
import { lazyArray } from '../common/lazy-array.js'
import { WEDGE_SIZE } from './lod-mesh.js'
import { PartHeader, partHeader } from './part-header.js'
import { IndexBuffer } from './static-mesh-streams.js'

/** Bytes of a soft vertex: position (3 floats), packed normal (10 bits each). */
const SKIN_POINT_SIZE = 16
/** Bytes of an influence: weight (float), point, bone (16 bits each). */
export const INFLUENCE_SIZE = 8
/** Position, normal, U, V (8 floats), four bones (bytes), four weights (floats). */
const SKIN_WEDGE_SIZE = 52

/**
 * *Faces of a level of detail that are drawn at once.* 18 bytes, and the bone map of
 * `Feature.SkeletalBoneMaps`.
 */
export class SkeletalSection implements Serializable {
  /**
   * material, minStreamIndex, minWedge, maxWedge, numStreamIndices, bone, unused, firstFace, numFaces. The
   * bone is that of rigid sections (12 of 12 with the editor's influences beside them, 10 of 10 wheels
   * without); other files have a different number there. In soft sections (more than one bone) only material,
   * firstFace and numFaces are certain.
   */
  numbers: Uint16Array = new Uint16Array(9)
  /** Since `Feature.SkeletalBoneMaps`: bone of the mesh for each bone of the section. */
  boneMap = NO_INTS

  serialize(ar: Archive): void {
    this.numbers = ar.ushorts(this.numbers, 9, 'numbers')
    if (ar.since(Feature.SkeletalBoneMaps)) this.boneMap = intArray(ar, this.boneMap, 'boneMap')
  }
}

/** Bytes of a section. */
const SECTION_SIZE = 18

/** *Vertices that follow one bone.* */
export class SkinVertices implements Serializable {
  /** Its own versions, in games that have them. */
  header = new PartHeader()
  /** Revision, and two numbers of unknown meaning. */
  numbers: Int32Array = new Int32Array(3)
  /** Position, normal, U, V: eight floats each. */
  vertices = NO_FLOATS
  /** After a header of minor version 1 and later. */
  tangentNumber = 0
  /** The same: two vectors a vertex, for bumps. */
  tangents = NO_FLOATS

  serialize(ar: Archive): void {
    const minor = partHeader(ar, this.header, Feature.SkinVerticesHeader)
    this.numbers = ar.ints(this.numbers, 3, 'numbers')
    this.vertices = floatArray(ar, this.vertices, 'vertices', 8)
    if (minor < 1) return
    this.tangentNumber = ar.i32(this.tangentNumber, 'tangentNumber')
    this.tangents = floatArray(ar, this.tangents, 'tangents', 6)
  }
}

/** *A level of detail of a skeletal mesh.* 268 in 80 meshes. */
export class SkeletalLod implements Serializable {
  /** Its own versions, in games that have them. */
  header = new PartHeader()
  /**
   * Coordinates, weights, bones of the soft vertices, encoded for the renderer. For each wedge: words, then
   * U, V (floats). A first word with 15 in bits 28 to 31 refers to a kept point (its number times 6). Any
   * other begins a new point of `skinPoints`: bits 0 to 11 the bone times 6, 12 to 27 the weight of 65,535,
   * 28 to 30 how many such words follow, 31 whether the point is kept. FFFFFFFF ends it. 120,507 of 120,507
   * wedges of 183 levels.
   */
  skinning = NO_UINTS
  /** Soft vertices, 16 bytes each: position (3 floats), normal (three times 10 bits, 512 is 0). */
  skinPoints = NO_BYTES
  /** Wedges that follow several bones. */
  numSoftWedges = 0
  /** Faces that follow several bones. */
  softSections: SkeletalSection[] = []
  /** Faces that follow one bone. */
  rigidSections: SkeletalSection[] = []
  /** Three for each face of `softSections`. */
  softIndices = new IndexBuffer()
  /** Three for each face of `rigidSections`. */
  rigidIndices = new IndexBuffer()
  /** Those of `rigidSections`. */
  vertices = new SkinVertices()
  /** 8 bytes each: weight (float), point, bone (16 bits each). */
  influences = NO_BYTES
  /** 10 bytes each: point (16 bits), U, V (floats). */
  wedges = NO_BYTES
  /** Three wedges and a material each. */
  faces = NO_USHORTS
  /** X, Y, Z each. */
  points = NO_FLOATS
  /** From which distance the level is used; its unit is not known. */
  distanceFactor = 0
  /** How much the distance must change before the level does. */
  hysteresis = 0
  /** Vertices that several sections use. */
  numSharedVertices = 0
  /** Bones that a vertex follows at most. */
  maxInfluences = 0
  /** Two numbers of unknown meaning. */
  unknown: Int32Array = new Int32Array(2)
  /** After a header of minor version 1 and later: vectors for bumps. */
  tangents: [Float32Array, Float32Array] = [NO_FLOATS, NO_FLOATS]
  /** Since `Feature.SkeletalBoneMaps`: 1 when `skinWedges` are used. */
  usesSkinWedges = 0
  /**
   * The same: 52 bytes each: position, normal, U, V (8 floats), four bones (bytes), four weights (floats).
   */
  skinWedges = NO_BYTES

  serialize(ar: Archive): void {
    const minor = partHeader(ar, this.header, Feature.SkeletalLodHeader)
    this.skinning = uintArray(ar, this.skinning, 'skinning')
    this.skinPoints = blockArray(ar, this.skinPoints, SKIN_POINT_SIZE, 'skinPoints')
    this.numSoftWedges = ar.i32(this.numSoftWedges, 'numSoftWedges')
    this.softSections = recordArray(ar, this.softSections, () => new SkeletalSection(), SECTION_SIZE, 'softSections')
    this.rigidSections = recordArray(ar, this.rigidSections, () => new SkeletalSection(), SECTION_SIZE, 'rigidSections')
    ar.record(this.softIndices, 'softIndices')
    ar.record(this.rigidIndices, 'rigidIndices')
    ar.record(this.vertices, 'vertices')
    this.influences = lazyArray(ar, 'influences', () => blockArray(ar, this.influences, INFLUENCE_SIZE, 'influences'))
    this.wedges = lazyArray(ar, 'wedges', () => blockArray(ar, this.wedges, WEDGE_SIZE, 'wedges'))
    this.faces = lazyArray(ar, 'faces', () => ushortArray(ar, this.faces, 'faces', 4))
    this.points = lazyArray(ar, 'points', () => vectorArray(ar, this.points, 'points'))
    this.distanceFactor = ar.f32(this.distanceFactor, 'distanceFactor')
    this.hysteresis = ar.f32(this.hysteresis, 'hysteresis')
    this.numSharedVertices = ar.i32(this.numSharedVertices, 'numSharedVertices')
    this.maxInfluences = ar.i32(this.maxInfluences, 'maxInfluences')
    this.unknown = ar.ints(this.unknown, 2, 'unknown')
    if (minor >= 1) this.#serializeTangents(ar)
    if (!ar.since(Feature.SkeletalBoneMaps)) return
    this.usesSkinWedges = ar.i32(this.usesSkinWedges, 'usesSkinWedges')
    this.skinWedges = blockArray(ar, this.skinWedges, SKIN_WEDGE_SIZE, 'skinWedges')
  }

  #serializeTangents(ar: Archive): void {
    this.tangents[0] = lazyArray(ar, 'tangents[0]', () => floatArray(ar, this.tangents[0], 'tangents[0]', 6))
    this.tangents[1] = floatArray(ar, this.tangents[1], 'tangents[1]', 6)
  }
}

/** Minimum size in bytes of a level of detail. */
export const SKELETAL_LOD_SIZE = 86
