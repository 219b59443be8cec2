import { plural as withNoun } from '@ukit/text/internal'
import { ELLIPSIS } from './locale.js'

export { printable, printableLines } from '@ukit/text/internal'

/** A whole number with commas between thousands, the same in every locale: `1,045,395`. */
export function count(value: number): string {
  let digits = String(value)
  for (let at = digits.length - 3; at > (value < 0 ? 1 : 0); at -= 3)
    digits = `${digits.slice(0, at)},${digits.slice(at)}`
  return digits
}

/** A number with separated thousands, and its noun: `1 name`, `1,024 names`, `3 entries`. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return withNoun(value, one, many, count(value))
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** A length in bytes, short: `312 B`, `28.7 kB`, `1.05 MB`. Decimal units. */
export function shortBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 999.5 && unit + 1 < UNITS.length) {
    value /= 1000
    unit++
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2
  return `${value.toFixed(digits)} ${UNITS[unit]}`
}

// Most names of objects take one column per character. This is tested for each of perhaps a hundred thousand
// lines.
const PLAIN = /^[\u0020-\u007e]*$/

// Hangul, kana, CJK and full-width forms. Approximate on purpose: the worst result is a misaligned column.
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu
const COMBINING = /\p{Mn}/gu

/** Columns that a text without escape sequences takes on a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length
  let width = 0
  for (const _ of text) width++
  return width + (text.match(WIDE)?.length ?? 0) - (text.match(COMBINING)?.length ?? 0)
}

/** The text with spaces after it up to `width` columns; longer text is unchanged. */
export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

/** The text with spaces before it up to `width` columns; longer text is unchanged. */
export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}

/** A path in at most `width` columns: an ellipsis replaces its beginning, since its end says more. */
export function shortenPath(path: string, width: number): string {
  if (displayWidth(path) <= width) return path
  const chars = [...path]
  let taken = ELLIPSIS.length
  let start = chars.length
  while (start > 0) {
    const next = displayWidth(chars[start - 1] ?? '')
    if (taken + next > width) break
    taken += next
    start--
  }
  const tail = chars.slice(start).join('')
  const slash = tail.search(/[/\\!]/)
  // Cut at a slash if that does not make the result much shorter.
  return `${ELLIPSIS}${slash > 0 && slash < tail.length / 3 ? tail.slice(slash) : tail}`
}

/** Breaks text at spaces into lines of at most `width` columns; a longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  if (!Number.isFinite(width)) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  lines.push(line)
  return lines
}

/** Characters that are yielded at a time. */
const CHUNK = 0x1_0000

/**
 * Joins short pieces of text to long ones: each piece costs far more to print or pass on than its characters.
 */
export function* joinPieces(pieces: Iterable<string>): Generator<string> {
  let waiting = ''
  for (const piece of pieces) {
    waiting += piece
    if (waiting.length < CHUNK) continue
    yield waiting
    waiting = ''
  }
  if (waiting !== '') yield waiting
}

/** `A`, `A and B`, `A, B and C`, `A, B, C and 4 more`. */
export function andMore(names: readonly string[], most = names.length): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}
