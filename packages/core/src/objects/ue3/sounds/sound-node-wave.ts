import type { Archive } from '../../../archive/archive.js'
import { Version } from '../../../versions.js'
import { BulkData } from '../../common/bulk-data.js'
import { UnrealObject } from '../../unreal-object.js'

/**
 * *SoundNodeWave: a sound, once for each platform.* 462 of 462, versions 491 to 868.
 *
 * A cooked package holds the block of its own platform only; the others are there and empty.
 */
export class SoundNodeWave extends UnrealObject {
  /** As imported: a RIFF WAVE file. */
  rawData = new BulkData()
  /** PC: an Ogg Vorbis file. */
  compressedPcData = new BulkData()
  /** Xbox 360. */
  compressedXbox360Data = new BulkData()
  /** PlayStation 3: `MSF`. */
  compressedPs3Data = new BulkData()
  compressedWiiUData = new BulkData()
  compressedIphoneData = new BulkData()
  compressedFlashData = new BulkData()

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.rawData, 'rawData')
    ar.record(this.compressedPcData, 'compressedPcData')
    ar.record(this.compressedXbox360Data, 'compressedXbox360Data')
    ar.record(this.compressedPs3Data, 'compressedPs3Data')
    if (ar.since(Version.SoundWiiU)) ar.record(this.compressedWiiUData, 'compressedWiiUData')
    if (ar.since(Version.SoundIphone)) ar.record(this.compressedIphoneData, 'compressedIphoneData')
    if (ar.since(Version.SoundFlash)) ar.record(this.compressedFlashData, 'compressedFlashData')
  }
}
