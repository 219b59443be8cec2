import { checkPicture, type IndexedPicture, type Picture, toOpaque, toRgba } from './picture.js'

const HEADER = 18
const FOOTER = 'TRUEVISION-XFILE.\0'
const MAX_SIDE = 0xffff
/** Image types without runs, which every program reads. */
const TYPES = { indexed: 1, color: 2, gray: 3 } as const

/**
 * *A picture as a Targa file (.tga)*, not packed, rows from the bottom up. A palette stays a palette (of 32
 * bits per colour where it has alpha), grey stays grey of 8 bits, the rest becomes 24 or 32 bits. Of 16 bits
 * the higher 8 are kept.
 *
 * Layout: Truevision TGA File Format Specification, version 2.0.
 *
 * @throws {RangeError} when the sizes do not fit each other, or a side has more than 65,535 pixels.
 */
export function encodeTga(picture: Picture): Uint8Array {
  checkPicture(picture)
  const { width, height } = picture
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new RangeError(`a Targa file has at most ${MAX_SIDE} × ${MAX_SIDE} pixels; ${width} × ${height} were given`)
  const { type, colors, colorBits, bits, pixels, alphaBits } = stored(picture)
  const pixelSize = bits >> 3
  const rowSize = width * pixelSize
  const start = HEADER + colors.length
  const out = new Uint8Array(start + pixels.length + 26)
  const view = new DataView(out.buffer)
  out[1] = colors.length > 0 ? 1 : 0
  out[2] = type
  view.setUint16(5, colors.length > 0 ? colors.length / (colorBits >> 3) : 0, true)
  out[7] = colorBits
  view.setUint16(12, width, true)
  view.setUint16(14, height, true)
  out[16] = bits
  out[17] = alphaBits
  out.set(colors, HEADER)
  for (let y = 0; y < height; y++)
    out.set(pixels.subarray(y * rowSize, (y + 1) * rowSize), start + (height - 1 - y) * rowSize)
  for (let i = 0; i < FOOTER.length; i++) out[out.length - FOOTER.length + i] = FOOTER.charCodeAt(i)
  return out
}

/** Pixels and colours in the order of the file: blue first. */
interface Stored {
  readonly type: number
  readonly colors: Uint8Array
  readonly colorBits: number
  readonly bits: number
  readonly pixels: Uint8Array
  readonly alphaBits: number
}

const NONE = new Uint8Array(0)

function stored(picture: Picture): Stored {
  switch (picture.format) {
    case 'indexed': {
      const colorBits = picture.alpha === undefined ? 24 : 32
      const colors = colorsOf(picture, colorBits >> 3)
      return { type: TYPES.indexed, colors, colorBits, bits: 8, pixels: picture.data, alphaBits: 0 }
    }
    case 'gray':
    case 'gray16':
      return { type: TYPES.gray, colors: NONE, colorBits: 0, bits: 8, pixels: toOpaque(picture).data, alphaBits: 0 }
    case 'rgb': {
      const pixels = blueFirst(picture.data, 3)
      return { type: TYPES.color, colors: NONE, colorBits: 0, bits: 24, pixels, alphaBits: 0 }
    }
    default: {
      const pixels = blueFirst(toRgba(picture), 4)
      return { type: TYPES.color, colors: NONE, colorBits: 0, bits: 32, pixels, alphaBits: 8 }
    }
  }
}

function colorsOf({ palette, alpha }: IndexedPicture, size: number): Uint8Array {
  const count = Math.min(256, Math.floor(palette.length / 3))
  const out = new Uint8Array(count * size).fill(255)
  for (let i = 0; i < count; i++) {
    for (let channel = 0; channel < 3; channel++) out[i * size + channel] = palette[3 * i + 2 - channel] as number
    if (size === 4) out[4 * i + 3] = alpha?.[i] ?? 255
  }
  return out
}

function blueFirst(data: Uint8Array, size: number): Uint8Array {
  const out = data.slice()
  for (let i = 0; i + 2 < out.length; i += size) {
    out[i] = data[i + 2] as number
    out[i + 2] = data[i] as number
  }
  return out
}
