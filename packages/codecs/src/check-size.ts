import { plural } from '@ukit/text/internal'
import type { CodecName } from './codec.js'
import { CodecError } from './error.js'

/**
 * Refuses a promised output length before anything is allocated for it.
 *
 * The length comes from a file, so it may be negative, or far more than the input could ever give. `most` is
 * the maximum that the input can give (each codec says how it gets its number); a correct length is never
 * above it.
 *
 * @throws {CodecError} of kind `size`.
 */
export function checkSize(codec: CodecName, size: number, most: number): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new CodecError(codec, 'size', 0, `the output size must be a whole number of bytes, found ${size}`)
  }
  if (size > most) {
    throw new CodecError(
      codec,
      'size',
      0,
      `${plural(size, 'byte of output was', 'bytes of output were')} promised, but the input can give ${most} at most`,
    )
  }
}
