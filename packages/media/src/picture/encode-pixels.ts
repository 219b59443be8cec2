import { type EncodeBlocksOptions, encodeBlocks, type Picture, toRgba } from '@ukit/codecs/images'
import type { PixelFormat } from '@ukit/objects/common'

const WRITTEN_FORMATS = [
  'bc1',
  'bc2',
  'bc3',
  'bc4',
  'bc5',
  'bgra8',
  'bgra7',
  'rgb565',
  'rgb8',
  'l8',
  'g16',
  'rrrgggbbb',
  'v8u8',
  'rgba16',
] as const satisfies readonly PixelFormat[]

/** *Formats that pictures can be stored in*: all that keep colours of 8 bits, or shades of grey. */
export type WrittenFormat = (typeof WRITTEN_FORMATS)[number]

const WRITTEN: ReadonlySet<PixelFormat> = new Set(WRITTEN_FORMATS)

/** Whether `encodePixels` knows a format. `p8` needs a palette: see `palettedLevels`. */
export function isWrittenFormat(format: PixelFormat): format is WrittenFormat {
  return WRITTEN.has(format)
}

/**
 * *A picture in the bytes of a format*: the reverse of `decodePixels`.
 *
 * @param options passed to `encodeBlocks`.
 */
export function encodePixels(format: WrittenFormat, picture: Picture, options: EncodeBlocksOptions = {}): Uint8Array {
  const { width, height, data } = picture
  if (format === 'g16' || format === 'rgba16') return words(format, picture)
  if (format === 'l8' && picture.format === 'gray') return data
  const rgba = toRgba(picture)
  const each = (size: number, write: (at: number, out: Uint8Array, to: number) => void): Uint8Array => {
    const out = new Uint8Array(width * height * size)
    for (let i = 0; i < width * height; i++) write(i * 4, out, i * size)
    return out
  }
  const byte = (at: number): number => rgba[at] as number
  switch (format) {
    case 'bgra8':
    case 'bgra7':
      return toBgra(rgba, format === 'bgra7' ? 1 : 0)
    case 'rgb8':
      return each(3, (at, out, to) => {
        out[to] = byte(at + 2)
        out[to + 1] = byte(at + 1)
        out[to + 2] = byte(at)
      })
    case 'rgb565':
      return each(2, (at, out, to) => {
        const color = (scaled(byte(at), 31) << 11) | (scaled(byte(at + 1), 63) << 5) | scaled(byte(at + 2), 31)
        out[to] = color & 255
        out[to + 1] = color >> 8
      })
    case 'l8':
      return each(1, (at, out, to) => {
        out[to] = brightness(byte(at), byte(at + 1), byte(at + 2))
      })
    case 'v8u8':
      // Signed; 128 is 0. Z follows from the other two.
      return each(2, (at, out, to) => {
        out[to] = byte(at) - 128
        out[to + 1] = byte(at + 1) - 128
      })
    case 'rrrgggbbb':
      return planes(rgba)
    default:
      return encodeBlocks(format, rgba, width, height, options)
  }
}

function toBgra(rgba: Uint8Array, shift: number): Uint8Array {
  const out = new Uint8Array(rgba.length)
  for (let at = 0; at < out.length; at += 4) {
    out[at] = (rgba[at + 2] as number) >> shift
    out[at + 1] = (rgba[at + 1] as number) >> shift
    out[at + 2] = (rgba[at] as number) >> shift
    out[at + 3] = (rgba[at + 3] as number) >> shift
  }
  return out
}

/** A channel of 8 bits, scaled to fewer. */
function scaled(value: number, most: number): number {
  return Math.round((value * most) / 255)
}

/** How bright a colour looks (ITU-R BT.601); a shade of grey is unchanged. */
function brightness(red: number, green: number, blue: number): number {
  return Math.round((299 * red + 587 * green + 114 * blue) / 1000)
}

function planes(rgba: Uint8Array): Uint8Array {
  const count = rgba.length / 4
  const out = new Uint8Array(count * 3)
  for (let i = 0; i < count; i++)
    for (let channel = 0; channel < 3; channel++) out[channel * count + i] = rgba[i * 4 + channel] as number
  return out
}

/** Formats of 16 bits per channel; channels of 8 bits are repeated to fill 16. */
function words(format: 'g16' | 'rgba16', picture: Picture): Uint8Array {
  const { width, height, data } = picture
  if (format === 'g16' && picture.format === 'gray16') return data
  if (format === 'rgba16' && picture.format === 'rgba16') return data
  const count = width * height
  const out = new Uint8Array(count * (format === 'g16' ? 2 : 8))
  const deep = picture.format === 'rgba16'
  const rgba = deep ? data : toRgba(picture)
  const word = (i: number): number =>
    deep ? (rgba[2 * i] as number) | ((rgba[2 * i + 1] as number) << 8) : (rgba[i] as number) * 257
  const put = (i: number, value: number): void => {
    out[2 * i] = value & 255
    out[2 * i + 1] = value >> 8
  }
  for (let i = 0; i < count; i++) {
    if (format === 'rgba16') for (let channel = 0; channel < 4; channel++) put(i * 4 + channel, word(i * 4 + channel))
    else if (picture.format === 'gray16') put(i, (data[2 * i] as number) | ((data[2 * i + 1] as number) << 8))
    else put(i, brightness(word(i * 4), word(i * 4 + 1), word(i * 4 + 2)))
  }
  return out
}
