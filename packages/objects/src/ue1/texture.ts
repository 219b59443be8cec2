import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { NO_BYTES } from '../common/arrays.js'
import { checkMips } from '../common/check-mips.js'
import { lazyBytes } from '../common/lazy-array.js'
import { pixelFormatOf } from '../common/pixel-format.js'
import type { PropertyList } from '../property.js'
import { UnrealObject } from '../unreal-object.js'

/** *One level of a texture*, each half as wide and high as the one before. */
export class Mip implements Serializable {
  /**
   * Pixels, in the format that the texture names; none at all in textures that the engine paints (296 of
   * 296).
   */
  data = NO_BYTES
  /** Pixels. */
  width = 0
  /** Pixels. */
  height = 0
  /** Exponents of 2: 8 for a width of 256. */
  widthBits = 0
  /** As `widthBits`. */
  heightBits = 0

  serialize(ar: Archive): void {
    this.data = lazyBytes(ar, this.data, 'data')
    this.width = ar.u32(this.width, 'width')
    this.height = ar.u32(this.height, 'height')
    this.widthBits = ar.u8(this.widthBits, 'widthBits')
    this.heightBits = ar.u8(this.heightBits, 'heightBits')
  }
}

/** Minimum size in bytes of a `Mip`: an empty array, two sizes, two exponents. */
const MIP_SIZE = 11

/**
 * A texture's levels, largest first.
 *
 * Readers call the count a byte in UE1 and an index in UE2; both are the same bits, since nothing has 64
 * levels.
 */
export function mips(ar: Archive, values: Mip[], field: string): Mip[] {
  return ar.records(values, ar.indexCount(values.length, `${field}.count`, MIP_SIZE), () => new Mip(), field)
}

/**
 * *Texture: a picture in levels of halving size.*
 *
 * The format, the palette and how it is drawn are properties. 3,447 of 3,447 in UE1; UE2 stores the same
 * without the second list (1,320 of 1,320).
 */
export class Texture extends UnrealObject {
  /** Levels in the format of the property `Format`; 8-bit indices into `Palette` in every texture of UE1. */
  mips: Mip[] = []
  /** The same levels compressed, in the format of the property `CompFormat`; there when `bHasComp` is set. */
  compressedMips: Mip[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.mips = mips(ar, this.mips, 'mips')
    if (!ar.since(Version.NoCompressedMips) && this.properties.get('bHasComp') === true) {
      this.compressedMips = mips(ar, this.compressedMips, 'compressedMips')
    }
  }

  override check(report: CheckReport): void {
    super.check(report)
    const { engine } = report.context
    checkMips(report, 'mips', this.mips, pixelFormatOf(engine, this.properties.get('Format')))
    checkMips(report, 'compressedMips', this.compressedMips, pixelFormatOf(engine, this.properties.get('CompFormat')))
    checkSizes(report, this.mips[0], this.properties)
  }
}

/** The properties USize and VSize are those of the largest level. */
export function checkSizes(report: CheckReport, largest: Mip | undefined, properties: PropertyList): void {
  for (const [name, size] of [
    ['USize', largest?.width],
    ['VSize', largest?.height],
  ] as const) {
    const said = properties.get(name)
    if (typeof said === 'number' && size !== undefined && said !== size)
      report.warning(name, `expected ${size}, the size of the largest level, found ${said}`)
  }
}
