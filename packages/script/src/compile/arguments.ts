import type { Token } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { CallExpression, Expression } from '../syntax/nodes.js'
import { conversionCost } from '../types/conversions.js'
import { haveSameParameters } from '../types/signatures.js'
import { typeName } from '../types/types.js'
import { convert } from './convert.js'
import { attempt } from './explicit-casts.js'
import type { Expressions } from './expressions.js'
import { outerOf } from './names.js'
import { lackedBy, missingAbove } from './scope.js'
import { literal, result, type Value } from './value.js'

const CONST = 0x2
const OPTIONAL = 0x10
const OUT = 0x100
const SKIP = 0x200
const COERCE = 0x800

/** What parts of a call come from. */
export type Arguments = readonly (Expression | null)[]

/** The functions that a call by name may mean, where several may share it; nearest first. */
export function overloads(at: Expressions, owner: ClassSymbol, found: FunctionSymbol): readonly FunctionSymbol[] {
  if (!at.env.dialect.hasOverloads) return []
  return allOverloads(owner, found.friendlyName.toLowerCase())
}

/**
 * Functions that share a name have object names of their own; the one that has none only says that there are
 * several.
 */
const OVERLOADED = 0x80_0000

/** The functions of a name in a class and its supers, nearest first. */
export function allOverloads(owner: ClassSymbol | null, key: string): FunctionSymbol[] {
  const found: FunctionSymbol[] = []
  let at = owner
  for (let depth = 0; at !== null && depth < 512; depth++) {
    for (const fn of at.overloads.get(key) ?? []) {
      if ((fn.flags & OVERLOADED) === 0 || fn.name.toLowerCase() !== key) found.push(fn)
    }
    at = at.super
  }
  return found
}

/** The arguments of a call as its parameters take them. */
export function compileArguments(
  at: Expressions,
  node: CallExpression,
  fn: FunctionSymbol,
  args: Arguments,
  isLenient = false,
): { tokens: Token[]; first: Value | undefined } {
  const { writer, env } = at
  const { parameters } = fn
  const tokens: Token[] = []
  let first: Value | undefined
  let classValue: Value | undefined
  if (args.length > parameters.length && !(args.length === 1 && args[0] === null)) {
    const given = `${args.length} arguments for '${declarationOf(fn)}'`
    at.fail(node, `Call to '${fn.friendlyName}': Bad ',' or missing ')': ${given}`, {
      missingPackage: missingAbove(fn.class) ?? undefined,
    })
  }
  for (const [index, parameter] of parameters.entries()) {
    const argument = args[index] ?? null
    if (argument === null) {
      if (index >= args.length - 1 && (parameter.flags & OPTIONAL) === 0 && !isLenient)
        at.fail(node, `Call to '${fn.friendlyName}': bad or missing parameter ${index + 1} of '${declarationOf(fn)}'`)
      if (env.dialect.writesAllArguments) tokens.push(leftOut(at, parameter, index < args.length - 1))
      else if (index < args.length - 1) tokens.push(writer.nothing())
      continue
    }
    const value = compileArgument(at, fn, parameter, argument, index)
    if (index === 0) first = value
    if (classValue === undefined && value.type.kind === 'class' && parameter.type.kind === 'class') classValue = value
    const token =
      (parameter.flags & SKIP) === 0 ? value.token : writer.make('Skip', writer.size(value.token) + 1, value.token)
    tokens.push(token)
  }
  return { tokens, first: env.dialect.coercedResultFollowsClass ? (classValue ?? first) : first }
}

/**
 * An argument that is left out (UE3). Of a delegate's type and with others behind it, a class with an Outer
 * of its own looks for it there: 4 of 4 in XCOM (`Outer.m_Pres.UINarrative(Moment, None,,, Where)`).
 */
function leftOut(at: Expressions, { type }: VariableSymbol, isBetween: boolean): Token {
  const empty = at.writer.make('EmptyParmValue')
  const outer = isBetween && type.kind === 'delegate' ? outerOf(at) : undefined
  return outer === undefined ? empty : at.context(outer.value(), literal(empty, type), true).token
}

/** A function with its parameters, as it is declared. */
function declarationOf({ friendlyName, parameters, returnValue }: FunctionSymbol): string {
  const list = parameters.map(({ name, type, flags }) => {
    const words = [
      ...((flags & OPTIONAL) === 0 ? [] : ['optional']),
      ...((flags & OUT) === 0 ? [] : ['out']),
      ...((flags & COERCE) === 0 ? [] : ['coerce']),
    ]
    return [...words, typeName(type), name].join(' ')
  })
  const result = returnValue === null ? '' : `${typeName(returnValue.type)} `
  return `${result}${friendlyName}(${list.join(', ')})`
}

function compileArgument(
  at: Expressions,
  fn: FunctionSymbol,
  parameter: VariableSymbol,
  argument: Expression,
  index: number,
): Value {
  const { type, flags } = parameter
  const mismatch = (value: Value, what: string) =>
    at.fail(argument, `Type mismatch in Call to '${fn.friendlyName}', parameter ${index + 1}: ${what}`, {
      missingPackage: at.missingIn(value.type) ?? at.missingIn(type),
      lackedBy: lackedBy(value.type) ?? lackedBy(type),
    })
  const value = at.compileIn(argument, type, `Call to '${fn.friendlyName}', parameter ${index + 1}`)
  if (type.kind === 'delegate' && value.type.kind === 'delegate' && !haveSameParameters(value.type, type))
    return mismatch(value, `'${value.type.function?.name}' has other parameters than '${type.function?.name}'`)
  if ((flags & OUT) !== 0) {
    at.modify(value.token)
    // Nothing is converted on its way out: none of the calls in the sources of five games needs it.
    if (value.type.kind !== type.kind) return mismatch(value, `${typeName(value.type)} is not ${typeName(type)}`)
    // UE3 does not change the argument of a `const out`: Killing Floor 2's sources pass a `?:` to one.
    const needsVariable = (flags & CONST) === 0 || at.env.context.engine < 3
    return value.isVariable || !needsVariable ? value : mismatch(value, 'an out parameter needs a variable')
  }
  const converted = convert(at.env, value, type, (flags & COERCE) !== 0) ?? asInterface(at, value, type)
  return converted ?? mismatch(value, `${typeName(value.type)} is not ${typeName(type)}`)
}

/**
 * An object of a class that need not have the interface: that is checked when the code runs (UE3). Three
 * calls in Killing Floor 2's sources do this.
 */
function asInterface(at: Expressions, value: Value, type: Type): Value | undefined {
  if (type.kind !== 'interface' || type.class === null || value.type.kind !== 'object') return undefined
  if (at.env.context.engine < 3) return undefined
  return result(at.writer.make('InterfaceCast', at.env.binder.symbol(type.class), value.token), type)
}

/** The function that the arguments fit best, of several with one name. */
export function chooseOverload(
  at: Expressions,
  found: FunctionSymbol,
  candidates: readonly FunctionSymbol[],
  args: Arguments,
): FunctionSymbol {
  let best: FunctionSymbol | undefined
  let bestCost = Number.POSITIVE_INFINITY
  const values = args.map((argument) => (argument === null ? undefined : attempt(at, argument)))
  for (const candidate of candidates) {
    const required = candidate.parameters.filter(({ flags }) => (flags & OPTIONAL) === 0).length
    if (args.length > candidate.parameters.length || args.length < required) continue
    let cost = 0
    for (const [index, parameter] of candidate.parameters.entries()) {
      const value = values[index]
      if (value === undefined) continue
      const one = conversionCost(value.type, parameter.type, (parameter.flags & COERCE) !== 0)
      cost = Math.max(cost, one ?? Number.POSITIVE_INFINITY)
    }
    if (cost < bestCost) {
      best = candidate
      bestCost = cost
    }
  }
  return best ?? found
}
