import type { Archive } from '@ukit/container'

/**
 * A 32-bit number that is 0 or 1. Another one is the sign of fields that were read wrongly in front of it,
 * which would otherwise go on unnoticed.
 *
 * @throws {PackageError} `bad-value`.
 */
export function flag(ar: Archive, value: number, field: string): number {
  return checked(ar, ar.i32(value, field), field, 4)
}

/** The same in one byte. */
export function byteFlag(ar: Archive, value: number, field: string): number {
  return checked(ar, ar.u8(value, field), field, 1)
}

function checked(ar: Archive, found: number, field: string, size: number): number {
  if (ar.isLoading && found !== 0 && found !== 1)
    throw ar.error('bad-value', field, `expected 0 or 1, found ${found}`, ar.position - size)
  return found
}
