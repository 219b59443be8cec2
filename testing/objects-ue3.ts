import { ENGINE_LINE, type FormatContext } from '@ukit/container'
import { HandMade } from './bytes.js'
import { contextByVersions } from './packages.js'

/** UE3 at a version; the licensee version distinguishes the games. */
export function ue3(version: number, licensee = 0, bigEndian = false): FormatContext {
  return contextByVersions(version, licensee, bigEndian)
}

/** Versions by which games are recognised. */
export const GAME = {
  massEffect1Xbox: [391, 92],
  massEffect1: [491, 1008],
  massEffect2: [512, 130],
  massEffect1Ps3: [684, 153],
  massEffect2Ps3: [684, 150],
  massEffect3: [684, 194],
  xcom2: [845, 107],
  hatInTime: [888, 5],
  tera: [897, 17],
} as const

/** Rows of versions, without those of games that ukit does not know because their folder was removed. */
export function ofKnownGames<T extends readonly [version: number, licensee: number, ...rest: unknown[]]>(
  rows: readonly T[],
): T[] {
  return rows.filter(([version, licensee]) => licensee === 0 || ue3(version, licensee).line !== ENGINE_LINE)
}

/** Versions just before, at and just after each of some changes. */
export function around(...thresholds: number[]): number[] {
  return [...new Set(thresholds.flatMap((version) => [version - 1, version, version + 1]))]
}

/**
 * A UE3 object written by hand. Its position in the package is known, since bulk data contain their own
 * position.
 */
export class Made extends HandMade {
  readonly base: number
  readonly #big: boolean

  constructor(context: FormatContext, base: number) {
    super(context.bigEndian)
    this.base = base
    this.#big = context.bigEndian
    // Net index and the name None: an object without properties.
    if (context.version >= 322) this.u32(7)
    this.u32(0, 0)
  }

  u16(...values: number[]): this {
    for (const value of values) {
      const bytes = [value & 255, (value >>> 8) & 255]
      this.u8(...(this.#big ? bytes.reverse() : bytes))
    }
    return this
  }

  /** Ones in single precision, for the float fields of these tests. */
  ones(count: number): this {
    for (let i = 0; i < count; i++) this.u32(0x3f800000)
    return this
  }

  zeros(words: number): this {
    for (let i = 0; i < words; i++) this.u32(0)
    return this
  }

  /** A GUID of four words. */
  guid(): this {
    return this.u32(0x11111111, 0x22222222, 0x33333333, 0x44444444)
  }

  /** A name by its index in the tests' table. */
  name(index: number): this {
    return this.u32(index, 0)
  }

  /** `length` bytes that differ from their neighbours. */
  fill(length: number): this {
    for (let i = 0; i < length; i++) this.u8((i * 7 + 1) & 255)
    return this
  }

  /** Bulk data stored in the object itself: `count` elements of `size` bytes. */
  bulk(count: number, size = 1): this {
    const bytes = count * size
    this.u32(0, count, bytes)
    return this.u32(this.base + this.length + 4).fill(bytes)
  }

  /** An array stored in one piece. */
  bulkArray(count: number, size: number): this {
    return this.u32(size, count).fill(count * size)
  }
}
