import type { Archive } from '@ukit/container'
import { Feature } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { blockArray, NO_BYTES } from '../common/arrays.js'
import { checkMips } from '../common/check-mips.js'
import { lazyBytes } from '../common/lazy-array.js'
import { pixelFormatOf } from '../common/pixel-format.js'
import { checkSizes, Mip } from '../ue1/texture.js'
import { Material } from './material.js'
import { PartHeader, partHeader } from './part-header.js'

/** Minimum size in bytes of a level: an empty lazy array, two sizes, two exponents. */
const MIP_SIZE = 11
/** Bytes of the table that some games have in front of the levels. */
const TABLE_SIZE = 142

/**
 * *A level of a texture that starts with a header* (`Feature.MipHeader`), and in some a second picture before
 * the first. Readers only.
 */
export class HeadedMip extends Mip {
  /** Its own versions. */
  header = new PartHeader()
  /** Kept in versions whose header says 1. */
  skipped = NO_BYTES

  override serialize(ar: Archive): void {
    if (partHeader(ar, this.header, Feature.MipHeader) === 1) this.skipped = lazyBytes(ar, this.skipped, 'skipped')
    super.serialize(ar)
  }
}

/**
 * *Texture: a picture in levels of halving size.*
 *
 * Format, palette, sizes, clamping are properties. 1,320 of 1,320 objects, and cubemaps (whose own level is a
 * dummy; the faces are properties). `Format`: 0 P8 (indices into `Palette`), 1 RGBA7, 2 RGB16, 3 DXT1, 4
 * RGB8, 5 RGBA8 (B, G, R, A), 6 none, 7 DXT3, 8 DXT5, 9 L8, 10 G16 (16-bit heights), 11 RRRGGGBBB, then some
 * games' own.
 */
export class Texture extends Material {
  /** Since `Feature.TextureNumber`: 10619, says a reader. */
  number = 0
  /** Since `Feature.TextureTable`: a table that finds levels. */
  table = NO_BYTES
  /**
   * Largest first. Some textures end with levels without data, as the editor's conversion left them (7 of
   * 1,309).
   */
  mips: Mip[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    if (ar.since(Feature.TextureTable)) this.table = ar.bytes(this.table, TABLE_SIZE, 'table')
    if (ar.since(Feature.TextureNumber)) this.number = ar.i32(this.number, 'number')
    const count = ar.indexCount(this.mips.length, 'mips.count', MIP_SIZE)
    const create = ar.since(Feature.MipHeader) ? () => new HeadedMip() : () => new Mip()
    this.mips = ar.records(this.mips, count, create, 'mips')
  }

  override check(report: CheckReport): void {
    super.check(report)
    checkMips(report, 'mips', this.mips, pixelFormatOf(2, this.properties.get('Format')))
    checkSizes(report, this.mips[0], this.properties)
  }
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
