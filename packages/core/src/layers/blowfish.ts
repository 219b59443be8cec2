import type { Cipher } from './cipher.js'

const ROUNDS = 16
const SUBKEYS = ROUNDS + 2
const BOX = 256
const BOXES = 4
const WORDS = SUBKEYS + BOXES * BOX

let initial: Uint32Array | undefined

/** The tables that Blowfish starts from: the first 1,042 words of the binary digits of π after the point. */
function initialTables(): Uint32Array {
  if (initial !== undefined) return initial
  // Machin: π = 16 arctan(1/5) − 4 arctan(1/239), with some bits to spare.
  const bits = BigInt(WORDS * 32)
  const one = 1n << (bits + 64n)
  const pi = 16n * inverseTangent(5n, one) - 4n * inverseTangent(239n, one)
  let digits = (pi - 3n * one) >> 64n
  const words = new Uint32Array(WORDS)
  for (let i = WORDS - 1; i >= 0; i--) {
    words[i] = Number(digits & 0xffff_ffffn)
    digits >>= 32n
  }
  initial = words
  return words
}

/** arctan(1/x) times `one`. */
function inverseTangent(x: bigint, one: bigint): bigint {
  let power = one / x
  let sum = power
  const square = x * x
  for (let n = 3n, sign = -1n; power !== 0n; n += 2n, sign = -sign) {
    power /= square
    sum += (sign * power) / n
  }
  return sum
}

/**
 * *Blowfish*, each block of 8 bytes by itself, as two little-endian words (Bruce Schneier's description of
 * 1993).
 *
 * @param key 1 to 72 bytes.
 */
export function blowfish(key: Uint8Array): Cipher {
  const tables = initialTables().slice()
  const subkeys = tables.subarray(0, SUBKEYS)
  const boxes = tables.subarray(SUBKEYS)
  for (let i = 0, at = 0; i < SUBKEYS; i++) {
    let word = 0
    for (let byte = 0; byte < 4; byte++, at++) word = (word << 8) | (key[at % key.length] ?? 0)
    subkeys[i] = (subkeys[i] ?? 0) ^ word
  }
  const scramble = (x: number) => {
    const box = (i: number, byte: number) => boxes[i * BOX + byte] ?? 0
    const sum = ((box(0, x >>> 24) + box(1, (x >>> 16) & 0xff)) ^ box(2, (x >>> 8) & 0xff)) + box(3, x & 0xff)
    return sum | 0
  }
  const subkey = (i: number) => subkeys[i] ?? 0
  const pair = new Int32Array(2)
  /** Sixteen rounds with the subkeys from `first` on in steps of `step`, on `pair`. */
  const rounds = (first: number, step: 1 | -1) => {
    let left = pair[0] ?? 0
    let right = pair[1] ?? 0
    let at = first
    for (let round = 0; round < ROUNDS; round++, at += step) {
      left ^= subkey(at)
      right ^= scramble(left)
      const swapped = left
      left = right
      right = swapped
    }
    pair[0] = right ^ subkey(at + step)
    pair[1] = left ^ subkey(at)
  }
  for (let i = 0; i < WORDS; i += 2) {
    rounds(0, 1)
    tables[i] = pair[0] ?? 0
    tables[i + 1] = pair[1] ?? 0
  }
  const apply = (bytes: Uint8Array, first: number, step: 1 | -1) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + 8 <= bytes.length; at += 8) {
      pair[0] = view.getInt32(at, true)
      pair[1] = view.getInt32(at + 4, true)
      rounds(first, step)
      view.setInt32(at, pair[0] ?? 0, true)
      view.setInt32(at + 4, pair[1] ?? 0, true)
    }
  }
  return {
    blockSize: 8,
    encrypt: (bytes) => apply(bytes, 0, 1),
    decrypt: (bytes) => apply(bytes, SUBKEYS - 1, -1),
  }
}
