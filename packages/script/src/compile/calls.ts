import type { Token } from '@ukit/objects/script'
import { didYouMean } from '../problems/did-you-mean.js'
import type { ClassSymbol, FunctionSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { CallExpression, Expression, MetaCastExpression, NewExpression } from '../syntax/nodes.js'
import { conversionCost } from '../types/conversions.js'
import {
  BOOL,
  BYTE,
  FLOAT,
  INT,
  implementsInterface,
  isClassOf,
  NAME,
  STRING,
  sameType,
  typeName,
} from '../types/types.js'
import { arrayCall } from './array-calls.js'
import { cast, convert, fold } from './convert.js'
import type { Expressions } from './expressions.js'
import { objectClass } from './members.js'
import { enumOf, functionInState, functionOf, missingAbove, stateOf, variableOf } from './scope.js'
import { literal, result, type Value } from './value.js'

const FINAL = 0x1
const LATENT = 0x8
const NATIVE = 0x400
const OPTIONAL = 0x10
const OUT = 0x100
const SKIP = 0x200
const COERCE = 0x800

/** What parts of a call come from. */
type Arguments = readonly (Expression | null)[]

/** How a function is found, which decides how it is called. */
export type CallForm = 'plain' | 'super' | 'global'

const PRIMITIVES: Readonly<Record<string, Type>> = {
  byte: BYTE,
  int: INT,
  bool: BOOL,
  float: FLOAT,
  name: NAME,
  string: STRING,
  button: STRING,
}

/** A call, or what looks like one: a cast, a conversion, a question that the compiler answers itself. */
export function compileCall(at: Expressions, node: CallExpression, want: Type | null): Value {
  const { callee, arguments: args } = node
  switch (callee.kind) {
    case 'Identifier':
      return callByName(at, node, callee.name, want)
    case 'Member':
      return callOfMember(at, node, callee.object, callee.name)
    case 'Qualified':
      return callQualified(at, node, callee)
    default: {
      const value = at.compile(callee, null)
      if (value.type.kind === 'delegate') return callDelegate(at, node, value, args, false)
      return at.fail(node, 'Bad command or expression: only functions can be called')
    }
  }
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
  for (let outer = at.outer(), depth = 0; outer !== undefined && depth < 8; outer = at.outer(outer), depth++) {
    const inOuter = functionOf(outer.class, key)
    if (inOuter !== undefined) {
      return at.context(
        outer.value,
        callFound(at, node, inOuter, 'plain', node.arguments, overloads(at, outer.class, inOuter)),
        true,
      )
    }
  }
  return unknownFunction(at, node, name, scope.class)
}

function overloads(at: Expressions, owner: ClassSymbol, found: FunctionSymbol): readonly FunctionSymbol[] {
  if (!at.env.dialect.hasOverloads) return []
  return allOverloads(owner, found.friendlyName.toLowerCase())
}

/** Functions that share a name have names of their own; the one that has not only says that there are several. */
const OVERLOADED = 0x80_0000

/** The functions of a name in a class and its supers, nearest first. */
function allOverloads(owner: ClassSymbol | null, key: string): FunctionSymbol[] {
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

function unknownFunction(at: Expressions, node: CallExpression, name: string, owner: ClassSymbol): never {
  const names: string[] = []
  for (let one: ClassSymbol | null = owner, depth = 0; one !== null && depth < 64; one = one.super, depth++) {
    for (const { friendlyName } of one.functions.values()) names.push(friendlyName)
  }
  return at.fail(node.callee, `Unknown Function '${name}' in 'Class ${owner.path}'`, {
    suggestion: didYouMean(name, names),
    missingPackage: missingAbove(owner) ?? at.missingOuter() ?? at.missingNative(name),
  })
}

/** `int(x)`, `Pawn(x)`, `ENum(x)`, `arraycount(x)`: all that takes one argument and is not a function. */
function conversionByName(
  at: Expressions,
  node: CallExpression,
  key: string,
  name: string,
  only: Expression,
  want: Type | null,
): Value | undefined {
  const primitive = PRIMITIVES[key]
  if (primitive !== undefined) return explicit(at, node, only, primitive)
  if (key === 'vector' || key === 'rotator') {
    return explicit(at, node, only, { kind: 'struct', struct: at.env.world.struct(key) ?? null })
  }
  if (key === 'arraycount') {
    const array = at.compile(only, null)
    return literal(at.writer.int(array.dimension), INT, 'int')
  }
  if (key === 'nameof') {
    const word = only.kind === 'Identifier' || only.kind === 'Member' || only.kind === 'Qualified' ? only.name : ''
    return literal(at.writer.make('NameConst', at.env.binder.name(word === '' ? 'None' : word)), NAME)
  }
  if (key === 'enumcount' && only.kind === 'Identifier') {
    const found = enumOf(at.scope.class, only.name.toLowerCase()) ?? at.env.world.enum(only.name)
    if (found !== undefined) return at.enumCount(found)
  }
  const target = at.classNamed(name)
  if (target !== undefined) {
    const isFunction = (functionInState(at.scope.state, key) ?? functionOf(at.scope.class, key)) !== undefined
    if (!isFunction) at.doubt(missingAbove(at.scope.class))
    const problems = at.problems.length
    const value = isFunction ? attempt(at, only) : at.compile(only, null)
    if (value !== undefined && isObject(value.type)) return castTo(at, value, target)
    at.problems.length = Math.min(at.problems.length, problems)
    if (!isFunction && value !== undefined) {
      return at.fail(node, `Can't convert '${typeName(value.type)}' to '${target.name}'`, {
        missingPackage: at.missingIn(value.type) ?? missingAbove(target) ?? undefined,
      })
    }
  }
  const enumeration = enumOf(at.scope.class, key) ?? at.env.world.enum(key)
  if (enumeration !== undefined && functionOf(at.scope.class, key) === undefined) {
    const type: Type = { kind: 'byte', enum: enumeration }
    const value = at.compile(only, at.env.dialect.id.startsWith('ue3') ? null : type)
    if (value.type.kind === 'byte') return { ...value, type }
    if (value.literal === 'int') return fold(at.env, value, type) ?? explicit(at, node, only, type)
    return explicit(at, node, only, type)
  }
  void want
  return undefined
}

/** An expression that may fail: then it was the argument of a function. */
function attempt(at: Expressions, node: Expression): Value | undefined {
  const depth = at.mark()
  try {
    return at.compile(node, null)
  } catch (error) {
    if (!at.isStop(error)) throw error
    at.back(depth)
    return undefined
  }
}

function isObject(type: Type): boolean {
  return type.kind === 'object' || type.kind === 'class' || type.kind === 'interface' || type.kind === 'none'
}

function explicit(at: Expressions, node: CallExpression, only: Expression, type: Type): Value {
  const { env } = at
  const value = at.compile(only, env.dialect.foldsLiterals ? type : null)
  if (sameType(value.type, type)) return { ...value, type, isVariable: false }
  const folded = env.dialect.foldsLiterals ? fold(env, value, type) : undefined
  if (folded !== undefined) return folded
  const converted = cast(env, value, type)
  if (converted !== undefined) return converted
  return at.fail(node, `Can't convert '${typeName(value.type)}' to '${typeName(type)}'`, {
    missingPackage: at.missingIn(value.type) ?? at.missingIn(type),
  })
}

/** A reference as one of another class: checked when run, unless it is known to be one. */
function castTo(at: Expressions, value: Value, target: ClassSymbol): Value {
  const { writer, env } = at
  const type: Type = target.isInterface ? { kind: 'interface', class: target } : { kind: 'object', class: target }
  const symbol = env.binder.symbol(target)
  const given = objectClass(value.type)
  if (!isClassOf(given, target) && !isClassOf(target, given)) at.doubt(missingAbove(given) ?? missingAbove(target))
  if (target.isInterface) {
    if (value.type.kind === 'interface' && isClassOf(value.type.class, target))
      return { ...value, type, isVariable: false }
    if (value.type.kind === 'object' && implementsInterface(value.type.class, target)) {
      return result(writer.make('InterfaceCast', symbol, value.token), type)
    }
    if (value.type.kind === 'interface') {
      return result(writer.make('DynamicCast', symbol, writer.cast(54, value.token)), type)
    }
    return result(writer.make('DynamicCast', symbol, value.token), type)
  }
  if (value.type.kind === 'interface')
    return result(writer.make('DynamicCast', symbol, writer.cast(54, value.token)), type)
  if (value.type.kind === 'object' && isClassOf(value.type.class, target)) return { ...value, type, isVariable: false }
  return result(writer.make('DynamicCast', symbol, value.token), type)
}

/** `class<X>(value)`. */
export function compileMetaCast(at: Expressions, node: MetaCastExpression): Value {
  const target = at.classNamed(node.className ?? 'Object')
  if (target === undefined) {
    return at.fail(node, `'class': Limitor '${node.className ?? ''}' is not a class name`, {
      missingPackage: at.missingFor(node.className ?? ''),
    })
  }
  const value = at.compile(node.value, null)
  const type: Type = { kind: 'class', metaClass: target }
  if (value.type.kind === 'class' && isClassOf(value.type.metaClass, target))
    return { ...value, type, isVariable: false }
  const token = value.type.kind === 'interface' ? at.writer.cast(54, value.token) : value.token
  return result(at.writer.make('MetaCast', at.env.binder.symbol(target), token), type)
}

/** `new(outer, name, flags) class(template)`. */
export function compileNew(at: Expressions, node: NewExpression): Value {
  const { writer } = at
  const given = node.arguments ?? []
  const part = (index: number, type: Type | null): Token => {
    const argument = given[index]
    return argument === undefined || argument === null ? writer.nothing() : at.compile(argument, type).token
  }
  const object: Type = { kind: 'object', class: at.classNamed('Object') ?? null }
  // The parser takes the parentheses behind a variable for those of a call.
  const isCall = node.constructorArguments === null && node.class.kind === 'Call'
  const made = at.compile(isCall && node.class.kind === 'Call' ? node.class.callee : node.class, null)
  const behind = isCall && node.class.kind === 'Call' ? node.class.arguments : node.constructorArguments
  if (at.env.dialect.hasConstructors) {
    const constructed = construct(at, node, given, made, behind ?? [])
    if (constructed !== undefined) return constructed
  }
  const template = behind?.[0]
  const token = writer.makeNamed('New', {
    outer: part(0, object),
    name: part(1, null),
    flags: part(2, INT),
    class: made.token,
    template: template === undefined || template === null ? writer.nothing() : at.compile(template, object).token,
  })
  const meta = made.type.kind === 'class' ? made.type.metaClass : null
  return result(token, { kind: 'object', class: meta })
}

/** SWAT 4: a new object is allocated by its class, and then calls the constructor that the arguments fit. */
function construct(
  at: Expressions,
  node: NewExpression,
  given: Arguments,
  made: Value,
  behind: Arguments,
): Value | undefined {
  const { writer } = at
  const meta = made.type.kind === 'class' ? made.type.metaClass : null
  const found = functionOf(meta, 'construct')
  const allocate = functionOf(at.scope.class, 'allocate')
  if (meta === null || found === undefined || allocate === undefined) return undefined
  const call: CallExpression = {
    kind: 'Call',
    start: node.start,
    end: node.end,
    callee: node.class,
    arguments: [...behind],
  }
  const self: Expression = { kind: 'Self', start: node.start, end: node.start }
  // `new(None)` and `new` leave out what Allocate's declaration asks for.
  const allocation = compileArguments(at, call, allocate, [self, ...given], true)
  const allocated = at.context(
    made,
    result(callToken(at, allocate, 'plain', allocation.tokens), { kind: 'void' }),
    false,
    true,
  )
  const fn = chooseOverload(at, found, allOverloads(meta, 'construct'), behind)
  const { tokens } = compileArguments(at, call, fn, behind)
  const type: Type = { kind: 'object', class: meta }
  const constructed = result(writer.make('ConstructorCall', callToken(at, fn, 'plain', tokens)), type)
  return at.context({ ...allocated, type }, constructed)
}

function callOfMember(at: Expressions, node: CallExpression, of: Expression, name: string): Value {
  const object = at.compile(of, null)
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
    const value = callDelegate(at, node, at.variable(variable, 'InstanceVariable'), node.arguments, false)
    return at.context(object, value, false, isOfClass)
  }
  const found = functionOf(owner, key)
  if (found !== undefined) {
    const value = callFound(at, node, found, 'plain', node.arguments, overloads(at, owner, found))
    return at.context(object, value, false, isOfClass)
  }
  return unknownFunction(at, node, name, owner)
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
      return callDelegate(at, node, at.variable(delegate, 'DefaultVariable'), node.arguments, false)
    const found = functionOf(scope.class, key)
    if (found === undefined) return unknownFunction(at, node, callee.name, scope.class)
    return callFound(at, node, found, 'plain', node.arguments, overloads(at, scope.class, found))
  }
  const object = at.compile(callee.object, null)
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
  const delegate = form === 'plain' ? delegateOf(at, fn) : undefined
  if (delegate !== undefined) {
    const { tokens } = compileArguments(at, node, fn, args)
    const token = at.writer.makeNamed('DelegateFunction', {
      isLocal: 0,
      delegate: at.env.binder.symbol(delegate),
      function: at.env.binder.name(fn.name),
      arguments: tokens,
    })
    return result(token, fn.returnValue?.type ?? { kind: 'void' }, fn.returnValue)
  }
  const { tokens, first } = compileArguments(at, node, fn, args)
  return resultOf(at, fn, callToken(at, fn, form, tokens), first)
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
  return writer.makeNamed('VirtualFunction', { isSuper: 0, function: env.binder.name(fn.name), arguments: args })
}

/** What a call gives; functions such as `Spawn` give what their class argument says. */
function resultOf(at: Expressions, fn: FunctionSymbol, token: Token, first: Value | undefined): Value {
  const { returnValue } = fn
  if (returnValue === null) return result(token, { kind: 'void' })
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
  if ((fn.flags & LATENT) !== 0) return { ...result(token, type, returnValue), isLatent: true }
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
  return result(token, fn.returnValue?.type ?? { kind: 'void' }, fn.returnValue)
}

/** The arguments of a call as its parameters take them. */
function compileArguments(
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
    at.fail(node, `Call to '${fn.friendlyName}': Bad ',' or missing ')'`, {
      missingPackage: missingAbove(fn.class) ?? undefined,
    })
  }
  for (const [index, parameter] of parameters.entries()) {
    const argument = args[index] ?? null
    if (argument === null) {
      if (env.dialect.writesAllArguments) tokens.push(writer.make('EmptyParmValue'))
      else if (index < args.length - 1) tokens.push(writer.nothing())
      else if ((parameter.flags & OPTIONAL) === 0 && !isLenient) {
        at.fail(node, `Call to '${fn.friendlyName}': bad or missing parameter ${index + 1}`)
      }
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

function compileArgument(
  at: Expressions,
  fn: FunctionSymbol,
  parameter: VariableSymbol,
  argument: Expression,
  index: number,
): Value {
  const { type, flags } = parameter
  if ((flags & OUT) !== 0) {
    const value = at.compile(argument, type)
    at.modify(value.token)
    if (value.type.kind === type.kind) return value
    const converted = convert(at.env, value, type, (flags & COERCE) !== 0)
    return converted ?? value
  }
  const value = at.compile(argument, type)
  const converted = convert(at.env, value, type, (flags & COERCE) !== 0)
  if (converted !== undefined) return converted
  return at.fail(
    argument,
    `Type mismatch in Call to '${fn.friendlyName}', parameter ${index + 1}: ${typeName(value.type)} is not ${typeName(type)}`,
    {
      missingPackage: at.missingIn(value.type) ?? at.missingIn(type),
    },
  )
}

/** Of several functions of one name the one that the arguments fit best. */
function chooseOverload(
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
