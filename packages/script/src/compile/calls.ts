import type { Token } from '@ukit/objects/script'
import { DebugKind } from '../listing/debug-kinds.js'
import type { ClassSymbol, FunctionSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { CallExpression, Expression } from '../syntax/nodes.js'
import { typeName } from '../types/types.js'
import { refuseFunction } from './access.js'
import { type Arguments, chooseOverload, compileArguments, overloads } from './arguments.js'
import { arrayCall } from './array-calls.js'
import { conversionByName } from './explicit-casts.js'
import type { Expressions } from './expressions.js'
import { objectClass } from './members.js'
import { MOST_OUTERS, type OuterObject, outerOf, variableValue } from './names.js'
import { functionInState, functionOf, missingAbove, operatorOf, stateOf, variableOf } from './scope.js'
import { numberOfVirtual } from './short-forms.js'
import { result, type Value } from './value.js'

const FINAL = 0x1
const LATENT = 0x8
const NATIVE = 0x400
const COERCE = 0x800

/** How a function is found, which decides how it is called. */
export type CallForm = 'plain' | 'super' | 'global'

/** A call, or what looks like one: a cast, a conversion, a question that the compiler answers itself. */
export function compileCall(at: Expressions, node: CallExpression, want: Type | null): Value {
  const { callee, arguments: args } = node
  switch (callee.kind) {
    case 'Identifier':
      return callByName(at, node, callee.name, want)
    case 'Member':
      return castInPackage(at, node, callee, want) ?? callOfMember(at, node, callee.object, callee.name)
    case 'Qualified':
      return callQualified(at, node, callee)
    default: {
      const value = at.compile(callee, null)
      if (value.type.kind === 'delegate') return callDelegate(at, node, value, args, false)
      return at.fail(node, 'Bad command or expression: only functions can be called')
    }
  }
}

/** `Package.Class(x)`, when nothing in scope has the package's name. */
function castInPackage(
  at: Expressions,
  node: CallExpression,
  callee: Expression & { kind: 'Member' },
  want: Type | null,
): Value | undefined {
  const { object, name } = callee
  const [only] = node.arguments
  if (!at.env.dialect.castsNamePackages || object.kind !== 'Identifier') return undefined
  if (node.arguments.length !== 1 || only === undefined || only === null) return undefined
  const key = object.name.toLowerCase()
  if ((at.scope.local(key) ?? variableOf(at.scope.class, key)) !== undefined) return undefined
  const path = `${object.name}.${name}`
  const isThere = at.env.world.byPath(path)?.kind === 'class'
  return isThere ? conversionByName(at, node, path.toLowerCase(), path, only, want) : undefined
}

function callByName(at: Expressions, node: CallExpression, name: string, want: Type | null): Value {
  const key = name.toLowerCase()
  const only = node.arguments.length === 1 ? (node.arguments[0] ?? null) : null
  if (only !== null) {
    const value = conversionByName(at, node, key, name, only, want)
    if (value !== undefined) return value
  }
  const { scope } = at
  const local = scope.local(key)
  const variable = local ?? variableOf(scope.class, key)
  if (variable?.type.kind === 'delegate') {
    const value = at.compile(node.callee, null)
    return callDelegate(at, node, value, node.arguments, local !== undefined)
  }
  const found = functionInState(scope.state, key) ?? functionOf(scope.class, key)
  if (found !== undefined) return callFound(at, node, found, 'plain', node.arguments, overloads(at, scope.class, found))
  const inOuter = callInOuter(at, node, outerOf(at), key)
  if (inOuter !== undefined) return inOuter
  const operator = operatorOf(scope.class, key)
  if (operator !== undefined) return callFound(at, node, operator, 'plain', node.arguments, [])
  return unknownFunction(at, node, name, scope.class)
}

function unknownFunction(at: Expressions, node: CallExpression, name: string, owner: ClassSymbol): never {
  const names: string[] = []
  for (let one: ClassSymbol | null = owner, depth = 0; one !== null && depth < 64; one = one.super, depth++) {
    for (const { friendlyName } of one.functions.values()) names.push(friendlyName)
  }
  // Literals of the language: with other than numbers between the parentheses they are read as calls.
  const numbers = /^(vect|rot|rng)$/i.exec(name)?.[0]
  if (numbers !== undefined) {
    const count = numbers.toLowerCase() === 'rng' ? 'two' : 'three'
    return at.fail(node, `Bad or missing expression in '${name}': expected ${count} numbers`)
  }
  return at.fail(node.callee, `Unknown Function '${name}' in 'Class ${owner.path}'`, {
    suggestion: at.env.context.engine === 3 && /^(?:log|warn)$/i.test(name) ? `\`${name}` : at.suggest(name, names),
    missingPackage: missingAbove(owner) ?? at.missingOuter() ?? at.missingNative(name),
    lackedBy: owner.lackedBy ?? undefined,
  })
}

function callOfMember(at: Expressions, node: CallExpression, of: Expression, name: string): Value {
  const object = at.compile(of, null)
  at.env.trace?.member(node.callee, object.type)
  if (object.type.kind === 'array') {
    const value = arrayCall(at, node, object, object.type.inner, name)
    if (value !== undefined) return value
  }
  if (object.type.kind === 'struct') {
    const value = at.compile(node.callee, null)
    if (value.type.kind === 'delegate') return callDelegate(at, node, value, node.arguments, false)
  }
  const owner =
    object.type.kind === 'class'
      ? (at.classNamed('Class') ?? at.classNamed('Object') ?? null)
      : objectClass(object.type)
  if (owner === null) {
    return at.fail(node.callee, `Unrecognized member '${name}' in '${typeName(object.type)}'`, {
      missingPackage: at.missingIn(object.type),
    })
  }
  return callIn(at, node, object, owner, name)
}

function callIn(
  at: Expressions,
  node: CallExpression,
  object: Value,
  owner: ClassSymbol,
  name: string,
  isOfClass = false,
): Value {
  const key = name.toLowerCase()
  const variable = variableOf(owner, key)
  if (variable?.type.kind === 'delegate') {
    const value = callDelegate(at, node, variableValue(at, variable, 'InstanceVariable'), node.arguments, false)
    return at.context(object, value, false, isOfClass)
  }
  const found = functionOf(owner, key)
  if (found !== undefined) {
    const value = callFound(at, node, found, 'plain', node.arguments, overloads(at, owner, found))
    return at.context(object, value, false, isOfClass)
  }
  if (isOfClass) return unknownFunction(at, node, name, owner)
  const isInContext = at.env.dialect.outerIsInContext
  const of = isInContext ? { class: owner } : { class: owner, value: () => object }
  const inOuter = callInOuter(at, node, outerOf(at, of), key)
  if (inOuter === undefined) return unknownFunction(at, node, name, owner)
  return isInContext ? at.context(object, inOuter) : inOuter
}

/** A function of an object's outer, or of an outer of that. */
function callInOuter(
  at: Expressions,
  node: CallExpression,
  first: OuterObject | undefined,
  key: string,
): Value | undefined {
  for (let outer = first, depth = 0; outer !== undefined && depth < MOST_OUTERS; outer = outerOf(at, outer), depth++) {
    const found = functionOf(outer.class, key)
    if (found === undefined) continue
    const call = callFound(at, node, found, 'plain', node.arguments, overloads(at, outer.class, found))
    return at.context(outer.value(), call, true)
  }
  return undefined
}

function callQualified(at: Expressions, node: CallExpression, callee: Expression & { kind: 'Qualified' }): Value {
  const { scope } = at
  const key = callee.name.toLowerCase()
  const { qualifier } = callee
  if (qualifier === 'super') {
    const found = superFunction(at, callee, key)
    if (found === undefined) return unknownFunction(at, node, callee.name, scope.class.super ?? scope.class)
    return callFound(
      at,
      node,
      found,
      'super',
      node.arguments,
      found.state === null ? overloads(at, found.class, found) : [],
    )
  }
  if (qualifier === 'global') {
    const found = functionOf(scope.class, key)
    if (found === undefined) return unknownFunction(at, node, callee.name, scope.class)
    return callFound(at, node, found, 'global', node.arguments, overloads(at, scope.class, found))
  }
  if (callee.object === null) {
    const delegate = qualifier === 'default' ? variableOf(scope.class, `__${key}__delegate`) : undefined
    if (delegate !== undefined)
      return callDelegate(at, node, variableValue(at, delegate, 'DefaultVariable'), node.arguments, false)
    const found = functionOf(scope.class, key)
    if (found === undefined) return unknownFunction(at, node, callee.name, scope.class)
    return callFound(at, node, found, 'plain', node.arguments, overloads(at, scope.class, found))
  }
  const object = at.compile(callee.object, null)
  at.env.trace?.member(callee, object.type)
  const owner = object.type.kind === 'class' ? object.type.metaClass : objectClass(object.type)
  if (owner === null) {
    return at.fail(callee, `'static': not an object or class`, {
      missingPackage: at.missingIn(object.type),
    })
  }
  return callIn(at, node, object, owner, callee.name, true)
}

/** What `Super.F` and `Super(C).F` mean: super states first, then classes. */
function superFunction(
  at: Expressions,
  callee: Expression & { kind: 'Qualified' },
  key: string,
): FunctionSymbol | undefined {
  const { scope, env } = at
  if (callee.className !== null) {
    const base = at.classNamed(callee.className)
    if (base === undefined) {
      return at.fail(callee, `Can't find Class '${callee.className}'`, {
        missingPackage: at.missingFor(callee.className),
      })
    }
    const state = scope.state === null ? undefined : stateOf(base, scope.state.name.toLowerCase())
    return (state === undefined ? undefined : functionInState(state, key)) ?? functionOf(base, key)
  }
  const { state } = scope
  const above = state?.super ?? null
  const inState = functionInState(above, key)
  if (inState !== undefined) return inState
  let start = scope.class.super
  if (above !== null && env.dialect.superLooksIntoClassOfState) start = above.class
  else if (state !== null && env.dialect.superOfStateIsOwnClass) start = scope.class
  return functionOf(start, key)
}

function callFound(
  at: Expressions,
  node: CallExpression,
  found: FunctionSymbol,
  form: CallForm,
  args: Arguments,
  candidates: readonly FunctionSymbol[],
): Value {
  const fn = candidates.length > 0 ? chooseOverload(at, found, candidates, args) : found
  at.means(node.callee, fn)
  refuseFunction(at, node.callee, fn)
  const delegate = form === 'plain' ? delegateOf(at, fn) : undefined
  if (delegate !== undefined) {
    const { tokens } = compileArguments(at, node, fn, args)
    const token = at.writer.makeNamed('DelegateFunction', {
      isLocal: 0,
      delegate: at.env.binder.symbol(delegate),
      function: at.env.binder.name(fn.name),
      arguments: tokens,
    })
    token.debug = at.notes?.make(DebugKind.EndOfArguments, node.end)
    return result(token, fn.returnValue?.type ?? { kind: 'void' }, fn.returnValue)
  }
  const { tokens, first } = compileArguments(at, node, fn, args)
  const token = callToken(at, fn, form, tokens)
  // What is noted of a latent function is behind the whole statement.
  if ((fn.flags & LATENT) === 0) token.debug = at.notes?.make(DebugKind.EndOfArguments, node.end)
  return resultOf(at, fn, token, first)
}

/** The variable that a delegate function is called through. */
function delegateOf(at: Expressions, fn: FunctionSymbol): VariableSymbol | undefined {
  if ((fn.flags & 0x10_0000) === 0) return undefined
  void at
  return variableOf(fn.class, `__${fn.name.toLowerCase()}__delegate`)
}

/** The token that calls a function with arguments that are ready. */
export function callToken(at: Expressions, fn: FunctionSymbol, form: CallForm, args: Token[]): Token {
  const { writer, env } = at
  if (fn.nativeIndex !== 0) return writer.native(fn.nativeIndex, args)
  if (form === 'super' || (fn.flags & FINAL) !== 0) return writer.make('FinalFunction', env.binder.symbol(fn), args)
  if (form === 'global') return writer.make('GlobalFunction', env.binder.name(fn.name), args)
  const name = env.binder.name(fn.name)
  const index = numberOfVirtual(at, fn)
  if (index >= 0) return writer.make('NamedFunction', name, index, args)
  return writer.makeNamed('VirtualFunction', { isSuper: 0, function: name, arguments: args })
}

/** The result of a call; functions such as `Spawn` return an object of their class argument. */
function resultOf(at: Expressions, fn: FunctionSymbol, token: Token, first: Value | undefined): Value {
  const { returnValue } = fn
  const isLatent = (fn.flags & LATENT) !== 0
  if (returnValue === null) return { ...result(token, { kind: 'void' }), isLatent }
  const parameter = fn.parameters[0]
  const { type } = returnValue
  const follows = at.env.dialect.coercedResultFollowsClass
    ? (returnValue.flags & COERCE) !== 0
    : (fn.flags & NATIVE) !== 0 &&
      parameter?.type.kind === 'class' &&
      type.kind === 'object' &&
      parameter.type.metaClass === type.class
  if (follows && type.kind === 'object') {
    const meta = first?.type.kind === 'class' ? first.type.metaClass : undefined
    if (meta !== undefined) return result(token, { kind: 'object', class: meta ?? type.class }, returnValue)
  }
  if (isLatent) return { ...result(token, type, returnValue), isLatent }
  return { ...result(token, type, returnValue), dimension: returnValue.dimension }
}

/** A function through a variable that holds it. */
function callDelegate(at: Expressions, node: CallExpression, value: Value, args: Arguments, isLocal: boolean): Value {
  const fn = value.type.kind === 'delegate' ? value.type.function : null
  const variable = value.property
  if (fn === null || variable === null) {
    return at.fail(node, 'Bad command or expression: the function of the delegate is not known', {
      missingPackage: at.missingIn(value.type),
    })
  }
  const { tokens } = compileArguments(at, node, fn, args)
  const token = at.writer.makeNamed('DelegateFunction', {
    isLocal: isLocal ? 1 : 0,
    delegate: at.env.binder.symbol(variable),
    function: at.env.binder.name(fn.name),
    arguments: tokens,
  })
  token.debug = at.notes?.make(DebugKind.EndOfArguments, node.end)
  return result(token, fn.returnValue?.type ?? { kind: 'void' }, fn.returnValue)
}
