import { checkRange } from './range.js'
import type { ByteSource } from './source.js'

/** A source that answers at once, never by a promise. */
export interface SyncByteSource extends ByteSource {
  /** Bytes from `start` to before `end`, at once. */
  slice(start: number, end: number): Uint8Array
}

/**
 * Bytes that are in memory already. Answers at once, with views: nothing is copied, so the bytes must not
 * change while the source is in use. Node's `Buffer` may be given; what comes out is a plain `Uint8Array` all
 * the same.
 */
export function memorySource(bytes: Uint8Array): SyncByteSource {
  const { buffer, byteOffset, byteLength } = bytes
  const plain = bytes.constructor === Uint8Array ? bytes : new Uint8Array(buffer, byteOffset, byteLength)
  return {
    byteLength,
    allBytes: plain,
    slice(start, end) {
      checkRange(byteLength, start, end)
      return plain.subarray(start, end)
    },
  }
}
