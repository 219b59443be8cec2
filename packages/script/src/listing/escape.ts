/** What a listing writes instead of a character, and means by it. */
const SHORT: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const LONG: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

// What cannot be seen or turns lines round: control and format characters, half pairs, what is not assigned,
// all spaces but the plain one.
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Zs}"'\\]/gu

/**
 * Text between quotes, so that `unescapeText` gives the same characters back: what could not be seen is
 * `\xNN` or `\uNNNN`, one JavaScript unit each.
 */
export function quoteText(text: string, quote: '"' | "'"): string {
  const escaped = text.replace(UNSEEN, (unseen) => {
    if (unseen === ' ' || unseen === '"' || unseen === "'") return unseen === quote ? `\\${quote}` : unseen
    return SHORT[unseen] ?? Array.from({ length: unseen.length }, (_, i) => unit(unseen.charCodeAt(i))).join('')
  })
  return `${quote}${escaped}${quote}`
}

function unit(code: number): string {
  const digits = code.toString(16).toUpperCase()
  return code <= 0xff ? `\\x${digits.padStart(2, '0')}` : `\\u${digits.padStart(4, '0')}`
}

/**
 * What is between quotes, as the characters that were meant; a backslash makes any other character itself.
 */
export function unescapeText(text: string): string {
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|([\s\S]))/g,
    (_all, two, four, one: string | undefined) => {
      const digits: unknown = two ?? four
      if (typeof digits === 'string') return String.fromCharCode(Number.parseInt(digits, 16))
      return one === undefined ? '' : (LONG[one] ?? one)
    },
  )
}
