/** Joins pieces one after the other; a single piece is not copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
