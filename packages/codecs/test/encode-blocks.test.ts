import { decodeBlocks, encodeBlocks } from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'
import { PICTURES, psnr, SIDE } from './sample-pictures.js'

/**
 * Decibels that libsquish 1.15 (libsquish-js 1.0.2, iterative cluster fit, its slowest and best) reaches on
 * the same pictures as DXT1, measured once; decoded by `decodeBlocks`, which is compared with Chromium
 * elsewhere.
 */
const SQUISH = {
  gradient: 46.46,
  'grey ramp': 48.18,
  photograph: 34.85,
  'coloured noise': 28.48,
  'user interface': 42.44,
}

/** 4 × 4 pixels of one colour, except those that are given. */
function block(color: readonly number[], others: Readonly<Record<number, readonly number[]>> = {}): Uint8Array {
  return Uint8Array.from(Array.from({ length: 16 }, (_, i) => others[i] ?? color).flat())
}

describe('encodeBlocks', () => {
  for (const [name, best] of Object.entries(SQUISH) as [keyof typeof SQUISH, number][]) {
    it(`comes within half a decibel of libsquish on a ${name}, as BC1 and BC3`, () => {
      const pixels = PICTURES[name]
      for (const format of ['bc1', 'bc3'] as const) {
        const decoded = decodeBlocks(format, encodeBlocks(format, pixels, SIDE, SIDE), SIDE, SIDE)
        // BC3 has no blocks of three steps.
        expect(psnr(pixels, decoded)).toBeGreaterThan(best - (format === 'bc1' ? 0.5 : 0.8))
      }
    })
  }

  it('keeps two colours that 5:6:5 bits can represent, and the holes between them', () => {
    const pixels = block([255, 0, 0, 255], { 3: [0, 0, 255, 255], 7: [0, 0, 255, 255], 12: [9, 9, 9, 0] })
    const decoded = decodeBlocks('bc1', encodeBlocks('bc1', pixels, 4, 4), 4, 4)
    expect([...decoded.subarray(0, 16)]).toEqual([255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 0, 0, 255, 255])
    expect(decoded[12 * 4 + 3]).toBe(0)
  })

  it('encodes a block of nothing but holes with equal ends and all bits set', () => {
    expect([...encodeBlocks('bc1', new Uint8Array(64), 4, 4)]).toEqual([0, 0, 0, 0, 255, 255, 255, 255])
  })

  it('has no holes if alpha does not count', () => {
    const decoded = decodeBlocks('bc1', encodeBlocks('bc1', new Uint8Array(64), 4, 4, { alphaCutoff: 0 }), 4, 4)
    expect(decoded[3]).toBe(255)
  })

  it('is off by 1 at most for every grey, although the ends are coarser', () => {
    for (let grey = 0; grey < 256; grey++) {
      const decoded = decodeBlocks('bc1', encodeBlocks('bc1', block([grey, grey, grey, 255]), 4, 4), 4, 4)
      for (const channel of [0, 1, 2]) expect(Math.abs((decoded[channel] ?? 0) - grey)).toBeLessThanOrEqual(1)
    }
  })

  it('keeps 0 and 255 of a soft mask in BC3 alpha, and both ends', () => {
    const alphas = [0, 255, 100, 110, 120, 130, 0, 255, 100, 110, 120, 130, 0, 0, 255, 255]
    const pixels = Uint8Array.from(alphas.flatMap((alpha) => [50, 50, 50, alpha]))
    const decoded = decodeBlocks('bc3', encodeBlocks('bc3', pixels, 4, 4), 4, 4)
    alphas.forEach((alpha, i) => {
      const found = decoded[i * 4 + 3] ?? 0
      if (alpha === 0 || alpha === 255) expect(found).toBe(alpha)
      else expect(Math.abs(found - alpha)).toBeLessThanOrEqual(3)
    })
  })

  it('gives BC2 alpha in steps of 17', () => {
    const pixels = Uint8Array.from(Array.from({ length: 16 }, (_, i) => [0, 0, 0, i * 17]).flat())
    const decoded = decodeBlocks('bc2', encodeBlocks('bc2', pixels, 4, 4), 4, 4)
    expect(Array.from({ length: 16 }, (_, i) => decoded[i * 4 + 3])).toEqual(
      Array.from({ length: 16 }, (_, i) => i * 17),
    )
  })

  it('repeats the last row and column of a picture of 3 × 1', () => {
    const pixels = Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 255, 255, 255, 255, 255)
    const encoded = encodeBlocks('bc1', pixels, 3, 1)
    expect(encoded).toHaveLength(8)
    expect([...decodeBlocks('bc1', encoded, 3, 1)]).toEqual([...pixels])
  })

  it('refuses a number of pixels that does not match the size', () => {
    expect(() => encodeBlocks('bc1', new Uint8Array(60), 4, 4)).toThrow('4 × 4 pixels need 64 bytes; 60 were given')
  })
})
