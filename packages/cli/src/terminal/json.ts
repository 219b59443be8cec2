import { printableJson } from '@ukit/text/internal'

/**
 * An object as one element of the printed array: one key per line, and one line for each object in a list, so
 * that it can be read, searched with grep and compared with diff. Lists may be generators, so that not
 * everything has to be in memory at once.
 */
export function* jsonElement(element: Readonly<Record<string, unknown>>): Generator<string> {
  let text = '  {'
  let first = true
  for (const [key, value] of Object.entries(element)) {
    if (value === undefined) continue
    text += `${first ? '' : ','}\n    ${scalar(key)}: `
    first = false
    if (!isLong(value)) {
      text += spaced(value)
      continue
    }
    text += '['
    let any = false
    for (const item of value) {
      text += `${any ? ',' : ''}\n      ${spaced(item)}`
      any = true
      if (text.length > PIECE) {
        yield text
        text = ''
      }
    }
    text += any ? '\n    ]' : ']'
  }
  yield `${text}\n  }`
}

/** Characters that are yielded at a time. */
const PIECE = 0x10000

/** Whether a value gets a line per item: lists of objects, and generators. */
function isLong(value: unknown): value is Iterable<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) return false
  return !Array.isArray(value) || (typeof value[0] === 'object' && value[0] !== null)
}

/** JSON on one line with a space after `:` and `,`. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return scalar(value)
  const pairs = Object.entries(value).map(([key, item]) => `${scalar(key)}: ${spaced(item)}`)
  return `{${pairs.join(', ')}}`
}

/** Half a surrogate pair, and the characters that it is written as. */
const HALVES = /\p{Cs}|[\u{10d800}-\u{10dfff}]/gu

/**
 * Text that every JSON parser accepts. Names in files may contain half a surrogate pair (U+D800 to U+DFFF),
 * which valid UTF-8 cannot; it is written as a character of the private use planes: U+100000 plus its own
 * number. To keep this reversible, real characters from U+10D800 to U+10DFFF are written as two characters,
 * one for each half. To undo it, replace each character of that range by the code unit that is 0x100000 less.
 */
function wellFormed(text: string): string {
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

function scalar(value: unknown): string {
  if (typeof value === 'string') return printableJson(JSON.stringify(wellFormed(value)))
  return JSON.stringify(value) ?? 'null'
}
