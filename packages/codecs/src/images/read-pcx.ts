import { plural } from '@ukit/text/internal'
import { checkImageBytes, checkImageSize, ImageError } from './image-error.js'
import type { Picture } from './picture.js'

const HEADER = 128
const PALETTE_MARK = 0x0c
const COUNT_MARK = 0xc0

/**
 * *A PCX file as a picture*: palettes stay as they are, index for index, which is how UE1's editor takes
 * them; three planes of 8 bits become colours.
 *
 * Layout: ZSoft's technical reference, revision 5. Planes of 1 bit are read only with a palette of 16 colours
 * or two colours, as all paint programs wrote them.
 *
 * @throws {ImageError} when it is not such a file.
 */
export function readPcx(bytes: Uint8Array): Picture {
  checkImageBytes('pcx', bytes, HEADER, 'the header')
  if (bytes[0] !== 0x0a) throw new ImageError('pcx', 'corrupt', 0, `expected byte 10 first, found ${bytes[0]}`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const width = view.getUint16(8, true) - view.getUint16(4, true) + 1
  const height = view.getUint16(10, true) - view.getUint16(6, true) + 1
  checkImageSize('pcx', 4, width, height)
  const bits = bytes[3] as number
  const planes = bytes[65] as number
  const rowSize = view.getUint16(66, true)
  if (rowSize * 8 < width * bits)
    throw new ImageError(
      'pcx',
      'corrupt',
      66,
      `${plural(width, 'pixel')} of ${plural(bits, 'bit does not', 'bits do not')} fit rows of ` +
        `${plural(rowSize, 'byte')}`,
    )
  const kind = `${bits}/${planes}`
  if (!KINDS.has(kind)) {
    const message =
      `expected 8 bits in 1 or 3 planes, or 16 colours, found ${plural(bits, 'bit')} in ` + `${plural(planes, 'plane')}`
    throw new ImageError('pcx', 'unsupported', 3, message)
  }
  const rows = unpackRows(bytes, rowSize * planes * height, bytes[2] === 1)
  const row = rowSize * planes
  if (planes === 3 && bits === 8) {
    const data = new Uint8Array(width * height * 3)
    for (let y = 0, to = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        for (let plane = 0; plane < 3; plane++) data[to++] = rows[y * row + plane * rowSize + x] as number
    return { format: 'rgb', width, height, data }
  }
  const data = new Uint8Array(width * height)
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to++) {
      for (let plane = 0; plane < planes; plane++) {
        const byte = rows[y * row + plane * rowSize + ((x * bits) >> 3)] as number
        const value = (byte >> (8 - bits - ((x * bits) & 7))) & ((1 << bits) - 1)
        data[to] = (data[to] as number) | (value << (plane * bits))
      }
    }
  return { format: 'indexed', width, height, data, palette: paletteOf(bytes, bits * planes) }
}

/** Bits and planes that are read. */
const KINDS = new Set(['8/1', '8/3', '1/1', '2/1', '4/1', '1/2', '1/3', '1/4'])

/**
 * Bytes with the two highest bits set are counts of the byte after them; runs may continue in the next row.
 */
function unpackRows(bytes: Uint8Array, size: number, isPacked: boolean): Uint8Array {
  // A count and a byte give at most 63 bytes: a size that a file of this length cannot have is refused before
  // memory is allocated.
  if (size > (bytes.length - HEADER) * (isPacked ? 32 : 1))
    throw new ImageError(
      'pcx',
      'truncated',
      bytes.length,
      `${plural(size, 'byte')} of pixels cannot come from this file`,
    )
  if (!isPacked) return bytes.subarray(HEADER, HEADER + size)
  const out = new Uint8Array(size)
  let at = HEADER
  for (let to = 0; to < size; ) {
    if (at >= bytes.length)
      throw new ImageError('pcx', 'truncated', at, `expected ${plural(size, 'byte')} of pixels, found ${to}`)
    const byte = bytes[at++] as number
    if (byte < COUNT_MARK) {
      out[to++] = byte
      continue
    }
    const run = byte & 63
    out.fill(bytes[at++] ?? 0, to, to + run)
    to += run
  }
  return out
}

/** 256 colours at the end of the file, 16 in the header, black and white for one bit. */
function paletteOf(bytes: Uint8Array, bits: number): Uint8Array {
  if (bits === 1) return Uint8Array.of(0, 0, 0, 255, 255, 255)
  if (bits <= 4) return bytes.slice(16, 16 + 3 * (1 << bits))
  const mark = bytes.length - 769
  if (mark < HEADER || bytes[mark] !== PALETTE_MARK) {
    const message = 'expected byte 12 and a palette of 256 colours at the end of the file'
    throw new ImageError('pcx', 'corrupt', Math.max(0, mark), message)
  }
  return bytes.slice(mark + 1)
}
