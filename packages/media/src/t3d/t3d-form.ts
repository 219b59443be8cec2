import type { Package, T3dForm } from '@ukit/core'

const UNREAL_1: T3dForm = {
  engine: 1,
  level: 'MyLevel',
  classPaths: false,
  floats: 'decimals',
  halves: 'even',
  quotesNames: false,
  endsWithName: true,
  bareTextures: true,
  pan: 'set',
  lightMapScale: 'never',
  zeroElements: true,
  emptyLines: false,
  hasSurface: false,
}

const UNREAL_2: T3dForm = {
  engine: 2,
  level: 'myLevel',
  classPaths: false,
  floats: 'decimals',
  halves: 'up',
  quotesNames: true,
  endsWithName: false,
  bareTextures: false,
  pan: 'never',
  lightMapScale: 'set',
  zeroElements: false,
  emptyLines: true,
  hasSurface: true,
}

const UNREAL_3: T3dForm = { ...UNREAL_2, engine: 3, endsWithName: true, zeroElements: true, emptyLines: false }

/** The form of a package's game. */
export function t3dFormOf({ context, game }: Package): T3dForm {
  const form = context.engine === 1 ? UNREAL_1 : context.engine === 2 ? UNREAL_2 : UNREAL_3
  return { ...form, ...game.t3d }
}

/** A number as C's `%f` writes it. */
export function decimals(value: number, halves: T3dForm['halves']): string {
  const special = specialNumber(value)
  if (special !== undefined) return special
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  const size = Math.abs(value)
  // Halfway between two: 19.8828125 is 19.882812 in exports of UE1 (73 of 73), 19.882813 in those of UE2
  // (237 of 237), which were built with another runtime.
  const half = size * 2e6
  const isHalf = half < Number.MAX_SAFE_INTEGER && half % 2 === 1
  const isDown = halves === 'even' && half % 4 === 1
  const rounded = isHalf ? (isDown ? half - 1 : half + 1) / 2e6 : size
  return sign + (size < 1e21 ? rounded.toFixed(6) : `${BigInt(size)}.000000`)
}

/** A number as C's `%.7g` writes it. */
export function digits(value: number): string {
  const special = specialNumber(value)
  if (special !== undefined) return special
  if (value === 0) return Object.is(value, -0) ? '-0' : '0'
  const [, mantissa = '', exponent = '0'] = /^(.*)e(.*)$/.exec(value.toExponential(6)) ?? []
  const power = Number(exponent)
  if (power >= -4 && power < 7) return String(Number(value.toPrecision(7)))
  const sign = power < 0 ? '-' : '+'
  return `${String(Number(mantissa))}e${sign}${String(Math.abs(power)).padStart(2, '0')}`
}

/** What the runtime of these editors writes for what is not a number. */
function specialNumber(value: number): string | undefined {
  if (Number.isNaN(value)) return '-1.#IND00'
  if (Number.isFinite(value)) return undefined
  return value < 0 ? '-1.#INF00' : '1.#INF00'
}

/** A coordinate of a polygon: `+00064.000000`. */
export function coordinate(value: number, halves: T3dForm['halves']): string {
  const text = decimals(value, halves)
  const isNegative = text.startsWith('-')
  return (isNegative ? '-' : '+') + (isNegative ? text.slice(1) : text).padStart(12, '0')
}
