import { checkPicture, type Picture, toOpaque, toRgba } from './picture.js'

const FILE_HEADER = 14
/** BITMAPINFOHEADER, which every program reads. */
const INFO_HEADER = 40
/** BITMAPV4HEADER, the first one with a mask for alpha. */
const V4_HEADER = 108
const BITFIELDS = 3
/** The letters of `LCS_sRGB`. */
const SRGB = 0x73524742

/**
 * *A picture as a Windows bitmap (.bmp).* A palette and shades of grey become 8 bits per pixel, `rgb` 24, the
 * forms that the first editors of Unreal import; `rgba` and `rgba16` become 32 with a header of version 4.
 *
 * The alpha of a palette is left out: such bitmaps have none. Of 16 bits the higher 8 are kept.
 *
 * Layout: Microsoft's documentation of BITMAPINFOHEADER and BITMAPV4HEADER; rows from the bottom up.
 *
 * @throws {RangeError} when the sizes do not fit each other.
 */
export function encodeBmp(picture: Picture): Uint8Array {
  checkPicture(picture)
  return picture.format === 'rgba' || picture.format === 'rgba16' ? withAlpha(picture) : opaque(picture)
}

function opaque(picture: Picture): Uint8Array {
  const { width, height, data, ...rest } = toOpaque(picture)
  const indexed = rest.format === 'indexed'
  const pixelSize = indexed ? 1 : 3
  const rowSize = Math.ceil((width * pixelSize) / 4) * 4
  const start = FILE_HEADER + INFO_HEADER + (indexed ? 1024 : 0)
  const out = withHeader(width, height, INFO_HEADER, start, rowSize * height, pixelSize * 8)
  if (rest.format === 'indexed') {
    const { palette } = rest
    const colors = Math.min(256, Math.floor(palette.length / 3))
    for (let i = 0; i < colors; i++) putBgr(palette, 3 * i, out, FILE_HEADER + INFO_HEADER + 4 * i)
  }
  for (let y = 0; y < height; y++) {
    const from = y * width * pixelSize
    const to = start + (height - 1 - y) * rowSize
    if (indexed) out.set(data.subarray(from, from + width), to)
    else for (let x = 0; x < 3 * width; x += 3) putBgr(data, from + x, out, to + x)
  }
  return out
}

function withAlpha(picture: Picture): Uint8Array {
  const { width, height } = picture
  const rgba = toRgba(picture)
  const start = FILE_HEADER + V4_HEADER
  const rowSize = 4 * width
  const out = withHeader(width, height, V4_HEADER, start, rowSize * height, 32)
  const view = new DataView(out.buffer)
  view.setUint32(30, BITFIELDS, true)
  for (const [i, mask] of [0xff0000, 0xff00, 0xff, 0xff000000].entries()) view.setUint32(54 + 4 * i, mask, true)
  view.setUint32(70, SRGB, true)
  for (let y = 0; y < height; y++) {
    const from = y * rowSize
    const to = start + (height - 1 - y) * rowSize
    for (let x = 0; x < rowSize; x += 4) {
      putBgr(rgba, from + x, out, to + x)
      out[to + x + 3] = rgba[from + x + 3] as number
    }
  }
  return out
}

/** A file with the fields that all headers begin with. */
function withHeader(
  width: number,
  height: number,
  headerSize: number,
  start: number,
  size: number,
  bits: number,
): Uint8Array {
  const out = new Uint8Array(start + size)
  const view = new DataView(out.buffer)
  out.set([0x42, 0x4d])
  view.setUint32(2, out.length, true)
  view.setUint32(10, start, true)
  view.setUint32(14, headerSize, true)
  view.setInt32(18, width, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, bits, true)
  view.setUint32(34, size, true)
  return out
}

function putBgr(rgb: Uint8Array, from: number, out: Uint8Array, to: number): void {
  out[to] = rgb[from + 2] as number
  out[to + 1] = rgb[from + 1] as number
  out[to + 2] = rgb[from] as number
}
