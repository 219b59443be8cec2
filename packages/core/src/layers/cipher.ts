import type { ByteSource } from '@ukit/files'
import { PIECE_SIZE } from '@ukit/files'
import { checkRange } from '@ukit/files/internal'

/**
 * *An encryption that works on the bytes in place*: the size stays the same, and any position can be
 * decrypted without the rest.
 */
export interface Cipher {
  /** Number of bytes that are encrypted together; positions are multiples of it. */
  readonly blockSize: number
  /** Decrypts `bytes` in place; `position` is where they start, counted from the first encrypted byte. */
  decrypt(bytes: Uint8Array, position: number): void
  encrypt(bytes: Uint8Array, position: number): void
}

/**
 * A cipher that is its own inverse and works byte by byte: XOR with something that depends on the position.
 */
export function xorCipher(keyAt: (position: number) => number): Cipher {
  const apply = (bytes: Uint8Array, position: number) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i] ?? 0) ^ keyAt(position + i)
  }
  return { blockSize: 1, decrypt: apply, encrypt: apply }
}

/** Combines two ciphers: when decrypting, `inner` is applied last. One of them has to work byte by byte. */
export function bothCiphers(outer: Cipher, inner: Cipher): Cipher {
  return {
    blockSize: Math.max(outer.blockSize, inner.blockSize),
    decrypt(bytes, position) {
      outer.decrypt(bytes, position)
      inner.decrypt(bytes, position)
    },
    encrypt(bytes, position) {
      inner.encrypt(bytes, position)
      outer.encrypt(bytes, position)
    },
  }
}

/** The bytes `start` to `end` of a file, decrypted when they are read. */
export function decryptedSource(file: ByteSource, start: number, end: number, cipher: Cipher): ByteSource {
  const byteLength = end - start
  const { blockSize } = cipher
  return {
    byteLength,
    async slice(from, to) {
      checkRange(byteLength, from, to)
      const first = from - (from % blockSize)
      const last = Math.min(byteLength, Math.ceil(to / blockSize) * blockSize)
      // A copy, since a source may return its own memory.
      const bytes = (await file.slice(start + first, start + last)).slice()
      // An incomplete block at the end of a file is not encrypted.
      cipher.decrypt(bytes.subarray(0, bytes.length - (bytes.length % blockSize)), first)
      return bytes.subarray(from - first, to - first)
    },
  }
}

/**
 * Encrypts `inner` piece by piece. An incomplete block at the end is filled up with zeros, or left
 * unencrypted.
 */
export async function* encrypted(inner: ByteSource, cipher: Cipher, fillUp = true): AsyncGenerator<Uint8Array> {
  const { blockSize } = cipher
  for (let start = 0; start < inner.byteLength; start += PIECE_SIZE) {
    const plain = await inner.slice(start, Math.min(start + PIECE_SIZE, inner.byteLength))
    const rest = plain.length % blockSize
    const bytes = new Uint8Array(plain.length + (rest > 0 && fillUp ? blockSize - rest : 0))
    bytes.set(plain)
    cipher.encrypt(bytes.subarray(0, bytes.length - (bytes.length % blockSize)), start)
    yield bytes
  }
}
