import { NearestColor, quantize } from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'
import { PICTURES, psnr, SIDE } from './sample-pictures.js'

/**
 * Decibels of pngquant 2.17.0 and ImageMagick 6.9.11-60 on the same pictures with 256 colours, measured once.
 * Plain pictures are compared pixel by pixel; dithered ones after blurring both pictures by the mean of 5 × 5
 * pixels, as dithering is meant to be seen from a distance.
 */
const OTHERS = {
  // pngquant --speed 1 --nofs; convert +dither -colors 256.
  plain: {
    gradient: [34.98, 33.29],
    photograph: [34.64, 33.83],
    'coloured noise': [27.43, 26.85],
    'interface art': [47.46, 43.1],
  },
  // pngquant --speed 1; convert -dither FloydSteinberg -colors 256 (its Riemersma is worse on all).
  dithered: {
    gradient: [46.62, 44.68],
    photograph: [42.51, 45.17],
    'coloured noise': [37.48, 35.52],
    'interface art': [57.7, 51.63],
  },
  // The same for convert, without blurring: pngquant, which hardly dithers, has 0.3 to 2.1 dB more than ukit
  // there.
  grain: { gradient: 30.81, photograph: 31.91, 'coloured noise': 25.55, 'interface art': 35.83 },
} as const

function painted({ indices, palette }: ReturnType<typeof quantize>): Uint8Array {
  const out = new Uint8Array(indices.length * 4).fill(255)
  for (const [i, index] of indices.entries()) out.set(palette.subarray(index * 3, index * 3 + 3), i * 4)
  return out
}

/** The means of 5 × 5 pixels (fewer at the edges), not rounded. */
function blurred(pixels: Uint8Array): Float64Array {
  const out = new Float64Array(pixels.length)
  for (let y = 0; y < SIDE; y++) {
    const [top, bottom] = [Math.max(0, y - 2), Math.min(SIDE - 1, y + 2)]
    for (let x = 0; x < SIDE; x++) {
      const [left, right] = [Math.max(0, x - 2), Math.min(SIDE - 1, x + 2)]
      const n = (bottom - top + 1) * (right - left + 1)
      for (let c = 0; c < 3; c++) {
        let sum = 0
        for (let j = top; j <= bottom; j++)
          for (let i = left; i <= right; i++) sum += pixels[(j * SIDE + i) * 4 + c] as number
        out[(y * SIDE + x) * 4 + c] = sum / n
      }
    }
  }
  return out
}

describe('quantize', () => {
  for (const name of ['gradient', 'photograph', 'coloured noise', 'interface art'] as const) {
    const pixels = PICTURES[name]
    it(`loses less of ${name} than pngquant and ImageMagick`, () => {
      const found = psnr(pixels, painted(quantize(pixels, SIDE, SIDE)))
      for (const other of OTHERS.plain[name]) expect(found).toBeGreaterThan(other)
    })

    it(`dithers ${name} better than both by more than a decibel`, () => {
      const made = painted(quantize(pixels, SIDE, SIDE, { dither: true }))
      const found = psnr(blurred(pixels), blurred(made))
      for (const other of OTHERS.dithered[name]) expect(found).toBeGreaterThan(other + 1)
      expect(psnr(pixels, made)).toBeGreaterThan(OTHERS.grain[name])
    })
  }

  it('dithers around holes, which stay, with all colours except theirs', () => {
    const pixels = PICTURES.gradient.map((value, i) => ((i & 3) === 3 && (i >> 2) % 7 === 0 ? 0 : value))
    const { indices, palette } = quantize(pixels, SIDE, SIDE, { dither: true, holesBelow: 128, colors: 40 })
    expect(palette).toHaveLength(120)
    const wrong = [...indices.keys()].filter((i) => (indices[i] === 0) !== (i % 7 === 0) || (indices[i] ?? 0) >= 40)
    expect(wrong).toEqual([])
  })

  it('keeps a picture exactly if it has no more colours, dithered or not', () => {
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

  it('has the requested number of colours', () => {
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
  it('returns the first of two colours that are equally near', () => {
    expect(new NearestColor(Uint8Array.of(10, 0, 0, 20, 0, 0)).of(15, 0, 0)).toBe(0)
    expect(new NearestColor(Uint8Array.of(10, 0, 0, 20, 0, 0)).of(16, 0, 0)).toBe(1)
  })
})
