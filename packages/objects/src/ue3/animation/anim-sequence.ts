import type { Archive, Serializable } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import { byteArray, NO_BYTES, NO_FLOATS, recordArray } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { UnrealObject } from '../../unreal-object.js'
import { bulkFloats } from '../bulk-array.js'

/** How a bone moves, before compression. */
export class RawAnimSequenceTrack implements Serializable {
  /** X, Y, Z for each key, or one for all. */
  positions: Float32Array = NO_FLOATS
  /**
   * X, Y, Z, W for each key, or one for all. The root's in the sense of the mesh's bones, all others the
   * other way round (3,708 tracks).
   */
  rotations: Float32Array = NO_FLOATS
  /** Since `Feature.BoneScales`: X, Y, Z for each key, or one for all. */
  scales: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.positions = bulkFloats(ar, this.positions, 3, 'positions')
    this.rotations = bulkFloats(ar, this.rotations, 4, 'rotations')
    if (ar.since(Feature.BoneScales)) this.scales = bulkFloats(ar, this.scales, 3, 'scales')
  }
}

/** *AnimSequence: a movement of a skeleton.* 135 of 135, versions 512 to 868. */
export class AnimSequence extends UnrealObject {
  /** One for each bone of the set; empty in cooked packages. */
  rawTracks: RawAnimSequenceTrack[] = []
  /** Since `Feature.RawAnimBlock`: all of it. */
  rawData = new BulkData()
  /**
   * The compressed keys. The property CompressedTrackOffsets says where: translation offset, number of keys,
   * rotation offset, number of keys for each track; the properties with CompressionFormat in their names say
   * how.
   */
  compressedData: Uint8Array = NO_BYTES
  /** True if the object ends before `compressedData`, as it may since `Feature.ShortAnimations`. */
  isShort = false

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.RawAnimBlock)) ar.record(this.rawData, 'rawData')
    if (ar.since(Version.RawAnimTracks)) {
      this.rawTracks = recordArray(ar, this.rawTracks, () => new RawAnimSequenceTrack(), 16, 'rawTracks')
    }
    if (ar.isLoading) this.isShort = ar.since(Feature.ShortAnimations) && ar.remaining === 0
    if (this.isShort) return
    this.compressedData = byteArray(ar, this.compressedData, 'compressedData')
  }
}
