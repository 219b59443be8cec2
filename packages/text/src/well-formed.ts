import { printableJson } from './printable.js'

/** Half a surrogate pair, and the characters that it is written as. */
const HALVES = /\p{Cs}|[\u{10d800}-\u{10dfff}]/gu

/**
 * Text that every JSON parser accepts. Names in files may contain half a surrogate pair (U+D800 to U+DFFF),
 * which valid UTF-8 cannot; it is written as a character of the private use planes: U+100000 plus its own
 * number. To keep this reversible, real characters from U+10D800 to U+10DFFF are written as two characters,
 * one for each half. To undo it, replace each character of that range by the code unit that is 0x100000 less.
 */
export function wellFormed(text: string): string {
  return text.replace(HALVES, (char) =>
    [...Array(char.length).keys()].map((i) => String.fromCodePoint(0x10_0000 + char.charCodeAt(i))).join(''),
  )
}

/** {@link wellFormed} for `JSON.stringify`. */
function wellFormedValue(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? wellFormed(value) : value
}

/** What {@link wellFormed} replaces, as it appears in JSON: `JSON.stringify` escapes halves. */
const HALF_IN_JSON = /\\ud[89a-f]|[\u{10d800}-\u{10dfff}]/u

/**
 * A value as indented JSON with {@link wellFormed} texts. Nearly all values need no replacement, and are
 * written in one pass.
 */
export function wellFormedJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return printableJson(HALF_IN_JSON.test(text) ? JSON.stringify(value, wellFormedValue, 2) : text)
}
