/**
 * Hex digits that no other process or thread has, for names of temporary files: they have to differ, not to
 * be secret, since such a file is only ever opened as a new one. Every command would load `node:crypto` for
 * them, which takes as long as opening ten packages.
 *
 * @param count of digits.
 */
export function uniqueDigits(count: number): string {
  let digits = ''
  while (digits.length < count)
    digits += Math.trunc(Math.random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  return digits.slice(0, count)
}

/** 8 hex digits of a text, the same for the same text (FNV-1a). */
export function digitsOf(text: string): string {
  let hash = 0x811c9dc5
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
