/**
 * *Compact indices: 32-bit integers in one to five bytes.*
 *
 * Byte 0 holds the sign (bit 7), "more follows" (bit 6) and 6 bits of the magnitude; bytes 1 to 3 hold "more
 * follows" (bit 7) and 7 bits each; byte 4 holds the last 5. The Unreal Wiki lets byte 4 hold 8 bits on one
 * page ("Data Details"), 4 on another ("Unreal package"); in files it holds 5 (bits 27 … 31).
 */

/** Bytes of the shortest form of `value`, the only form that the engine writes. */
export function compactIndexSize(value: number): number {
  const magnitude = Math.abs(value)
  if (magnitude < 0x40) return 1
  if (magnitude < 0x2000) return 2
  if (magnitude < 0x10_0000) return 3
  return magnitude < 0x800_0000 ? 4 : 5
}

/**
 * Writes the shortest form of `value` at `at` and returns the position after it; the caller has made room for
 * 5 bytes.
 */
export function writeCompactIndex(bytes: Uint8Array, at: number, value: number): number {
  let rest = Math.abs(value)
  const sign = value < 0 ? 0x80 : 0
  if (rest < 0x40) {
    bytes[at] = sign | rest
    return at + 1
  }
  bytes[at++] = sign | 0x40 | (rest & 0x3f)
  rest = Math.floor(rest / 0x40)
  while (rest >= 0x80) {
    bytes[at++] = 0x80 | (rest & 0x7f)
    rest >>>= 7
  }
  bytes[at] = rest
  return at + 1
}

/** A compact index as it was read. */
export interface CompactIndex {
  /** Signed 32-bit value. */
  readonly value: number
  /** Bytes that it took. */
  readonly size: number
  /** False when the engine would have written other bytes for this value. */
  readonly canonical: boolean
}

/**
 * Reads a compact index of 1 to 5 bytes; `undefined` when `bytes` end inside it.
 *
 * Other than the shortest form is accepted and reported: one real package stores negative references as
 * five-byte magnitudes such as 0xFFFFFFF1, which the engine reads as −15.
 */
export function readCompactIndex(bytes: Uint8Array, at: number): CompactIndex | undefined {
  const first = bytes[at]
  if (first === undefined) return undefined
  let magnitude = first & 0x3f
  let size = 1
  let more = (first & 0x40) !== 0
  let spare = 0
  while (more) {
    const byte = bytes[at + size]
    if (byte === undefined) return undefined
    if (size === 4) {
      magnitude |= (byte & 0x1f) << 27
      spare = byte & 0xe0
      more = false
    } else {
      magnitude |= (byte & 0x7f) << (7 * size - 1)
      more = (byte & 0x80) !== 0
    }
    size++
  }
  const negative = (first & 0x80) !== 0
  const value = negative ? -magnitude | 0 : magnitude | 0
  const canonical =
    spare === 0 &&
    size === compactIndexSize(value) &&
    (negative ? value < 0 && (magnitude > 0 || value === -0x8000_0000) : value >= 0)
  return { value, size, canonical }
}
