import { crc32 } from './crc.js'

/** *Pixels, row by row from the top left*, in one of the forms that a PNG can hold without loss. */
export type Picture =
  /** 4 bytes a pixel: red, green, blue, alpha (not premultiplied). */
  | { readonly format: 'rgba'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 3 bytes a pixel: red, green, blue. */
  | { readonly format: 'rgb'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 1 byte a pixel: brightness. */
  | { readonly format: 'gray'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 2 bytes a pixel: brightness of 16 bits, the lower byte first. */
  | { readonly format: 'gray16'; readonly width: number; readonly height: number; readonly data: Uint8Array }
  /** 1 byte a pixel: index into `palette`, which has 3 bytes a colour, up to 256; `alpha` has one byte for each of its first colours. */
  | {
      readonly format: 'indexed'
      readonly width: number
      readonly height: number
      readonly data: Uint8Array
      readonly palette: Uint8Array
      readonly alpha?: Uint8Array
    }

/** Bytes of a pixel by format. */
export const PIXEL_SIZE: Readonly<Record<Picture['format'], number>> = {
  rgba: 4,
  rgb: 3,
  gray: 1,
  gray16: 2,
  indexed: 1,
}

/** PNG's colour type and bits a sample, by format. */
const HEADER: Readonly<Record<Picture['format'], readonly [bits: number, colorType: number]>> = {
  rgba: [8, 6],
  rgb: [8, 2],
  gray: [8, 0],
  gray16: [16, 0],
  indexed: [8, 3],
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/**
 * *A picture as a PNG file.* Nothing is lost: a palette stays a palette, 16 bits stay 16.
 *
 * @param deflate makes a zlib stream (a codec's `compress`).
 * @throws {RangeError} when the sizes do not fit each other: a bug of the caller.
 */
export function encodePng(picture: Picture, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const { width, height, data, format } = picture
  const rowSize = width * PIXEL_SIZE[format]
  if (width < 1 || height < 1 || data.length !== rowSize * height) {
    throw new RangeError(
      `a ${format} picture of ${width} × ${height} needs ${rowSize * height} bytes; ${data.length} were given`,
    )
  }
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header.set(HEADER[format], 8)
  const chunks = [chunk('IHDR', header)]
  if (picture.format === 'indexed') {
    chunks.push(chunk('PLTE', picture.palette))
    if (picture.alpha !== undefined) chunks.push(chunk('tRNS', picture.alpha))
  }
  const rows = format === 'gray16' ? swapped(data) : data
  // Filters guess a pixel from its neighbours; with a palette neighbours say nothing, so that they only do harm.
  const filtered = filterRows(rows, rowSize, height, format === 'indexed' ? 0 : PIXEL_SIZE[format])
  chunks.push(chunk('IDAT', deflate(filtered)), chunk('IEND', new Uint8Array(0)))
  return concat([Uint8Array.from(SIGNATURE), ...chunks])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** Rows with a filter byte in front; each row gets the filter of none, left, up and Paeth that leaves the smallest numbers. */
function filterRows(data: Uint8Array, rowSize: number, height: number, pixelSize: number): Uint8Array {
  const out = new Uint8Array((rowSize + 1) * height)
  const trial = new Uint8Array(rowSize)
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * rowSize, (y + 1) * rowSize)
    const above = y === 0 ? undefined : data.subarray((y - 1) * rowSize, y * rowSize)
    const at = y * (rowSize + 1)
    out.set(row, at + 1)
    if (pixelSize === 0) continue
    let best = weight(row)
    for (const filter of [1, 2, 4]) {
      applyFilter(filter, row, above, pixelSize, trial)
      const sum = weight(trial)
      if (sum >= best) continue
      best = sum
      out[at] = filter
      out.set(trial, at + 1)
    }
  }
  return out
}

function applyFilter(
  filter: number,
  row: Uint8Array,
  above: Uint8Array | undefined,
  pixelSize: number,
  out: Uint8Array,
): void {
  for (let i = 0; i < row.length; i++) {
    const left = i < pixelSize ? 0 : (row[i - pixelSize] ?? 0)
    const up = above?.[i] ?? 0
    const corner = i < pixelSize ? 0 : (above?.[i - pixelSize] ?? 0)
    const guess = filter === 1 ? left : filter === 2 ? up : paeth(left, up, corner)
    out[i] = (row[i] ?? 0) - guess
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const byLeft = Math.abs(estimate - left)
  const byUp = Math.abs(estimate - up)
  const byCorner = Math.abs(estimate - corner)
  return byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner
}

/** Sum of the distances from 0, bytes taken as signed. */
function weight(bytes: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    sum += byte < 128 ? byte : 256 - byte
  }
  return sum
}

function swapped(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length)
  for (let i = 0; i + 1 < data.length; i += 2) {
    out[i] = data[i + 1] ?? 0
    out[i + 1] = data[i] ?? 0
  }
  return out
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
