import { plural } from '@ukit/text/internal'
import { zlibSync } from 'fflate'
import { adler32 } from './adler32.js'
import type { Codec } from './codec.js'
import { CodecError } from './error.js'
import { inflateRaw } from './inflate.js'
import { checkZlibHeader } from './zlib-limits.js'

const HEADER = 2
const TRAILER = 4

/**
 * zlib (RFC 1950) in plain JavaScript, for browsers and for programs that do not inject a platform's own.
 *
 * Checks the length and the Adler-32, and that the input ends where the stream does. fflate does the
 * compressing.
 */
export const zlibPortable: Codec = {
  name: 'zlib',

  decompress(input, size) {
    checkZlibHeader(input, size)
    const output = new Uint8Array(size)
    const at = inflateRaw(input, HEADER, output)
    const left = input.length - at
    if (left < TRAILER) {
      throw new CodecError('zlib', 'truncated', input.length, `expected the four bytes of the Adler-32, found ${left}`)
    }
    const stored = new DataView(input.buffer, input.byteOffset + at, TRAILER).getUint32(0)
    const computed = adler32(output)
    if (stored !== computed) {
      const [want, got] = [stored, computed].map((sum) => sum.toString(16).padStart(8, '0'))
      throw new CodecError('zlib', 'checksum', at, `the Adler-32 should be ${want}, computed ${got}`)
    }
    if (left > TRAILER) {
      throw new CodecError(
        'zlib',
        'corrupt',
        at + TRAILER,
        `${plural(left - TRAILER, 'byte follows', 'bytes follow')} the end of the stream`,
      )
    }
    return output
  },

  compress(input, level = 6) {
    return zlibSync(input, { level })
  },
}
