import {
  decodePixels,
  fromConsole,
  fromMortonOrder,
  MediaError,
  type PixelFormat,
  tiledBytes,
  untile,
  untileWiiU,
  withoutEmptyAlpha,
} from '@ukit/media'
import { describe, expect, test } from 'vitest'

/** Number of pixels of the cases below that have more than one. */
const WIDTHS: Partial<Record<PixelFormat, number>> = {
  a1: 8,
  bc1: 4,
  bc4s: 4,
  bc5s: 4,
  l8: 3,
  rrrgggbbb: 2,
  rgb565: 2,
  v8u8: 3,
  uyvy: 2,
}

const bytes = (text: string) => Uint8Array.from(text.split(' '), (digits) => Number.parseInt(digits, 16))

describe('pixels by hand', () => {
  test.each<[PixelFormat, string, string, number[]]>([
    // Blue, green, red, alpha in the file.
    ['bgra8', '01 02 03 04', 'rgba', [3, 2, 1, 4]],
    // Seven bits per channel, which are doubled: 0x7F is the maximum.
    ['bgra7', '01 02 7f 7f', 'rgba', [254, 4, 2, 254]],
    // Red 31, green 0, blue 0; then green 63.
    ['rgb565', '00 f8 e0 07', 'rgba', [255, 0, 0, 255, 0, 255, 0, 255]],
    ['rgb8', '01 02 03', 'rgb', [3, 2, 1]],
    // Planes: all reds, all greens, all blues.
    ['rrrgggbbb', '01 02 03 04 05 06', 'rgb', [1, 3, 5, 2, 4, 6]],
    ['l8', '00 80 ff', 'gray', [0, 128, 255]],
    ['g16', '34 12', 'gray16', [0x34, 0x12]],
    // The first pixel is the highest bit.
    ['a1', 'a0', 'gray', [255, 0, 255, 0, 0, 0, 0, 0]],
    // (0, 0) points straight out of the surface; (127, 0) along the first axis; 0x81 is −127.
    ['v8u8', '00 00 7f 00 81 00', 'rgba', [128, 128, 255, 255, 255, 128, 128, 255, 1, 128, 128, 255]],
    // Black and white: Y is 16 to 235.
    ['uyvy', '80 10 80 eb', 'rgb', [0, 0, 0, 255, 255, 255]],
    ['rgba16', '01 02 03 04 05 06 07 08', 'rgba16', [1, 2, 3, 4, 5, 6, 7, 8]],
    // Halves: 1 (3c00) is white, 0.5 (3800) is 0.7354 of it in sRGB, −1 is black; alpha ½ is unchanged. 2 is
    // cut.
    ['rgba16f', '00 3c 00 38 00 bc 00 38', 'rgba16', [255, 255, 0x40, 0xbc, 0, 0, 0, 0x80]],
    ['r16f', '00 40', 'rgba16', [255, 255, 255, 255, 255, 255, 255, 255]],
    ['rg16f', '00 3c 00 38', 'rgba16', [255, 255, 0x40, 0xbc, 0, 0, 255, 255]],
    ['rg32f', '00 00 80 3f 00 00 00 bf', 'rgba16', [255, 255, 0, 0, 0, 0, 255, 255]],
    // Floats without a sign: red 1 (0x3c0 of 11 bits), green ½ (0x380), blue 2 (0x200 of 10 bits) is cut.
    ['r11g11b10f', 'c0 03 1c 80', 'rgba16', [255, 255, 0x40, 0xbc, 255, 255, 255, 255]],
    // Four bits each: alpha 1, red 2, green 3, blue 15.
    ['bgra4', '3f 12', 'rgba', [0x22, 0x33, 0xff, 0x11]],
    ['rgba8', '01 02 03 04', 'rgba', [1, 2, 3, 4]],
    ['rg8', '01 02', 'rgba', [1, 2, 0, 255]],
    ['rg16', '01 02 03 04', 'rgba16', [1, 2, 3, 4, 0, 0, 255, 255]],
    // Red 1023, green 0, blue 512 (bits repeated: 0x8020), alpha 2 of 3.
    ['rgb10a2', 'ff 03 00 a0', 'rgba16', [255, 255, 0, 0, 0x20, 0x80, 0xaa, 0xaa]],
    ['r32f', '00 00 c0 7f', 'rgba16', [0, 0, 0, 0, 0, 0, 255, 255]],
    // One block: two colours (31, 0, 0) and (0, 0, 31), all pixels the first.
    ['bc1', '00 f8 1f 00 00 00 00 00', 'rgba', Array.from({ length: 16 }, () => [255, 0, 0, 255]).flat()],
    // Signed: 0 is 128, −127 (and −128) is 1.
    ['bc4s', '00 80 00 00 00 00 00 00', 'rgba', Array.from({ length: 16 }, () => [128, 128, 128, 255]).flat()],
    ['bc4s', '80 00 00 00 00 00 00 00', 'rgba', Array.from({ length: 16 }, () => [1, 1, 1, 255]).flat()],
    // A normal straight out of the surface.
    [
      'bc5s',
      '00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00',
      'rgba',
      Array.from({ length: 16 }, () => [128, 128, 255, 255]).flat(),
    ],
  ])('%s', (format, stored, form, expected) => {
    const data = bytes(stored)
    const width = WIDTHS[format] ?? 1
    const picture = decodePixels(format, data, width, format.startsWith('bc') ? 4 : 1)
    expect(picture.format).toBe(form)
    expect([...picture.data]).toEqual(expected)
  })

  test('8-bit pixels keep their palette; masked pictures have a hole for index 0', () => {
    const colors = bytes('10 20 30 77 40 50 60 88')
    const picture = decodePixels('p8', bytes('00 01 01 00'), 2, 2, { colors, masked: true, hasAlpha: false })
    expect(picture).toMatchObject({
      format: 'indexed',
      data: bytes('00 01 01 00'),
      palette: bytes('10 20 30 40 50 60'),
      alpha: bytes('00 ff'),
    })
    const plain = decodePixels('p8', bytes('00 01 01 00'), 2, 2, { colors, masked: false, hasAlpha: false })
    expect(plain).not.toHaveProperty('alpha')
    const blended = decodePixels('p8', bytes('00 01 01 00'), 2, 2, { colors, masked: false, hasAlpha: true })
    expect(blended).toMatchObject({ alpha: bytes('77 88') })
  })

  test('a short palette is accepted if all pixels have a colour in it, and is broken otherwise', () => {
    const short = { colors: bytes('1 2 3 4 5 6 7 8'), masked: false, hasAlpha: false }
    expect(decodePixels('p8', bytes('01 00'), 2, 1, short)).toMatchObject({ data: bytes('01 00') })
    expect(() => decodePixels('p8', bytes('01 02 05 00'), 2, 2, short)).toThrow(
      expect.objectContaining({
        reason: 'broken',
        message: 'expected colour 5 in the palette, found a palette of length 2: 2 of 4 pixels have no colour',
      }),
    )
    const none = { ...short, colors: new Uint8Array(0) }
    expect(() => decodePixels('p8', bytes('00'), 1, 1, none)).toThrow(
      'expected colour 0 in the palette, found a palette of length 0: 1 of 1',
    )
  })

  test.each<[PixelFormat, number, number]>([
    ['bgra8', 2, 2],
    ['bc3', 5, 5],
    ['p8', 0, 4],
    ['l8', -1, -1],
    ['g16', 1e9, 1e9],
  ])('%s of %d × %d from 3 bytes is refused', (format, width, height) => {
    expect(() => decodePixels(format, new Uint8Array(3), width, height)).toThrow(
      expect.objectContaining({ name: 'MediaError', reason: 'broken' }),
    )
  })

  test('alpha that is 0 or 255 throughout is left out; any other alpha is kept', () => {
    const empty = decodePixels('bgra8', bytes('01 02 03 00 04 05 06 00'), 2, 1)
    expect(withoutEmptyAlpha(empty)).toEqual({ format: 'rgb', width: 2, height: 1, data: bytes('03 02 01 06 05 04') })
    const full = decodePixels('bgra8', bytes('01 02 03 ff'), 1, 1)
    expect(withoutEmptyAlpha(full)).toEqual({ format: 'rgb', width: 1, height: 1, data: bytes('03 02 01') })
    const some = decodePixels('bgra8', bytes('01 02 03 00 04 05 06 01'), 2, 1)
    expect(withoutEmptyAlpha(some)).toBe(some)
  })
})

describe('consoles', () => {
  test('Morton order: bits of columns and rows alternate, the rest of the longer side comes last', () => {
    // Position of each pixel of 4 × 2, by hand: x0 is bit 0, y0 bit 1, x1 bit 2.
    expect([...fromMortonOrder(bytes('0 1 2 3 4 5 6 7'), 4, 2, 1)]).toEqual([0, 1, 4, 5, 2, 3, 6, 7])
    expect([...fromMortonOrder(bytes('0 1 2 3 4 5 6 7'), 2, 4, 1)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect([...fromMortonOrder(bytes('0 1 2'), 3, 1, 1)]).toEqual([0, 1, 2])
  })

  test.each([1, 2, 4, 8, 16])('Xbox 360 tiles of blocks of %d bytes: every block has its own offset', (size) => {
    const [columns, rows] = [96, 64]
    const stored = tiledBytes(columns, rows, size)
    // Two passes, because a block of one byte cannot contain its whole number: the lower byte of each block's
    // number, then the upper.
    const pass = (shift: number) => {
      const data = new Uint8Array(stored)
      for (let i = 0; i * size < stored; i++) data.fill((i >> shift) & 255, i * size, (i + 1) * size)
      return untile(data, columns, rows, size)
    }
    const [low, high] = [pass(0), pass(8)]
    const from = Array.from({ length: columns * rows }, (_, i) => (low[i * size] ?? 0) | ((high[i * size] ?? 0) << 8))
    expect(new Set(from).size).toBe(columns * rows)
    expect(from[0]).toBe(0)
    expect(Math.max(...from)).toBeLessThan(stored / size)
  })

  test('a level smaller than its tile takes the whole tile', () => {
    expect(tiledBytes(8, 8, 16)).toBe(16_384)
    expect(tiledBytes(256, 1, 4)).toBe(32_768)
    expect(tiledBytes(32, 32, 2)).toBe(4096)
  })

  // By hand, from public descriptions of GX2's surfaces: tiles of 8 × 8; large levels have channel and bank
  // in bits 8 to 10.
  test.each<[size: number, columns: number, rows: number, stored: number, x: number, y: number, address: number]>([
    [8, 32, 32, 8192, 1, 0, 8],
    [8, 32, 32, 8192, 0, 1, 16],
    // Bits above the lowest 256 bytes move up by three.
    [8, 32, 32, 8192, 7, 7, 2296],
    // The next tile to the right has channel 1 and bank 1, the tile below channel 1 and bank 0, the second
    // tile to the right bank 2.
    [8, 32, 32, 8192, 8, 0, 768],
    [8, 32, 32, 8192, 0, 8, 256],
    [8, 32, 32, 8192, 16, 0, 1024],
    // The next large tile, in bank 2.
    [8, 32, 32, 8192, 0, 16, 5120],
    // Pixels of one byte are in rows of 128: the fourth large tile is to the right, the fifth below.
    [1, 32, 32, 4096, 0, 16, 3072],
    // Small levels have only tiles of 8 × 8.
    [8, 2, 2, 512, 1, 1, 24],
    [16, 2, 2, 1024, 0, 1, 16],
    [1, 8, 8, 256, 0, 1, 16],
    [1, 8, 8, 256, 0, 2, 8],
    [1, 16, 8, 256, 8, 0, 64],
  ])(
    'Wii U: blocks of %d bytes, %d × %d in %d bytes: (%d, %d) is at %d',
    (size, columns, rows, stored, x, y, address) => {
      const data = new Uint8Array(stored)
      data.fill(1, address, address + size)
      const expected = new Uint8Array(columns * rows * size)
      expected.fill(1, (y * columns + x) * size, (y * columns + x + 1) * size)
      expect(untileWiiU(data, columns, rows, size)).toEqual(expected)
    },
  )

  test('unknown consoles and formats are refused with a reason', () => {
    expect(() => fromConsole(undefined, 'bc1', new Uint8Array(8), 4, 4)).toThrow(MediaError)
    expect(() => fromConsole('wii-u', 'bc1', new Uint8Array(8), 4, 4)).toThrow(/expected 512 bytes/)
    expect(() => fromConsole('xbox-360', 'rgb8', new Uint8Array(8), 1, 1)).toThrow(MediaError)
    expect(() => fromConsole('xbox-360', 'bc1', new Uint8Array(8), 4, 4)).toThrow(/tiles/)
    expect(() => fromConsole('playstation-3', 'l8', new Uint8Array(8), 4, 4)).toThrow(/expected 16 bytes/)
  })
})
