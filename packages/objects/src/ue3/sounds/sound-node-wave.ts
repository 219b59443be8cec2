import type { Archive } from '@ukit/container'
import { Feature, Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import { NO_BYTES } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { ascii, checkSound, printable } from '../../common/check-sound.js'
import { UnrealObject } from '../../unreal-object.js'

const EMPTY_BULK_SIZE = 16
const MOST_FURTHER_BLOCKS = 2

/**
 * *SoundNodeWave: a sound, once for each platform.* 462 of 462, versions 491 to 868.
 *
 * A cooked package holds the block of its own platform only; the others are there and empty.
 */
export class SoundNodeWave extends UnrealObject {
  /** Since `Feature.SoundNumbers`. */
  unknownPair: Int32Array = new Int32Array(2)
  /** As imported: a RIFF WAVE file. Mass Effect 1: an ISACT file. */
  rawData = new BulkData()
  /** Since `Feature.SoundNumbers`. */
  unknownNumber = 0
  /** PC: an Ogg Vorbis file. */
  compressedPcData = new BulkData()
  /** Xbox 360. */
  compressedXbox360Data = new BulkData()
  /** PlayStation 3: `MSF`. */
  compressedPs3Data = new BulkData()
  /** Wii U. */
  compressedWiiUData = new BulkData()
  /** iPhone. */
  compressedIphoneData = new BulkData()
  /** Flash. */
  compressedFlashData = new BulkData()
  /** Since `Feature.FurtherSoundBlocks`: up to two more. Empty in all 15; perhaps of later consoles. */
  furtherData: BulkData[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.SoundNumbers)) this.unknownPair = ar.ints(this.unknownPair, 2, 'unknownPair')
    ar.record(this.rawData, 'rawData')
    if (ar.since(Feature.SoundNumbers)) this.unknownNumber = ar.i32(this.unknownNumber, 'unknownNumber')
    ar.record(this.compressedPcData, 'compressedPcData')
    ar.record(this.compressedXbox360Data, 'compressedXbox360Data')
    ar.record(this.compressedPs3Data, 'compressedPs3Data')
    if (ar.since(Version.SoundWiiU)) ar.record(this.compressedWiiUData, 'compressedWiiUData')
    if (ar.since(Version.SoundIphone)) ar.record(this.compressedIphoneData, 'compressedIphoneData')
    if (ar.since(Version.SoundFlash)) ar.record(this.compressedFlashData, 'compressedFlashData')
    if (ar.since(Feature.FurtherSoundBlocks)) this.#serializeFurther(ar)
  }

  #serializeFurther(ar: Archive): void {
    const left = Math.min(Math.floor(ar.remaining / EMPTY_BULK_SIZE), MOST_FURTHER_BLOCKS)
    const count = ar.isLoading ? left : this.furtherData.length
    this.furtherData = ar.records(this.furtherData, count, () => new BulkData(), 'furtherData')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkSound(report, 'rawData', plainPayload(this.rawData), 'wav')
    const pc = plainPayload(this.compressedPcData)
    if (pc.length > 0 && ascii(pc, 0, 4) !== 'OggS')
      report.warning('compressedPcData', `expected an Ogg Vorbis file, found data that begin with ${printable(pc)}`)
  }
}

/** What is in the package as it is; nothing of a payload that is compressed. */
function plainPayload({ payload, compression }: BulkData): Uint8Array {
  return compression === undefined ? payload : NO_BYTES
}
