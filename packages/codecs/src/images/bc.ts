/**
 * Block compressions of textures: BC1 to BC3 are DXT1, DXT3 and DXT5; BC4 and BC5 are one and two channels
 * (ATI1, 3Dc).
 */
export type BlockFormat = 'bc1' | 'bc2' | 'bc3' | 'bc4' | 'bc5'

/** Bytes of a block of 4 × 4 pixels. */
const BLOCK_BYTES: Readonly<Record<BlockFormat, number>> = { bc1: 8, bc2: 16, bc3: 16, bc4: 8, bc5: 16 }

/** Bytes of a picture: whole blocks, also where it is narrower than one. */
export function blockBytes(format: BlockFormat, width: number, height: number): number {
  return BLOCK_BYTES[format] * Math.ceil(width / 4) * Math.ceil(height / 4)
}

/**
 * *Decodes a block-compressed picture* to 4 bytes a pixel: red, green, blue, alpha.
 *
 * BC4 gives its channel as grey, BC5 red and green with the blue that makes a normal of length 1. Layouts:
 * Microsoft's public description of block compression.
 *
 * @throws {RangeError} when `data` has fewer than `blockBytes` bytes.
 */
export function decodeBlocks(format: BlockFormat, data: Uint8Array, width: number, height: number): Uint8Array {
  if (data.length < blockBytes(format, width, height)) {
    throw new RangeError(
      `${format} of ${width} × ${height} needs ${blockBytes(format, width, height)} bytes; ${data.length} were given`,
    )
  }
  const out = new Uint8Array(width * height * 4)
  const block = new Uint8Array(64)
  const size = BLOCK_BYTES[format]
  let at = 0
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      decodeBlock(format, data, at, block)
      copyBlock(block, out, x, y, width, height)
      at += size
    }
  }
  return out
}

function decodeBlock(format: BlockFormat, data: Uint8Array, at: number, block: Uint8Array): void {
  switch (format) {
    case 'bc1':
      colors(data, at, block, true)
      return
    case 'bc2':
      colors(data, at + 8, block, false)
      for (let i = 0; i < 16; i++) block[i * 4 + 3] = (((data[at + (i >> 1)] ?? 0) >> ((i & 1) * 4)) & 15) * 17
      return
    case 'bc3':
      colors(data, at + 8, block, false)
      channel(data, at, block, 3)
      return
    case 'bc4':
      channel(data, at, block, 0)
      for (let i = 0; i < 64; i += 4) {
        block[i + 1] = block[i + 2] = block[i] ?? 0
        block[i + 3] = 255
      }
      return
    default:
      channel(data, at, block, 0)
      channel(data, at + 8, block, 1)
      for (let i = 0; i < 64; i += 4) {
        block[i + 2] = normalZ(block[i] ?? 0, block[i + 1] ?? 0)
        block[i + 3] = 255
      }
  }
}

const palette = new Uint8Array(16)

/**
 * 16 pixels from two 5:6:5 colours and two bits each. In BC1 the order of the colours tells four opaque steps
 * from three and a transparent one.
 */
function colors(data: Uint8Array, at: number, block: Uint8Array, mayBeTransparent: boolean): void {
  const first = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8)
  const second = (data[at + 2] ?? 0) | ((data[at + 3] ?? 0) << 8)
  expand(first, 0)
  expand(second, 4)
  const four = first > second || !mayBeTransparent
  for (let c = 0; c < 3; c++) {
    const a = palette[c] ?? 0
    const b = palette[4 + c] ?? 0
    palette[8 + c] = four ? (2 * a + b) / 3 : (a + b) >> 1
    palette[12 + c] = four ? (a + 2 * b) / 3 : 0
  }
  palette[11] = 255
  palette[15] = four ? 255 : 0
  for (let i = 0; i < 16; i++) {
    const from = (((data[at + 4 + (i >> 2)] ?? 0) >> ((i & 3) * 2)) & 3) * 4
    const to = i * 4
    block[to] = palette[from] ?? 0
    block[to + 1] = palette[from + 1] ?? 0
    block[to + 2] = palette[from + 2] ?? 0
    block[to + 3] = palette[from + 3] ?? 0
  }
}

/** 5, 6 and 5 bits to 8 each, the upper bits repeated below, so that full stays full. */
function expand(color: number, to: number): void {
  const red = color >> 11
  const green = (color >> 5) & 63
  const blue = color & 31
  palette[to] = (red << 3) | (red >> 2)
  palette[to + 1] = (green << 2) | (green >> 4)
  palette[to + 2] = (blue << 3) | (blue >> 2)
  palette[to + 3] = 255
}

const steps = new Uint8Array(8)

/**
 * 16 values of one channel from two ends and three bits each; their order tells eight steps from six and the
 * two extremes.
 */
function channel(data: Uint8Array, at: number, block: Uint8Array, offset: number): void {
  const first = data[at] ?? 0
  const second = data[at + 1] ?? 0
  steps[0] = first
  steps[1] = second
  const count = first > second ? 7 : 5
  for (let i = 1; i < count; i++) steps[i + 1] = ((count - i) * first + i * second) / count
  if (count === 5) {
    steps[6] = 0
    steps[7] = 255
  }
  for (let half = 0; half < 2; half++) {
    const from = at + 2 + half * 3
    const bits = (data[from] ?? 0) | ((data[from + 1] ?? 0) << 8) | ((data[from + 2] ?? 0) << 16)
    for (let i = 0; i < 8; i++) block[(half * 8 + i) * 4 + offset] = steps[(bits >> (i * 3)) & 7] ?? 0
  }
}

function normalZ(x: number, y: number): number {
  const nx = x / 127.5 - 1
  const ny = y / 127.5 - 1
  return Math.round((Math.sqrt(Math.max(0, 1 - nx * nx - ny * ny)) + 1) * 127.5)
}

function copyBlock(block: Uint8Array, out: Uint8Array, x: number, y: number, width: number, height: number): void {
  const columns = Math.min(4, width - x)
  const rows = Math.min(4, height - y)
  for (let row = 0; row < rows; row++) {
    out.set(block.subarray(row * 16, row * 16 + columns * 4), ((y + row) * width + x) * 4)
  }
}
