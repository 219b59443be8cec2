/** Pictures computed from formulas, 4 bytes per pixel: they can be reproduced to measure other programs. */

/** Size of both sides in pixels. */
export const SIDE = 256

type Shade = (u: number, v: number, x: number, y: number) => readonly [number, number, number]

function painted(shade: Shade): Uint8Array {
  const data = new Uint8Array(SIDE * SIDE * 4)
  for (let y = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++) {
      const colors = shade(x / SIDE, y / SIDE, x, y)
      for (let c = 0; c < 3; c++) data[(y * SIDE + x) * 4 + c] = Math.max(0, Math.min(255, Math.round(colors[c] ?? 0)))
      data[(y * SIDE + x) * 4 + 3] = 255
    }
  }
  return data
}

/** A sequence of numbers from 0 to 1 that is the same everywhere (a linear congruence of 31 bits). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = Number((BigInt(state) * 1103515245n + 12345n) & 0x7fffffffn)
    return state / 0x7fffffff
  }
}

/** Noise of seven sizes, each finer one weaker: similar to surfaces in photographs. */
function roughness(next: () => number): (u: number, v: number) => number {
  const layers = [4, 8, 16, 32, 64, 128, 256].map((n) => {
    const values = Array.from({ length: (n + 1) * (n + 1) }, next)
    const at = (i: number, j: number) => values[Math.min(j, n) * (n + 1) + Math.min(i, n)] ?? 0
    return (u: number, v: number) => {
      const [i, j] = [Math.floor(u * n), Math.floor(v * n)]
      const [a, b] = [u * n - i, v * n - j]
      return (at(i, j) * (1 - a) + at(i + 1, j) * a) * (1 - b) + (at(i, j + 1) * (1 - a) + at(i + 1, j + 1) * a) * b
    }
  })
  return (u, v) => layers.reduce((sum, layer, i) => sum + (layer(u, v) - 0.5) * 0.7 ** i, 0.5)
}

const mixed = (share: number, one: readonly number[], other: readonly number[]) =>
  [0, 1, 2].map((i) => (one[i] ?? 0) + ((other[i] ?? 0) - (one[i] ?? 0)) * share)
const within = (value: number) => Math.max(0, Math.min(1, value))
const BUTTONS = [
  [230, 120, 30],
  [60, 150, 230],
  [90, 190, 80],
  [200, 60, 90],
  [240, 210, 70],
  [140, 90, 200],
  [60, 200, 190],
  [180, 180, 190],
] as const

/** Eight round buttons with shine and shadow, and smooth edges, on a panel. */
function art(v: number, x: number, y: number): readonly [number, number, number] {
  const color = BUTTONS[(y >> 6) * 2 + (x >> 7)] ?? [0, 0, 0]
  const fromMiddle = [Math.abs((x % 128) - 63.5) - 44, Math.abs((y % 64) - 31.5) - 14]
  const beyond = Math.hypot(...fromMiddle.map((part) => Math.max(0, part))) - 10
  const bright = color.map((value) => Math.min(255, value + 50))
  const dark = color.map((value) => value * 0.5)
  const panel = mixed(v, [58, 66, 84], [28, 32, 44])
  const shadow = mixed(within((9 - beyond) / 9) * 0.6, panel, [0, 0, 0])
  const [r = 0, g = 0, b = 0] = mixed(within(0.5 - beyond), shadow, mixed((y % 64) / 64, bright, dark))
  return [r, g, b]
}

const next = numbers(1)
const [a, b, c, light] = [roughness(next), roughness(next), roughness(next), roughness(next)]

/** The pictures, by what they resemble. */
export const PICTURES = {
  gradient: painted((u, v) => [u * 255, v * 255, (1 - u) * 255]),
  'grey ramp': painted((u) => [u * 255, u * 255, u * 255]),
  photograph: painted((u, v) => {
    const l = light(u, v)
    return [l * 255 + 40 * (a(u, v) - 0.5), l * 230 + 60 * (b(u, v) - 0.5), l * 180 + 60 * (c(u, v) - 0.5)]
  }),
  'coloured noise': painted((u, v) => [a(u, v) * 255, b(u, v) * 255, c(u, v) * 255]),
  'user interface': painted((u, v, x, y) => {
    if (((x >> 4) + (y >> 4)) % 3 === 0) return [200, 30, 30]
    return Math.hypot(u - 0.5, v - 0.5) < 0.3 ? [240, 240, 250] : [20, 40, (x % 16) * 12]
  }),
  'interface art': painted((_u, v, x, y) => art(v, x, y)),
} as const

/** Peak signal-to-noise ratio of red, green and blue in decibels. */
export function psnr(one: Uint8Array | Float64Array, other: Uint8Array | Float64Array): number {
  let sum = 0
  for (let i = 0; i < one.length; i++) if ((i & 3) !== 3) sum += ((one[i] ?? 0) - (other[i] ?? 0)) ** 2
  return 10 * Math.log10((255 * 255 * one.length * 0.75) / sum)
}
