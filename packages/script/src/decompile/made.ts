import type { Expression, Identifier, Modifier, NamedType, Span } from '../syntax/nodes.js'

/** The span of every node that is not from a text. */
export const MADE: Span = { start: -1, end: -1 }

/** A word by itself. */
export function identifier(name: string): Identifier {
  return { ...MADE, kind: 'Identifier', name }
}

/** A type by one word. */
export function namedType(name: string): NamedType {
  return { ...MADE, kind: 'NamedType', name, cpp: null }
}

/** A word before a declaration, with what is in parentheses after it. */
export function modifier(word: string, ...given: readonly string[]): Modifier {
  return { ...MADE, kind: 'Modifier', word, arguments: given.length === 0 ? null : [...given], cpp: null }
}

/** A whole number. */
export function int(value: number): Expression {
  return { ...MADE, kind: 'Int', value, isHex: false }
}
