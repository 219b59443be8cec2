import { type ProceduralTexture, paintIndices, simulatorOf } from '@ukit/media'
import { describe, expect, it } from 'vitest'

const SIZE = { width: 32, height: 32, palette: new Uint8Array(1024), frameRate: 30, primeCount: 0 }

/** A spark that burns in the middle: heat 255 at 16, 16. */
const BURN = Uint8Array.of(0, 255, 16, 16, 0, 0, 0, 0)

function fire(more: Partial<Extract<ProceduralTexture, { kind: 'fire' }>> = {}): ProceduralTexture {
  return { ...SIZE, kind: 'fire', renderHeat: 220, isRising: true, sparks: BURN, sparksLimit: 64, ...more }
}

function water(
  kind: 'water' | 'wave' | 'wet',
  drops: readonly number[],
  more: Partial<Extract<ProceduralTexture, { kind: 'wet' | 'wave' | 'water' }>> = {},
): ProceduralTexture {
  const light = { bumpMapLight: 50, bumpMapAngle: 170, phongRange: 180, phongSize: 32 }
  return { ...SIZE, kind, waveAmp: 128, drops: Uint8Array.from(drops), ...light, source: undefined, ...more }
}

/** Pixels after so many frames. */
function after(texture: ProceduralTexture, frames: number, seed = 1): Uint8Array {
  const simulator = simulatorOf(texture, { seed })
  for (let i = 0; i < frames; i++) simulator.step(1 / 30)
  return simulator.pixels
}

const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
/** Sum of a row of the picture. */
const row = (pixels: Uint8Array, y: number) => sum(pixels.subarray(y * 32, y * 32 + 32))

describe('fire', () => {
  it('rises from its sparks, and nothing is warm below them', () => {
    const pixels = after(fire(), 6)
    expect(row(pixels, 13)).toBeGreaterThan(0)
    expect([17, 18, 20, 24].map((y) => row(pixels, y))).toEqual([0, 0, 0, 0])
  })

  it('spreads evenly to all sides when it does not rise', () => {
    const pixels = after(fire({ isRising: false }), 8)
    expect(row(pixels, 17)).toBeGreaterThan(0)
    expect(row(pixels, 17)).toBe(row(pixels, 15))
  })

  it('fades the sooner the less RenderHeat it has, and without sparks altogether', () => {
    expect(sum(after(fire({ renderHeat: 250 }), 20))).toBeGreaterThan(sum(after(fire({ renderHeat: 150 }), 20)))
    const simulator = simulatorOf(fire({ sparks: new Uint8Array(0) }))
    simulator.pixels.fill(255)
    const sums: number[] = []
    for (let i = 0; i < 80; i++) {
      simulator.step(1 / 30)
      sums.push(sum(simulator.pixels))
    }
    expect(sums.every((now, i) => i === 0 || now <= (sums[i - 1] ?? 0))).toBe(true)
    expect(sums.at(-1)).toBe(0)
  })

  it('is the same for the same seed, and another for another', () => {
    expect(after(fire(), 30, 7)).toEqual(after(fire(), 30, 7))
    expect(after(fire(), 30, 7)).not.toEqual(after(fire(), 30, 8))
  })

  it('draws lightning from its place to its end', () => {
    const pixels = new Uint8Array(32 * 32)
    const simulator = simulatorOf(fire({ renderHeat: 0, sparks: Uint8Array.of(23, 255, 4, 20, 28, 20, 0, 16) }))
    for (let i = 0; i < 30; i++) {
      simulator.step(1 / 30)
      simulator.pixels.forEach((heat, at) => {
        pixels[at] = Math.max(heat, pixels[at] ?? 0)
      })
    }
    expect([pixels[20 * 32 + 4], pixels[20 * 32 + 28]]).toEqual([255, 255])
  })

  it('bears every type of spark, also unknown ones and more than there may be', () => {
    const sparks = new Uint8Array(8 * 10_000).map((_, i) => (i % 8 === 0 ? (i / 8) % 256 : (i * 37) % 256))
    expect(after(fire({ sparks, sparksLimit: 1e9 }), 5)).toHaveLength(1024)
  })
})

describe('water', () => {
  it('has a cell for two by two texels, and a drop makes a ring that is the same on all sides', () => {
    // FixedDepth, as deep as can be, at cell 8, 8: texel 16, 16.
    const pixels = after(water('water', [0, 0, 8, 8, 0, 0, 0, 0]), 4)
    const at = (x: number, y: number) => pixels[y * 32 + x]
    expect(at(16, 16)).not.toBe(128)
    expect([at(10, 16), at(16, 10), at(16, 22)]).toEqual([at(22, 16), at(22, 16), at(22, 16)])
    expect(at(16, 0)).toBe(128)
  })

  it('swings with the frequency of its drop', () => {
    // PhaseSpot: a turn of 256 in 8 frames. Heights are 128 at the phases 0 and 128.
    const simulator = simulatorOf(water('water', [1, 0, 8, 8, 0, 0, 0, 32]))
    const heights: boolean[] = []
    for (let i = 0; i < 8; i++) {
      simulator.step(1 / 30)
      heights.push((simulator.pixels[16 * 32 + 16] ?? 0) > 128)
    }
    expect(new Set(heights).size).toBe(2)
  })

  it('comes to rest without drops', () => {
    const simulator = simulatorOf(water('water', []))
    simulator.step(1 / 30)
    expect(simulator.pixels.every((value) => value === 128)).toBe(true)
  })

  it('is lit by its slopes: still water has the colour of BumpMapLight', () => {
    expect(after(water('wave', []), 1)[0]).toBe(50)
    expect(new Set(after(water('wave', [0, 0, 8, 8, 0, 0, 0, 0]), 6)).size).toBeGreaterThan(4)
  })

  it('displaces the texture under it only where it moves', () => {
    const indices = Uint8Array.from({ length: 1024 }, (_, i) => i % 251)
    const source = { kind: 'still', width: 32, height: 32, indices } as const
    expect(after(water('wet', [], { source }), 3)).toEqual(indices)
    expect(after(water('wet', [0, 255, 8, 8, 0, 0, 0, 0], { source, waveAmp: 255 }), 6)).not.toEqual(indices)
  })

  it('bears all types of drops at any place', () => {
    const drops = Array.from({ length: 8 * 256 }, (_, i) => (i % 8 === 0 ? (i / 8) % 24 : 255 - (i % 199)))
    expect(after(water('wave', drops), 5)).toHaveLength(1024)
  })
})

describe('ice', () => {
  const ramp = Uint8Array.from({ length: 1024 }, (_, i) => i % 32)
  const source = { kind: 'still', width: 32, height: 32, indices: ramp } as const
  const glassOf = (value: number) => ({ ...source, indices: new Uint8Array(1024).fill(value) })
  const ice: Extract<ProceduralTexture, { kind: 'ice' }> = {
    ...SIZE,
    kind: 'ice',
    glass: glassOf(0),
    source,
    panningStyle: 0,
    horizPanSpeed: 128,
    vertPanSpeed: 128,
    frequency: 0,
    amplitude: 0,
    movesGlass: false,
    isRealTime: false,
    position: { count: 0, u: 0, v: 0 },
  }

  it('shows its source through clear glass, and displaced by thick glass', () => {
    expect(after(ice, 3)).toEqual(ramp)
    expect(after({ ...ice, glass: glassOf(160) }, 0)[0]).toBe(10)
  })

  it('pans from 128 on, and goes on from where it was saved', () => {
    // Speed 136 is 8 a frame, an eighth of that in texels.
    expect(after({ ...ice, horizPanSpeed: 136 }, 5)[0]).toBe(5)
    expect(after({ ...ice, horizPanSpeed: 120 }, 5)[0]).toBe(27)
    expect(after({ ...ice, position: { count: 0, u: 80, v: 0 } }, 0)[0]).toBe(10)
  })

  it('moves with time if it is told to', () => {
    const simulator = simulatorOf({ ...ice, horizPanSpeed: 136, isRealTime: true })
    simulator.step(0.5)
    expect(simulator.pixels[0]).toBe(15)
  })

  it('circles with the radius of its amplitude', () => {
    const circling = { ...ice, panningStyle: 1, amplitude: 40, frequency: 0 }
    // At the start of the circle: 40 eighths below its centre, which a ramp to the right does not show.
    expect(after(circling, 1)[0]).toBe(0)
    expect(new Set(Array.from({ length: 40 }, (_, i) => after({ ...circling, frequency: 60 }, i * 2)[0])).size).toBe(11)
  })
})

describe('a painted texture', () => {
  it('has passed its prime count when it is first seen', () => {
    expect(simulatorOf(fire({ primeCount: 12 })).pixels).toEqual(after(fire(), 12))
  })

  it('is painted with its palette', () => {
    const rgba = new Uint8Array(8)
    paintIndices(Uint8Array.of(1, 0), Uint8Array.of(1, 2, 3, 0, 10, 20, 30, 0), rgba)
    expect([...rgba]).toEqual([10, 20, 30, 255, 1, 2, 3, 255])
  })
})
