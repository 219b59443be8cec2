import type { Codec } from './codec.js'
import { CodecError } from './error.js'

/** Compresses with a zlib codec. @throws {TypeError} when it only decompresses. */
export function packZlib(bytes: Uint8Array, zlib: Codec): Uint8Array {
  if (zlib.name !== 'zlib' || zlib.compress === undefined) {
    throw new TypeError(`a .uz2 or .uz3 needs a zlib codec that compresses, not ${zlib.name}`)
  }
  return zlib.compress(bytes)
}

/** Unpacks a zlib stream that is part of a file; errors name the position in the file. */
export function unpackZlib(
  format: 'uz2' | 'uz3',
  stream: Uint8Array,
  size: number,
  zlib: Codec,
  offset: number,
): Uint8Array {
  try {
    return zlib.decompress(stream, size)
  } catch (error) {
    throw translate(error, format, offset)
  }
}

function translate(error: unknown, format: 'uz2' | 'uz3', offset: number): unknown {
  if (!(error instanceof CodecError)) return error
  // The message without its position, which is one within the stream.
  const reason = error.message.replace(/ \(at byte \d+ of the compressed data\)$/, '')
  return new CodecError(format, error.kind, offset + error.offset, reason, { cause: error })
}
