/**
 * The maximum number of bytes for which neither sum of Adler-32 can exceed 2^32 (RFC 1950's bound), so that
 * one modulo per run is enough.
 */
const RUN = 5552

/** The Adler-32 checksum of RFC 1950, as found at the end of a zlib stream; an unsigned 32-bit number. */
export function adler32(bytes: Uint8Array): number {
  let a = 1
  let b = 0
  for (let start = 0; start < bytes.length; start += RUN) {
    const end = Math.min(start + RUN, bytes.length)
    for (let i = start; i < end; i++) {
      a += bytes[i] as number
      b += a
    }
    a %= 65521
    b %= 65521
  }
  return ((b << 16) | a) >>> 0
}
