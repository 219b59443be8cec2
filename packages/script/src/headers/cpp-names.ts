import type { ClassSymbol, StructSymbol } from '../symbols/symbol.js'

/** Words that C++ keeps for itself, and names of the engine's own types. */
const RESERVED = new Set(
  (
    'alignas alignof and asm auto bitand bitor bool break case catch char class const continue default delete do ' +
    'double else enum explicit export extern false float for friend goto if inline int long mutable namespace new ' +
    'not nullptr operator or private protected public register return short signed sizeof static struct switch ' +
    'template this throw true try typedef typeid typename union unsigned using virtual void volatile while xor'
  ).split(' '),
)

/**
 * A name as C++ can have it: what cannot be in one becomes `_`. Packages may have any characters in names.
 */
export function cppName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_]/g, '_')
  if (plain === '' || /^[0-9]/.test(plain)) return `_${plain}`
  return RESERVED.has(plain) ? `${plain}_` : plain
}

/** With `exec` or `event` in front no word is reserved. */
export function cppMember(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_')
}

/** Supers of a class deeper than any real ones; ends a circle. */
const MAX_SUPERS = 256

/** The class and its supers. */
export function* lineOf(symbol: ClassSymbol): Generator<ClassSymbol> {
  let at: ClassSymbol | null = symbol
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    yield at
    at = at.super
  }
}

/** Name of a class in C++: `A` in front for actors, `U` for others. */
export function cppClass(symbol: ClassSymbol | null): string {
  if (symbol === null) return 'UObject'
  for (const { name } of lineOf(symbol)) if (name.toLowerCase() === 'actor') return `A${bare(symbol.name)}`
  return `U${bare(symbol.name)}`
}

/** Name of a struct in C++. */
export function cppStruct(symbol: StructSymbol | null): string {
  return symbol === null ? 'FUnknown' : `F${bare(symbol.name)}`
}

/** With a letter in front no word is reserved, and none begins with a digit. */
function bare(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, '_')
}
