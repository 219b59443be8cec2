import { crc32 } from '../crc.js'
import { checkPicture, PIXEL_SIZE, type Picture } from './picture.js'

/** PNG's colour type and bits a sample, by format. */
const HEADER: Readonly<Record<Picture['format'], readonly [bits: number, colorType: number]>> = {
  rgba: [8, 6],
  rgb: [8, 2],
  rgba16: [16, 6],
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
  checkPicture(picture)
  const { width, height, data, format } = picture
  const rowSize = width * PIXEL_SIZE[format]
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
  const rows = format === 'gray16' || format === 'rgba16' ? swapped(data) : data
  // Filters guess a pixel from its neighbours; with a palette neighbours say nothing, so that they only do
  // harm.
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

/**
 * Rows with a filter byte in front; each row gets the filter of none, left, up and Paeth that leaves the
 * smallest numbers.
 */
function filterRows(data: Uint8Array, rowSize: number, height: number, pixelSize: number): Uint8Array {
  const out = new Uint8Array((rowSize + 1) * height)
  // In front of the first row, as in front of each row, is black.
  let above: Uint8Array = new Uint8Array(rowSize)
  for (let y = 0; y < height; y++) {
    const row = data.subarray(y * rowSize, (y + 1) * rowSize)
    const at = y * (rowSize + 1)
    const filter = pixelSize === 0 ? FILTER_NONE : bestFilter(row, above, pixelSize)
    out[at] = filter
    applyFilter(filter, row, above, pixelSize, out.subarray(at + 1, at + 1 + rowSize))
    above = row
  }
  return out
}

const FILTER_NONE = 0
const FILTER_LEFT = 1
const FILTER_UP = 2
const FILTER_PAETH = 4

/**
 * The filter that leaves the smallest sum of distances from 0, bytes taken as signed; of equal ones the
 * simplest.
 */
function bestFilter(row: Uint8Array, above: Uint8Array, pixelSize: number): number {
  let none = 0
  let left = 0
  let up = 0
  let paeth = 0
  // The first pixel has nothing on its left: its Paeth is what is above it.
  for (let i = 0; i < pixelSize; i++) {
    const byte = row[i] as number
    const size = distance(byte)
    const rise = distance(byte - (above[i] as number))
    none += size
    left += size
    up += rise
    paeth += rise
  }
  for (let i = pixelSize; i < row.length; i++) {
    const byte = row[i] as number
    const a = row[i - pixelSize] as number
    const b = above[i] as number
    none += distance(byte)
    left += distance(byte - a)
    up += distance(byte - b)
    paeth += distance(byte - nearest(a, b, above[i - pixelSize] as number))
  }
  const least = Math.min(none, left, up, paeth)
  return none === least ? FILTER_NONE : left === least ? FILTER_LEFT : up === least ? FILTER_UP : FILTER_PAETH
}

// Both of these are asked for every byte, of which nobody can foresee a thing: without a jump they take half
// the time.

/** How far the lowest eight bits, taken as signed, are from 0. */
function distance(difference: number): number {
  return magnitude((difference << 24) >> 24)
}

/**
 * Paeth's guess: of left, up and corner the one next to left + up − corner; of equally near ones the one
 * named first.
 */
function nearest(left: number, up: number, corner: number): number {
  const byLeft = magnitude(up - corner)
  const byUp = magnitude(left - corner)
  const byCorner = magnitude(left + up - 2 * corner)
  // All ones where the second is nearer than the first, else all zeros.
  const isUp = (byUp - byLeft) >> 31
  const side = left ^ ((left ^ up) & isUp)
  const bySide = byLeft ^ ((byLeft ^ byUp) & isUp)
  return side ^ ((side ^ corner) & ((byCorner - bySide) >> 31))
}

function magnitude(value: number): number {
  const sign = value >> 31
  return (value ^ sign) - sign
}

function applyFilter(filter: number, row: Uint8Array, above: Uint8Array, pixelSize: number, out: Uint8Array): void {
  if (filter === FILTER_NONE) {
    out.set(row)
  } else if (filter === FILTER_LEFT) {
    out.set(row.subarray(0, pixelSize))
    for (let i = pixelSize; i < row.length; i++) out[i] = (row[i] as number) - (row[i - pixelSize] as number)
  } else {
    const first = filter === FILTER_UP ? row.length : pixelSize
    for (let i = 0; i < first; i++) out[i] = (row[i] as number) - (above[i] as number)
    for (let i = first; i < row.length; i++) {
      const guess = nearest(row[i - pixelSize] as number, above[i] as number, above[i - pixelSize] as number)
      out[i] = (row[i] as number) - guess
    }
  }
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
