import type { Console, Package } from '@ukit/core'
import type { ue3 } from '@ukit/objects'
import { type PixelFormat, pixelBytes } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { fromMortonOrder } from './morton-order.js'
import { untileWiiU } from './wii-u-tiles.js'
import { swapped, tiledBytes, untile } from './xbox-tiles.js'

/**
 * The size of a block or pixel in bytes, its side in pixels, and the words whose bytes a console reverses.
 */
interface Grain {
  readonly size: number
  readonly side: number
  /** Bytes of the words in which the Xbox 360 stores it. */
  readonly word: number
}

/** Formats that were found in textures for consoles. */
const GRAINS: Readonly<Partial<Record<PixelFormat, Grain>>> = {
  bc1: { size: 8, side: 4, word: 2 },
  bc2: { size: 16, side: 4, word: 2 },
  bc3: { size: 16, side: 4, word: 2 },
  bc5: { size: 16, side: 4, word: 2 },
  bgra8: { size: 4, side: 1, word: 4 },
  v8u8: { size: 2, side: 1, word: 2 },
  bc4: { size: 8, side: 4, word: 2 },
  g16: { size: 2, side: 1, word: 2 },
  r16f: { size: 2, side: 1, word: 2 },
  r32f: { size: 4, side: 1, word: 4 },
  rg16: { size: 4, side: 1, word: 2 },
  rg16f: { size: 4, side: 1, word: 2 },
  rgba16: { size: 8, side: 1, word: 2 },
  rgba16f: { size: 8, side: 1, word: 2 },
  rgb565: { size: 2, side: 1, word: 2 },
  bgra4: { size: 2, side: 1, word: 2 },
  l8: { size: 1, side: 1, word: 1 },
}

/**
 * *Which console a texture is for*: the package does not say, but its game may know by the versions, and
 * there are signs. LZX is the Xbox 360's compression; only the Xbox pads small levels to whole tiles, and
 * only the PlayStation 3 does not pad at all.
 *
 * @returns `undefined` when the console cannot be determined.
 */
export function consoleOf(pkg: Package, texture: ue3.Texture2D, format: PixelFormat): Console | undefined {
  const told = pkg.game.consoleOf?.(pkg.version, pkg.licensee)
  if (told !== undefined) return told
  if (pkg.chunked?.codec.name === 'lzx' || texture.mips.some(({ data }) => data.compression === 'lzx'))
    return 'xbox-360'
  const grain = GRAINS[format]
  for (const { data, width, height } of texture.mips) {
    const { length } = data.payload
    if (grain === undefined || data.compression !== undefined || length === 0) continue
    const tiled = tiledBytes(Math.ceil(width / grain.side), Math.ceil(height / grain.side), grain.size)
    const plain = pixelBytes(format, width, height)
    if (tiled !== plain && length === plain) return 'playstation-3'
    if (tiled !== plain && length === tiled) return 'xbox-360'
  }
  return undefined
}

/**
 * *The pixels of a console's level in the order and byte order of a PC.*
 *
 * @throws {MediaError} `unsupported` for a console or format that is not known, `broken` when there are too
 *   few bytes.
 */
export function fromConsole(
  console: Console | undefined,
  format: PixelFormat,
  data: Uint8Array,
  width: number,
  height: number,
): Uint8Array {
  const grain = GRAINS[format]
  if (console === undefined || grain === undefined)
    throw new MediaError(
      'unsupported',
      `its pixels (${format}) are in the order of a console, but which console is not known`,
    )
  if (console === 'playstation-3') return fromPlayStation(format, grain, data, width, height)
  const columns = Math.ceil(width / grain.side)
  const rows = Math.ceil(height / grain.side)
  // Its bytes are already in the order of a PC.
  if (console === 'wii-u') return untileWiiU(data, columns, rows, grain.size)
  const size = tiledBytes(columns, rows, grain.size)
  if (data.length < size)
    throw new MediaError(
      'broken',
      `expected ${plural(size, 'byte')} for the tiles of ${width} × ${height} pixels, found ${data.length}`,
    )
  return swapped(untile(data, columns, rows, grain.size), grain.word)
}

/**
 * Blocks are stored row by row, as on a PC; single pixels are in Morton order, and numbers of several bytes
 * are big-endian.
 */
function fromPlayStation(
  format: PixelFormat,
  { size, side, word }: Grain,
  data: Uint8Array,
  width: number,
  height: number,
): Uint8Array {
  if (side > 1) return data
  if (data.length < width * height * size)
    throw new MediaError('broken', `expected ${plural(width * height * size, 'byte')}, found ${data.length}`)
  const pixels = fromMortonOrder(data, width, height, size)
  if (format === 'l8') return pixels
  const ordered = swapped(pixels, word)
  // The console has no signed bytes: 128 represents 0.
  return format === 'v8u8' ? ordered.map((value) => value ^ 0x80) : ordered
}
