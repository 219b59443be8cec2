/** Blocks (or pixels, if a format has no blocks) on a side of the tiles that the Xbox 360 pads to. */
const TILE = 32

/** Bytes of a page; tiles of small blocks share one. */
const PAGE = 4096

/** Bytes of a level on the Xbox 360: whole tiles of 32 × 32 blocks, and whole pages. */
export function tiledBytes(columns: number, rows: number, blockSize: number): number {
  return Math.ceil((padded(columns) * padded(rows) * blockSize) / PAGE) * PAGE
}

function padded(count: number): number {
  return Math.ceil(count / TILE) * TILE
}

/**
 * *Rearranges the blocks of an Xbox 360 texture to rows.* Its memory interleaves them for the cache: tiles of
 * 32 × 32 blocks, each with eight rows of four groups.
 *
 * The arithmetic is that of `XGAddress2DTiledOffset`, which many public readers have.
 *
 * @param blockSize bytes of a block or pixel: 1, 2, 4, 8 or 16.
 */
export function untile(data: Uint8Array, columns: number, rows: number, blockSize: number): Uint8Array {
  const out = new Uint8Array(columns * rows * blockSize)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const from = tiledIndex(x, y, columns, blockSize) * blockSize
      out.set(data.subarray(from, from + blockSize), (y * columns + x) * blockSize)
    }
  }
  return out
}

/** The offset of the block at column x, row y, in blocks. */
function tiledIndex(x: number, y: number, columns: number, blockSize: number): number {
  const log = Math.log2(blockSize)
  const macro = ((x >> 5) + (y >> 5) * (padded(columns) >> 5)) << (log + 7)
  const micro = ((x & 7) + ((y & 6) << 2)) << log
  const offset = macro + ((micro & ~15) << 1) + (micro & 15) + ((y & 8) << (3 + log)) + ((y & 1) << 4)
  const address =
    ((offset & ~511) << 3) +
    ((offset & 448) << 2) +
    (offset & 63) +
    ((y & 16) << 7) +
    (((((y & 8) >> 2) + (x >> 3)) & 3) << 6)
  return address >> log
}

/** Reverses the bytes of each number of `width` bytes. */
export function swapped(data: Uint8Array, width: number): Uint8Array {
  const out = data.slice()
  for (let at = 0; at + width <= out.length; at += width) out.subarray(at, at + width).reverse()
  return out
}
