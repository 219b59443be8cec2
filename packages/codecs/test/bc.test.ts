import { blockBytes, blockError, decodeBlocks } from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'

/** The pixel at (x, y) of a decoded picture. */
const pixel = (data: Uint8Array, width: number, x: number, y: number) => [
  ...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
]

// Expanded by hand from Microsoft's description: 5:6:5 ends, two bits per pixel, first pixel in the lowest
// bits.
describe('decodeBlocks', () => {
  it('expands a BC1 block of four steps', () => {
    // Red 31,0,0 (F800) and blue 0,0,31 (001F); indices 0 1 2 3 in the first row.
    const block = Uint8Array.of(0x00, 0xf8, 0x1f, 0x00, 0b11_10_01_00, 0, 0, 0)
    const out = decodeBlocks('bc1', block, 4, 4)
    expect(pixel(out, 4, 0, 0)).toEqual([255, 0, 0, 255])
    expect(pixel(out, 4, 1, 0)).toEqual([0, 0, 255, 255])
    expect(pixel(out, 4, 2, 0)).toEqual([170, 0, 85, 255])
    expect(pixel(out, 4, 3, 0)).toEqual([85, 0, 170, 255])
    expect(pixel(out, 4, 3, 3)).toEqual([255, 0, 0, 255])
  })

  it('gives three steps and a hole if the first BC1 colour is not greater', () => {
    const block = Uint8Array.of(0x1f, 0x00, 0x00, 0xf8, 0b11_10_01_00, 0, 0, 0)
    const out = decodeBlocks('bc1', block, 4, 4)
    expect(pixel(out, 4, 2, 0)).toEqual([127, 0, 127, 255])
    expect(pixel(out, 4, 3, 0)).toEqual([0, 0, 0, 0])
  })

  it('reads BC2 alpha as four bits and BC3 alpha as steps between two ends', () => {
    const colors = [0x00, 0xf8, 0x1f, 0x00, 0, 0, 0, 0]
    const bc2 = decodeBlocks('bc2', Uint8Array.of(0xf0, 0, 0, 0, 0, 0, 0, 0x08, ...colors), 4, 4)
    expect([pixel(bc2, 4, 0, 0)[3], pixel(bc2, 4, 1, 0)[3], pixel(bc2, 4, 2, 3)[3]]).toEqual([0, 255, 136])
    // Ends 255 and 0: index 2 is 6/7 of the way up, 7 is the last step.
    const bc3 = decodeBlocks('bc3', Uint8Array.of(255, 0, 0b11_010_001, 0b1, 0, 0, 0, 0, ...colors), 4, 4)
    expect([0, 1, 2].map((x) => pixel(bc3, 4, x, 0)[3])).toEqual([0, 218, 36])
  })

  it('has six steps, 0 and 255 if the first BC4 end is not greater', () => {
    const out = decodeBlocks('bc4', Uint8Array.of(10, 20, 0b10_001_000, 0b111_110_0_1, 0, 0, 0, 0), 4, 4)
    expect(pixel(out, 4, 0, 0)).toEqual([10, 10, 10, 255])
    expect(pixel(out, 4, 1, 0)[0]).toBe(20)
  })

  it('cuts off blocks at the edges and needs complete blocks of data', () => {
    expect(blockBytes('bc1', 1, 1)).toBe(8)
    expect(blockBytes('bc3', 5, 4)).toBe(32)
    expect(decodeBlocks('bc1', new Uint8Array(16), 5, 2)).toHaveLength(40)
    expect(() => decodeBlocks('bc1', new Uint8Array(8), 5, 2)).toThrow(RangeError)
  })
})

describe('blockError', () => {
  // Red, blue and the two steps between them in the first row, red elsewhere: see the first block above.
  const block = Uint8Array.of(0x00, 0xf8, 0x1f, 0x00, 0b11_10_01_00, 0, 0, 0)
  const decoded = [
    [255, 0, 0, 255],
    [0, 0, 255, 255],
    [170, 0, 85, 255],
    [85, 0, 170, 255],
    ...Array.from({ length: 12 }, () => [255, 0, 0, 255]),
  ]

  it('is 0 for the decoded pixels, and otherwise the sum of squared differences', () => {
    expect(blockError('bc1', block, Uint8Array.from(decoded.flat()), 4, 4)).toBe(0)
    const other = decoded.map((color) => [...color])
    other[2] = [180, 5, 85, 255]
    other[15] = [0, 0, 0, 255]
    expect(blockError('bc1', block, Uint8Array.from(other.flat()), 4, 4)).toBe(10 * 10 + 5 * 5 + 255 * 255)
  })

  it('only counts pixels within the picture', () => {
    const two = Uint8Array.from([255, 0, 0, 255, 0, 0, 250, 255])
    expect(blockError('bc1', block, two, 2, 1)).toBe(25)
    // A second block, with only one column inside the picture: all red, so far from black.
    const wide = Uint8Array.from([...decoded.slice(0, 4).flat(), 0, 0, 0, 255])
    expect(blockError('bc1', Uint8Array.of(...block, 0x00, 0xf8, 0, 0, 0, 0, 0, 0), wide, 5, 1)).toBe(255 * 255)
  })

  it('counts alpha on request, and ignores holes', () => {
    const pixels = decoded.map(([r = 0, g = 0, b = 0], i) => [r, g, b, i === 0 ? 100 : 255])
    const bytes = Uint8Array.from(pixels.flat())
    expect(blockError('bc1', block, bytes, 4, 4)).toBe(0)
    expect(blockError('bc1', block, bytes, 4, 4, { alpha: true })).toBe(155 * 155)
    bytes[0] = 0
    expect(blockError('bc1', block, bytes, 4, 4)).toBe(255 * 255)
    expect(blockError('bc1', block, bytes, 4, 4, { holesBelow: 128 })).toBe(0)
  })

  it('refuses a picture that is too short', () => {
    expect(() => blockError('bc1', block, new Uint8Array(60), 4, 4)).toThrow('are not 4 × 4')
  })
})
