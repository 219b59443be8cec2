import type { Archive, Serializable } from '@ukit/container'
import { Name, Version } from '@ukit/container'
import { byteArray, NO_BYTES, NO_FLOATS, recordArray } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { UnrealObject } from '../../unreal-object.js'
import { isBioWare, isLateMassEffect, isMassEffect1 } from '../branches.js'
import { bulkFloats } from '../bulk-array.js'

/** How a bone moves, before compression. */
export class RawAnimSequenceTrack implements Serializable {
  /** X, Y, Z for each key, or one for all. */
  positions: Float32Array = NO_FLOATS
  /** X, Y, Z, W for each key, or one for all. */
  rotations: Float32Array = NO_FLOATS

  serialize(ar: Archive): void {
    this.positions = bulkFloats(ar, this.positions, 3, 'positions')
    this.rotations = bulkFloats(ar, this.rotations, 4, 'rotations')
  }
}

/** *AnimSequence: a movement of a skeleton.* 135 of 135, versions 512 to 868. */
export class AnimSequence extends UnrealObject {
  /** One for each bone of the set; empty in cooked packages. */
  rawTracks: RawAnimSequenceTrack[] = []
  /** Mass Effect 2: all of it in one block. */
  rawData = new BulkData()
  /**
   * The compressed keys. The property CompressedTrackOffsets says where: translation offset, number of keys, rotation offset, number of keys for each track; the
   * properties with CompressionFormat in their names say how.
   */
  compressedData: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (isBioWare(ar)) {
      if (!isLateMassEffect(ar) && !isMassEffect1(ar)) ar.record(this.rawData, 'rawData')
    } else if (ar.since(Version.RawAnimTracks)) {
      this.rawTracks = recordArray(ar, this.rawTracks, () => new RawAnimSequenceTrack(), 16, 'rawTracks')
    }
    this.compressedData = byteArray(ar, this.compressedData, 'compressedData')
  }
}

/** A sequence and how often it is in use. */
export class DynamicAnimSetEntry implements Serializable {
  name: Name = Name.NONE
  count = 0

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.count = ar.i32(this.count, 'count')
  }
}

/** *BioDynamicAnimSet (Mass Effect): a set of animations that is put together while the game runs.* 32 of 32. */
export class BioDynamicAnimSet extends UnrealObject {
  sequences: DynamicAnimSetEntry[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sequences = recordArray(ar, this.sequences, () => new DynamicAnimSetEntry(), 12, 'sequences')
  }
}
