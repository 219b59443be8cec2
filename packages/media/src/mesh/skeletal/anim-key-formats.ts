import type { KeyRange, KeyReader } from './key-reader.js'

/** How one key of a format is read. */
export interface KeyFormat {
  /** Size of a key in bytes. */
  readonly size: number
  /** Keys are relative to a range. */
  readonly hasRange: boolean
  /** The first key is stored in full after the range, the others as differences from the preceding key. */
  readonly isDelta?: boolean
  /**
   * Reads the numbers of a key: X, Y, Z of a position, or X, Y, Z, W of a rotation. `before` has those of the
   * preceding key.
   */
  read(keys: KeyReader, range: KeyRange, before: readonly number[]): readonly number[]
}

/**
 * The engine's names of the formats, in lower case, by the numbers that some packages and tracks store
 * instead.
 */
export const KEY_FORMATS: readonly string[] = [
  'acf_none',
  'acf_float96now',
  'acf_fixed48now',
  'acf_intervalfixed32now',
  'acf_fixed32now',
  'acf_float32now',
  'acf_identity',
]

/** A unit quaternion from its first three components. */
function withW(x: number, y: number, z: number): readonly number[] {
  const square = 1 - x * x - y * y - z * z
  return [x, y, z, square > 0 ? Math.sqrt(square) : 0]
}

/** A short float: sign, three bits of exponent, the rest fraction. */
function shortFloat(bits: number, fractionBits: number): number {
  const fraction = bits & ((1 << fractionBits) - 1)
  const exponent = (bits >> fractionBits) & 7
  const sign = (bits >> (fractionBits + 3)) & 1 ? -1 : 1
  return sign * (1 + fraction / (1 << fractionBits)) * 2 ** (exponent - 4)
}

const SQRT2 = Math.SQRT2
const SQRT_HALF = Math.SQRT1_2

/** A quaternion that is stored without its greatest component, whose number is `dropped`. */
function smallestThree(dropped: number, a: number, b: number, c: number): readonly number[] {
  const [, , , w = 0] = withW(a, b, c)
  const numbers = [a, b, c]
  numbers.splice(dropped, 0, w)
  return numbers
}

/**
 * *Formats of rotations*, by the engine's names. Float96NoW and BioFixed48 are proven on real files (164
 * sequences), Fixed48NoW in tracks that name their own format; the other formats only follow public
 * descriptions.
 */
export const ROTATION_FORMATS: Readonly<Record<string, KeyFormat>> = {
  acf_none: { size: 16, hasRange: false, read: (keys) => [...keys.vector(), keys.f32()] },
  acf_float96now: { size: 12, hasRange: false, read: (keys) => withW(...keys.vector()) },
  acf_fixed48now: {
    size: 6,
    hasRange: false,
    read: (keys) => withW(fixed16(keys.u16()), fixed16(keys.u16()), fixed16(keys.u16())),
  },
  acf_intervalfixed32now: {
    size: 4,
    hasRange: true,
    read: (keys, { mins, ranges }) => {
      const word = keys.u32()
      return withW(
        fixed11(word >>> 21) * ranges[0] + mins[0],
        fixed11((word >>> 10) & 0x7ff) * ranges[1] + mins[1],
        fixed10(word & 0x3ff) * ranges[2] + mins[2],
      )
    },
  },
  acf_fixed32now: {
    size: 4,
    hasRange: false,
    read: (keys) => {
      const word = keys.u32()
      return withW(fixed11(word >>> 21), fixed11((word >>> 10) & 0x7ff), fixed10(word & 0x3ff))
    },
  },
  acf_float32now: {
    size: 4,
    hasRange: false,
    read: (keys) => {
      const word = keys.u32()
      return withW(shortFloat(word >>> 21, 7), shortFloat((word >>> 10) & 0x7ff, 7), shortFloat(word & 0x3ff, 6))
    },
  },
  // The highest bit is the sign of W (Borderlands).
  acf_delta48now: {
    size: 6,
    hasRange: true,
    isDelta: true,
    read: (keys, { mins, ranges }, before) => {
      const [x, y, z] = [keys.u16(), keys.u16(), keys.u16()]
      const [a = 0, b = 0, c = 0] = before
      const [i = 0, j = 0, k = 0, w = 0] = withW(
        (x / 65_535) * ranges[0] + mins[0] + a,
        (y / 65_535) * ranges[1] + mins[1] + b,
        ((z & 0x7fff) / 32_767) * ranges[2] + mins[2] + c,
      )
      return [i, j, k, z >> 15 === 1 ? -w : w]
    },
  },
  // As in Mass Effect 2 and 3.
  acf_biofixed48: {
    size: 6,
    hasRange: false,
    read: (keys) => {
      const [a, b, c] = [keys.u16(), keys.u16(), keys.u16()]
      const part = (word: number) => ((word & 0x7fff) / 32_767) * SQRT2 - SQRT_HALF
      return smallestThree(((a >> 14) & 2) | (b >> 15), part(a), part(b), part(c))
    },
  },
}

/** *Formats of positions*, by the engine's names. */
export const TRANSLATION_FORMATS: Readonly<Record<string, KeyFormat>> = {
  acf_none: { size: 12, hasRange: false, read: (keys) => keys.vector() },
  acf_float96now: { size: 12, hasRange: false, read: (keys) => keys.vector() },
  acf_fixed48now: {
    size: 6,
    hasRange: false,
    read: (keys) => [fixed16(keys.u16()) * 128, fixed16(keys.u16()) * 128, fixed16(keys.u16()) * 128],
  },
  acf_intervalfixed32now: {
    size: 4,
    hasRange: true,
    read: (keys, { mins, ranges }) => {
      const word = keys.u32()
      return [
        fixed10(word & 0x3ff) * ranges[0] + mins[0],
        fixed11((word >>> 10) & 0x7ff) * ranges[1] + mins[1],
        fixed11(word >>> 21) * ranges[2] + mins[2],
      ]
    },
  },
  acf_delta48now: {
    size: 6,
    hasRange: true,
    isDelta: true,
    read: (keys, { mins, ranges }, before) =>
      ([0, 1, 2] as const).map((k) => (keys.u16() / 65_535) * ranges[k] + mins[k] + (before[k] ?? 0)),
  },
}

/** Maps 0 … 65,535 to −1 … 1. */
function fixed16(value: number): number {
  return (value - 32_767) / 32_767
}

function fixed11(value: number): number {
  return value / 1023 - 1
}

function fixed10(value: number): number {
  return value / 511 - 1
}

/**
 * Formats that real files prove, by the engine's names: of positions and rotations that have one format for
 * all tracks.
 */
export const PROVEN_POSITIONS: ReadonlySet<string> = new Set(['acf_none', 'acf_float96now'])
export const PROVEN_ROTATIONS: ReadonlySet<string> = new Set(['acf_float96now', 'acf_biofixed48'])
