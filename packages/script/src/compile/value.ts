import type { Token } from '@ukit/objects/script'
import type { FunctionSymbol, Type, VariableSymbol } from '../symbols/symbol.js'

/** *A compiled expression*: its token, and what the place where it is used needs to know. */
export interface Value {
  readonly token: Token
  readonly type: Type
  /** The variable whose value it is, or the function's result: what UE3's contexts name. */
  readonly property: VariableSymbol | null
  /** Elements of a static array that is meant as a whole, else 1. */
  readonly dimension: number
  /** It is a place that something can be assigned to. */
  readonly isVariable: boolean
  /** A literal, which some conversions treat by what it says. */
  readonly literal: 'int' | 'float' | 'tag' | 'other' | null
  /** The result of an operator: its property is used only when the value is discarded. */
  readonly isOperator?: boolean
  /** The operator that it is the result of. */
  readonly operator?: FunctionSymbol
  /** The result of a latent function: available when it has ended. */
  readonly isLatent?: boolean
  /** A function by its name, as the value of a delegate. */
  readonly function: FunctionSymbol | null
}

/** A value that is computed. */
export function result(token: Token, type: Type, property: VariableSymbol | null = null): Value {
  return { token, type, property, dimension: 1, isVariable: false, literal: null, function: null }
}

/** A literal. */
export function literal(token: Token, type: Type, kind: Exclude<Value['literal'], null> = 'other'): Value {
  return { token, type, property: null, dimension: 1, isVariable: false, literal: kind, function: null }
}

/** A value that is stored somewhere. */
export function place(token: Token, type: Type, property: VariableSymbol | null, dimension = 1): Value {
  return { token, type, property, dimension, isVariable: true, literal: null, function: null }
}
