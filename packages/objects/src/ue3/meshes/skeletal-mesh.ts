import type { Archive, Serializable, UString } from '@ukit/container'
import { Feature, Name, type ObjectSource, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import {
  byteArray,
  floatArray,
  NO_BYTES,
  NO_FLOATS,
  objectArray,
  recordArray,
  stringArray,
  vectorArray,
} from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'
import { BoxSphereBounds } from '../bounds.js'
import { KDopTree } from './kdop-tree.js'
import { SkeletalMeshLodModel } from './skeletal-mesh-lod.js'

/** *A bone of a skeleton, as it is when nothing moves.* */
export class MeshBone implements Serializable {
  /** What animations, sockets and scripts know it by. */
  name: Name = Name.NONE
  /** Bits; their meaning is not known. */
  flags = 0
  /** A quaternion, X, Y, Z, W, that turns from the bone to its parent: of all bones, unlike UE1 and UE2. */
  orientation: Float32Array = Float32Array.of(0, 0, 0, 1)
  /** Place in the parent's space. */
  position: Float32Array = new Float32Array(3)
  /** Since `Feature.BoneScales`: X, Y, Z. */
  scale: Float32Array = Float32Array.of(1, 1, 1)
  /** Bones whose parent this one is. */
  numChildren = 0
  /** Number of the parent; the root's own, 0, for the root. */
  parent = 0
  /** In the editor: blue, green, red, alpha. */
  colour = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.flags = ar.u32(this.flags, 'flags')
    this.orientation = ar.floats(this.orientation, 4, 'orientation')
    this.position = ar.floats(this.position, 3, 'position')
    if (ar.since(Feature.BoneScales)) this.scale = ar.floats(this.scale, 3, 'scale')
    this.numChildren = ar.i32(this.numChildren, 'numChildren')
    this.parent = ar.i32(this.parent, 'parent')
    if (ar.since(Version.BoneColour)) this.colour = ar.u32(this.colour, 'colour')
  }
}

/** Which bone has a name. */
export class NameIndex implements Serializable {
  /** Name of a bone. */
  name: Name = Name.NONE
  /** Index into `bones`. */
  index = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.index = ar.i32(this.index, 'index')
  }
}

/** The triangles that hang on one bone, for hits on single polygons. */
export class PerPolyBoneCollision implements Serializable {
  /** Tree over the triangles of `vertices`. */
  kDop = new KDopTree()
  /** X, Y, Z each, in the bone's space. */
  vertices: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    ar.record(this.kDop, 'kDop')
    this.vertices = vectorArray(ar, this.vertices, 'vertices')
  }
}

/** *SkeletalMesh (UE3): a mesh that bones move.* 60 of 60, versions 491 to 868. */
export class SkeletalMesh extends UnrealObject {
  /** Of the mesh when nothing moves, in its own space. */
  bounds = new BoxSphereBounds()
  /** What `materialIndex` of sections refers to. */
  materials: (ObjectSource | null)[] = []
  /** X, Y, Z of the mesh’s offset from its component. */
  origin: Float32Array = new Float32Array(3)
  /** Pitch, yaw, roll. */
  rotationOrigin: Int32Array = new Int32Array(3)
  /** Parents before their children. */
  bones: MeshBone[] = []
  /** Levels of the skeleton. */
  skeletalDepth = 0
  /** The finest first. */
  lodModels: SkeletalMeshLodModel[] = []
  /** The bones by name. */
  boneIndices: NameIndex[] = []
  /** For each bone that hits are found on by triangle. */
  perPolyBoneCollisions: PerPolyBoneCollision[] = []
  /** Bones at which the mesh can break, by name. */
  boneBreakNames: UString[] = []
  /** A byte for each of `boneBreakNames`: how it breaks there. */
  boneBreakOptions: Uint8Array = NO_BYTES
  /** APEX clothing for each material; none for most. */
  clothingAssets: (ObjectSource | null)[] = []
  /** Size of a texture on the mesh, for each of four sets of coordinates; or none. */
  cachedStreamingTextureFactors: Float32Array = NO_FLOATS
  /** Since 829; 0 in all. Perhaps whether data before simplification follow. */
  unknown829 = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.bounds, 'bounds')
    this.materials = objectArray(ar, this.materials, 'materials')
    this.origin = ar.floats(this.origin, 3, 'origin')
    this.rotationOrigin = ar.ints(this.rotationOrigin, 3, 'rotationOrigin')
    this.bones = recordArray(ar, this.bones, () => new MeshBone(), 48, 'bones')
    this.skeletalDepth = ar.i32(this.skeletalDepth, 'skeletalDepth')
    this.lodModels = recordArray(
      ar,
      this.lodModels,
      () => new SkeletalMeshLodModel(() => this.properties.get('bHasVertexColors') === true),
      SkeletalMeshLodModel.MIN_SIZE,
      'lodModels',
    )
    this.boneIndices = recordArray(ar, this.boneIndices, () => new NameIndex(), 12, 'boneIndices')
    if (ar.since(Version.BulkArrays))
      this.perPolyBoneCollisions = recordArray(
        ar,
        this.perPolyBoneCollisions,
        () => new PerPolyBoneCollision(),
        KDopTree.MIN_SIZE + 4,
        'perPolyBoneCollisions',
      )
    if (ar.since(Version.BoneBreaks)) {
      this.boneBreakNames = stringArray(ar, this.boneBreakNames, 'boneBreakNames')
      if (!ar.since(Feature.NoBoneBreakOptions))
        this.boneBreakOptions = byteArray(ar, this.boneBreakOptions, 'boneBreakOptions')
    }
    if (ar.since(Version.ClothingAssets)) this.clothingAssets = objectArray(ar, this.clothingAssets, 'clothingAssets')
    if (ar.since(Version.StreamingTextureFactors))
      this.cachedStreamingTextureFactors = floatArray(
        ar,
        this.cachedStreamingTextureFactors,
        'cachedStreamingTextureFactors',
      )
    if (ar.since(Version.SkeletalUnknown829)) this.unknown829 = ar.i32(this.unknown829, 'unknown829')
  }

  override check(report: CheckReport): void {
    super.check(report)
    report.tree(
      'bones',
      this.bones.map(({ parent }) => parent),
    )
    for (const [i, bone] of this.bones.entries()) report.unit(`bones[${i}].orientation`, bone.orientation)
    for (const [i, { index }] of this.boneIndices.entries())
      report.index(`boneIndices[${i}].index`, index, this.bones.length, 'bones')
    for (const [i, lod] of this.lodModels.entries()) lod.check(report, `lodModels[${i}]`, this.bones.length)
  }
}
