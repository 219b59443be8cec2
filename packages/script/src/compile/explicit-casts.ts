import type { ClassSymbol, Type } from '../symbols/symbol.js'
import type { CallExpression, Expression, MetaCastExpression } from '../syntax/nodes.js'
import { BOOL, BYTE, FLOAT, INT, isClassOf, NAME, STRING, sameType, typeName } from '../types/types.js'
import { cast, fold } from './convert.js'
import type { Expressions } from './expressions.js'
import { countOfEnum } from './member-expressions.js'
import { objectClass } from './members.js'
import { enumOf, functionInState, functionOf, missingAbove } from './scope.js'
import { literal, result, type Value } from './value.js'

/** Classes above each other. */
const MOST_SUPERS = 256

const PRIMITIVES: Readonly<Record<string, Type>> = {
  byte: BYTE,
  int: INT,
  bool: BOOL,
  float: FLOAT,
  name: NAME,
  string: STRING,
  button: STRING,
}

/** `int(x)`, `Pawn(x)`, `ENum(x)`, `arraycount(x)`: all that takes one argument and is not a function. */
export function conversionByName(
  at: Expressions,
  node: CallExpression,
  key: string,
  name: string,
  only: Expression,
  want: Type | null,
): Value | undefined {
  const primitive = PRIMITIVES[key]
  if (primitive !== undefined) return explicit(at, node, only, primitive)
  if (key === 'vector' || key === 'rotator' || (key === 'int64' && at.env.world.struct(key) !== undefined)) {
    return explicit(at, node, only, { kind: 'struct', struct: at.env.world.struct(key) ?? null })
  }
  if (key === 'arraycount') {
    const array = at.compile(only, null)
    return literal(at.writer.int(array.dimension), INT, 'int')
  }
  if (key === 'nameof') {
    if (only.kind !== 'Identifier' && only.kind !== 'Member' && only.kind !== 'Qualified')
      return at.fail(only, 'NameOf argument is not an identifier')
    const word = only.name
    return literal(at.writer.make('NameConst', at.env.binder.name(word === '' ? 'None' : word)), NAME)
  }
  if (key === 'enumcount' && only.kind === 'Identifier') {
    const found = enumOf(at.scope.class, only.name.toLowerCase()) ?? at.env.world.enum(only.name)
    if (found !== undefined) return countOfEnum(at, found)
  }
  const target = at.classNamed(name)
  if (target !== undefined) {
    const isFunction = (functionInState(at.scope.state, key) ?? functionOf(at.scope.class, key)) !== undefined
    if (!isFunction) at.doubt(missingAbove(at.scope.class))
    const problems = at.problems.length
    const value = isFunction ? attempt(at, only) : at.compile(only, null)
    if (value !== undefined && isObject(value.type)) {
      at.means(node.callee, target)
      return castTo(at, node, value, target)
    }
    at.problems.length = Math.min(at.problems.length, problems)
    if (!isFunction && value !== undefined) {
      return at.fail(node, `Can't convert '${typeName(value.type)}' to '${target.name}'`, {
        missingPackage: at.missingIn(value.type) ?? missingAbove(target) ?? undefined,
      })
    }
  }
  const enumeration = enumOf(at.scope.class, key) ?? at.env.world.enum(key)
  if (enumeration !== undefined && functionOf(at.scope.class, key) === undefined) {
    at.means(node.callee, enumeration)
    const type: Type = { kind: 'byte', enum: enumeration }
    const value = at.compile(only, at.env.dialect.enumCastsWantBytes ? type : null)
    if (value.type.kind === 'byte') return { ...value, type }
    if (value.literal === 'int') return fold(at.env, value, type) ?? explicit(at, node, only, type)
    return explicit(at, node, only, type)
  }
  void want
  return undefined
}

/** An expression that may fail: then it was the argument of a function. */
export function attempt(at: Expressions, node: Expression): Value | undefined {
  const depth = at.mark()
  try {
    return at.compile(node, null)
  } catch (error) {
    if (!at.isStop(error, node)) throw error
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
  // None of 1,349 conversions in UT99, UT2004, Lineage II, SWAT 4 and UDK is of a value that already has the
  // type.
  if (sameType(value.type, type)) return at.fail(node, `No need to cast '${typeName(type)}' to itself`)
  const folded = env.dialect.foldsLiterals ? fold(env, value, type) : undefined
  if (folded !== undefined) return folded
  const converted = cast(env, value, type)
  if (converted !== undefined) return converted
  return at.fail(node, `Can't convert '${typeName(value.type)}' to '${typeName(type)}'`, {
    missingPackage: at.missingIn(value.type) ?? at.missingIn(type),
  })
}

/**
 * A reference as one of another class: checked when it runs. A cast that always or never succeeds is refused,
 * as by UCC: none of 5,600 casts in UT99, UT2004, Lineage II, SWAT 4 and UDK is one.
 */
function castTo(at: Expressions, node: CallExpression, value: Value, target: ClassSymbol): Value {
  const { writer, env } = at
  const type: Type = target.isInterface ? { kind: 'interface', class: target } : { kind: 'object', class: target }
  const symbol = env.binder.symbol(target)
  const given = objectClass(value.type)
  if (!isClassOf(given, target) && !isClassOf(target, given)) at.doubt(missingAbove(given) ?? missingAbove(target))
  if (target.isInterface) {
    if (value.type.kind === 'interface' && isClassOf(value.type.class, target))
      return { ...value, type, isVariable: false }
    // Also when its class implements it, which only an assignment takes for a conversion (UDK's
    // GameFramework: 1 of 1).
    if (value.type.kind === 'interface') {
      return result(writer.make('DynamicCast', symbol, writer.cast(54, value.token)), type)
    }
    return result(writer.make('DynamicCast', symbol, value.token), type)
  }
  if (value.type.kind === 'interface')
    return result(writer.make('DynamicCast', symbol, writer.cast(54, value.token)), type)
  if (value.type.kind === 'object' && given !== null && !(mayBeCast(at, value) && isClassOf(given, target)))
    refuseCast(at, node, given, target)
  return result(writer.make('DynamicCast', symbol, value.token), type)
}

/**
 * Tells whether a value is of its class only because of the argument of a native that takes any class, which
 * compilers do not agree on: stock UT2004 assigns what `LoadDataObject` returns as it is, and patch 3374 has
 * casts of what `AllocateObject` returns.
 */
function mayBeCast(at: Expressions, { property, isVariable }: Value): boolean {
  if (property === null || isVariable || at.env.dialect.coercedResultFollowsClass) return false
  return objectClass(property.type)?.name.toLowerCase() === 'object'
}

/** Refuses a cast whose outcome is known. */
function refuseCast(at: Expressions, node: CallExpression, given: ClassSymbol, target: ClassSymbol): void {
  const cast = `Cast from '${given.name}' to '${target.name}'`
  if (isClassOf(given, target)) at.fail(node, `${cast} is unnecessary`)
  if (isClassOf(target, given) || at.env.dialect.anyClassIsInterface) return
  const isKnown = missingAbove(given) === null && missingAbove(target) === null && isRooted(given) && isRooted(target)
  if (isKnown) at.fail(node, `${cast} will always fail`)
}

/** Tells whether all superclasses of one are available, up to Object. */
function isRooted(of: ClassSymbol): boolean {
  let top = of
  for (let depth = 0; top.super !== null && depth < MOST_SUPERS; depth++) top = top.super
  return top.name.toLowerCase() === 'object'
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
