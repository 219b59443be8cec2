import { plural } from '@ukit/text/internal'
import { checkImageBytes, checkImageSize, ImageError } from './image-error.js'
import type { Picture } from './picture.js'

const HEADER = 18

/** Kinds of pixels; 8 more when they are packed into runs. */
const INDEXED = 1
const COLOR = 2
const GRAY = 3
const PACKED = 8

/**
 * *A Targa file as a picture*: palettes of 256 colours and shades of grey are kept; 15 to 32 bits become
 * colours, with alpha if the header says that there is any.
 *
 * Layout: Truevision's file format specification, version 2.0.
 *
 * @throws {ImageError} when it is not such a file.
 */
export function readTga(bytes: Uint8Array): Picture {
  checkImageBytes('tga', bytes, HEADER, 'the header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const type = bytes[2] as number
  const kind = type & ~PACKED
  const width = view.getUint16(12, true)
  const height = view.getUint16(14, true)
  const bits = bytes[16] as number
  if ((kind !== INDEXED && kind !== COLOR && kind !== GRAY) || (bytes[1] as number) > 1)
    throw new ImageError('tga', 'unsupported', 1, `expected type 1, 2, 3, 9, 10 or 11, found ${type}`)
  checkImageSize('tga', 12, width, height)
  const expected = kind === COLOR ? [15, 16, 24, 32] : [8]
  if (!expected.includes(bits))
    throw new ImageError('tga', 'unsupported', 16, `expected ${expected.join(', ')} bits per pixel, found ${bits}`)
  const hasPalette = bytes[1] === 1
  const colors = hasPalette ? view.getUint16(5, true) : 0
  const colorBits = hasPalette ? (bytes[7] as number) : 0
  const paletteAt = HEADER + (bytes[0] as number)
  const start = paletteAt + colors * ((colorBits + 7) >> 3)
  const size = (bits + 7) >> 3
  const pixels = pixelsOf(bytes, start, width * height, size, (type & PACKED) !== 0)
  const descriptor = bytes[17] as number
  const data = arranged(pixels, width, height, size, (descriptor & 0x20) !== 0, (descriptor & 0x10) !== 0)
  if (kind === GRAY) return { format: 'gray', width, height, data }
  if (kind === COLOR) {
    // 16-bit pixels have a bit of alpha only if the header says so.
    const hasAlpha = bits === 32 ? (descriptor & 15) !== 0 : bits === 16 && (descriptor & 15) === 1
    return { format: hasAlpha ? 'rgba' : 'rgb', width, height, data: colorsOf(data, bits, hasAlpha) }
  }
  if (!hasPalette || ![15, 16, 24, 32].includes(colorBits))
    throw new ImageError('tga', 'corrupt', 7, `expected a palette of 15 to 32 bits per colour, found ${colorBits}`)
  const first = view.getUint16(3, true)
  if (first + colors > 256)
    throw new ImageError('tga', 'unsupported', 5, `expected at most 256 colours, found ${first + colors}`)
  const palette = new Uint8Array((first + colors) * 3)
  palette.set(colorsOf(bytes.subarray(paletteAt, start), colorBits, false), first * 3)
  return { format: 'indexed', width, height, data, palette }
}

function pixelsOf(bytes: Uint8Array, start: number, count: number, size: number, isPacked: boolean): Uint8Array {
  if (!isPacked) {
    checkImageBytes('tga', bytes, start + count * size, `${plural(count, 'pixel')} of ${plural(size, 'byte')}`)
    return bytes.subarray(start, start + count * size)
  }
  // A packet of 1 + size bytes gives 128 pixels at most.
  if (count > (Math.max(0, bytes.length - start) / (1 + size)) * 128)
    throw new ImageError('tga', 'truncated', bytes.length, `${plural(count, 'pixel')} cannot come from this file`)
  const out = new Uint8Array(count * size)
  let at = start
  for (let to = 0; to < out.length; ) {
    checkImageBytes('tga', bytes, at + 1 + size, `${plural(count, 'pixel')} in runs`)
    const packet = bytes[at++] as number
    const length = Math.min(((packet & 127) + 1) * size, out.length - to)
    if (packet >= 128) {
      for (let i = 0; i < length; i++) out[to + i] = bytes[at + (i % size)] as number
      at += size
    } else {
      checkImageBytes('tga', bytes, at + length, `${plural(count, 'pixel')} in runs`)
      out.set(bytes.subarray(at, at + length), to)
      at += length
    }
    to += length
  }
  return out
}

/** Rows from the top left: the format's own first pixel is the one at the bottom left. */
function arranged(
  pixels: Uint8Array,
  width: number,
  height: number,
  size: number,
  isTopDown: boolean,
  isRightToLeft: boolean,
): Uint8Array {
  const out = new Uint8Array(pixels.length)
  const row = width * size
  for (let y = 0; y < height; y++) {
    const from = y * row
    const to = (isTopDown ? y : height - 1 - y) * row
    if (!isRightToLeft) out.set(pixels.subarray(from, from + row), to)
    else
      for (let x = 0; x < width; x++)
        out.set(pixels.subarray(from + x * size, from + (x + 1) * size), to + (width - 1 - x) * size)
  }
  return out
}

/** Blue, green, red and alpha bytes, or 5 bits each, as red, green, blue and, if wanted, alpha. */
function colorsOf(bytes: Uint8Array, bits: number, hasAlpha: boolean): Uint8Array {
  const size = (bits + 7) >> 3
  const step = hasAlpha ? 4 : 3
  const count = Math.floor(bytes.length / size)
  const out = new Uint8Array(count * step)
  if (size === 3) {
    // Most files have 8-bit channels, and a separate loop for them is twice as fast.
    for (let at = 0; at + 2 < bytes.length; at += 3) {
      out[at] = bytes[at + 2] as number
      out[at + 1] = bytes[at + 1] as number
      out[at + 2] = bytes[at] as number
    }
    return out
  }
  for (let i = 0; i < count; i++) {
    const at = i * size
    const to = i * step
    if (size === 2) {
      const pixel = (bytes[at] as number) | ((bytes[at + 1] as number) << 8)
      for (let c = 0; c < 3; c++) {
        const five = (pixel >> (10 - 5 * c)) & 31
        out[to + c] = (five << 3) | (five >> 2)
      }
      if (hasAlpha) out[to + 3] = pixel >> 15 === 0 ? 0 : 255
      continue
    }
    out[to] = bytes[at + 2] as number
    out[to + 1] = bytes[at + 1] as number
    out[to + 2] = bytes[at] as number
    if (hasAlpha) out[to + 3] = bytes[at + 3] as number
  }
  return out
}
