import { crc32, deflateSync, type InflateRaw, inflateSync } from 'node:zlib'
import { plural } from '@ukit/text/internal'
import type { Codec } from './codec.js'
import { CodecError, type CodecErrorKind } from './error.js'
import { checkZlibHeader } from './zlib-limits.js'

/**
 * What `inflateSync` gives with `info: true`; Node's type declarations do not know that option of the
 * synchronous calls.
 */
interface Inflated {
  readonly buffer: Uint8Array
  readonly engine: Pick<InflateRaw, 'bytesWritten'>
}

function inflate(input: Uint8Array, size: number): Inflated {
  const result: unknown = inflateSync(input, {
    info: true,
    // One chunk of the promised size: no joining of parts, and no byte past it is ever made.
    chunkSize: Math.max(64, size),
    maxOutputLength: Math.max(1, size),
  })
  // The one cast: with `info: true` the documentation promises this object instead of a buffer.
  return result as Inflated
}

function translate(error: unknown, input: Uint8Array, size: number): CodecError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const reason = error instanceof Error ? error.message : 'the stream does not decode'
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return new CodecError(
      'zlib',
      'size',
      input.length,
      `the stream gives more than the ${plural(size, 'byte')} promised`,
      {
        cause: error,
      },
    )
  }
  let kind: CodecErrorKind = 'corrupt'
  if (code === 'Z_BUF_ERROR') kind = 'truncated'
  else if (reason === 'incorrect data check') kind = 'checksum'
  return new CodecError('zlib', kind, input.length, reason, { cause: error })
}

/** Minimum size of the pieces in which zlib makes its output, in bytes. */
const SMALLEST_PIECE = 1 << 14
const LARGEST_PIECE = 1 << 18

/**
 * zlib (RFC 1950) by Node's own library; two to three times as fast as the portable one.
 *
 * `compress` uses level 6 by default. The stock library makes exactly the games' own blocks at that level,
 * but Node contains a variant whose blocks differ, though they have about the same size. So keep original
 * blocks if bytes must not change.
 */
export const zlibNode: Codec = {
  name: 'zlib',

  decompress(input, size) {
    checkZlibHeader(input, size)
    let inflated: Inflated
    try {
      inflated = inflate(input, size)
    } catch (error) {
      throw translate(error, input, size)
    }
    const { buffer, engine } = inflated
    if (buffer.byteLength !== size) {
      throw new CodecError(
        'zlib',
        'size',
        input.length,
        `${plural(size, 'byte was', 'bytes were')} promised, the stream gives ${buffer.byteLength}`,
      )
    }
    if (engine.bytesWritten !== input.length) {
      const extra = input.length - engine.bytesWritten
      throw new CodecError(
        'zlib',
        'corrupt',
        engine.bytesWritten,
        `${plural(extra, 'byte follows', 'bytes follow')} the end of the stream`,
      )
    }
    // Small results are views of Node's shared pool: they get their own buffer, so that they can be
    // transferred.
    if (buffer.buffer.byteLength !== size) return Uint8Array.from(buffer)
    return new Uint8Array(buffer.buffer, 0, size)
  },

  compress(input, level = 6) {
    // One piece, unless the result is unusually large: joining pieces of 16 kB, zlib's default, takes a
    // twentieth of the time.
    const chunkSize = Math.min(LARGEST_PIECE, Math.max(SMALLEST_PIECE, input.length))
    const packed = deflateSync(input, { level, chunkSize })
    // An almost empty piece would stay in memory as a whole for as long as the result.
    if (packed.length * 2 < packed.buffer.byteLength) return Uint8Array.from(packed)
    return new Uint8Array(packed.buffer, packed.byteOffset, packed.byteLength)
  },

  crc32,
}
