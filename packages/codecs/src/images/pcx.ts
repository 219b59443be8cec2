import { checkPicture, type Picture, toOpaque } from './picture.js'

const HEADER = 128
const MAX_SIDE = 0x10000
/** What comes before the palette at the end. */
const PALETTE_MARK = 0x0c
/** The two highest bits mark a count; the other six are the count. */
const MAX_RUN = 63
const COUNT_MARK = 0xc0

/**
 * *A picture as a PCX file*, version 5: a palette and shades of grey become 8 bits per pixel with 256
 * colours, the form that UE1's editor and `#exec TEXTURE IMPORT` expect; everything else becomes 24 bits in
 * three planes.
 *
 * Alpha is left out, since the format has none. Of 16 bits the higher 8 are kept.
 *
 * Layout: ZSoft's technical reference, revision 5.
 *
 * @throws {RangeError} when the sizes do not fit each other, or a side has more than 65,536 pixels.
 */
export function encodePcx(picture: Picture): Uint8Array {
  checkPicture(picture)
  const { width, height, data, ...rest } = toOpaque(picture)
  if (width > MAX_SIDE || height > MAX_SIDE)
    throw new RangeError(`a PCX file has at most ${MAX_SIDE} × ${MAX_SIDE} pixels; ${width} × ${height} were given`)
  const planes = rest.format === 'indexed' ? 1 : 3
  // Each plane of a row has an even number of bytes.
  const rowSize = width + (width & 1)
  const packed = new Packed(rowSize * planes * height)
  const row = new Uint8Array(rowSize)
  for (let y = 0; y < height; y++) {
    for (let plane = 0; plane < planes; plane++) {
      for (let x = 0; x < width; x++) row[x] = data[(y * width + x) * planes + plane] as number
      packed.addRow(row)
    }
  }
  const body = packed.bytes
  const out = new Uint8Array(HEADER + body.length + (rest.format === 'indexed' ? 769 : 0))
  const view = new DataView(out.buffer)
  // Manufacturer ZSoft, version 5, runs, 8 bits per pixel and plane.
  out.set([0x0a, 5, 1, 8])
  view.setUint16(8, width - 1, true)
  view.setUint16(10, height - 1, true)
  // Dots per inch: not needed.
  view.setUint16(12, 72, true)
  view.setUint16(14, 72, true)
  out[65] = planes
  view.setUint16(66, rowSize, true)
  // Colours, not shades of grey.
  view.setUint16(68, 1, true)
  out.set(body, HEADER)
  if (rest.format === 'indexed') {
    out[HEADER + body.length] = PALETTE_MARK
    out.set(rest.palette.subarray(0, 768), HEADER + body.length + 1)
  }
  return out
}

/** Rows as runs; no run continues in the next row. */
class Packed {
  #out: Uint8Array
  #length = 0

  /** @param size bytes before packing; the worst case is twice as much. */
  constructor(size: number) {
    this.#out = new Uint8Array(size)
  }

  get bytes(): Uint8Array {
    return this.#out.subarray(0, this.#length)
  }

  addRow(row: Uint8Array): void {
    this.#reserve(2 * row.length)
    for (let x = 0; x < row.length; ) {
      const value = row[x] as number
      let run = 1
      while (run < MAX_RUN && x + run < row.length && row[x + run] === value) run++
      // A single byte that looks like a count needs one itself.
      if (run > 1 || value >= COUNT_MARK) this.#out[this.#length++] = COUNT_MARK | run
      this.#out[this.#length++] = value
      x += run
    }
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#out.length) return
    const larger = new Uint8Array(Math.max(this.#length + size, this.#out.length * 2))
    larger.set(this.bytes)
    this.#out = larger
  }
}
