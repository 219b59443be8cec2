import { resample, type Sound } from '@ukit/media'
import { describe, expect, it } from 'vitest'

/** Tones of these frequencies, at full scale together. */
function tones(rate: number, seconds: number, ...frequencies: readonly number[]): Sound {
  const samples = Float32Array.from({ length: Math.round(rate * seconds) }, (_, i) =>
    frequencies.reduce((sum, frequency) => sum + Math.sin((2 * Math.PI * frequency * i) / rate), 0),
  )
  return {
    rate,
    channels: [samples.map((sample) => sample / frequencies.length)],
    bits: 16,
    loops: [],
    cues: [],
    notes: [],
  }
}

/**
 * Power of the difference, in decibels below the first sound, without the ends, where a filter has fewer
 * samples.
 */
function difference(a: Sound, b: Sound): number {
  const [x, y] = [a, b].map((sound) => (sound.channels[0] ?? new Float32Array(0)).slice(400, -400))
  if (x === undefined || y === undefined) throw new Error('no samples')
  expect(x.length).toBe(y.length)
  const power = (samples: Float32Array) => samples.reduce((sum, sample) => sum + sample * sample, 0)
  return 10 * Math.log10(power(x.map((sample, i) => sample - (y[i] ?? 0))) / power(x))
}

describe('resample', () => {
  it.each([
    [44_100, 22_050],
    [48_000, 44_100],
    [11_025, 44_100],
    [22_050, 32_000],
    [96_000, 48_000],
    [8000, 47_999],
  ])('from %d to %d Hz keeps the frequencies that both rates can represent', (from, to) => {
    const most = Math.min(from, to) / 2
    const frequencies = [most * 0.01, most * 0.31, most * 0.85]
    expect(difference(tones(to, 0.48, ...frequencies), resample(tones(from, 0.48, ...frequencies), to))).toBeLessThan(
      -90,
    )
  })

  it('leaves out frequencies that the new rate cannot represent', () => {
    const heard = resample(tones(44_100, 0.5, 3000), 22_050)
    const high = resample(tones(44_100, 0.5, 12_200), 22_050)
    const silence = { ...high, channels: [new Float32Array(high.channels[0]?.length ?? 0)] }
    const both = {
      ...heard,
      channels: [Float32Array.from(heard.channels[0] ?? [], (s, i) => s + (high.channels[0]?.[i] ?? 0))],
    }
    expect(silence.channels[0]?.length).toBe(11_025)
    expect(difference(heard, both)).toBeLessThan(-80)
  })

  it('keeps a constant, moves loops and cues, and gives at least one sample', () => {
    const one = { ...tones(44_100, 0.1, 1), channels: [new Float32Array(4410).fill(0.5)] }
    const half = resample({ ...one, loops: [{ start: 1000, end: 4410 }], cues: [{ at: 2001, name: 'x' }] }, 22_050)
    expect(half.channels[0]?.slice(200, 2000).every((sample) => Math.abs(sample - 0.5) < 1e-6)).toBe(true)
    expect([half.loops, half.cues]).toEqual([[{ start: 500, end: 2205 }], [{ at: 1001, name: 'x' }]])
    const single = { ...one, channels: [Float32Array.of(1)] }
    expect(resample(single, 8000).channels[0]?.length).toBe(1)
    const tiny = resample({ ...single, loops: [{ start: 0, end: 1 }] }, 100)
    expect(tiny.loops).toEqual([])
  })
})
