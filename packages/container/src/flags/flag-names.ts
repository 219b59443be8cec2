/** A set of bits with their names in the engine. */
export type FlagNames = Readonly<Record<string, number>>

/**
 * Names of the set bits of a 32-bit word, and the rest as `0x…` shifted left by `zeros` hexadecimal digits.
 */
export function flagNames(flags: number, names: FlagNames, zeros = 0): string[] {
  const found: string[] = []
  let rest = flags >>> 0
  for (const [name, bit] of Object.entries(names)) {
    if ((flags & bit) !== 0) {
      found.push(name)
      rest = (rest & ~bit) >>> 0
    }
  }
  if (rest !== 0) found.push(`0x${rest.toString(16).toUpperCase()}${'0'.repeat(zeros)}`)
  return found
}

/**
 * The bit that a name means, ignoring case; a hexadecimal value is its own bit where `takesValue`.
 */
export function bitOf(name: string, names: FlagNames, takesValue = true): number | undefined {
  const key = name.toLowerCase()
  const found = Object.entries(names).find(([known]) => known.toLowerCase() === key)
  if (found !== undefined) return found[1] >>> 0
  return takesValue && /^0x[0-9a-f]{1,8}$/.test(key) ? Number.parseInt(key, 16) : undefined
}
