import { concat } from '@ukit/codecs/internal'

/** Joins pieces one after the other; a single piece is not copied. */
export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts
  if (parts.length === 1 && first !== undefined) return first
  return concat(parts)
}
