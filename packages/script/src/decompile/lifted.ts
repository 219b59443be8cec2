import type { EnumSymbol, Type } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'

/** An expression with what its context must know. */
export interface Lifted {
  readonly node: Expression
  /** `undefined` when it is not known. */
  readonly type: Type | undefined
  /** 0 for what binds tightest; of an operator its precedence, the smaller the tighter. */
  readonly looseness: number
}

export const INT: Type = { kind: 'int' }
export const BOOL: Type = { kind: 'bool' }
export const NAME: Type = { kind: 'name' }
export const STRING: Type = { kind: 'string' }
export const BYTE: Type = { kind: 'byte', enum: null }

/** Flag of parameters: any type that can be converted will do. */
export const COERCE = 0x800

/** Looseness of expressions other than binary operators. */
export const PRIMARY = 0
export const PREFIX = 1

/** Takes the place of an object that source leaves out: the one that this one lives in. */
export const IMPLICIT: Expression = { kind: 'Identifier', name: '', start: -1, end: -1 }

/** Expressions that bind as tightly as a word. */
export function primary(node: Expression, type: Type | undefined): Lifted {
  return { node, type, looseness: PRIMARY }
}

/** Tells whether a token of that name is an argument or value that is left out. */
export function isNothing(name: string): boolean {
  return name === 'Nothing' || name === 'EmptyParmValue'
}

/** `__OnClick__Delegate` is the variable of the delegate `OnClick`. */
export function delegateName(name: string): string {
  return /^__(.+)__Delegate$/i.exec(name)?.[1] ?? name
}

/** The enum of a type, or of an array's elements. */
export function enumIn(type: Type | undefined): EnumSymbol | null {
  if (type?.kind === 'array') return enumIn(type.inner)
  return type?.kind === 'byte' ? type.enum : null
}
