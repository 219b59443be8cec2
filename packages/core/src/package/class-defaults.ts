import { ObjectFlagLow } from '@ukit/container'

/** More objects are never inside each other; ends a circle of outers in a damaged package. */
const MAX_OUTERS = 128

/** Something that is inside other things, as far as it is asked here. */
interface Inside {
  readonly outer: Inside | null
}

/**
 * Whether an object, or an object that it is in, holds the defaults of a class (UE3): what is inside them is
 * laid out otherwise.
 *
 * @param flagsOf the lower 32 bits of an object's flags; 0 for what has none, such as an import.
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
