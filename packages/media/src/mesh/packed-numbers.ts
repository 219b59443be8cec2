/** The number of a 16-bit float (IEEE 754 binary16): texture coordinates of UE3. */
export function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 0x1f
  const fraction = bits & 0x3ff
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction / 0x400) * 2 ** (exponent - 15)
}

/**
 * A component of a packed normal of UE3, −1 to 1: bytes X, Y, Z, W of one word.
 *
 * @param word as little-endian: X in the lowest byte.
 */
export function packedComponent(word: number, component: 0 | 1 | 2 | 3): number {
  return ((word >>> (component * 8)) & 0xff) / 127.5 - 1
}

/** The length of the vector in a packed normal: close to 1 when the word is in the right byte order. */
export function packedLength(word: number): number {
  return Math.hypot(packedComponent(word, 0), packedComponent(word, 1), packedComponent(word, 2))
}
