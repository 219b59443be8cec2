/**
 * A number and its noun, as messages of all packages write them: `1 byte`, `0 bytes`, `3 entries`.
 *
 * @param shown the number as text, for callers that group its digits.
 */
export function plural(value: number, one: string, many = `${one}s`, shown = String(value)): string {
  return `${shown} ${value === 1 ? one : many}`
}
