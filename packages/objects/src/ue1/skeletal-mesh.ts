import type { Archive, ObjectSource } from '@ukit/container'
import { blockArray, NO_BYTES, NO_FLOATS, NO_USHORTS, recordArray, ushortArray, vectorArray } from '../common/arrays.js'
import { Coords } from '../common/geometry.js'
import { MESH_BONE_SIZE, MeshBone } from '../common/mesh-bone.js'
import { LodMesh } from './lod-mesh.js'

/** Bytes of a wedge whose texture coordinates are floats. */
const EXT_WEDGE_SIZE = 12

/**
 * *SkeletalMesh: a skin on bones.* Faces and wedges of the LodMesh describe the skin; it has no frames. 3 of
 * 3 (version 69).
 */
export class SkeletalMesh extends LodMesh {
  /** 12 bytes each: vertex and flags (16 bits), U and V (floats). Empty in every file. */
  extWedges = NO_BYTES
  /** The skin's vertices, three floats each. */
  points = NO_FLOATS
  /** The bones, parents before their children. */
  refSkeleton: MeshBone[] = []
  /** For each bone: first of `boneWeights`, how many of them, and two numbers for details. */
  boneWeightIndices = NO_USHORTS
  /** A point, and how much of it the bone moves (65,535: all). */
  boneWeights = NO_USHORTS
  /** Points by bone, relative to it. */
  localPoints = NO_FLOATS
  /** Levels of the skeleton, the root's included. */
  skeletalDepth = 0
  /** The Animation that it plays unless another is linked. */
  defaultAnimation: ObjectSource | null = null
  /** Bone that holds the weapon; −1 none. */
  weaponBone = -1
  /** How the weapon is placed and turned in the bone's space. */
  weaponAdjust = new Coords()

  override check(report: Parameters<LodMesh['check']>[0]): void {
    super.check(report)
    report.tree(
      'refSkeleton',
      this.refSkeleton.map(({ parent }) => parent),
    )
    for (const [i, bone] of this.refSkeleton.entries()) report.unit(`refSkeleton[${i}].orientation`, bone.orientation)
    report.indices('boneWeights', this.boneWeights, this.points.length / 3, 'points', 2, 1)
    report.indexOrNone('weaponBone', this.weaponBone, this.refSkeleton.length, 'bones')
  }

  protected override checkFrames(report: Parameters<LodMesh['check']>[0]): void {
    report.equal('frameVerts', this.frameVerts, this.points.length / 3, 'one for each point')
  }

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.extWedges = blockArray(ar, this.extWedges, EXT_WEDGE_SIZE, 'extWedges')
    this.points = vectorArray(ar, this.points, 'points')
    this.refSkeleton = recordArray(ar, this.refSkeleton, () => new MeshBone(), MESH_BONE_SIZE, 'refSkeleton')
    this.boneWeightIndices = ushortArray(ar, this.boneWeightIndices, 'boneWeightIndices', 4)
    this.boneWeights = ushortArray(ar, this.boneWeights, 'boneWeights', 2)
    this.localPoints = vectorArray(ar, this.localPoints, 'localPoints')
    this.skeletalDepth = ar.i32(this.skeletalDepth, 'skeletalDepth')
    this.defaultAnimation = ar.object(this.defaultAnimation, 'defaultAnimation')
    this.weaponBone = ar.i32(this.weaponBone, 'weaponBone')
    ar.record(this.weaponAdjust, 'weaponAdjust')
  }
}
