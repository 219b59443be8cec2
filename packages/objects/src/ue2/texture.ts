import type { Archive } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES } from '../common/arrays.js'
import { checkMips } from '../common/check-mips.js'
import { lazyBytes } from '../common/lazy-array.js'
import { pixelFormatOf } from '../common/pixel-format.js'
import { checkSizes, Mip } from '../ue1/texture.js'
import { isVengeance } from './lines.js'
import { Material } from './material.js'
import { VengeanceHeader, vengeanceHeader } from './vengeance.js'

/** Least bytes of a level: an empty lazy array, two sizes, two exponents. */
const MIP_SIZE = 11
/** Vengeance: licensee version from which each level has a header. */
const VENGEANCE_MIP = 0x1a
/** Vanguard: bytes of a table in front of the levels. */
const VANGUARD_TABLE = 142

/** *A level of a texture in Vengeance packages*: a header, and in some a second picture before the first. Readers only. */
export class VengeanceMip extends Mip {
  header = new VengeanceHeader()
  /** Kept in versions whose header says 1. */
  skipped = NO_BYTES

  override serialize(ar: Archive): void {
    if (vengeanceHeader(ar, this.header, VENGEANCE_MIP) === 1) this.skipped = lazyBytes(ar, this.skipped, 'skipped')
    super.serialize(ar)
  }
}

/**
 * *Texture: a picture in levels of halving size.*
 *
 * Format, palette, sizes, clamping are properties. 1,320 of 1,320 objects, and cubemaps (whose own level is a dummy; the faces are properties). `Format`: 0 P8 (indices
 * into `Palette`), 1 RGBA7, 2 RGB16, 3 DXT1, 4 RGB8, 5 RGBA8 (B, G, R, A), 6 none, 7 DXT3, 8 DXT5, 9 L8, 10 G16 (16-bit heights), 11 RRRGGGBBB, then some games' own.
 */
export class Texture extends Material {
  /** America's Army since licensee 8: 10619, says a reader. */
  armyWord = 0
  /** Vanguard: a table that finds levels. */
  vanguardTable = NO_BYTES
  /** Largest first. Some textures end with levels without data, as the editor's conversion left them (7 of 1,309). */
  mips: Mip[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (isVanguard(ar)) this.vanguardTable = ar.bytes(this.vanguardTable, VANGUARD_TABLE, 'vanguardTable')
    if (isArmy(ar)) this.armyWord = ar.i32(this.armyWord, 'armyWord')
    const count = ar.indexCount(this.mips.length, 'mips.count', MIP_SIZE)
    this.mips = ar.records(this.mips, count, isVengeance(ar) ? () => new VengeanceMip() : () => new Mip(), 'mips')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkMips(report, 'mips', this.mips, pixelFormatOf(2, this.properties.get('Format')))
    checkSizes(report, this.mips[0], this.properties)
  }
}

/** America's Army 2.5 to 2.8. Readers only. */
function isArmy(ar: Archive): boolean {
  return ar.context.branch === 'standard' && ar.version === 128 && (ar.licensee === 32 || ar.licensee === 33)
}

/** Vanguard, but for its oldest packages, whose version is UT2004's. Readers only. */
function isVanguard(ar: Archive): boolean {
  return ar.context.branch === 'standard' && ar.version >= 128 && (ar.licensee === 34 || ar.licensee === 35)
}

/** *FireTexture: a texture that the engine paints from sparks.* 2 of 2. */
export class FireTexture extends Texture {
  /** As in UE1: type, heat, X, Y, and four bytes whose meaning the type decides. */
  sparks = NO_BYTES

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sparks = blockArray(ar, this.sparks, SPARK_SIZE, 'sparks')
  }
}

const SPARK_SIZE = 8
