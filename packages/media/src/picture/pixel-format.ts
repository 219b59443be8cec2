import { decodeBlocks, type Picture } from '@ukit/codecs/images'
import { type PixelFormat, pixelBytes } from '@ukit/objects/common'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { fromFloats, isFloatFormat } from './float-pixels.js'

/** Colours for `p8`: 4 bytes each, red, green, blue, alpha. */
export interface PaletteColors {
  /** Red, green, blue and alpha of each colour, a byte each. */
  readonly colors: Uint8Array
  /** Whether colour 0 is a hole (the texture's property bMasked). */
  readonly masked: boolean
  /** Whether the alpha of the colours means something; in UE1 before version 66 it is left-over memory. */
  readonly hasAlpha: boolean
}

/**
 * *The pixels of one level of a texture as a picture.*
 *
 * @throws {MediaError} `broken` when there are fewer bytes than the pixels need, or pixels of colours that
 *   the palette does not have; `elsewhere` for `p8` without a palette.
 */
export function decodePixels(
  format: PixelFormat,
  data: Uint8Array,
  width: number,
  height: number,
  palette?: PaletteColors,
): Picture {
  const pixels = pixelsOf(format, data, width, height)
  const rgba = (read: (at: number, out: Uint8Array, to: number) => void, step: number): Picture => {
    const out = new Uint8Array(width * height * 4)
    for (let i = 0; i < width * height; i++) read(i * step, out, i * 4)
    return { format: 'rgba', width, height, data: out }
  }
  const word = (at: number) =>
    ((pixels[at] ?? 0) |
      ((pixels[at + 1] ?? 0) << 8) |
      ((pixels[at + 2] ?? 0) << 16) |
      ((pixels[at + 3] ?? 0) << 24)) >>>
    0
  const rgba16 = (read: (at: number, out: DataView, to: number) => void): Picture => {
    const out = new Uint8Array(width * height * 8)
    const view = new DataView(out.buffer)
    for (let i = 0; i < width * height; i++) read(i * 4, view, i * 8)
    return { format: 'rgba16', width, height, data: out }
  }
  if (isFloatFormat(format)) return fromFloats(format, pixels, width, height)
  switch (format) {
    case 'p8':
      return indexed(pixels, width, height, palette)
    case 'bgra8':
      return { format: 'rgba', width, height, data: fromBgra(pixels, 1) }
    case 'bgra7':
      // Seven bits per channel, as in light maps.
      return { format: 'rgba', width, height, data: fromBgra(pixels, 2) }
    case 'rgb565':
      return rgba((at, out, to) => expand565((pixels[at] ?? 0) | ((pixels[at + 1] ?? 0) << 8), out, to), 2)
    case 'rgba8':
      return { format: 'rgba', width, height, data: pixels.slice() }
    case 'bgra4':
      return rgba((at, out, to) => expand4444((pixels[at] ?? 0) | ((pixels[at + 1] ?? 0) << 8), out, to), 2)
    case 'rgb10a2':
      return rgba16((at, view, to) => expand1010102(word(at), view, to))
    case 'rg8':
      return rgba((at, out, to) => out.set([pixels[at] ?? 0, pixels[at + 1] ?? 0, 0, 255], to), 2)
    case 'rg16':
      return rgba16((at, view, to) => {
        view.setUint32(to, word(at), true)
        view.setUint32(to + 4, 0xffff_0000, true)
      })
    case 'v8u8':
      return rgba((at, out, to) => normal(pixels[at] ?? 0, pixels[at + 1] ?? 0, out, to), 2)
    case 'uyvy':
      return { format: 'rgb', width, height, data: fromUyvy(pixels) }
    case 'rgb8':
      return { format: 'rgb', width, height, data: reversedTriples(pixels) }
    case 'rrrgggbbb':
      return { format: 'rgb', width, height, data: interleaved(pixels) }
    case 'l8':
      return { format: 'gray', width, height, data: pixels }
    case 'g16':
      return { format: 'gray16', width, height, data: pixels }
    case 'rgba16':
      return { format: 'rgba16', width, height, data: pixels }
    case 'a1':
      return { format: 'gray', width, height, data: bits(pixels, width, height) }
    default:
      return { format: 'rgba', width, height, data: decodeBlocks(format, pixels, width, height) }
  }
}

/**
 * The bytes that a level needs, without what follows them.
 *
 * @throws {MediaError} `broken` when there are fewer, or the level has no pixels.
 */
export function pixelsOf(format: PixelFormat, data: Uint8Array, width: number, height: number): Uint8Array {
  const size = pixelBytes(format, width, height)
  if (width < 1 || height < 1) throw new MediaError('broken', `a texture of ${width} × ${height} has no pixels`)
  if (data.length < size)
    throw new MediaError(
      'broken',
      `expected ${plural(size, 'byte')} for ${width} × ${height} pixels of ${format}, found ${data.length}`,
    )
  return data.subarray(0, size)
}

function indexed(data: Uint8Array, width: number, height: number, palette: PaletteColors | undefined): Picture {
  if (palette === undefined)
    throw new MediaError('elsewhere', 'the palette that its pixels index is not in this package')
  const count = Math.min(256, Math.floor(palette.colors.length / 4))
  if (count < 256) refuseBeyond(data, count)
  const colors = new Uint8Array(count * 3)
  const alpha = new Uint8Array(count).fill(255)
  for (let i = 0; i < count; i++) {
    colors.set(palette.colors.subarray(i * 4, i * 4 + 3), i * 3)
    if (palette.hasAlpha) alpha[i] = palette.colors[i * 4 + 3] ?? 255
  }
  if (palette.masked) alpha[0] = 0
  const opaque = alpha.every((value) => value === 255)
  return { format: 'indexed', width, height, data, palette: colors, ...(opaque ? {} : { alpha }) }
}

/** Refuses colours that do not exist: for these the engine draws what follows the palette in memory. */
function refuseBeyond(data: Uint8Array, count: number): void {
  let beyond = 0
  let highest = 0
  for (const index of data) {
    if (index >= count) beyond++
    if (index > highest) highest = index
  }
  if (beyond > 0)
    throw new MediaError(
      'broken',
      `expected colour ${highest} in the palette, found a palette of length ${count}: ${beyond} ` +
        `of ${plural(data.length, 'pixel')} ${beyond === 1 ? 'has' : 'have'} no colour`,
    )
}

function fromBgra(pixels: Uint8Array, scale: number): Uint8Array {
  const out = new Uint8ClampedArray(pixels.length)
  for (let at = 0; at + 3 < out.length; at += 4) {
    out[at] = (pixels[at + 2] as number) * scale
    out[at + 1] = (pixels[at + 1] as number) * scale
    out[at + 2] = (pixels[at] as number) * scale
    out[at + 3] = (pixels[at + 3] as number) * scale
  }
  return new Uint8Array(out.buffer)
}

/**
 * Converts X and Y of a normal, signed bytes, to the colours of a normal map: 128 is 0, and blue is the Z
 * that makes the length 1.
 */
function normal(u: number, v: number, out: Uint8Array, to: number): void {
  const x = ((u << 24) >> 24) / 127
  const y = ((v << 24) >> 24) / 127
  out[to] = (u + 128) & 255
  out[to + 1] = (v + 128) & 255
  out[to + 2] = Math.round((Math.sqrt(Math.max(0, 1 - x * x - y * y)) + 1) * 127.5)
  out[to + 3] = 255
}

/**
 * Two pixels in four bytes, which share their colour: U, Y of the first, V, Y of the second (ITU-R BT.601, 16
 * to 235).
 */
function fromUyvy(pixels: Uint8Array): Uint8Array {
  const count = pixels.length >> 1
  const out = new Uint8Array(count * 3)
  for (let i = 0; i < count; i++) {
    const pair = (i >> 1) * 4
    const y = 1.164 * ((pixels[i * 2 + 1] ?? 0) - 16)
    const u = (pixels[pair] ?? 0) - 128
    const v = (pixels[pair + 2] ?? 0) - 128
    const channels = [y + 1.596 * v, y - 0.392 * u - 0.813 * v, y + 2.017 * u]
    out.set(
      channels.map((value) => Math.min(255, Math.max(0, Math.round(value)))),
      i * 3,
    )
  }
  return out
}

function expand565(color: number, out: Uint8Array, to: number): void {
  const red = color >> 11
  const green = (color >> 5) & 63
  const blue = color & 31
  out[to] = (red << 3) | (red >> 2)
  out[to + 1] = (green << 2) | (green >> 4)
  out[to + 2] = (blue << 3) | (blue >> 2)
  out[to + 3] = 255
}

/** Four bits per channel, alpha in the highest; 15 is 255. */
function expand4444(color: number, out: Uint8Array, to: number): void {
  out[to] = ((color >> 8) & 15) * 17
  out[to + 1] = ((color >> 4) & 15) * 17
  out[to + 2] = (color & 15) * 17
  out[to + 3] = (color >> 12) * 17
}

/**
 * Expands ten bits each of red (lowest), green and blue, and two of alpha, to 16 each, repeating the upper
 * bits below.
 */
function expand1010102(color: number, out: DataView, to: number): void {
  for (let channel = 0; channel < 3; channel++) {
    const value = (color >>> (10 * channel)) & 1023
    out.setUint16(to + 2 * channel, (value << 6) | (value >> 4), true)
  }
  out.setUint16(to + 6, (color >>> 30) * 0x5555, true)
}

function reversedTriples(pixels: Uint8Array): Uint8Array {
  const out = new Uint8Array(pixels.length)
  for (let i = 0; i + 2 < pixels.length; i += 3) out.set([pixels[i + 2] ?? 0, pixels[i + 1] ?? 0, pixels[i] ?? 0], i)
  return out
}

/** Converts three planes, red, green and blue, to triples. */
function interleaved(pixels: Uint8Array): Uint8Array {
  const count = pixels.length / 3
  const out = new Uint8Array(pixels.length)
  for (let i = 0; i < count; i++) out.set([pixels[i] ?? 0, pixels[count + i] ?? 0, pixels[2 * count + i] ?? 0], i * 3)
  return out
}

/** Converts one bit per pixel, the first in the highest bit, to black and white. */
function bits(pixels: Uint8Array, width: number, height: number): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) => (((pixels[i >> 3] ?? 0) >> (7 - (i & 7))) & 1) * 255)
}

/**
 * *A picture without its alpha if that means nothing*: it is 255 throughout, or 0 throughout, as in some
 * textures whose alpha the engine never uses; with alpha 0 a viewer would show nothing at all.
 */
export function withoutEmptyAlpha(picture: Picture): Picture {
  if (picture.format !== 'rgba' || !isAlphaEmpty(picture.data)) return picture
  const { width, height, data } = picture
  return { format: 'rgb', width, height, data: withoutFourths(data) }
}

/**
 * The first three of every four bytes: four pixels at a time, which is five times as fast as byte by byte.
 */
function withoutFourths(data: Uint8Array): Uint8Array {
  const pixels = data.length >> 2
  const whole = pixels & ~3
  const out = new Uint8Array(pixels * 3)
  if (data.byteOffset % 4 === 0) {
    const from = new Uint32Array(data.buffer, data.byteOffset, whole)
    const to = new Uint32Array(out.buffer, 0, (whole / 4) * 3)
    for (let i = 0, at = 0; i < whole; i += 4, at += 3) {
      const second = from[i + 1] as number
      const third = from[i + 2] as number
      to[at] = ((from[i] as number) & 0xffffff) | (second << 24)
      to[at + 1] = ((second >>> 8) & 0xffff) | (third << 16)
      to[at + 2] = ((third >>> 16) & 0xff) | ((from[i + 3] as number) << 8)
    }
  }
  for (let i = data.byteOffset % 4 === 0 ? whole : 0; i < pixels; i++) {
    for (let channel = 0; channel < 3; channel++) out[3 * i + channel] = data[4 * i + channel] as number
  }
  return out
}

/** Whether the alpha of pixels of 4 bytes is 0 throughout, or 255 throughout. */
function isAlphaEmpty(data: Uint8Array): boolean {
  const first = data[3]
  if (first !== 0 && first !== 255) return false
  for (let at = 7; at < data.length; at += 4) if (data[at] !== first) return false
  return true
}

/** The picture with a hole for colour 0; the picture itself if it has no palette. */
export function withHole(picture: Picture): Picture {
  if (picture.format !== 'indexed') return picture
  const alpha = picture.alpha?.slice() ?? new Uint8Array(picture.palette.length / 3).fill(255)
  alpha[0] = 0
  return { ...picture, alpha }
}

/** Whether the alpha of a picture is 0 throughout, in which case leaving it out changes what is seen. */
export function isInvisible(picture: Picture): boolean {
  return picture.format === 'rgba' && picture.data[3] === 0 && isAlphaEmpty(picture.data)
}

/** The note on a picture whose alpha was 0 throughout. */
export const EMPTY_ALPHA = 'its alpha is 0 throughout, and was left out'
