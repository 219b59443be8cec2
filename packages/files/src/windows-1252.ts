/**
 * What Windows-1252 has at 0x80 to 0x9F, where Latin-1 has controls; the five that it leaves open stay
 * controls.
 */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178'

/** Text of 8-bit units as people read it: every editor of the time wrote Windows-1252. */
export function fromWindows1252(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (unit) => WINDOWS_1252[unit.charCodeAt(0) - 0x80] ?? unit)
}

/** The 8-bit units of a text; `undefined` when it has characters that Windows-1252 lacks. */
export function toWindows1252(text: string): string | undefined {
  const units = text.replace(/[^\0-\x7f\xa0-\xff]/g, (character) => {
    const at = WINDOWS_1252.indexOf(character)
    return at < 0 ? character : String.fromCharCode(0x80 + at)
  })
  return /[^\0-\xff]/.test(units) ? undefined : units
}
