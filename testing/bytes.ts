import { type Package, type SaveOptions, savePackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import type { ByteSource } from '@ukit/files'

/** Bytes from hex digits; all other characters are separators. */
export function hexBytes(text: string): Uint8Array {
  const digits = text.replace(/[^0-9a-fA-F]/g, '')
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}

/** Hex digits of bytes in pairs: the most readable form in failing comparisons. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

/**
 * Writes a file by hand: one field after the other, in a given byte order, without any of the code under
 * test.
 */
export class HandMade {
  readonly #bytes: number[] = []
  readonly #big: boolean

  constructor(bigEndian = false) {
    this.#big = bigEndian
  }

  get length(): number {
    return this.#bytes.length
  }

  u8(...values: number[]): this {
    this.#bytes.push(...values)
    return this
  }

  /** 32-bit words, signed or not. */
  u32(...values: number[]): this {
    for (const value of values) {
      const bytes = [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24]
      this.#bytes.push(...(this.#big ? bytes.reverse() : bytes))
    }
    return this
  }

  /** A 64-bit word. */
  u64(high: number, low: number): this {
    return this.#big ? this.u32(high, low) : this.u32(low, high)
  }

  /** 8-bit characters, followed by a zero. */
  chars(text: string): this {
    return this.u8(...Array.from(text, (char) => char.charCodeAt(0)), 0)
  }

  /** A string with a 32-bit length. */
  string(text: string): this {
    return this.u32(text.length + 1).chars(text)
  }

  /** A string with a length below 64 in a compact index. */
  shortString(text: string): this {
    return this.u8(text.length + 1).chars(text)
  }

  bytes(): Uint8Array {
    return Uint8Array.from(this.#bytes)
  }
}

/** All bytes of a source. */
export async function bytesOf(source: ByteSource): Promise<Uint8Array> {
  return source.slice(0, source.byteLength)
}

/** The file that saving a package results in. */
export async function savedBytes(pkg: Package, options: SaveOptions = {}): Promise<Uint8Array> {
  return collected(savePackage(pkg, { codecs: nodeCodecs, ...options }))
}

/** Pieces joined into one array. */
export async function collected(from: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of from) pieces.push(piece)
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

/** First position at which two arrays differ, or −1: `expect` would take minutes to compare megabytes. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i
  return a.length === b.length ? -1 : length
}
