import { NO_BYTES } from '@ukit/files/internal'
import type { Cipher } from './cipher.js'

const BLOCK = 16

/** Multiplication by x in AES's field of 256 elements. */
function double(value: number): number {
  return ((value << 1) ^ (value & 0x80 ? 0x11b : 0)) & 0xff
}

/** What AES looks up for a byte. */
interface Tables {
  /** The substitution. */
  readonly sbox: Uint8Array
  /** The substitution backwards. */
  readonly inverse: Uint8Array
  /** Products with 9. */
  readonly by9: Uint8Array
  readonly by11: Uint8Array
  readonly by13: Uint8Array
  readonly by14: Uint8Array
}

let tables: Tables | undefined

/** Made by the first file that is encrypted: most runs meet none, and every start would pay for them. */
function tablesOf(): Tables {
  tables ??= { ...substitutions(), by9: multiples(9), by11: multiples(11), by13: multiples(13), by14: multiples(14) }
  return tables
}

/** Inverses in the field and an affine map, made from powers of a generator (3 and its inverse). */
function substitutions(): { sbox: Uint8Array; inverse: Uint8Array } {
  const sbox = new Uint8Array(256)
  const inverse = new Uint8Array(256)
  let p = 1
  let q = 1
  do {
    p = p ^ double(p)
    q ^= q << 1
    q ^= q << 2
    q ^= q << 4
    q &= 0xff
    if (q & 0x80) q ^= 0x09
    const turned = q ^ turn(q, 1) ^ turn(q, 2) ^ turn(q, 3) ^ turn(q, 4)
    sbox[p] = turned ^ 0x63
  } while (p !== 1)
  sbox[0] = 0x63
  sbox.forEach((value, i) => {
    inverse[value] = i
  })
  return { sbox, inverse }
}

function turn(value: number, by: number): number {
  return ((value << by) | (value >>> (8 - by))) & 0xff
}

/** Products in the field. */
function multiples(factor: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => times(i, factor))
}

function times(a: number, b: number): number {
  let product = 0
  for (let x = a, y = b; y > 0; y >>= 1, x = double(x)) if (y & 1) product ^= x
  return product
}

/** *AES*, each block of 16 bytes by itself (FIPS 197). `key` has 16, 24 or 32 bytes. */
export function aes(key: Uint8Array): Cipher {
  const rounds = key.length / 4 + 6
  let schedule = NO_BYTES
  const block = new Uint8Array(BLOCK)
  const old = new Uint8Array(BLOCK)
  const addKey = (round: number) => {
    for (let i = 0; i < BLOCK; i++) block[i] = (block[i] ?? 0) ^ (schedule[round * BLOCK + i] ?? 0)
  }
  /** Substitution and row shift at once: `step` 5 forwards, 13 backwards. */
  const substitute = (box: Uint8Array, step: number) => {
    old.set(block)
    for (let i = 0; i < BLOCK; i++) block[i] = box[old[shiftedFrom(i, step)] ?? 0] ?? 0
  }
  const encryptBlock = () => {
    addKey(0)
    for (let round = 1; round <= rounds; round++) {
      substitute(tablesOf().sbox, 1)
      if (round < rounds) mix(block)
      addKey(round)
    }
  }
  const decryptBlock = () => {
    addKey(rounds)
    for (let round = rounds - 1; round >= 0; round--) {
      substitute(tablesOf().inverse, -1)
      addKey(round)
      if (round > 0) unmix(block)
    }
  }
  const apply = (bytes: Uint8Array, one: () => void) => {
    // Ciphers of games are made when their code is loaded; few are ever used.
    if (schedule.length === 0) schedule = expandKey(key, rounds)
    for (let at = 0; at + BLOCK <= bytes.length; at += BLOCK) {
      for (let i = 0; i < BLOCK; i++) block[i] = bytes[at + i] ?? 0
      one()
      bytes.set(block, at)
    }
  }
  return {
    blockSize: BLOCK,
    encrypt: (bytes) => apply(bytes, encryptBlock),
    decrypt: (bytes) => apply(bytes, decryptBlock),
  }
}

/** Where byte `i` comes from when row r of the 4 × 4 bytes (stored by columns) turns by r columns. */
function shiftedFrom(i: number, direction: number): number {
  const row = i % 4
  const column = (i >> 2) + direction * row
  return 4 * (column & 3) + row
}

function mix(block: Uint8Array): void {
  for (let c = 0; c < BLOCK; c += 4) {
    const a = block[c] ?? 0
    const b = block[c + 1] ?? 0
    const d = block[c + 2] ?? 0
    const e = block[c + 3] ?? 0
    const all = a ^ b ^ d ^ e
    block[c] = a ^ all ^ double(a ^ b)
    block[c + 1] = b ^ all ^ double(b ^ d)
    block[c + 2] = d ^ all ^ double(d ^ e)
    block[c + 3] = e ^ all ^ double(e ^ a)
  }
}

function unmix(block: Uint8Array): void {
  const tables = tablesOf()
  for (let c = 0; c < BLOCK; c += 4) {
    const a = block[c] ?? 0
    const b = block[c + 1] ?? 0
    const d = block[c + 2] ?? 0
    const e = block[c + 3] ?? 0
    block[c] = unmixed(tables, a, b, d, e)
    block[c + 1] = unmixed(tables, b, d, e, a)
    block[c + 2] = unmixed(tables, d, e, a, b)
    block[c + 3] = unmixed(tables, e, a, b, d)
  }
}

/** A byte of a column, from the one that has its place and those that follow it. */
function unmixed(
  { by9, by11, by13, by14 }: Tables,
  first: number,
  second: number,
  third: number,
  fourth: number,
): number {
  const left = (by14[first] ?? 0) ^ (by11[second] ?? 0)
  return left ^ (by13[third] ?? 0) ^ (by9[fourth] ?? 0)
}

function expandKey(key: Uint8Array, rounds: number): Uint8Array {
  const { sbox } = tablesOf()
  const schedule = new Uint8Array(BLOCK * (rounds + 1))
  schedule.set(key)
  let constant = 1
  for (let at = key.length; at < schedule.length; at += 4) {
    let word = [...schedule.subarray(at - 4, at)]
    if (at % key.length === 0) {
      word = [...word.slice(1), word[0] ?? 0].map((byte) => sbox[byte] ?? 0)
      word[0] = (word[0] ?? 0) ^ constant
      constant = double(constant)
    } else if (key.length > 24 && at % key.length === 16) {
      word = word.map((byte) => sbox[byte] ?? 0)
    }
    word.forEach((byte, i) => {
      schedule[at + i] = (schedule[at + i - key.length] ?? 0) ^ byte
    })
  }
  return schedule
}
