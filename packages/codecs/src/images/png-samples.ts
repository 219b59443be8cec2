import { ImageError } from './image-error.js'
import { paeth } from './paeth.js'

/** How the samples of a picture are packed. */
export interface PngLayout {
  readonly width: number
  readonly height: number
  /** Of a sample: 1, 2, 4, 8 or 16. */
  readonly bits: number
  /** Of a pixel: 1 to 4. */
  readonly samples: number
  /** In seven passes (Adam7). */
  readonly interlaced: boolean
}

/** Samples one after another: a byte each, two with 16 bits, the higher first. */
export interface PngSamples {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** First column and row of each pass, and the steps to the next. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/**
 * *The samples of a picture from the rows of a PNG file*, with their filters undone and their passes put
 * together.
 *
 * @param unpack gives the rows, which are as many bytes as it is asked for.
 * @throws {ImageError} `corrupt` for a filter that does not exist.
 */
export function unpackSamples(layout: PngLayout, unpack: (bytes: number) => Uint8Array): PngSamples {
  const { width, height, bits, samples, interlaced } = layout
  const passes = (interlaced ? PASSES : [[0, 0, 1, 1] as const]).map(([x, y, dx, dy]) => ({
    x,
    y,
    dx,
    dy,
    width: Math.ceil((width - x) / dx),
    height: Math.ceil((height - y) / dy),
  }))
  const rowBytes = (columns: number): number => Math.ceil((columns * samples * bits) / 8)
  const sizeOf = (pass: { width: number; height: number }): number =>
    pass.width > 0 && pass.height > 0 ? pass.height * (1 + rowBytes(pass.width)) : 0
  const rows = unpack(passes.reduce((sum, pass) => sum + sizeOf(pass), 0))
  const size = samples * (bits === 16 ? 2 : 1)
  const data = new Uint8Array(width * height * size)
  let at = 0
  for (const pass of passes) {
    if (sizeOf(pass) === 0) continue
    const bytes = rowBytes(pass.width)
    const step = Math.max(1, (samples * bits) >> 3)
    for (let row = 0; row < pass.height; row++, at += 1 + bytes) {
      // The row above the first of a pass counts as zeros.
      unfilter(rows, at, bytes, step, row === 0)
      const line = rows.subarray(at + 1, at + 1 + bytes)
      const to = ((pass.y + row * pass.dy) * width + pass.x) * size
      if (bits >= 8 && pass.dx === 1) data.set(line, to)
      else if (bits >= 8) copyPixels(line, data, to, size, pass.dx)
      else for (let i = 0; i < pass.width; i++) data[to + i * pass.dx] = smallSample(line, i, bits)
    }
  }
  return { width, height, data }
}

function copyPixels(line: Uint8Array, data: Uint8Array, to: number, size: number, step: number): void {
  for (let from = 0, at = to; from < line.length; from += size, at += step * size)
    for (let i = 0; i < size; i++) data[at + i] = line[from + i] as number
}

function smallSample(line: Uint8Array, index: number, bits: number): number {
  const bit = index * bits
  return ((line[bit >> 3] as number) >> (8 - bits - (bit & 7))) & ((1 << bits) - 1)
}

/** Undoes the filter of a row, whose first byte names it; the row before is in front of it, as long. */
function unfilter(rows: Uint8Array, at: number, size: number, step: number, isFirst: boolean): void {
  const start = at + 1
  const end = start + size
  // The first pixel has nothing on its left.
  const second = Math.min(start + step, end)
  const back = size + 1
  const filter = rows[at]
  switch (filter) {
    case 0:
      return
    case 1:
      addLeft(rows, second, end, step)
      return
    case 2:
      if (!isFirst) addAbove(rows, start, end, back)
      return
    case 3:
      if (isFirst) {
        for (let i = second; i < end; i++) rows[i] = (rows[i] as number) + ((rows[i - step] as number) >> 1)
        return
      }
      for (let i = start; i < second; i++) rows[i] = (rows[i] as number) + ((rows[i - back] as number) >> 1)
      for (let i = second; i < end; i++)
        rows[i] = (rows[i] as number) + (((rows[i - step] as number) + (rows[i - back] as number)) >> 1)
      return
    case 4:
      // Without a left neighbour the guess is the byte above; without a row above, the byte on the left.
      if (isFirst) {
        addLeft(rows, second, end, step)
        return
      }
      addAbove(rows, start, second, back)
      // Channel by channel, so that the left and corner bytes need not be read again.
      for (let channel = start; channel < second; channel++) {
        let left = rows[channel] as number
        let corner = rows[channel - back] as number
        for (let i = channel + step; i < end; i += step) {
          const above = rows[i - back] as number
          left = ((rows[i] as number) + paeth(left, above, corner)) & 255
          rows[i] = left
          corner = above
        }
      }
      return
    default:
      throw new ImageError('png', 'corrupt', 0, `the filter ${filter} of a row does not exist`)
  }
}

function addLeft(rows: Uint8Array, from: number, to: number, step: number): void {
  for (let i = from; i < to; i++) rows[i] = (rows[i] as number) + (rows[i - step] as number)
}

function addAbove(rows: Uint8Array, from: number, to: number, back: number): void {
  for (let i = from; i < to; i++) rows[i] = (rows[i] as number) + (rows[i - back] as number)
}
