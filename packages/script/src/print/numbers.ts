/** A whole number in decimal digits, or with `0x` in hexadecimal ones. */
export function intText(value: number, isHex: boolean): string {
  return isHex
    ? `0x${(value >>> 0).toString(16).toUpperCase().padStart(2, '0')}`
    : BigInt(Number.isFinite(value) ? Math.trunc(value) : 0).toString()
}

/**
 * The shortest decimal number that gives the same 32-bit float, without an exponent: whether the engine's
 * compilers read one is not known. It always has a dot, so that it stays a float. What is not a number has no
 * literal, and is printed as 0.
 */
export function floatText(value: number): string {
  const digits = decimalText(value)
  return digits.includes('.') ? digits : `${digits}.0`
}

/** As `floatText`, without a dot where none is needed: for `vect(0, 0, 1)`. */
export function decimalText(value: number): string {
  if (Number.isNaN(value)) return '0.0'
  if (!Number.isFinite(value)) return `${value < 0 ? '-' : ''}1${'0'.repeat(39)}`
  const sign = value < 0 || Object.is(value, -0) ? '-' : ''
  return sign + plain(shortest(Math.abs(value)))
}

function shortest(value: number): string {
  const single = Math.fround(value)
  for (let precision = 1; precision <= 9; precision++) {
    const text = single.toExponential(precision - 1)
    if (Math.fround(Number(text)) === single) return text
  }
  return single.toExponential()
}

/** `1.25e-3` as `0.00125`. */
function plain(text: string): string {
  const [mantissa = '0', power = '0'] = text.split('e')
  const exponent = Number(power)
  const digits = mantissa.replace('.', '').replace(/(?<!0)0+$/, '') || '0'
  if (digits === '0') return '0'
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${digits}`
  if (exponent >= digits.length - 1) return digits + '0'.repeat(exponent - digits.length + 1)
  return `${digits.slice(0, exponent + 1)}.${digits.slice(exponent + 1)}`
}
