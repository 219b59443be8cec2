import { ObjectFlagLow } from '@ukit/container'

/** Objects are never nested more deeply; this ends a cycle of outers in a damaged package. */
const MAX_OUTERS = 128

/** What this file needs to know about an object. */
interface Inside {
  readonly outer: Inside | null
}

/**
 * Tells whether an object, or an object that it is in, contains the defaults of a class (UE3): objects inside
 * them have a different layout.
 *
 * @param flagsOf the lower 32 bits of an object's flags; 0 for an object without flags, such as an import.
 */
export function isInClassDefaults<T extends Inside>(
  object: T | null,
  flagsOf: (object: T | Inside) => number,
): boolean {
  let at: T | Inside | null = object
  for (let depth = 0; at !== null && depth < MAX_OUTERS; depth++) {
    if ((flagsOf(at) & ObjectFlagLow.ClassDefaultObject) !== 0) return true
    at = at.outer
  }
  return false
}
