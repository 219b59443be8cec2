import type { ClassSymbol, FunctionSymbol } from '../symbols/symbol.js'

/** Bits of a function's flags. */
const PREOPERATOR = 0x10

const MAX_SUPERS = 512

/** Operators of a class and its supers by symbol, nearest class first. */
export interface OperatorSet {
  readonly binary: readonly FunctionSymbol[]
  readonly prefix: readonly FunctionSymbol[]
  readonly postfix: readonly FunctionSymbol[]
  /** How tight the binary one binds: the smaller, the tighter. */
  readonly precedence: number
}

const KNOWN = new WeakMap<ClassSymbol, Map<string, OperatorSet>>()
const NONE: OperatorSet = { binary: [], prefix: [], postfix: [], precedence: 0 }

/** All operators of a symbol or word that code of a class can use. */
export function operatorsOf(owner: ClassSymbol, symbol: string): OperatorSet {
  let known = KNOWN.get(owner)
  if (known === undefined) {
    known = new Map()
    KNOWN.set(owner, known)
  }
  const key = symbol.toLowerCase()
  let set = known.get(key)
  if (set === undefined) {
    set = gather(owner, key)
    known.set(key, set)
  }
  return set
}

function gather(owner: ClassSymbol, key: string): OperatorSet {
  const binary: FunctionSymbol[] = []
  const prefix: FunctionSymbol[] = []
  const postfix: FunctionSymbol[] = []
  let at: ClassSymbol | null = owner
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    for (const operator of at.operators.get(key) ?? []) {
      if ((operator.flags & PREOPERATOR) !== 0) prefix.push(operator)
      else if (operator.parameters.length === 1) postfix.push(operator)
      else binary.push(operator)
    }
    at = at.super
  }
  if (binary.length === 0 && prefix.length === 0 && postfix.length === 0) return NONE
  return { binary, prefix, postfix, precedence: binary[0]?.precedence ?? 0 }
}
