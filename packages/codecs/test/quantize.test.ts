import { NearestColor, quantize } from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'
import { PICTURES, psnr, SIDE } from './sample-pictures.js'

/** Decibels of others on the same pictures with 256 colours, measured once. */
const OTHERS = {
  // pngquant 2.17 (--speed 1 --nofs) and ImageMagick 6.9.11 (+dither -colors 256).
  plain: { gradient: [34.98, 33.29], photograph: [34.64, 33.81], 'coloured noise': [27.43, 26.85] },
  // pngquant --speed 1 and ImageMagick -dither FloydSteinberg, both pictures blurred by the mean of 5 × 5 pixels first:
  // dithering is judged from afar.
  dithered: { gradient: [46.62, 44.68], photograph: [42.51, 45.28], 'coloured noise': [37.48, 35.75] },
} as const

/** What is lost at most: on a plane of colours pngquant is a little better, on noise ImageMagick when dithered. */
const MARGIN = 1

function painted({ indices, palette }: ReturnType<typeof quantize>): Uint8Array {
  return Uint8Array.from([...indices].flatMap((index) => [...palette.subarray(index * 3, index * 3 + 3), 255]))
}

function blurred(pixels: Uint8Array): Uint8Array {
  const out = new Uint8Array(pixels.length)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      for (let c = 0; c < 3; c++) {
        let [sum, n] = [0, 0]
        for (let j = Math.max(0, y - 2); j <= Math.min(SIDE - 1, y + 2); j++) {
          for (let i = Math.max(0, x - 2); i <= Math.min(SIDE - 1, x + 2); i++) {
            sum += pixels[(j * SIDE + i) * 4 + c] ?? 0
            n++
          }
        }
        out[(y * SIDE + x) * 4 + c] = Math.round(sum / n)
      }
    }
  }
  return out
}

describe('quantize', () => {
  for (const name of ['gradient', 'photograph', 'coloured noise'] as const) {
    const pixels = PICTURES[name]
    it(`reduces a ${name} as well as pngquant and better than ImageMagick`, () => {
      const [pngquant, magick] = OTHERS.plain[name]
      const found = psnr(pixels, painted(quantize(pixels, SIDE, SIDE)))
      expect(found).toBeGreaterThan(pngquant - 0.2)
      expect(found).toBeGreaterThan(magick + 0.5)
    })

    it(`dithers a ${name} within a decibel of the better of them`, () => {
      const found = psnr(blurred(pixels), blurred(painted(quantize(pixels, SIDE, SIDE, { dither: true }))))
      for (const other of OTHERS.dithered[name]) expect(found).toBeGreaterThan(other - MARGIN)
    })
  }

  it('keeps a picture that needs no more colours exactly, dithered or not', () => {
    const pixels = PICTURES['user interface']
    for (const dither of [false, true])
      expect(Buffer.compare(painted(quantize(pixels, SIDE, SIDE, { dither })), pixels)).toBe(0)
  })

  it('gives holes index 0, which no other pixel has', () => {
    const pixels = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 0, 0, 0, 0, 255, 7, 7, 7, 127)
    const { indices, palette } = quantize(pixels, 4, 1, { holesBelow: 128 })
    expect([indices[1], indices[3]]).toEqual([0, 0])
    expect(indices[0]).not.toBe(0)
    expect([...palette.subarray((indices[0] ?? 0) * 3, (indices[0] ?? 0) * 3 + 3)]).toEqual([255, 0, 0])
    expect([...palette.subarray((indices[2] ?? 0) * 3, (indices[2] ?? 0) * 3 + 3)]).toEqual([0, 0, 0])
  })

  it('has as many colours as it was asked for', () => {
    const { indices, palette } = quantize(PICTURES.photograph, SIDE, SIDE, { colors: 5 })
    expect(palette).toHaveLength(15)
    expect(Math.max(...indices)).toBe(4)
  })

  it('refuses a palette of 257 colours, and pixels that do not fill the picture', () => {
    expect(() => quantize(new Uint8Array(4), 1, 1, { colors: 257 })).toThrow('1 to 256 colours, not 257')
    expect(() => quantize(new Uint8Array(4), 2, 1)).toThrow('2 × 1 pixels need 8 bytes; 4 were given')
  })
})

describe('NearestColor', () => {
  it('takes the first of two colours that are equally near', () => {
    expect(new NearestColor(Uint8Array.of(10, 0, 0, 20, 0, 0)).of(15, 0, 0)).toBe(0)
    expect(new NearestColor(Uint8Array.of(10, 0, 0, 20, 0, 0)).of(16, 0, 0)).toBe(1)
  })
})
