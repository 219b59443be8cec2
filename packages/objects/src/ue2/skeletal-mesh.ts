import type { Archive, Serializable } from '@ukit/container'
import { Feature, type Name, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import {
  blockArray,
  floatArray,
  NO_BYTES,
  NO_FLOATS,
  NO_USHORTS,
  nameArray,
  objectArray,
  recordArray,
  ushortArray,
  vectorArray,
} from '../common/arrays.js'
import { lazyArray } from '../common/lazy-array.js'
import { MESH_BONE_SIZE, MeshBone } from '../common/mesh-bone.js'
import { BoneBox, BoneSphere } from './bone-shapes.js'
import { LodMesh, MeshVersion, WEDGE_SIZE } from './lod-mesh.js'
import { PartHeader, partHeader } from './part-header.js'
import { INFLUENCE_SIZE, SKELETAL_LOD_SIZE, SkeletalLod } from './skeletal-lod.js'

/** *Influences that take one number of bones.* No file has one: from readers. */
export class WeightIndex implements Serializable {
  /** Numbers of points with that many bones. */
  points = NO_USHORTS
  /** Where their influences begin in `boneInfluences`. */
  firstInfluence = 0

  serialize(ar: Archive): void {
    this.points = ushortArray(ar, this.points, 'points')
    this.firstInfluence = ar.i32(this.firstInfluence, 'firstInfluence')
  }
}

/** Bytes of a section of the old form. */
const OLD_SECTION_SIZE = 18
/**
 * Bytes of an imported triangle: three wedges (16 bits), two materials (bytes), smoothing groups (32 bits).
 */
const TRIANGLE_SIZE = 12
/** Zeros at the end of meshes that skip arrays. */
const SKIPPED_END = 10

/** *SkeletalMesh: a mesh that bones move.* 80 of 80 (119 to 129). */
export class SkeletalMesh extends LodMesh {
  /** Its own versions, in games that have them. */
  header = new PartHeader()
  /** X, Y, Z each; the old form's points. Empty in every file. */
  oldPoints = NO_FLOATS
  /** Parents before their children. */
  bones: MeshBone[] = []
  /** Default MeshAnimation. */
  animation: ObjectSource | null = null
  /** Since `Feature.SkeletalObjects`. */
  furtherObjects: (ObjectSource | null)[] = []
  /** Levels of the skeleton, the root's included. */
  skeletalDepth = 0
  /** For 1 bone, for 2 bones, and so on. */
  weightIndices: WeightIndex[] = []
  /** Weight and bone each. */
  boneInfluences = NO_USHORTS
  /**
   * Sockets: names that script uses, bones that they represent, and places there (origin, X, Y, Z axis: 12
   * floats each).
   */
  socketAliases: Name[] = []
  /** Names of bones; as many as `socketAliases`. */
  socketBones: Name[] = []
  /** Origin and three axes of each socket in its bone's space: 12 floats each. */
  socketCoords = NO_FLOATS
  /** The old form's sections, 18 bytes each, and indices. */
  oldSections: [Uint8Array, Uint8Array] = [NO_BYTES, NO_BYTES]
  /** Three for each triangle of the old form; empty in every file. */
  oldIndices = NO_USHORTS
  /** The finest first. */
  lods: SkeletalLod[] = []
  /** None in every file. */
  unknownObject: ObjectSource | null = null
  /** The mesh as imported, from here on, for the editor: X, Y, Z each. */
  points = NO_FLOATS
  /** 10 bytes each: point (16 bits), U, V (floats). */
  importedWedges = NO_BYTES
  /** 12 bytes each: three wedges (16 bits), material, second material (bytes), smoothing groups (32 bits). */
  triangles = NO_BYTES
  /** 8 bytes each: weight (float), point, bone (16 bits each). */
  influences = NO_BYTES
  /** For each wedge the one it collapses to. */
  collapse = NO_USHORTS
  /** One number for each triangle. */
  faceMap = NO_USHORTS
  /** After a header of minor version 3 and later: three lazy arrays that even the game skips. */
  skippedArrays: [Uint8Array, Uint8Array, Uint8Array] = [NO_BYTES, NO_BYTES, NO_BYTES]
  /** The same: a number for each of something, 65,535 for none; in most meshes none. */
  skippedMap = NO_USHORTS
  /** The same: 0 in all. */
  skippedEnd: Uint8Array = new Uint8Array(SKIPPED_END)
  /** Since `Feature.SkeletalNumber` and `Feature.SecondSkeletalNumber`. */
  numbers: [number, number] = [0, 0]
  /** Since `Feature.SkeletalFloats`. */
  floats = NO_FLOATS
  /** Since version 120: 32 bits; what they are computed from is not known. */
  authenticationKey = 0
  /** A KMeshProps. */
  karmaProps: ObjectSource | null = null
  /** Balls that hits are found on. */
  boneSpheres: BoneSphere[] = []
  /** Boxes that hits are found on. */
  boneBoxes: BoneBox[] = []
  /** A Model for each of the boxes. */
  boneModels: (ObjectSource | null)[] = []
  /** A StaticMesh to collide with. */
  collisionMesh: ObjectSource | null = null

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    const minor = partHeader(ar, this.header, Feature.SkeletalMeshHeader)
    this.oldPoints = vectorArray(ar, this.oldPoints, 'oldPoints')
    this.bones = recordArray(ar, this.bones, () => new MeshBone(), MESH_BONE_SIZE, 'bones')
    this.animation = ar.object(this.animation, 'animation')
    if (ar.since(Feature.SkeletalObjects)) this.furtherObjects = objectArray(ar, this.furtherObjects, 'furtherObjects')
    this.skeletalDepth = ar.i32(this.skeletalDepth, 'skeletalDepth')
    this.weightIndices = recordArray(ar, this.weightIndices, () => new WeightIndex(), 5, 'weightIndices')
    this.boneInfluences = ushortArray(ar, this.boneInfluences, 'boneInfluences', 2)
    this.socketAliases = nameArray(ar, this.socketAliases, 'socketAliases')
    this.socketBones = nameArray(ar, this.socketBones, 'socketBones')
    this.socketCoords = floatArray(ar, this.socketCoords, 'socketCoords', 12)
    if (this.version <= MeshVersion.OldForm) this.#serializeOldForm(ar)
    else this.#serializeLods(ar)
    if (minor >= 3) this.#serializeSkipped(ar)
    if (!ar.since(Feature.NoSkeletalEnd)) this.#serializeEnd(ar)
  }

  #serializeOldForm(ar: Archive): void {
    this.oldSections[0] = blockArray(ar, this.oldSections[0], OLD_SECTION_SIZE, 'oldSections[0]')
    this.oldSections[1] = blockArray(ar, this.oldSections[1], OLD_SECTION_SIZE, 'oldSections[1]')
    this.oldIndices = ushortArray(ar, this.oldIndices, 'oldIndices')
  }

  #serializeLods(ar: Archive): void {
    this.lods = recordArray(ar, this.lods, () => new SkeletalLod(), SKELETAL_LOD_SIZE, 'lods')
    this.unknownObject = ar.object(this.unknownObject, 'unknownObject')
    this.points = lazyArray(ar, 'points', () => vectorArray(ar, this.points, 'points'))
    this.importedWedges = lazyArray(ar, 'importedWedges', () =>
      blockArray(ar, this.importedWedges, WEDGE_SIZE, 'importedWedges'),
    )
    this.triangles = lazyArray(ar, 'triangles', () => blockArray(ar, this.triangles, TRIANGLE_SIZE, 'triangles'))
    this.influences = lazyArray(ar, 'influences', () => blockArray(ar, this.influences, INFLUENCE_SIZE, 'influences'))
    this.collapse = lazyArray(ar, 'collapse', () => ushortArray(ar, this.collapse, 'collapse'))
    this.faceMap = lazyArray(ar, 'faceMap', () => ushortArray(ar, this.faceMap, 'faceMap'))
  }

  #serializeSkipped(ar: Archive): void {
    for (const i of [0, 1, 2] as const) {
      const field = `skippedArrays[${i}]`
      this.skippedArrays[i] = lazyArray(ar, field, (end) => {
        const length = ar.isLoading ? end - ar.position : this.skippedArrays[i].length
        return ar.bytes(this.skippedArrays[i], length, field)
      })
    }
    this.skippedMap = lazyArray(ar, 'skippedMap', () => ushortArray(ar, this.skippedMap, 'skippedMap'))
    this.skippedEnd = ar.bytes(this.skippedEnd, SKIPPED_END, 'skippedEnd')
  }

  #serializeEnd(ar: Archive): void {
    if (ar.since(Feature.SkeletalNumber)) this.numbers[0] = ar.i32(this.numbers[0], 'numbers[0]')
    if (ar.since(Feature.SkeletalFloats)) this.floats = floatArray(ar, this.floats, 'floats')
    if (ar.since(Version.AuthenticationKey))
      this.authenticationKey = ar.u32(this.authenticationKey, 'authenticationKey')
    if (ar.since(Feature.SecondSkeletalNumber)) this.numbers[1] = ar.i32(this.numbers[1], 'numbers[1]')
    if (ar.since(Version.BoneShapes)) {
      this.karmaProps = ar.object(this.karmaProps, 'karmaProps')
      this.boneSpheres = recordArray(ar, this.boneSpheres, () => new BoneSphere(), 17, 'boneSpheres')
      this.boneBoxes = recordArray(ar, this.boneBoxes, () => new BoneBox(), 25, 'boneBoxes')
    }
    if (ar.since(Version.BoneModels)) this.boneModels = objectArray(ar, this.boneModels, 'boneModels')
    if (ar.since(Feature.CollisionMesh)) {
      this.collisionMesh = ar.object(this.collisionMesh, 'collisionMesh')
    }
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.tree(
      'bones',
      this.bones.map(({ parent }) => parent),
    )
    for (const [i, bone] of this.bones.entries()) report.unit(`bones[${i}].orientation`, bone.orientation)
    report.equal('socketBones', this.socketBones.length, this.socketAliases.length, 'one for each alias')
    report.equal('socketCoords', this.socketCoords.length / 12, this.socketAliases.length, 'one for each alias')
    const wedges = this.importedWedges.length / WEDGE_SIZE
    if (this.collapse.length > 0) report.equal('collapse', this.collapse.length, wedges, 'one for each wedge')
    for (const [i, lod] of this.lods.entries()) {
      report.indices(`lods[${i}].faces`, lod.faces, lod.wedges.length / WEDGE_SIZE, 'wedges', 4, 3)
      report.indices(`lods[${i}].rigidIndices`, lod.rigidIndices.indices, lod.vertices.vertices.length / 8, 'vertices')
    }
  }
}
