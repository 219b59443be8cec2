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
