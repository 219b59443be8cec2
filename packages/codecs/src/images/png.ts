import { plural } from '@ukit/text/internal'
import type { Crc32 } from '../codec.js'
import { concat } from '../concat.js'
import { crc32 } from '../crc.js'
import { checkPicture, type Picture } from './picture.js'
import { pngRows } from './png-rows.js'

/** PNG's colour type and bits per sample, by format. */
const HEADER: Readonly<Record<Picture['format'], readonly [bits: number, colorType: number]>> = {
  rgba: [8, 6],
  rgb: [8, 2],
  rgba16: [16, 6],
  gray: [8, 0],
  gray16: [16, 0],
  indexed: [8, 3],
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const NOTHING = new Uint8Array(0)

/** Makes a zlib stream: a codec's `compress`. */
export interface Deflate {
  (bytes: Uint8Array): Uint8Array
  /** The codec's own CRC-32, which each chunk ends with; the portable one if absent. */
  readonly crc32?: Crc32 | undefined
}

/**
 * *A picture as a PNG file.* Nothing is lost: a palette stays a palette, 16 bits stay 16.
 *
 * @param deflate makes a zlib stream (a codec's `compress`).
 * @throws {RangeError} when the sizes do not fit each other: a bug of the caller.
 */
export function encodePng(picture: Picture, deflate: Deflate): Uint8Array {
  checkPicture(picture)
  const pixels = chunk('IDAT', deflate(pngRows(picture)), deflate.crc32)
  return concat([SIGNATURE, ...head(picture), pixels, chunk('IEND', NOTHING)])
}

/** *Pictures that are shown one after the other.* */
export interface Animation {
  /**
   * All of one size and format, with one palette. Programs that do not know animated PNG show the first one.
   */
  readonly frames: readonly Picture[]
  /** How long each frame is shown, in seconds: one for each. */
  readonly seconds: readonly number[]
}

/**
 * *Pictures as an animated PNG (APNG)* that starts again forever. Browsers play it; other programs show the
 * first frame.
 *
 * Layout: *Portable Network Graphics, third edition* (W3C): acTL, fcTL and fdAT.
 *
 * @throws {RangeError} when there are no frames, or they differ in size, format or palette.
 */
export function encodeApng({ frames, seconds }: Animation, deflate: Deflate): Uint8Array {
  const [first] = frames
  if (first === undefined || seconds.length !== frames.length)
    throw new RangeError(
      `expected a time for each of one frame or more; found ${frames.length}, ${plural(seconds.length, 'time')}`,
    )
  const chunks = [SIGNATURE, ...head(first), chunk('acTL', words(frames.length, 0))]
  let number = 0
  for (const [i, frame] of frames.entries()) {
    checkPicture(frame)
    if (!isAlike(frame, first)) throw new RangeError(`frame ${i} differs from the first in size, format or palette`)
    chunks.push(chunk('fcTL', frameControl(number++, frame, seconds[i] ?? 0)))
    const rows = deflate(pngRows(frame))
    const data = i === 0 ? rows : concat([words(number++), rows])
    chunks.push(chunk(i === 0 ? 'IDAT' : 'fdAT', data, deflate.crc32))
  }
  return concat([...chunks, chunk('IEND', NOTHING)])
}

function isAlike(frame: Picture, first: Picture): boolean {
  if (frame.format !== first.format || frame.width !== first.width || frame.height !== first.height) return false
  if (frame.format !== 'indexed' || first.format !== 'indexed' || frame === first) return true
  return isSame(frame.palette, first.palette) && isSame(frame.alpha ?? NOTHING, first.alpha ?? NOTHING)
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => value === b[i]))
}

/** Where a frame is, and how long it is shown, in thousandths of a second; it replaces the one before. */
function frameControl(number: number, { width, height }: Picture, seconds: number): Uint8Array {
  const thousandths = Math.min(0xffff, Math.max(1, Math.round(seconds * 1000)))
  return concat([words(number, width, height, 0, 0, thousandths * 0x10000 + 1000), new Uint8Array(2)])
}

/** Numbers of 32 bits, the highest byte first. */
function words(...values: readonly number[]): Uint8Array {
  const out = new Uint8Array(4 * values.length)
  const view = new DataView(out.buffer)
  for (const [i, value] of values.entries()) view.setUint32(4 * i, value)
  return out
}

/** The chunks before the pixels: size, format and palette. */
function head(picture: Picture): Uint8Array[] {
  const { width, height, format } = picture
  const chunks = [chunk('IHDR', concat([words(width, height), Uint8Array.of(...HEADER[format], 0, 0, 0)]))]
  if (picture.format === 'indexed') {
    chunks.push(chunk('PLTE', picture.palette))
    if (picture.alpha !== undefined) chunks.push(chunk('tRNS', picture.alpha))
  }
  return chunks
}

function chunk(type: string, data: Uint8Array, checksum: Crc32 = crc32): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  for (let i = 0; i < 4; i++) bytes[4 + i] = type.charCodeAt(i)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, checksum(bytes.subarray(4, 8 + data.length)))
  return bytes
}
