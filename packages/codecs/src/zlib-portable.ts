import { unzlibSync, zlibSync } from 'fflate'
import { adler32 } from './adler32.js'
import type { Codec } from './codec.js'
import { CodecError } from './error.js'
import { checkZlibHeader } from './zlib-limits.js'

/** fflate's error code for input that ends early. */
const UNEXPECTED_END = 0

function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function tooLong(input: Uint8Array, size: number, cause?: unknown): CodecError {
  return new CodecError('zlib', 'size', input.length, `the stream gives more than the ${size} bytes promised`, {
    cause,
  })
}

function translate(error: unknown, input: Uint8Array, size: number): CodecError {
  // fflate copies stored blocks with `set`, which throws when they do not fit.
  if (error instanceof RangeError) return tooLong(input, size, error)
  const kind = errorCode(error) === UNEXPECTED_END ? 'truncated' : 'corrupt'
  const reason = error instanceof Error ? error.message : 'the stream does not decode'
  return new CodecError('zlib', kind, input.length, reason, { cause: error })
}

/**
 * zlib (RFC 1950) in plain JavaScript, for browsers and for whoever does not inject a platform's own.
 *
 * fflate does the work but checks neither the length nor the Adler-32, and cannot tell where the stream ended; both are checked here.
 * So bytes after the stream's end show as a wrong checksum, where the Node codec can say that they are trailing.
 */
export const zlibPortable: Codec = {
  name: 'zlib',

  decompress(input, size) {
    checkZlibHeader(input, size)
    // One byte more than promised: a stream that is too long then shows as such, instead of being cut silently.
    const room = new Uint8Array(size + 1)
    let output: Uint8Array
    try {
      output = unzlibSync(input, { out: room })
    } catch (error) {
      throw translate(error, input, size)
    }
    if (output.length > size) throw tooLong(input, size)
    if (output.length < size) {
      throw new CodecError(
        'zlib',
        'size',
        input.length,
        `${size} bytes were promised, the stream gives ${output.length}`,
      )
    }
    const at = input.length - 4
    const stored = new DataView(input.buffer, input.byteOffset + at, 4).getUint32(0)
    const computed = adler32(output)
    if (stored !== computed) {
      const [want, got] = [stored, computed].map((sum) => sum.toString(16).padStart(8, '0'))
      throw new CodecError(
        'zlib',
        'checksum',
        at,
        `the last four bytes should be the Adler-32: ${want}, computed ${got}`,
      )
    }
    return output
  },

  compress(input) {
    return zlibSync(input, { level: 6 })
  },
}
