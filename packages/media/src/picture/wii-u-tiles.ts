import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'

/**
 * The bits of a block's column and row that make up its number in a tile of 8 × 8, the lowest first: 0 to 2
 * are bits of the column, 3 to 5 bits of the row. By the size of a block in bytes.
 */
const MICRO_ORDER: Readonly<Partial<Record<number, readonly number[]>>> = {
  1: [0, 1, 2, 4, 3, 5],
  2: [0, 1, 2, 3, 4, 5],
  4: [0, 1, 3, 2, 4, 5],
  8: [0, 3, 1, 2, 4, 5],
  16: [3, 0, 1, 2, 4, 5],
}

/** Bytes that go to one memory channel before the next channel follows. */
const INTERLEAVE = 256

/**
 * *Rearranges the blocks of a Wii U texture to rows.* Large levels are in tiles of 32 × 16 blocks, spread
 * over two channels and four banks of memory; small levels are only in tiles of 8 × 8. The length tells
 * which: the large tiles always need more bytes than the small ones, except for levels that are whole tiles
 * of both kinds, and those are large.
 *
 * The arithmetic is that of GX2's surfaces (`2D_TILED_THIN1`, `1D_TILED_THIN1`, no swizzle), which many
 * public readers have.
 *
 * @param size bytes of a block or pixel: 1, 2, 4, 8 or 16.
 * @throws {MediaError} `broken` when there are fewer bytes than the smaller tiles need.
 */
export function untileWiiU(data: Uint8Array, columns: number, rows: number, size: number): Uint8Array {
  const order = MICRO_ORDER[size]
  if (order === undefined) throw new RangeError(`expected blocks of 1, 2, 4, 8 or 16 bytes, found ${size}`)
  const macroPitch = padded(columns, Math.max(32, 128 / size))
  const isMacro = data.length >= macroPitch * padded(rows, 16) * size
  const pitch = isMacro ? macroPitch : padded(columns, Math.max(8, 32 / size))
  const needed = pitch * padded(rows, 8) * size
  if (data.length < needed)
    throw new MediaError(
      'broken',
      `expected ${plural(needed, 'byte')} for the tiles of ${columns} × ${rows} blocks, found ${data.length}`,
    )
  const out = new Uint8Array(columns * rows * size)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const micro = microNumber(order, x, y) * size
      const from = isMacro
        ? macroAddress(x, y, pitch, size, micro)
        : ((x >> 3) + (y >> 3) * (pitch >> 3)) * 64 * size + micro
      out.set(data.subarray(from, from + size), (y * columns + x) * size)
    }
  }
  return out
}

function microNumber(order: readonly number[], x: number, y: number): number {
  const bits = (x & 7) | ((y & 7) << 3)
  return order.reduce((number, bit, i) => number | (((bits >> bit) & 1) << i), 0)
}

/** The channel and the bank take bits 8 to 10 of the address; the bits above move up. */
function macroAddress(x: number, y: number, pitch: number, size: number, micro: number): number {
  const tile = ((x >> 5) + (y >> 4) * (pitch >> 5)) * 64 * size
  const channel = ((y >> 3) ^ (x >> 3)) & 1
  const bank = (((y >> 5) ^ (x >> 3)) & 1) | ((((y >> 4) ^ (x >> 4)) & 1) << 1)
  const low = tile + micro
  return (
    Math.floor(low / INTERLEAVE) * INTERLEAVE * 8 + bank * 2 * INTERLEAVE + channel * INTERLEAVE + (low % INTERLEAVE)
  )
}

function padded(count: number, to: number): number {
  return Math.ceil(count / to) * to
}
