import type { Archive, Serializable } from '@ukit/container'
import { Feature, Guid, Version } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import type { CheckReport } from '../../check.js'
import { byteArray, NO_BYTES, recordArray } from '../../common/arrays.js'
import { BULK_DATA_SIZE, BulkData } from '../../common/bulk-data.js'
import { checkHalf } from '../../common/check-mips.js'
import { pixelBytes, pixelFormatOf } from '../../common/pixel-format.js'
import { Texture } from './texture.js'

/** *One size of a picture.* Its pixels are in the format that the texture's property Format names. */
export class Texture2DMip implements Serializable {
  /** The pixels; may be in another file, such as a texture file cache (`.tfc`). */
  data = new BulkData()
  /** Pixels. */
  width = 0
  /** Pixels. */
  height = 0

  serialize(ar: Archive): void {
    ar.record(this.data, 'data')
    this.width = ar.i32(this.width, 'width')
    this.height = ar.i32(this.height, 'height')
  }

  /** Minimum size in bytes of one. */
  static readonly MIN_SIZE = BULK_DATA_SIZE + 8
}

/**
 * *Texture2D (UE3): a picture in falling sizes.* 1,361 of 1,361 objects.
 *
 * Sizes whose bulk data says `separate-file` are in the texture file cache that the property
 * TextureFileCacheName names.
 */
export class Texture2D extends Texture {
  /** The largest first. */
  mips: Texture2DMip[] = []
  /** Since `Feature.MipNumber`; 0 in all. */
  unknown = 0
  /** Tells whether the texture file cache is of the same time as the package. */
  textureFileCacheGuid = Guid.ZERO
  /** Since `Feature.CacheGuidNumber`; 0 in all. */
  secondUnknown = 0
  /** For mobile devices: PVRTC, as many as `mips` or none. */
  cachedPvrtcMips: Texture2DMip[] = []
  /** Flash: largest size. */
  cachedFlashMipsMaxResolution = 0
  /** For mobile devices: ATITC; none in all. */
  cachedAtitcMips: Texture2DMip[] = []
  /** Flash: all sizes in one block. */
  cachedFlashMips = new BulkData()
  /** For mobile devices: ETC; none in all. */
  cachedEtcMips: Texture2DMip[] = []
  /** Since `Feature.SystemMemoryMips`: whether `systemMemoryData` is wanted. */
  hasSystemMemoryData = 0
  /** The copy of the largest mip for the processor (4 of 248). */
  systemMemoryData: Uint8Array = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.mips = mips(ar, this.mips, 'mips')
    if (ar.since(Feature.MipNumber)) this.unknown = ar.i32(this.unknown, 'unknown')
    if (ar.since(Version.TextureFileCacheGuid))
      this.textureFileCacheGuid = ar.guid(this.textureFileCacheGuid, 'textureFileCacheGuid')
    if (ar.since(Feature.CacheGuidNumber)) this.secondUnknown = ar.i32(this.secondUnknown, 'secondUnknown')
    if (ar.since(Version.CachedPvrtcMips)) this.cachedPvrtcMips = mips(ar, this.cachedPvrtcMips, 'cachedPvrtcMips')
    if (ar.since(Version.CachedFlashMips)) {
      this.cachedFlashMipsMaxResolution = ar.i32(this.cachedFlashMipsMaxResolution, 'cachedFlashMipsMaxResolution')
      this.cachedAtitcMips = mips(ar, this.cachedAtitcMips, 'cachedAtitcMips')
      ar.record(this.cachedFlashMips, 'cachedFlashMips')
    }
    if (ar.since(Version.CachedEtcMips)) this.cachedEtcMips = mips(ar, this.cachedEtcMips, 'cachedEtcMips')
    if (ar.since(Feature.SystemMemoryMips)) {
      this.hasSystemMemoryData = ar.i32(this.hasSystemMemoryData, 'hasSystemMemoryData')
      this.systemMemoryData = byteArray(ar, this.systemMemoryData, 'systemMemoryData')
    }
  }

  override check(report: CheckReport): void {
    super.check(report)
    const format = pixelFormatOf(3, this.properties.get('Format'))
    for (const [i, mip] of this.mips.entries()) {
      const { data, width, height } = mip
      const above = this.mips[i - 1]
      // The cooker keeps levels at the size of a block.
      if (above !== undefined && width > 4 && height > 4) checkHalf(report, `mips[${i}]`, above, mip)
      // Consoles pad levels to tiles.
      if (format === undefined || data.place === 'unused' || report.context.bigEndian) continue
      const size = pixelBytes(format, width, height)
      const message =
        `expected ${plural(size, 'byte')} for ${width} × ${height} texels of ${format}, found ` + `${data.count}`
      if (data.count < size) report.error(`mips[${i}].data`, message)
      else if (data.count > size) report.warning(`mips[${i}].data`, message)
      if (data.place === 'inline' && data.compression === undefined)
        report.equal(`mips[${i}].data.payload`, data.payload.length, data.count, 'the number of elements')
    }
    const said = this.properties.get('SizeX')
    const largest = this.mips[0]?.width ?? 0
    if (typeof said === 'number' && largest > said)
      report.warning('SizeX', `expected at least ${largest}, the width of the largest level, found ${said}`)
  }
}

function mips(ar: Archive, list: Texture2DMip[], field: string): Texture2DMip[] {
  return recordArray(ar, list, () => new Texture2DMip(), Texture2DMip.MIN_SIZE, field)
}
