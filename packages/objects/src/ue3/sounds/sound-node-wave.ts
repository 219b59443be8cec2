import type { Archive } from '@ukit/container'
import { Version } from '@ukit/container'
import type { CheckReport } from '../../check.js'
import { NO_BYTES } from '../../common/arrays.js'
import { BulkData } from '../../common/bulk-data.js'
import { ascii, checkSound, printable } from '../../common/check-sound.js'
import { UnrealObject } from '../../unreal-object.js'
import { isKillingFloor2, isMassEffect1 } from '../branches.js'

const EMPTY_BULK_SIZE = 16
const KILLING_FLOOR_2_BLOCKS = 2

/**
 * *SoundNodeWave: a sound, once for each platform.* 462 of 462, versions 491 to 868.
 *
 * A cooked package holds the block of its own platform only; the others are there and empty.
 */
export class SoundNodeWave extends UnrealObject {
  /** Mass Effect 1: two numbers. */
  massEffect1Unknown: Int32Array = new Int32Array(2)
  /** As imported: a RIFF WAVE file. Mass Effect 1: an ISACT file. */
  rawData = new BulkData()
  /** Mass Effect 1: one number more. */
  massEffect1Unknown3 = 0
  /** PC: an Ogg Vorbis file. */
  compressedPcData = new BulkData()
  /** Xbox 360. */
  compressedXbox360Data = new BulkData()
  /** PlayStation 3: `MSF`. */
  compressedPs3Data = new BulkData()
  compressedWiiUData = new BulkData()
  compressedIphoneData = new BulkData()
  compressedFlashData = new BulkData()
  /** Two more that Killing Floor 2 has: the first from 869 on, the second in 871. Empty in all 15; perhaps of later consoles. */
  killingFloor2Data: BulkData[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (isMassEffect1(ar)) this.massEffect1Unknown = ar.ints(this.massEffect1Unknown, 2, 'massEffect1Unknown')
    ar.record(this.rawData, 'rawData')
    if (isMassEffect1(ar)) this.massEffect1Unknown3 = ar.i32(this.massEffect1Unknown3, 'massEffect1Unknown3')
    ar.record(this.compressedPcData, 'compressedPcData')
    ar.record(this.compressedXbox360Data, 'compressedXbox360Data')
    ar.record(this.compressedPs3Data, 'compressedPs3Data')
    if (ar.since(Version.SoundWiiU)) ar.record(this.compressedWiiUData, 'compressedWiiUData')
    if (ar.since(Version.SoundIphone)) ar.record(this.compressedIphoneData, 'compressedIphoneData')
    if (ar.since(Version.SoundFlash)) ar.record(this.compressedFlashData, 'compressedFlashData')
    if (isKillingFloor2(ar)) this.#serializeKillingFloor2(ar)
  }

  #serializeKillingFloor2(ar: Archive): void {
    const left = Math.min(Math.floor(ar.remaining / EMPTY_BULK_SIZE), KILLING_FLOOR_2_BLOCKS)
    const count = ar.isLoading ? left : this.killingFloor2Data.length
    this.killingFloor2Data = ar.records(this.killingFloor2Data, count, () => new BulkData(), 'killingFloor2Data')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkSound(report, 'rawData', plainPayload(this.rawData), 'wav')
    const pc = plainPayload(this.compressedPcData)
    if (pc.length > 0 && ascii(pc, 0, 4) !== 'OggS')
      report.warning('compressedPcData', `expected an Ogg Vorbis file, found data that begin with ${printable(pc)}`)
  }
}

/** What stands in the package as it is; nothing of a payload that is compressed. */
function plainPayload({ payload, compression }: BulkData): Uint8Array {
  return compression === undefined ? payload : NO_BYTES
}
