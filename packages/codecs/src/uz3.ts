import { plural } from '@ukit/text/internal'
// .uz3, the compressed downloads of Unreal Engine 3 (facts: formats/umod-and-network.md §2, from a wiki; no
// real file was available): the tag 5678, the length of the file (32 bits each, little-endian), one zlib
// stream.

import type { Codec } from './codec.js'
import { CodecError } from './error.js'
import { MOST_UNPACKED, type UnpackOptions } from './uz-limits.js'
import { packZlib, unpackZlib } from './uz-zlib.js'

const TAG = 5678
/** Tag and length, in front of the zlib stream. */
export const UZ3_HEAD = 8

/** Compresses a file to `.uz3`. */
export function compressUz3(bytes: Uint8Array, zlib: Codec): Uint8Array {
  const packed = packZlib(bytes, zlib)
  const file = new Uint8Array(UZ3_HEAD + packed.length)
  const head = new DataView(file.buffer)
  head.setUint32(0, TAG, true)
  head.setInt32(4, bytes.length, true)
  file.set(packed, UZ3_HEAD)
  return file
}

/**
 * The length that the head of a `.uz3` promises; `head` is its first {@link UZ3_HEAD} bytes, or more.
 *
 * @throws {CodecError} when they are not the head of a `.uz3`.
 */
export function readUz3Length(head: Uint8Array): number {
  if (head.length < UZ3_HEAD) {
    throw new CodecError('uz3', 'truncated', head.length, `expected a head of ${UZ3_HEAD} bytes, found ${head.length}`)
  }
  const view = new DataView(head.buffer, head.byteOffset, UZ3_HEAD)
  const tag = view.getUint32(0, true)
  const length = view.getInt32(4, true)
  if (tag !== TAG) throw new CodecError('uz3', 'corrupt', 0, `expected the tag ${TAG}, found ${tag}`)
  if (length < 0) throw new CodecError('uz3', 'corrupt', 4, `expected the length of the file, found ${length}`)
  return length
}

/**
 * Unpacks a `.uz3`.
 *
 * @throws {CodecError} when it is damaged or ends early, and of kind `size` when it promises more than
 *   `limit` bytes, or than its stream can
 * give.
 */
export function decompressUz3(
  file: Uint8Array,
  zlib: Codec,
  { limit = MOST_UNPACKED }: UnpackOptions = {},
): Uint8Array {
  const length = readUz3Length(file)
  if (length > limit) {
    throw new CodecError(
      'uz3',
      'size',
      4,
      `${plural(length, 'byte is', 'bytes are')} promised, ${limit} at most are allowed`,
    )
  }
  return unpackZlib('uz3', file.subarray(UZ3_HEAD), length, zlib, UZ3_HEAD)
}
