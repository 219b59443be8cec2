import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Feature, Guid } from '@ukit/container'
import { objectArray, recordArray } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { UnrealObject } from '../../unreal-object.js'

/** *WwiseBank: a sound bank of Audiokinetic's Wwise* (BioWare). 18 of 18. */
export class WwiseBank extends UnrealObject {
  /** Since `Feature.WwiseNumbers`. */
  unknown1 = 0
  /** Since `Feature.WwiseNumbers`. */
  unknown2 = 0
  /** A bank file (`BKHD`). */
  bank = new BulkData()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.WwiseNumbers)) {
      this.unknown1 = ar.i32(this.unknown1, 'unknown1')
      this.unknown2 = ar.i32(this.unknown2, 'unknown2')
    }
    ar.record(this.bank, 'bank')
  }
}

/**
 * *WwiseStream: a sound that is streamed* (BioWare), often from an audio file cache (`.afc`) that the
 * property Filename names. 155 of 155.
 */
export class WwiseStream extends UnrealObject {
  /** Since `Feature.WwiseNumbers`; when both are 0 nothing follows. */
  unknown1 = 0
  /** Since `Feature.WwiseNumbers`. */
  unknown2 = 0
  /** Since `Feature.WwiseRelationships`; which GUID it is, is not known. */
  guid = Guid.ZERO
  /** Since `Feature.WwiseRelationships`. */
  unknown3 = 0
  /** Since `Feature.WwiseRelationships`. */
  unknown4 = 0
  /** A RIFF file, RIFX on consoles. */
  data = new BulkData()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.WwiseNumbers)) {
      this.unknown1 = ar.i32(this.unknown1, 'unknown1')
      this.unknown2 = ar.i32(this.unknown2, 'unknown2')
      if (this.unknown1 === 0 && this.unknown2 === 0) return
      if (ar.since(Feature.WwiseRelationships)) {
        this.guid = ar.guid(this.guid, 'guid')
        this.unknown3 = ar.i32(this.unknown3, 'unknown3')
        this.unknown4 = ar.i32(this.unknown4, 'unknown4')
      }
    }
    ar.record(this.data, 'data')
  }
}

/** Banks and streams of one platform or language. */
export class WwiseRelationships implements Serializable {
  /** WwiseBank objects that the event needs. */
  banks: (ObjectSource | null)[] = []
  /** WwiseStream objects that the event plays. */
  streams: (ObjectSource | null)[] = []

  serialize(ar: Archive): void {
    this.banks = objectArray(ar, this.banks, 'banks')
    this.streams = objectArray(ar, this.streams, 'streams')
  }
}

/** *WwiseEvent: what plays when something happens* (BioWare). 143 of 143. */
export class WwiseEvent extends UnrealObject {
  /** Unless `eventId` is stored. */
  streams: (ObjectSource | null)[] = []
  /** Since `Feature.WwiseNumbers`: Wwise's number of the event. */
  eventId = 0
  /** Since `Feature.WwiseRelationships`. */
  relationships: WwiseRelationships[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (!ar.since(Feature.WwiseNumbers)) {
      this.streams = objectArray(ar, this.streams, 'streams')
      return
    }
    this.eventId = ar.u32(this.eventId, 'eventId')
    if (!ar.since(Feature.WwiseRelationships)) return
    this.relationships = recordArray(ar, this.relationships, () => new WwiseRelationships(), 8, 'relationships')
  }
}
