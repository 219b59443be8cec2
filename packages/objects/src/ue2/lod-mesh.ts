import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature } from '@ukit/container'
import type { CheckReport } from '../check.js'
import {
  blockArray,
  intArray,
  NO_BYTES,
  NO_FLOATS,
  NO_INTS,
  NO_UINTS,
  NO_USHORTS,
  objectArray,
  uintArray,
  ushortArray,
  vectorArray,
} from '../common/arrays.js'
import { Primitive } from './primitive.js'

/** Versions of the mesh itself (`LodMesh.version`), beside the package's. */
export const MeshVersion = {
  /** The form of UE1 up to here. Readers only. */
  OldForm: 1,
  /** A picture may represent a far mesh. */
  Impostor: 3,
  /** Skin may be made finer. */
  SkinTessellation: 4,
  /** A number more (`Feature.LaterLodMesh`). Readers only. */
  FurtherNumber: 5,
  /** A byte more (`Feature.LaterLodMesh`). Readers only. */
  FurtherByte: 6,
}

/** Bytes of an old triangle: 3 vertices, 3 pairs of coordinates, flags, texture. */
const OLD_TRIANGLE_SIZE = 38
/** Bytes of a corner: number of its vertex (16 bits), U, V (floats). */
export const WEDGE_SIZE = 10

/** *A picture that represents a mesh far away.* */
export class Impostor implements Serializable {
  /** 1 when the picture replaces the mesh far away, else 0. */
  isUsed = 0
  /** The picture. */
  material: ObjectSource | null = null
  /** X, Y, Z: the picture's place relative to the mesh. */
  location: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll. */
  rotation: Int32Array = new Int32Array(3)
  /** X, Y, Z; 1 is the picture's own size. */
  scale: Float32Array = new Float32Array(3)
  /** R, G, B, A. */
  color: Uint8Array = new Uint8Array(4)
  /** Number of a mode, from 0: what the picture is placed and turned by. */
  spaceMode = 0
  /** Number of a mode, from 0: how it is blended. */
  drawMode = 0
  /** Number of a mode, from 0: how it is lit. */
  lightMode = 0

  serialize(ar: Archive): void {
    this.isUsed = ar.i32(this.isUsed, 'isUsed')
    this.material = ar.object(this.material, 'material')
    this.location = ar.floats(this.location, 3, 'location')
    this.rotation = ar.ints(this.rotation, 3, 'rotation')
    this.scale = ar.floats(this.scale, 3, 'scale')
    this.color = ar.bytes(this.color, 4, 'color')
    this.spaceMode = ar.i32(this.spaceMode, 'spaceMode')
    this.drawMode = ar.i32(this.drawMode, 'drawMode')
    this.lightMode = ar.i32(this.lightMode, 'lightMode')
  }
}

/** *LodMesh: what meshes with bones and meshes with frames have in common.* 90 of 90. */
export class LodMesh extends Primitive {
  /** See `MeshVersion`: 3 or 4 in files. */
  version = 4
  /** Vertices of a frame. */
  numVertices = 0
  /**
   * Packed positions, X in the lowest 11 bits, Y in 11, Z in 10, signed: those of each frame; none with
   * bones.
   */
  vertices = NO_UINTS
  /** Since `Feature.FloatVertices`: positions as X, Y, Z. */
  floatVertices = NO_FLOATS
  /** The old form's triangles, 38 bytes each. */
  oldTriangles = NO_BYTES
  /** The materials, which `materials` refers to by number. */
  textures: (ObjectSource | null)[] = []
  /** X, Y, Z that packed positions are multiplied by. */
  scale: Float32Array = new Float32Array(3)
  /** X, Y, Z of the mesh's own origin, in its units before `scale`. */
  origin: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll. */
  rotationOrigin: Int32Array = new Int32Array(3)
  /** The old form's; meaning unknown. */
  oldNumbers = NO_USHORTS
  /** For each face: how many vertices there must be for it to be drawn. */
  faceLevels = NO_USHORTS
  /** Three wedges and a material each. */
  faces = NO_USHORTS
  /** For each wedge: the one that it falls together with. */
  collapseWedges = NO_USHORTS
  /** 10 bytes each: vertex (16 bits), U, V (floats). */
  wedges = NO_BYTES
  /** Flags and number of a texture each. */
  materials = NO_INTS
  /** scaleMax, hysteresis, strength of levels of detail. */
  lodNumbers: Float32Array = new Float32Array(3)
  /** Vertices that the coarsest level of detail still has. */
  lodMinVertices = 0
  /** Morph, Z displacement. */
  lodMorph: Float32Array = new Float32Array(2)
  /** What may replace the mesh far away. */
  impostor = new Impostor()
  /** Factor by which faces are subdivided; 1 leaves them as they are. */
  skinTessellation = 1
  /** Since `MeshVersion.FurtherNumber`; its meaning is not known. */
  furtherNumber = 0
  /** Since `MeshVersion.FurtherByte`; its meaning is not known. */
  furtherByte = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.version = ar.i32(this.version, 'version')
    this.numVertices = ar.i32(this.numVertices, 'numVertices')
    const isOld = this.version <= MeshVersion.OldForm
    if (ar.since(Feature.FloatVertices)) {
      this.floatVertices = vectorArray(ar, this.floatVertices, 'floatVertices')
    } else {
      this.vertices = uintArray(ar, this.vertices, 'vertices')
    }
    if (isOld) this.oldTriangles = blockArray(ar, this.oldTriangles, OLD_TRIANGLE_SIZE, 'oldTriangles')
    this.textures = objectArray(ar, this.textures, 'textures')
    this.scale = ar.floats(this.scale, 3, 'scale')
    this.origin = ar.floats(this.origin, 3, 'origin')
    this.rotationOrigin = ar.ints(this.rotationOrigin, 3, 'rotationOrigin')
    if (isOld) this.oldNumbers = ushortArray(ar, this.oldNumbers, 'oldNumbers')
    this.faceLevels = ushortArray(ar, this.faceLevels, 'faceLevels')
    this.faces = ushortArray(ar, this.faces, 'faces', 4)
    this.collapseWedges = ushortArray(ar, this.collapseWedges, 'collapseWedges')
    this.wedges = blockArray(ar, this.wedges, WEDGE_SIZE, 'wedges')
    this.materials = intArray(ar, this.materials, 'materials', 2)
    this.lodNumbers = ar.floats(this.lodNumbers, 3, 'lodNumbers')
    this.lodMinVertices = ar.i32(this.lodMinVertices, 'lodMinVertices')
    this.lodMorph = ar.floats(this.lodMorph, 2, 'lodMorph')
    if (this.version >= MeshVersion.Impostor) ar.record(this.impostor, 'impostor')
    if (this.version >= MeshVersion.SkinTessellation)
      this.skinTessellation = ar.f32(this.skinTessellation, 'skinTessellation')
    if (!ar.since(Feature.LaterLodMesh)) return
    if (this.version >= MeshVersion.FurtherNumber) this.furtherNumber = ar.i32(this.furtherNumber, 'furtherNumber')
    if (this.version >= MeshVersion.FurtherByte) this.furtherByte = ar.u8(this.furtherByte, 'furtherByte')
  }

  override check(report: CheckReport): void {
    super.check(report)
    const wedges = this.wedges.length / WEDGE_SIZE
    report.indices('faces', this.faces, wedges, 'wedges', 4, 3)
    for (let i = 3; i < this.faces.length; i += 4)
      report.index(`faces[${i >> 2}]`, this.faces[i] ?? 0, this.materials.length / 2, 'materials')
  }
}
