import { plural } from '@ukit/text/internal'
import { concat } from '../concat.js'
import { crc32 } from '../crc.js'
import { checkImageBytes, checkImageSize, ImageError } from './image-error.js'
import type { IndexedPicture, Picture } from './picture.js'
import { type PngSamples, unpackSamples } from './png-samples.js'

/** Unpacks a zlib stream to exactly `size` bytes: a codec's `decompress`. */
export type Inflate = (bytes: Uint8Array, size: number) => Uint8Array

/** Bytes of the signature and of the first chunk. */
const HEADER = 33
const CHUNK = 12

/** Samples of a pixel by PNG's colour type, and the bits that they may have. */
const COLOR_TYPES: Readonly<Record<number, { readonly samples: number; readonly bits: readonly number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
}

/** *What a PNG file says before its pixels*, and where the pixels are. */
export interface PngFile {
  readonly width: number
  readonly height: number
  /** Of a sample. */
  readonly bits: number
  /** 0 grey, 2 colour, 3 palette, 4 grey with alpha, 6 colour with alpha. */
  readonly colorType: number
  readonly interlaced: boolean
  /** 3 bytes per colour. */
  readonly palette: Uint8Array | undefined
  /** Alpha of the palette's colours, or the one colour that is a hole. */
  readonly transparency: Uint8Array | undefined
  /** The picture's zlib stream. */
  readonly data: Uint8Array
  /** In the order of the file: `acTL`, `fcTL` and `fdAT` of an animation, and where the picture's own is. */
  readonly frames: readonly PngChunk[]
}

/** A chunk: its four letters, its data, and where it begins. */
export interface PngChunk {
  readonly type: string
  readonly data: Uint8Array
  readonly offset: number
}

/**
 * *A PNG file as a picture*: a palette stays a palette, 16 bits stay 16; 1, 2 or 4 bits become 8.
 *
 * For an animation it is the picture that programs without support for animated PNG show; see `readApng`.
 * Colour profiles and gamma are not applied, as no editor of the engine does.
 *
 * Layout: *Portable Network Graphics, third edition* (W3C).
 *
 * @param inflate unpacks a zlib stream (a codec's `decompress`).
 * @throws {ImageError} when it is not such a file.
 */
export function readPng(bytes: Uint8Array, inflate: Inflate): Picture {
  const file = pngFile(bytes)
  return pngPicture(file, file, file.data, inflate)
}

/** Tells whether a file begins with the signature of PNG files. */
export function isPng(bytes: Uint8Array): boolean {
  return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].every((byte, i) => bytes[i] === byte)
}

/** Reads the chunks and checks their checksums. @throws {ImageError} as `readPng`. */
export function pngFile(bytes: Uint8Array): PngFile {
  if (!isPng(bytes)) throw new ImageError('png', 'corrupt', 0, 'expected the eight bytes that PNG files begin with')
  checkImageBytes('png', bytes, HEADER, 'the header')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (view.getUint32(8) !== 13 || typeAt(bytes, 12) !== 'IHDR')
    throw new ImageError('png', 'corrupt', 8, 'expected the chunk IHDR of 13 bytes first')
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  checkImageSize('png', 16, width, height)
  const [bits = 0, colorType = 0, compression, filter, interlace = 0] = bytes.subarray(24, 29)
  const known = COLOR_TYPES[colorType]
  if (known === undefined || !known.bits.includes(bits))
    throw new ImageError('png', 'corrupt', 24, `the colour type ${colorType} cannot have ${plural(bits, 'bit')}`)
  if (compression !== 0 || filter !== 0 || interlace > 1)
    throw new ImageError('png', 'unsupported', 26, 'a compression, filter or interlacing of a later standard')
  let palette: Uint8Array | undefined
  let transparency: Uint8Array | undefined
  const data: Uint8Array[] = []
  const frames: PngChunk[] = []
  for (const chunk of chunksOf(bytes, view)) {
    if (chunk.type === 'PLTE') palette = chunk.data
    else if (chunk.type === 'tRNS') transparency = chunk.data
    else if (chunk.type === 'IDAT') {
      if (data.length === 0) frames.push(chunk)
      data.push(chunk.data)
    } else if (FRAME_CHUNKS.has(chunk.type)) frames.push(chunk)
  }
  if (colorType === 3) checkPalette(palette)
  if (data.length === 0) throw new ImageError('png', 'truncated', bytes.length, 'there is no chunk IDAT with pixels')
  return {
    width,
    height,
    bits,
    colorType,
    interlaced: interlace === 1,
    palette,
    transparency,
    data: concat(data),
    frames,
  }
}

const FRAME_CHUNKS = new Set(['acTL', 'fcTL', 'fdAT'])

function* chunksOf(bytes: Uint8Array, view: DataView): Generator<PngChunk> {
  for (let at = 8; at < bytes.length; ) {
    checkImageBytes('png', bytes, at + CHUNK, 'a chunk')
    const size = view.getUint32(at)
    const type = typeAt(bytes, at + 4)
    checkImageBytes('png', bytes, at + CHUNK + size, `the chunk ${type}`)
    if (type === 'IEND') return
    const sum = crc32(bytes.subarray(at + 4, at + 8 + size))
    if (sum !== view.getUint32(at + 8 + size))
      throw new ImageError('png', 'corrupt', at, `the checksum of the chunk ${type} is wrong`)
    yield { type, data: bytes.subarray(at + 8, at + 8 + size), offset: at }
    at += CHUNK + size
  }
  throw new ImageError('png', 'truncated', bytes.length, 'there is no chunk IEND')
}

function typeAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4)).replace(/[^A-Za-z]/g, '?')
}

function checkPalette(palette: Uint8Array | undefined): void {
  if (palette === undefined) throw new ImageError('png', 'corrupt', 24, 'expected a chunk PLTE with the palette')
  const { length } = palette
  if (length === 0 || length % 3 !== 0 || length > 768)
    throw new ImageError('png', 'corrupt', 24, `expected a palette of 1 to 256 colours, found ${length / 3}`)
}

/** The picture of one zlib stream of a file, of the file's size or a frame's. */
export function pngPicture(
  file: PngFile,
  size: { readonly width: number; readonly height: number },
  data: Uint8Array,
  inflate: Inflate,
): Picture {
  const { width, height } = size
  const { bits, colorType, interlaced } = file
  const samples = COLOR_TYPES[colorType]?.samples ?? 0
  const unpacked = unpackSamples({ width, height, bits, samples, interlaced }, (bytes) => {
    try {
      return inflate(data, bytes)
    } catch (cause) {
      throw unpackError(cause)
    }
  })
  if (colorType === 3) return indexedPicture(file, width, height, unpacked)
  return colorType === 0 || colorType === 4 ? grayPicture(file, unpacked) : colorPicture(file, unpacked)
}

function unpackError(cause: unknown): ImageError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ImageError('png', 'corrupt', HEADER, `its pixels cannot be decompressed: ${reason}`, { cause })
}

function indexedPicture({ palette, transparency }: PngFile, width: number, height: number, { data }: PngSamples) {
  const colors = palette ?? new Uint8Array(3)
  const most = colors.length / 3 - 1
  const picture: IndexedPicture = {
    format: 'indexed',
    width,
    height,
    data: data.some((index) => index > most) ? data.map((index) => Math.min(index, most)) : data,
    palette: colors.slice(),
  }
  return transparency === undefined ? picture : { ...picture, alpha: transparency.slice(0, most + 1) }
}

/** Grey, as `gray` or `gray16`; with alpha, or a shade that is a hole, as colours. */
function grayPicture({ bits, colorType, transparency }: PngFile, { width, height, data }: PngSamples): Picture {
  const hole = colorType === 0 && transparency !== undefined ? wordAt(transparency, 0) : undefined
  if (colorType === 0 && hole === undefined) {
    if (bits === 16) return { format: 'gray16', width, height, data: turned(data) }
    return { format: 'gray', width, height, data: bits === 8 ? data : data.map((value) => value * (SPREAD[bits] ?? 1)) }
  }
  const step = colorType === 4 ? 2 : 1
  return spread(width, height, bits, (pixel, channel) => {
    const shade = sample(data, pixel * step, bits)
    if (channel < 3) return shade * (SPREAD[bits] ?? 1)
    if (hole === undefined) return sample(data, pixel * step + 1, bits)
    return shade === hole ? 0 : fullOf(bits)
  })
}

/** By number of bits, the factor that makes the largest value 255. */
const SPREAD: Readonly<Record<number, number>> = { 1: 255, 2: 85, 4: 17 }

function colorPicture({ bits, colorType, transparency }: PngFile, { width, height, data }: PngSamples): Picture {
  const hole = transparency === undefined ? undefined : [0, 1, 2].map((channel) => wordAt(transparency, channel * 2))
  if (bits === 8 && colorType === 6) return { format: 'rgba', width, height, data }
  if (bits === 8 && hole === undefined) return { format: 'rgb', width, height, data }
  if (colorType === 6) return { format: 'rgba16', width, height, data: turned(data) }
  return spread(width, height, bits, (pixel, channel) => {
    if (channel < 3) return sample(data, pixel * 3 + channel, bits)
    return hole?.every((value, i) => sample(data, pixel * 3 + i, bits) === value) ? 0 : fullOf(bits)
  })
}

/** A picture with alpha from a function that gives each sample. */
function spread(
  width: number,
  height: number,
  bits: number,
  read: (pixel: number, channel: number) => number,
): Picture {
  const count = width * height * 4
  if (bits < 16) {
    const data = new Uint8Array(count)
    for (let i = 0; i < count; i++) data[i] = read(i >> 2, i & 3)
    return { format: 'rgba', width, height, data }
  }
  const data = new Uint8Array(count * 2)
  for (let i = 0; i < count; i++) {
    const value = read(i >> 2, i & 3)
    data[2 * i] = value & 255
    data[2 * i + 1] = value >> 8
  }
  return { format: 'rgba16', width, height, data }
}

function sample(data: Uint8Array, index: number, bits: number): number {
  return bits === 16 ? wordAt(data, index * 2) : (data[index] ?? 0)
}

/** Of 16 bits, the higher byte first. */
function wordAt(data: Uint8Array, at: number): number {
  return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)
}

function fullOf(bits: number): number {
  return bits === 16 ? 0xffff : 255
}

/** 16-bit words with their two bytes swapped. */
function turned(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length)
  for (let i = 0; i + 1 < data.length; i += 2) {
    out[i] = data[i + 1] as number
    out[i + 1] = data[i] as number
  }
  return out
}
