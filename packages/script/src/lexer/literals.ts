/**
 * The value of a number as it is written, with its sign, in decimal digits; not cut to 32 bits, and of very
 * long ones only that they are.
 */
export function intValue(text: string): number {
  const value = Number.parseInt(text, 10)
  // There is no −0 of whole numbers.
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, value)) + 0
}

/** The value of `0x…`, as the 32 bits that the compiler keeps: `0xFFFFFFFF` is −1. */
export function hexValue(text: string): number {
  let value = 0
  for (let i = text.indexOf('x') < 0 ? text.indexOf('X') + 1 : text.indexOf('x') + 1; i < text.length; i++) {
    value = (value << 4) | digitValue(text.charCodeAt(i))
  }
  return text.startsWith('-') ? -value | 0 : value
}

/** The value of a number with a dot, as a 32-bit float: `0.01875.f` is 0.01875. */
export function floatValue(text: string): number {
  const value = Number.parseFloat(text)
  return Math.fround(Number.isNaN(value) ? 0 : value)
}

function digitValue(code: number): number {
  return code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57
}
