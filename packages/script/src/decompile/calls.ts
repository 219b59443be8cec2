import type { ObjectSource } from '@ukit/container'
import type { Token } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, Type } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import { callArguments } from './arguments.js'
import type { Expressions } from './expressions.js'
import { COERCE, delegateName, IMPLICIT, type Lifted, primary } from './lifted.js'
import { operatorCall } from './operations.js'
import {
  classChain,
  classThrough,
  functionHere,
  functionNamed,
  functionOf,
  lastName,
  superFrom,
  superOf,
} from './scope.js'
import { call, made, memberOf, qualified, word } from './tree.js'

/** Flags of functions. */
const FINAL = 0x1
const NATIVE = 0x400
const OPERATOR = 0x1000

/** The object or class that a call goes through. */
interface Through {
  readonly object: Lifted
  readonly isClass: boolean
}

export function liftCall(
  e: Expressions,
  token: Token,
  kind: string,
  through: Through | null,
  want: Type | undefined,
): Lifted {
  const given = e.view.list(token, 'arguments')
  const number = e.view.nativeNumber(token)
  const reference = e.view.object(token, kind === 'DelegateFunction' ? 'delegate' : 'function')
  const of = through === null ? e.scope.class : classThrough(e.scope.world, through.object, through.isClass)
  let symbol: FunctionSymbol | undefined
  if (number >= 0) symbol = e.scope.world.native(number, of)
  else if (kind === 'FinalFunction') symbol = functionSymbol(e.scope.world.symbolOf(reference))
  if (symbol !== undefined && (symbol.flags & OPERATOR) !== 0 && through === null) {
    const operator = operatorCall(e, symbol, given, want)
    if (operator !== undefined) return operator
  }
  let name = symbol?.friendlyName ?? ''
  if (kind === 'DelegateFunction') {
    name = delegateName(lastName(reference))
    symbol = delegateSymbol(e, reference, of) ?? functionOf(of, e.view.text(token, 'function'))
  } else if (number >= 0) name = symbol?.name ?? `Native${number}`
  else if (kind === 'FinalFunction') name = symbol?.name ?? lastName(reference)
  else {
    name = e.view.text(token, 'function')
    symbol =
      through === null && kind !== 'GlobalFunction'
        ? functionHere(e.scope.class, e.scope.state, name)
        : functionOf(of, name)
    symbol ??= functionNamed(of, name)
  }
  if (symbol !== undefined && name.toLowerCase() === symbol.name.toLowerCase()) name = symbol.friendlyName
  const called = calleeOf(e, token, kind, name, symbol, reference, through)
  const values = callArguments(e, given, symbol)
  const type = resultOf(e, symbol, values, through, of)
  return primary(
    call(
      called,
      values.map((value) => value?.node ?? null),
    ),
    type,
  )
}

function delegateSymbol(
  e: Expressions,
  reference: ObjectSource | null,
  of: ClassSymbol | null,
): FunctionSymbol | undefined {
  const type = e.variableOf(reference)?.type
  if (type?.kind === 'delegate' && type.function !== null) return type.function
  return functionOf(of, delegateName(lastName(reference)))
}

/** What a call's parentheses follow. */
function calleeOf(
  e: Expressions,
  token: Token,
  kind: string,
  name: string,
  symbol: FunctionSymbol | undefined,
  reference: ObjectSource | null,
  through: Through | null,
): Expression {
  const printed = e.name(name)
  if (through !== null) {
    if (through.object.node === IMPLICIT) return word(printed)
    const object = e.tight(through.object)
    return through.isClass ? qualified('static', printed, object) : memberOf(object, printed)
  }
  if (kind === 'GlobalFunction') return qualified('global', printed)
  const isFixed = kind === 'FinalFunction' || e.view.nativeNumber(token) >= 0
  if (!isFixed || isPlain(e, kind, name, symbol)) return word(printed)
  if (symbol === undefined) {
    // The class is not available: its name is in the path.
    const path = reference?.path.split('.') ?? []
    const owner = path.at(-2)
    const isOwn = owner?.toLowerCase() === e.scope.class.name.toLowerCase()
    if (owner === undefined || isOwn) return word(printed)
    return owner.toLowerCase() === e.scope.class.super?.name.toLowerCase()
      ? qualified('super', printed)
      : qualified('super', printed, null, owner)
  }
  if (isSame(superOf(e.scope, name), symbol)) return qualified('super', printed)
  for (const from of [symbol.class, e.scope.class.super]) {
    if (from !== null && isSame(superFrom(e.scope, from, name), symbol)) {
      return qualified('super', printed, null, from.name)
    }
  }
  // No form says exactly this; what compilers made it of is the plain one.
  return qualified('super', printed)
}

/**
 * Tells whether a lookup found a function, or another one with its word in the same class: arguments decide.
 */
function isSame(found: FunctionSymbol | undefined, wanted: FunctionSymbol): boolean {
  if (found === wanted) return true
  const isOverloaded = wanted.name.toLowerCase() !== wanted.friendlyName.toLowerCase()
  return isOverloaded && found !== undefined && found.class === wanted.class
}

/** Tells whether the name by itself gives the same call. */
function isPlain(e: Expressions, kind: string, name: string, symbol: FunctionSymbol | undefined): boolean {
  if (symbol === undefined) return kind !== 'FinalFunction'
  if (kind === 'FinalFunction' && (symbol.flags & FINAL) === 0) return false
  const found = functionHere(e.scope.class, e.scope.state, name)
  if (found !== undefined && isSame(found, symbol)) return true
  // If a class in between is missing, the meaning of the name by itself is unknown.
  if (found === undefined && [...classChain(e.scope.class)].some(({ isSuperMissing }) => isSuperMissing)) return true
  return kind !== 'FinalFunction' && (found === undefined || found.nativeIndex === symbol.nativeIndex)
}

function resultOf(
  e: Expressions,
  symbol: FunctionSymbol | undefined,
  values: readonly (Lifted | null)[],
  through: Through | null,
  of: ClassSymbol | null,
): Type | undefined {
  const result = symbol?.returnValue
  if (symbol === undefined || result === null || result === undefined) return undefined
  if (through?.isClass === true && through.object.type?.kind === 'class' && symbol.name.toLowerCase() === 'allocate') {
    return { kind: 'object', class: through.object.type.metaClass }
  }
  const first = values[0]?.type
  if (result.type.kind === 'object' && first?.kind === 'class' && first.metaClass !== null) {
    const parameter = symbol.parameters[0]?.type
    const isMade = e.engine < 3 ? (symbol.flags & NATIVE) !== 0 : (result.flags & COERCE) !== 0
    if (isMade && parameter?.kind === 'class' && parameter.metaClass === result.type.class) {
      return { kind: 'object', class: first.metaClass }
    }
  }
  return through === null && of === null ? undefined : result.type
}

/** A function as a value. */
export function delegateValue(e: Expressions, token: Token, object: Expression | null, isClass = false): Lifted {
  const name = e.view.text(token, 'function')
  if (name.toLowerCase() === 'none') return primary(made({ kind: 'None' }), { kind: 'none' })
  const printed = e.name(delegateName(name))
  const symbol = functionHere(e.scope.class, e.scope.state, name) ?? null
  const type: Type = { kind: 'delegate', function: symbol }
  if (object === null) return primary(word(printed), type)
  return primary(isClass ? qualified('static', printed, object) : memberOf(object, printed), type)
}
function functionSymbol(symbol: { readonly kind: string } | FunctionSymbol | undefined): FunctionSymbol | undefined {
  return symbol !== undefined && 'friendlyName' in symbol ? symbol : undefined
}
