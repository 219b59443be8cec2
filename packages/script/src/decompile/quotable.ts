/**
 * *A text as it is written between quotes*: a backslash before `\` and `"`, and letters for what the compiler
 * has letters for. A tab without a letter is written as it is; every compiler takes it.
 *
 * @param escapes what a backslash and a letter mean.
 */
export function quotable(text: string, escapes: Readonly<Record<string, string>>): string {
  let safe = text.replace(/[\\"]/g, '\\$&')
  for (const [letter, character] of Object.entries(escapes)) safe = safe.replaceAll(character, `\\${letter}`)
  return safe
}
