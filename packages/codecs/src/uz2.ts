import { plural } from '@ukit/text/internal'
import { concat } from './concat.js'
// .uz2, the compressed downloads of Unreal Engine 2 (facts: formats/umod-and-network.md §2): no head; chunks
// of two 32-bit numbers (little-endian: length compressed, length plain) and a zlib stream. Every chunk but
// the last represents 32768 bytes.

import type { Codec } from './codec.js'
import { CodecError } from './error.js'
import { MOST_UNPACKED, type UnpackOptions } from './uz-limits.js'
import { packZlib, unpackZlib } from './uz-zlib.js'

/** Bytes of the file in each chunk but the last. */
export const UZ2_CHUNK = 32_768
/** Maximum number of bytes that a chunk compresses to: the size of the engine's buffer. */
const MOST_PACKED = 33_096
/** The two numbers in front of a chunk. */
export const UZ2_HEAD = 8

/** The numbers in front of a chunk. */
export interface Uz2Chunk {
  /** Bytes of the zlib stream after them. */
  readonly packed: number
  /** Bytes that it unpacks to. */
  readonly plain: number
}

/**
 * Reads the numbers in front of the chunk at `at`, whose place in the file is `offset`.
 *
 * @throws {CodecError} when they are missing or out of bounds.
 */
export function readUz2Chunk(bytes: Uint8Array, at: number, offset: number): Uz2Chunk {
  const there = bytes.length - at
  if (there < UZ2_HEAD) {
    const message = `expected the ${UZ2_HEAD} bytes in front of a chunk, found ${there}`
    throw new CodecError('uz2', 'truncated', offset + there, message)
  }
  const head = new DataView(bytes.buffer, bytes.byteOffset + at, UZ2_HEAD)
  const packed = head.getUint32(0, true)
  const plain = head.getUint32(4, true)
  if (packed === 0 || packed > MOST_PACKED || plain === 0 || plain > UZ2_CHUNK) {
    const message = `expected a chunk of 1 to ${MOST_PACKED} bytes for 1 to ${UZ2_CHUNK}, found ${packed} for ${plain}`
    throw new CodecError('uz2', 'corrupt', offset, message)
  }
  return { packed, plain }
}

/** Unpacks the zlib stream of a chunk, whose place in the file is `offset`. */
export function unpackUz2Chunk(stream: Uint8Array, plain: number, zlib: Codec, offset: number): Uint8Array {
  return unpackZlib('uz2', stream, plain, zlib, offset)
}

function packChunk(plain: Uint8Array, zlib: Codec): Uint8Array {
  const packed = packZlib(plain, zlib)
  const chunk = new Uint8Array(UZ2_HEAD + packed.length)
  const head = new DataView(chunk.buffer)
  head.setUint32(0, packed.length, true)
  head.setUint32(4, plain.length, true)
  chunk.set(packed, UZ2_HEAD)
  return chunk
}

/** Compresses a file to `.uz2`. An empty file is an empty `.uz2`. */
export function compressUz2(bytes: Uint8Array, zlib: Codec): Uint8Array {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += UZ2_CHUNK) chunks.push(packChunk(bytes.subarray(at, at + UZ2_CHUNK), zlib))
  return concat(chunks)
}

/**
 * Unpacks a `.uz2`.
 *
 * @throws {CodecError} when it is damaged or ends early, and of kind `size` when more than `limit` bytes come
 *   out.
 */
export function decompressUz2(
  file: Uint8Array,
  zlib: Codec,
  { limit = MOST_UNPACKED }: UnpackOptions = {},
): Uint8Array {
  const chunks = new Uz2Chunks(zlib, limit)
  const pieces = [...chunks.read(file)]
  chunks.end()
  return concat(pieces)
}

/** Compresses pieces of any length to the chunks of a `.uz2`, each given as soon as it is full. */
export async function* compressUz2Pieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  zlib: Codec,
): AsyncGenerator<Uint8Array> {
  let rest: Uint8Array = new Uint8Array(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : concat([rest, piece])
    let at = 0
    for (; at + UZ2_CHUNK <= bytes.length; at += UZ2_CHUNK) yield packChunk(bytes.subarray(at, at + UZ2_CHUNK), zlib)
    // A copy, since the caller owns the memory of the piece.
    rest = bytes.slice(at)
  }
  if (rest.length > 0) yield packChunk(rest, zlib)
}

/**
 * Unpacks the pieces of a `.uz2` as they come, chunk by chunk.
 *
 * @throws {CodecError} as {@link decompressUz2}; what came out before is given already.
 */
export async function* decompressUz2Pieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  zlib: Codec,
  { limit = MOST_UNPACKED }: UnpackOptions = {},
): AsyncGenerator<Uint8Array> {
  const chunks = new Uz2Chunks(zlib, limit)
  for await (const piece of pieces) yield* chunks.read(piece)
  chunks.end()
}

/** *Chunks from pieces of any length.* */
class Uz2Chunks {
  readonly #zlib: Codec
  readonly #limit: number
  #rest: Uint8Array = new Uint8Array(0)
  /** Place of `#rest` in the file, and bytes given out. */
  #offset = 0
  #given = 0

  constructor(zlib: Codec, limit: number) {
    this.#zlib = zlib
    this.#limit = limit
  }

  *read(piece: Uint8Array): Generator<Uint8Array> {
    const bytes = this.#rest.length === 0 ? piece : concat([this.#rest, piece])
    let at = 0
    while (bytes.length - at >= UZ2_HEAD) {
      const { packed, plain } = readUz2Chunk(bytes, at, this.#offset)
      if (plain > this.#limit - this.#given) {
        throw new CodecError(
          'uz2',
          'size',
          this.#offset,
          `the output is more than the ${plural(this.#limit, 'byte')} allowed`,
        )
      }
      const start = at + UZ2_HEAD
      if (bytes.length - start < packed) break
      const stream = bytes.subarray(start, start + packed)
      yield unpackUz2Chunk(stream, plain, this.#zlib, this.#offset + UZ2_HEAD)
      this.#given += plain
      this.#offset += UZ2_HEAD + packed
      at = start + packed
    }
    // A copy, since the caller owns the memory of the piece.
    this.#rest = bytes.slice(at)
  }

  end(): void {
    const there = this.#rest.length
    if (there === 0) return
    const { packed } = readUz2Chunk(this.#rest, 0, this.#offset)
    const message = `expected a chunk of ${plural(packed, 'byte')}, found ${there - UZ2_HEAD}`
    throw new CodecError('uz2', 'truncated', this.#offset + there, message)
  }
}
