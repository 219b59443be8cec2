import { type BakedLight, colorOf, LightEffect, packLight, reaching } from '@ukit/media/internal'
import { describe, expect, it } from 'vitest'

describe('light of UE1', () => {
  const lamp: BakedLight = {
    location: [0, 0, 0],
    color: [1, 1, 1],
    radius: 1000,
    effect: 0,
    direction: [1, 0, 0],
    cone: 255,
  }

  it('saturation 255 is white, hue goes from red over green and blue', () => {
    const [red, green, blue] = colorOf(90, 255, 255)
    expect([red, green, blue]).toEqual([red, red, red])
    // 2 × 6.5127 × √255 / 255
    expect(red).toBeCloseTo(0.8157, 4)
    expect(colorOf(0, 0, 255).map((one) => one > 0)).toEqual([true, false, false])
    expect(colorOf(85, 0, 255).map((one) => one > 0)).toEqual([false, true, false])
    expect(colorOf(170, 0, 255).map((one) => one > 0)).toEqual([false, false, true])
    expect(colorOf(0, 0, 0)).toEqual([0, 0, 0])
  })

  it('falls with distance and angle, and ends at the radius', () => {
    const up = [0, 0, 1] as const
    expect(reaching(lamp, up, 0, 0, 1000)).toBe(0)
    // v = 0.8: (1 + 2·0.512 − 3·0.64) / 0.8 = 0.13
    expect(reaching(lamp, up, 0, 0, 800)).toBeCloseTo(0.13, 6)
    expect(reaching(lamp, up, 0, 0, 100)).toBe(1)
    // 60 degrees
    expect(reaching(lamp, up, Math.sqrt(3) * 50, 0, 50)).toBeCloseTo(0.5, 6)
    expect(reaching({ ...lamp, effect: LightEffect.NonIncidence }, up, 800, 0, 0)).toBeCloseTo(0.2, 6)
  })

  it('a spot lights what is along its X, within its cone', () => {
    const spot = { ...lamp, effect: LightEffect.StaticSpot, cone: 127.5 }
    const back = [-1, 0, 0] as const
    // The place is ahead of the light: the way to it leads back.
    expect(reaching(spot, back, -100, 0, 0)).toBe(1)
    expect(reaching(spot, back, 100, 0, 0)).toBe(0)
    // 60 degrees: the cosine is 1 less than 0.5, just outside.
    expect(reaching(spot, back, -50, Math.sqrt(3) * 50, 0)).toBeCloseTo(0, 6)
  })

  it('light maps do not overlap on their pages, gutters included', () => {
    const sizes = Array.from({ length: 300 }, (_, i) => ({ width: 1 + ((i * 37) % 200), height: 1 + ((i * 53) % 256) }))
    const { places, pages } = packLight(sizes)
    const used = pages.map(({ width, height }) => new Uint8Array(width * height))
    for (const [i, { width, height }] of sizes.entries()) {
      const { page = -1, x = 0, y = 0 } = places[i] ?? {}
      const { width: across = 0, height: down = 0 } = pages[page] ?? {}
      expect(x >= 1 && y >= 1 && x + width + 1 <= across && y + height + 1 <= down).toBe(true)
      for (let row = y - 1; row <= y + height; row++)
        for (let column = x - 1; column <= x + width; column++) {
          const pixels = used[page]
          if (pixels !== undefined) pixels[row * across + column] = (pixels[row * across + column] ?? 0) + 1
        }
    }
    expect(Math.max(...used.map((pixels) => pixels.reduce((most, count) => Math.max(most, count), 0)))).toBe(1)
    expect(pages.length).toBeGreaterThan(1)
  })
})
