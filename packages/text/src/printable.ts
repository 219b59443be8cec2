// Most names have nothing to escape. This is tested for each of perhaps a hundred thousand lines.
const PLAIN = /^[\u0020-\u007e]*$/

// C0 and C1 controls, halves of surrogate pairs, marks that change the direction of writing, and invisible
// separators: texts come from untrusted files, and terminals, browsers and editors act on such characters.
const HIDDEN = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Text from a file, safe to show: characters that are not seen but acted on appear as `\x1B` or `\u202E`,
 * halves of surrogate pairs as `\uD800`, and bytes of file names that are not UTF-8 as `\xE9`.
 */
export function printable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HIDDEN, escaped)
}

/** {@link printable} for text of several lines, whose line breaks and tabs stay. */
export function printableLines(text: string): string {
  if (PLAIN.test(text)) return text
  return text.replace(HIDDEN, (char, at: number) => {
    const stays = char === '\n' || char === '\t' || (char === '\r' && text.charAt(at + 1) === '\n')
    return stays ? char : escaped(char)
  })
}

function escaped(char: string): string {
  const unit = char.charCodeAt(0)
  const code = unit >= 0xdc80 && unit <= 0xdcff ? unit - 0xdc00 : unit
  const digits = code.toString(16).toUpperCase()
  return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u${digits.padStart(4, '0')}`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text that stays text in HTML, also between double quotes; {@link printable} does the rest. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}

// `JSON.stringify` escapes the controls up to 1F and halves of pairs by itself.
const HIDDEN_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** JSON of the same value, without characters that a terminal acts on. */
export function printableJson(json: string): string {
  return json.replace(HIDDEN_IN_JSON, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** A value as the text of a JSON file, without characters that cannot be seen: {@link printableJson}. */
export function jsonText(value: unknown, indent: number): string {
  return `${printableJson(JSON.stringify(value, null, indent))}\n`
}
