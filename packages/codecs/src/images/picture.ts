import { plural } from '@ukit/text/internal'
/** *Pixels, row by row from the top left*, in one of the forms that a PNG can hold without loss. */
export type Picture =
  /** 4 bytes per pixel: red, green, blue, alpha (not premultiplied). */
  | { readonly format: 'rgba'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 3 bytes per pixel: red, green, blue. */
  | { readonly format: 'rgb'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 8 bytes per pixel: red, green, blue, alpha of 16 bits each, the lower byte first. */
  | { readonly format: 'rgba16'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 1 byte per pixel: brightness. */
  | { readonly format: 'gray'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 2 bytes per pixel: brightness of 16 bits, the lower byte first. */
  | { readonly format: 'gray16'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  | IndexedPicture

/**
 * *Pixels that index a palette*: 1 byte per pixel; `palette` has 3 bytes per colour, up to 256; `alpha` has
 * one byte for each of its first colours, 255 for the rest.
 */
export interface IndexedPicture {
  /** Each pixel is the number of a colour. */
  readonly format: 'indexed'
  /** In pixels. */
  readonly width: number
  /** In pixels. */
  readonly height: number
  /** One byte per pixel, row after row from the top. */
  readonly data: Uint8Array
  /** Red, green, blue of each colour, a byte each. */
  readonly palette: Uint8Array
  /** Opacity of each colour, 0 to 255; absent when all are opaque. */
  readonly alpha?: Uint8Array
}

/** Bytes per pixel, by format. */
export const PIXEL_SIZE: Readonly<Record<Picture['format'], number>> = {
  rgba: 4,
  rgb: 3,
  rgba16: 8,
  gray: 1,
  gray16: 2,
  indexed: 1,
}

/**
 * Refuses a picture whose data is not as long as its size says.
 *
 * @throws {RangeError} a bug of the caller.
 */
export function checkPicture({ width, height, data, format }: Picture): void {
  const size = width * height * PIXEL_SIZE[format]
  if (width < 1 || height < 1 || data.length !== size)
    throw new RangeError(
      `a ${format} picture of ${width} × ${height} needs ${plural(size, 'byte')}; ${data.length} were given`,
    )
}

/** The pixels of a picture with 4 bytes each: red, green, blue, alpha. Of 16 bits the higher 8 are taken. */
export function toRgba(picture: Picture): Uint8Array {
  const { width, height, data } = picture
  if (picture.format === 'rgba') return data
  const pixels = width * height
  const out = new Uint8Array(pixels * 4)
  switch (picture.format) {
    case 'rgb':
      addAlpha(data, new Int32Array(out.buffer))
      break
    case 'rgba16':
      for (let i = 0; i < out.length; i++) out[i] = data[2 * i + 1] as number
      break
    case 'indexed':
      expand(picture, new Uint32Array(out.buffer))
      break
    default: {
      const step = PIXEL_SIZE[picture.format]
      for (let i = 0, from = step - 1, to = 0; i < pixels; i++, from += step, to += 4) {
        out[to] = out[to + 1] = out[to + 2] = data[from] as number
        out[to + 3] = 255
      }
    }
  }
  return out
}

/** Three bytes per pixel as opaque words: twice as fast as by bytes. */
function addAlpha(data: Uint8Array, out: Int32Array): void {
  for (let i = 0, from = 0; i < out.length; i++, from += 3) {
    out[i] =
      (data[from] as number) | ((data[from + 1] as number) << 8) | ((data[from + 2] as number) << 16) | -0x1000000
  }
}

/** A whole pixel at a time: four times as fast as by bytes. */
function expand({ data, palette, alpha }: IndexedPicture, out: Uint32Array): void {
  const colors = new Uint32Array(256)
  const bytes = new Uint8Array(colors.buffer)
  for (let i = 0; i < 256; i++) {
    bytes.set(palette.subarray(3 * i, 3 * i + 3), 4 * i)
    bytes[4 * i + 3] = alpha?.[i] ?? 255
  }
  for (let i = 0; i < out.length; i++) out[i] = colors[data[i] as number] as number
}

/**
 * What file formats without alpha and 16-bit channels can contain: 8-bit pixels with a palette, or 24 bits
 * per pixel.
 */
export type OpaquePicture = Extract<Picture, { format: 'rgb' | 'indexed' }>

/** A picture without its alpha, 8 bits per channel; shades of grey become a palette of 256. */
export function toOpaque(picture: Picture): OpaquePicture {
  const { width, height, data, format } = picture
  switch (picture.format) {
    case 'rgb':
      return picture
    case 'indexed':
      return { format: 'indexed', width, height, data, palette: picture.palette }
    case 'gray':
    case 'gray16': {
      const palette = Uint8Array.from({ length: 768 }, (_, i) => i / 3)
      const shades = format === 'gray' ? data : data.filter((_, i) => i % 2 === 1)
      return { format: 'indexed', width, height, data: shades, palette }
    }
    default: {
      const rgba = toRgba(picture)
      const out = new Uint8Array(width * height * 3)
      for (let from = 0, to = 0; to < out.length; from += 4, to += 3) {
        out[to] = rgba[from] as number
        out[to + 1] = rgba[from + 1] as number
        out[to + 2] = rgba[from + 2] as number
      }
      return { format: 'rgb', width, height, data: out }
    }
  }
}
