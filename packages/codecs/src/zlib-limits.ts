import { checkSize } from './check-size.js'
import { CodecError } from './error.js'

/** Deflate's greatest expansion: 258 bytes from two bits (zlib's technical notes round it to 1032:1). */
export const DEFLATE_RATIO = 1032

/** The smallest zlib stream: two header bytes, an empty block, the Adler-32. */
const LEAST_STREAM = 8

/**
 * Checks what can be checked of a zlib stream (RFC 1950) without decoding it: the promised size and the two
 * header bytes.
 *
 * Both implementations call it, so that they refuse the same inputs with the same errors.
 *
 * @throws {CodecError} when the size is impossible, the stream too short, or its header not that of a zlib
 *   stream.
 */
export function checkZlibHeader(input: Uint8Array, size: number): void {
  checkSize('zlib', size, input.length * DEFLATE_RATIO)
  if (input.length < LEAST_STREAM) {
    throw new CodecError(
      'zlib',
      'truncated',
      input.length,
      `a stream has at least ${LEAST_STREAM} bytes, found ${input.length}`,
    )
  }
  const [method = 0, flags = 0] = input
  if ((method & 15) !== 8 || method >> 4 > 7 || ((method << 8) | flags) % 31 !== 0) {
    const found = ((method << 8) | flags).toString(16).toUpperCase().padStart(4, '0')
    throw new CodecError('zlib', 'corrupt', 0, `expected a zlib header such as 789C, found ${found}`)
  }
  if ((flags & 32) !== 0) {
    throw new CodecError('zlib', 'corrupt', 1, 'the stream wants a preset dictionary, which package files never have')
  }
}
