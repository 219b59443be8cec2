import type { ClassSymbol, FunctionSymbol, Type } from '../symbols/symbol.js'
import { usualPrecedence } from '../syntax/precedence.js'
import { classChain, isSubclass } from './scope.js'

/** Flags of functions. */
const PRE_OPERATOR = 0x10
/** Flags of parameters. */
const OUT = 0x100
const COERCE = 0x800

const IMPOSSIBLE = 1000

/** Operators of a symbol that a class can use, in the order in which they are looked at. */
const KNOWN = new WeakMap<ClassSymbol, Map<string, readonly FunctionSymbol[]>>()

function candidates(of: ClassSymbol, symbol: string): readonly FunctionSymbol[] {
  let known = KNOWN.get(of)
  if (known === undefined) {
    known = new Map()
    KNOWN.set(of, known)
  }
  const key = symbol.toLowerCase()
  let found = known.get(key)
  if (found === undefined) {
    found = [...classChain(of)].flatMap((at) => at.operators.get(key) ?? [])
    known.set(key, found)
  }
  return found
}

/**
 * *The operator that a compiler chooses for operands of given types*; `undefined` when none fits.
 *
 * The cost of a candidate is the larger of its operands' costs, the first one with the smallest wins.
 */
export function chosenOperator(
  of: ClassSymbol,
  like: FunctionSymbol,
  operands: readonly { readonly type: Type; readonly isVariable: boolean }[],
): FunctionSymbol | undefined {
  let best: FunctionSymbol | undefined
  let lowest = IMPOSSIBLE
  const known = candidates(of, like.friendlyName)
  // Where a superclass is missing, the operator's own class is still one that all classes inherit from.
  const others = known.includes(like) ? known : [...known, ...(like.class.operators.get(keyOf(like)) ?? [])]
  for (const candidate of others) {
    if (candidate.parameters.length !== operands.length) continue
    if ((candidate.flags & PRE_OPERATOR) !== (like.flags & PRE_OPERATOR)) continue
    let cost = 0
    operands.forEach(({ type, isVariable }, i) => {
      const parameter = candidate.parameters[i]
      if (parameter === undefined) cost = IMPOSSIBLE
      else if ((parameter.flags & OUT) !== 0) {
        cost = Math.max(cost, isVariable && costOf(type, parameter.type, false) === 0 ? 0 : IMPOSSIBLE)
      } else cost = Math.max(cost, costOf(type, parameter.type, (parameter.flags & COERCE) !== 0))
    })
    if (cost < lowest) {
      lowest = cost
      best = candidate
    }
  }
  return best
}

function keyOf({ friendlyName }: FunctionSymbol): string {
  return friendlyName.toLowerCase()
}

/** How tightly the operators that a class can use bind, for the printer. */
export function precedenceIn(of: ClassSymbol): (operator: string) => number {
  return (operator) => {
    const found = candidates(of, operator).find(({ parameters }) => parameters.length === 2)
    return found?.precedence ?? usualPrecedence(operator)
  }
}

/** What it costs to give a value of one type where another is wanted. */
function costOf(from: Type, to: Type, coerce: boolean): number {
  if (from.kind === to.kind) {
    if (from.kind === 'struct' && to.kind === 'struct') return sameStruct(from, to) ? 0 : IMPOSSIBLE
    if (from.kind === 'object' && to.kind === 'object') {
      if (from.class === to.class) return 0
      if (from.class === null || to.class === null) return 2
      return isSubclass(from.class, to.class) ? 2 : IMPOSSIBLE
    }
    return 0
  }
  const isReference = to.kind === 'object' || to.kind === 'class' || to.kind === 'delegate'
  if (from.kind === 'none') return isReference ? 0 : to.kind === 'interface' ? 3 : coerce ? 110 : IMPOSSIBLE
  if (from.kind === 'class' && to.kind === 'object') return 2
  if (from.kind === 'object' && to.kind === 'interface') return 3
  if (from.kind === 'interface' && to.kind === 'object') return IMPOSSIBLE
  if (from.kind === 'byte' && to.kind === 'int') return 101
  if ((from.kind === 'byte' || from.kind === 'int') && to.kind === 'float') return 103
  if (isNumber(from) && isNumber(to)) return 104
  return coerce ? 110 : IMPOSSIBLE
}

export function isNumber(type: Type | undefined): boolean {
  return type?.kind === 'byte' || type?.kind === 'int' || type?.kind === 'float'
}

function sameStruct(from: Type & { kind: 'struct' }, to: Type & { kind: 'struct' }): boolean {
  if (from.struct === null || to.struct === null) return true
  let at = from.struct
  for (let i = 0; i < 64; i++) {
    if (at === to.struct || at.name.toLowerCase() === to.struct.name.toLowerCase()) return true
    if (at.super === null) return false
    at = at.super
  }
  return false
}
