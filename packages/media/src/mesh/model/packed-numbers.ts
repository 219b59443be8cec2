/** The value of a 16-bit float (IEEE 754 binary16), as in texture coordinates of UE3. */
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
 * @param word read as little-endian: X in the lowest byte.
 */
export function packedComponent(word: number, component: 0 | 1 | 2 | 3): number {
  return ((word >>> (component * 8)) & 0xff) / 127.5 - 1
}

/** The length of the vector in a packed normal: close to 1 when the word is in the right byte order. */
export function packedLength(word: number): number {
  return Math.hypot(packedComponent(word, 0), packedComponent(word, 1), packedComponent(word, 2))
}

const BITS = new DataView(new ArrayBuffer(4))

/**
 * A number as a 16-bit float, rounded to the nearest, ties to even; numbers that are too large become the
 * largest one.
 */
export function halfBits(value: number): number {
  BITS.setFloat32(0, value)
  const bits = BITS.getUint32(0)
  const sign = (bits >>> 16) & 0x8000
  const size = Math.min(Math.abs(value), 65_504)
  if (size < 2 ** -14) return sign | roundedToEven(size * 2 ** 24)
  const exponent = Math.floor(Math.log2(size))
  // The logarithm of a number close to a power of two may be rounded to the wrong side.
  const power = 2 ** exponent > size ? exponent - 1 : 2 ** (exponent + 1) <= size ? exponent + 1 : exponent
  return sign | (((power + 15) << 10) + roundedToEven((size / 2 ** power - 1) * 1024))
}

function roundedToEven(value: number): number {
  const whole = Math.floor(value)
  const rest = value - whole
  return rest > 0.5 || (rest === 0.5 && whole % 2 === 1) ? whole + 1 : whole
}
