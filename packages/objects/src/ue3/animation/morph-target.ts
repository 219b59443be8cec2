import type { Archive, Serializable } from '@ukit/container'
import { Name } from '@ukit/container'
import { blockArray, NO_BYTES, recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** *The vertices that a morph target moves, at one level of detail.* */
export class MorphLodModel implements Serializable {
  /**
   * 18 bytes per vertex: three floats that it moves, four bytes that its normal changes, 16 bits which vertex
   * it is.
   */
  vertices: Uint8Array = NO_BYTES
  /** Vertices of the mesh that the target was made for. */
  baseVertexCount = 0

  serialize(ar: Archive): void {
    this.vertices = blockArray(ar, this.vertices, 18, 'vertices')
    this.baseVertexCount = ar.i32(this.baseVertexCount, 'baseVertexCount')
  }
}

/** How far a target moves a bone. */
export class BoneOffset implements Serializable {
  /** X, Y, Z in the bone's space. */
  offset: Float32Array = new Float32Array(3)
  /** Name of the bone. */
  bone: Name = Name.NONE

  serialize(ar: Archive): void {
    this.offset = ar.floats(this.offset, 3, 'offset')
    this.bone = ar.name(this.bone, 'bone')
  }
}

/**
 * *MorphTarget: another shape of a mesh.* By public readers; an object that does not fit is kept as it is.
 */
export class MorphTarget extends UnrealObject {
  /** The moved vertices, the finest level of detail first. */
  lodModels: MorphLodModel[] = []
  /** Bones that the target moves. */
  boneOffsets: BoneOffset[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.lodModels = recordArray(ar, this.lodModels, () => new MorphLodModel(), 8, 'lodModels')
    if (ar.isLoading && ar.remaining === 0) return
    this.boneOffsets = recordArray(ar, this.boneOffsets, () => new BoneOffset(), 20, 'boneOffsets')
  }
}
