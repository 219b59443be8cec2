import { plural } from '@ukit/text/internal'
import type { CheckReport } from '../check.js'
import { type PixelFormat, pixelBytes } from './pixel-format.js'

/** A level of a texture of UE1 or UE2. */
interface MipLike {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly widthBits: number
  readonly heightBits: number
}

/** Larger than any texture, small enough that its bytes can be counted. */
const MAX_SIDE = 0x1_0000

/**
 * What must hold of the levels of a texture: as many bytes as texels need, sizes that are powers of two as
 * their exponents say, each half of the one before.
 *
 * Levels without data are those that the engine paints, or that an editor's conversion left.
 */
export function checkMips(
  report: CheckReport,
  field: string,
  mips: readonly MipLike[],
  format: PixelFormat | undefined,
): void {
  for (const [i, mip] of mips.entries()) {
    const { data, width, height } = mip
    const path = `${field}[${i}]`
    if (width < 1 || height < 1 || width > MAX_SIDE || height > MAX_SIDE) {
      report.error(path, `expected a width and height of 1 to ${MAX_SIDE}, found ${width} × ${height}`)
      continue
    }
    if (2 ** mip.widthBits !== width || 2 ** mip.heightBits !== height)
      report.warning(path, `expected sizes of 2^${mip.widthBits} × 2^${mip.heightBits}, found ${width} × ${height}`)
    checkHalf(report, path, mips[i - 1], mip)
    if (format === undefined || data.length === 0) continue
    const size = pixelBytes(format, width, height)
    const message =
      `expected ${plural(size, 'byte')} for ${width} × ${height} texels of ${format}, found ` + `${data.length}`
    if (data.length < size) report.error(`${path}.data`, message)
    else if (data.length > size) report.warning(`${path}.data`, message)
  }
}

/** Each level is half as wide and high as the one above, but at least 1. */
export function checkHalf(
  report: CheckReport,
  path: string,
  above: { readonly width: number; readonly height: number } | undefined,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  if (above === undefined) return
  const halves = [Math.max(1, above.width >> 1), Math.max(1, above.height >> 1)]
  if (width !== halves[0] || height !== halves[1])
    report.warning(path, `expected ${halves.join(' × ')}, half of the level above, found ${width} × ${height}`)
}
