import type { ClassSymbol } from '@ukit/script/symbols'

// Deeper than any real chain; ends a circle of classes that extend each other.
const MAX_SUPERS = 512

/** A class and what it extends, nearest first. */
export function* classAndSupers(symbol: ClassSymbol): Generator<ClassSymbol> {
  let at: ClassSymbol | null = symbol
  for (let n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++) yield at
}
