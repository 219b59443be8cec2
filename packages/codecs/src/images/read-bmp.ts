import { plural } from '@ukit/text/internal'
import { channelReader } from './channel-mask.js'
import { checkImageBytes, checkImageSize, ImageError } from './image-error.js'
import type { Picture } from './picture.js'

const FILE_HEADER = 14
/** Header of OS/2 1.x, whose palettes have 3 bytes per colour. */
const CORE_HEADER = 12
const INFO_HEADER = 40
/** Headers of this size and larger contain the mask for alpha. */
const HEADER_WITH_ALPHA = 56

const UNCOMPRESSED = 0
const RUNS_8 = 1
const RUNS_4 = 2
const MASKS = 3
const MASKS_WITH_ALPHA = 6

interface Header {
  readonly size: number
  readonly width: number
  readonly height: number
  /** The first row is the top one. */
  readonly isTopDown: boolean
  readonly bits: number
  readonly compression: number
  /** Colours of the palette; 0 for as many as the bits allow. */
  readonly colors: number
  /** Where the pixels are. */
  readonly start: number
}

/**
 * *A BMP file as a picture*: palettes stay as they are, index for index, which is how UE1's editor takes
 * them; 16, 24 and 32 bits become colours, with alpha where a mask names it.
 *
 * Layout: Microsoft's *Bitmap Storage* (headers of 12, 40, 52, 56, 108 and 124 bytes; 1, 4, 8, 16, 24, 32
 * bits; runs of 4 and 8 bits; masks).
 *
 * @throws {ImageError} when it is not such a file.
 */
export function readBmp(bytes: Uint8Array): Picture {
  checkImageBytes('bmp', bytes, FILE_HEADER + CORE_HEADER, 'the headers')
  if (bytes[0] !== 0x42 || bytes[1] !== 0x4d)
    throw new ImageError('bmp', 'corrupt', 0, `expected "BM", found ${bytes[0]} ${bytes[1]}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = headerOf(bytes, view)
  checkImageSize('bmp', 18, header.width, header.height)
  return header.bits <= 8 ? indexed(bytes, header) : direct(bytes, view, header)
}

function headerOf(bytes: Uint8Array, view: DataView): Header {
  const size = view.getUint32(FILE_HEADER, true)
  const start = view.getUint32(10, true)
  if (size === CORE_HEADER) {
    const [width, height, bits] = [view.getUint16(18, true), view.getUint16(20, true), view.getUint16(24, true)]
    return { size, width, height, isTopDown: false, bits, compression: UNCOMPRESSED, colors: 0, start }
  }
  if (size < INFO_HEADER || size > 1024)
    throw new ImageError('bmp', 'unsupported', FILE_HEADER, `expected a header of 12 or 40 to 124 bytes, found ${size}`)
  checkImageBytes('bmp', bytes, FILE_HEADER + size, 'the headers')
  const height = view.getInt32(22, true)
  return {
    size,
    width: view.getInt32(18, true),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits: view.getUint16(28, true),
    compression: view.getUint32(30, true),
    colors: view.getUint32(46, true),
    start,
  }
}

function indexed(bytes: Uint8Array, header: Header): Picture {
  const { width, height, bits, compression, isTopDown } = header
  if (bits !== 1 && bits !== 4 && bits !== 8)
    throw new ImageError('bmp', 'unsupported', 28, `expected 1, 4, 8, 16, 24 or 32 bits per pixel, found ${bits}`)
  const palette = paletteOf(bytes, header)
  const data = new Uint8Array(width * height)
  if (compression === UNCOMPRESSED) {
    const rowSize = ((width * bits + 31) >> 5) * 4
    checkImageBytes(
      'bmp',
      bytes,
      header.start + rowSize * height,
      `${width} × ${height} pixels of ${plural(bits, 'bit')}`,
    )
    for (let y = 0; y < height; y++) {
      const to = (isTopDown ? y : height - 1 - y) * width
      const from = header.start + y * rowSize
      for (let x = 0; x < width; x++) {
        const byte = bytes[from + ((x * bits) >> 3)] as number
        data[to + x] = (byte >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1)
      }
    }
  } else if ((compression === RUNS_8 && bits === 8) || (compression === RUNS_4 && bits === 4)) {
    unpackRuns(bytes, header, data)
  } else {
    throw new ImageError('bmp', 'unsupported', 30, `compression ${compression} with ${plural(bits, 'bit')} per pixel`)
  }
  return { format: 'indexed', width, height, data, palette }
}

function paletteOf(bytes: Uint8Array, { size, bits, colors }: Header): Uint8Array {
  const most = 1 << bits
  const count = colors === 0 ? most : Math.min(colors, most)
  const step = size === CORE_HEADER ? 3 : 4
  const start = FILE_HEADER + size
  checkImageBytes('bmp', bytes, start + count * step, `a palette of ${plural(count, 'colour')}`)
  const palette = new Uint8Array(count * 3)
  for (let i = 0; i < count; i++) {
    const at = start + i * step
    palette[i * 3] = bytes[at + 2] as number
    palette[i * 3 + 1] = bytes[at + 1] as number
    palette[i * 3 + 2] = bytes[at] as number
  }
  return palette
}

/** Runs of one byte, absolute stretches, and steps over pixels that keep index 0. */
function unpackRuns(bytes: Uint8Array, { width, height, bits, start, isTopDown }: Header, data: Uint8Array): void {
  let [x, y, at] = [0, 0, start]
  const put = (index: number): void => {
    if (x < width && y < height) data[(isTopDown ? y : height - 1 - y) * width + x] = index
    x++
  }
  while (y < height) {
    checkImageBytes('bmp', bytes, at + 2, 'the runs of its rows')
    const count = bytes[at++] as number
    const value = bytes[at++] as number
    if (count > 0) {
      for (let i = 0; i < count; i++) put(bits === 8 ? value : i % 2 === 0 ? value >> 4 : value & 15)
    } else if (value === 0) {
      x = 0
      y++
    } else if (value === 1) {
      return
    } else if (value === 2) {
      checkImageBytes('bmp', bytes, at + 2, 'the runs of its rows')
      x += bytes[at++] as number
      y += bytes[at++] as number
    } else {
      const size = bits === 8 ? value : (value + 1) >> 1
      checkImageBytes('bmp', bytes, at + size, 'the runs of its rows')
      for (let i = 0; i < value; i++) {
        const byte = bytes[at + (bits === 8 ? i : i >> 1)] as number
        put(bits === 8 ? byte : i % 2 === 0 ? byte >> 4 : byte & 15)
      }
      at += size + (size & 1)
    }
  }
}

function direct(bytes: Uint8Array, view: DataView, header: Header): Picture {
  const { width, height, bits, compression, isTopDown, start } = header
  const isMasked = compression === MASKS || compression === MASKS_WITH_ALPHA
  if ((bits !== 16 && bits !== 24 && bits !== 32) || (compression !== UNCOMPRESSED && !(isMasked && bits !== 24)))
    throw new ImageError('bmp', 'unsupported', 28, `${plural(bits, 'bit')} per pixel with compression ${compression}`)
  const masks = isMasked
    ? masksOf(bytes, view, header)
    : bits === 16
      ? [0x7c00, 0x3e0, 0x1f, 0]
      : [0xff0000, 0xff00, 0xff, 0]
  const [red, green, blue, alpha] = masks.map(channelReader)
  const hasAlpha = (masks[3] ?? 0) !== 0
  const rowSize = ((width * bits + 31) >> 5) * 4
  checkImageBytes('bmp', bytes, start + rowSize * height, `${width} × ${height} pixels of ${plural(bits, 'bit')}`)
  const step = hasAlpha ? 4 : 3
  const data = new Uint8Array(width * height * step)
  for (let y = 0; y < height; y++) {
    let to = (isTopDown ? y : height - 1 - y) * width * step
    let at = start + y * rowSize
    for (let x = 0; x < width; x++, to += step, at += bits >> 3) {
      const pixel =
        bits === 16
          ? view.getUint16(at, true)
          : bits === 32
            ? view.getUint32(at, true)
            : (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16)
      data[to] = red?.(pixel) ?? 0
      data[to + 1] = green?.(pixel) ?? 0
      data[to + 2] = blue?.(pixel) ?? 0
      if (hasAlpha) data[to + 3] = alpha?.(pixel) ?? 255
    }
  }
  return { format: hasAlpha ? 'rgba' : 'rgb', width, height, data }
}

/** Red, green, blue and alpha: in the larger headers, after the one of 40 bytes otherwise. */
function masksOf(bytes: Uint8Array, view: DataView, { size, compression }: Header): number[] {
  const count = size >= HEADER_WITH_ALPHA || compression === MASKS_WITH_ALPHA ? 4 : 3
  const at = FILE_HEADER + INFO_HEADER
  checkImageBytes('bmp', bytes, at + 4 * count, 'the masks of its channels')
  return Array.from({ length: 4 }, (_, i) => (i < count ? view.getUint32(at + 4 * i, true) : 0))
}
