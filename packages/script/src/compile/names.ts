import type { Token } from '@ukit/objects/script'
import type { ClassSymbol, EnumSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { Expression, Span } from '../syntax/nodes.js'
import { INT, isClassOf } from '../types/types.js'
import { refuseVariable } from './access.js'
import { delegateToken } from './convert.js'
import type { Expressions } from './expressions.js'
import { constantValue } from './literals.js'
import { objectClass, tagNumber } from './members.js'
import { enumOf, functionInState, functionOf, missingAbove, variableOf } from './scope.js'
import { shortToken } from './short-forms.js'
import { literal, place, type Value } from './value.js'
/** A word alone: a local variable, one of the class, a constant, a tag, a delegate, or a member of Outer. */
export function compileName(at: Expressions, node: Span, name: string, want: Type | null): Value {
  const key = name.toLowerCase()
  const { scope } = at
  const local = scope.local(key)
  if (local !== undefined) return variableValue(at, local, isOut(at, local) ? 'OutVariable' : 'LocalVariable')
  const variable = variableOf(scope.class, key)
  if (variable !== undefined) {
    refuseVariable(at, node, variable, scope.class)
    return ownVariable(at, variable)
  }
  at.doubt(missingAbove(scope.class))
  return (
    constantValue(at, scope.class, key, want, node) ??
    tagNamed(at, node, key, want) ??
    functionValue(at, key, want) ??
    fromOuter(at, node, name, want) ??
    enumObject(at, key) ??
    unknownName(at, node, name, scope.class)
  )
}

/** An undeclared name. */
export function unknownName(at: Expressions, node: Span, name: string, owner: ClassSymbol): never {
  const place = at.place?.node === node ? at.place.what : undefined
  const message =
    place === undefined || at.env.context.engine < 3
      ? `'${name}': Bad command or expression`
      : `Bad or missing expression for token: '${name}', in ${place}`
  return at.fail(node, message, {
    suggestion: meantBy(at, name) ?? at.suggest(name, namesOf(at, owner)),
    missingPackage: missingAbove(owner) ?? at.missingOuter() ?? (at.env.mayNameMissingTags ? at.anyMissing : undefined),
  })
}

/** What a word means in this language that is written otherwise in others. */
function meantBy(at: Expressions, name: string): string | undefined {
  if (/^(?:null|nil|nullptr)$/i.test(name)) return 'None'
  const named = at.classNamed(name)
  return named === undefined ? undefined : `class'${named.name}'`
}

/** Every name that code of a class could mean. */
export function* namesOf(at: Expressions, owner: ClassSymbol): Iterable<string> {
  yield* at.scope.localNames
  for (let one: ClassSymbol | null = owner, depth = 0; one !== null && depth < 64; one = one.super, depth++) {
    for (const { name } of one.variables.values()) yield name
    for (const { name } of one.functions.values()) yield name
    for (const { name } of one.constants.values()) yield name
  }
}

function isOut(at: Expressions, variable: VariableSymbol): boolean {
  return at.env.dialect.hasOutVariables && (variable.flags & 0x180) === 0x180
}

function ownVariable(at: Expressions, variable: VariableSymbol): Value {
  const value = variableValue(at, variable, 'InstanceVariable')
  return retyped(variable, value, at.scope.class)
}

/** `Class` and `Outer` have the types that they have in the object that they are read from. */
export function retyped(variable: VariableSymbol, value: Value, owner: ClassSymbol | null): Value {
  const type = typeIn(variable, value.type, owner)
  return type === value.type ? value : { ...value, type }
}

function typeIn(variable: VariableSymbol, type: Type, owner: ClassSymbol | null): Type {
  if (owner === null || type.kind === 'struct') return type
  const key = variable.name.toLowerCase()
  if (key === 'class' && type.kind === 'class') return { kind: 'class', metaClass: owner }
  if (key === 'outer' && type.kind === 'object') {
    let one: ClassSymbol | null = owner
    for (let depth = 0; one !== null && depth < 512; depth++) {
      const { within } = one
      if (within !== null && within.name.toLowerCase() !== 'object') return { kind: 'object', class: within }
      one = one.super
    }
  }
  return type
}

/** A variable by the token that reads its kind; those of bools are wrapped. */
export function variableValue(at: Expressions, variable: VariableSymbol, token: string): Value {
  const plain = at.writer.make(shortToken(at.writer, token, variable), at.env.binder.symbol(variable))
  return place(boolAccess(at, plain, variable), variable.type, variable, variable.dimension)
}

/** Access to a bool is wrapped, since it is one bit of many. */
export function boolAccess(at: Expressions, token: Token, variable: VariableSymbol): Token {
  return variable.type.kind === 'bool' ? at.writer.make('BoolVariable', token) : token
}

function tagNamed(at: Expressions, node: Span, key: string, want: Type | null): Value | undefined {
  const enums = at.env.world.enumsWithTag(key)
  const [first] = enums
  if (first === undefined) return undefined
  const wanted = want?.kind === 'byte' ? want.enum : null
  const own =
    enums.length === 1
      ? first
      : (enums.find((one) => one === wanted) ?? enums.find((one) => isClassOf(at.scope.class, one.owner)) ?? first)
  at.means(node, own)
  return tagValue(at, own, key, want)
}

/** The value of an existing enum tag. */
export function tagValue(at: Expressions, owner: EnumSymbol, key: string, want: Type | null): Value {
  const number = tagNumber(owner, key)
  if (want?.kind === 'int' && at.env.dialect.tagIsInt) return literal(at.writer.int(number), INT, 'int')
  return literal(at.writer.make('ByteConst', number), { kind: 'byte', enum: owner }, 'tag')
}

/** An enum by its name, as an object (SWAT 4: `GetEnum(EPhysics, Physics)`). */
function enumObject(at: Expressions, key: string): Value | undefined {
  const found = enumOf(at.scope.class, key) ?? at.env.world.enum(key)
  if (found === undefined) return undefined
  const type: Type = { kind: 'object', class: at.classNamed('Enum') ?? null }
  return literal(at.writer.make('ObjectConst', at.env.binder.symbol(found)), type)
}

/** A function by its name, where a delegate is wanted. */
function functionValue(at: Expressions, key: string, want: Type | null): Value | undefined {
  if ((want !== null && want.kind !== 'delegate') || !at.writer.has('DelegateProperty')) return undefined
  const found = functionInState(at.scope.state, key) ?? functionOf(at.scope.class, key)
  if (found === undefined) return undefined
  const property = variableOf(at.scope.class, `__${key}__delegate`)
  const type: Type = { kind: 'delegate', function: found }
  const token = delegateToken(at.env, found.name, property ?? null)
  return { ...literal(token, type), function: found, property: property ?? null }
}

/** A delegate as the target of an assignment, or as what is compared: the variable that holds it. */
export function delegateVariable(at: Expressions, node: Expression): Value | undefined {
  if (node.kind === 'Identifier') {
    const key = node.name.toLowerCase()
    if (at.scope.local(key) !== undefined || variableOf(at.scope.class, key) !== undefined) return undefined
    const variable = variableOf(at.scope.class, `__${key}__delegate`)
    return variable === undefined ? undefined : variableValue(at, variable, 'InstanceVariable')
  }
  if (node.kind === 'Member') {
    const key = node.name.toLowerCase()
    const object = at.compile(node.object, null)
    const owner = objectClass(object.type)
    if (owner === null || variableOf(owner, key) !== undefined) return undefined
    const variable = variableOf(owner, `__${key}__delegate`)
    if (variable !== undefined && at.env.dialect.countsOwnersOfDelegates) at.env.trace?.member(node, object.type)
    return variable === undefined ? undefined : at.context(object, variableValue(at, variable, 'InstanceVariable'))
  }
  return undefined
}

/** Objects in objects in which a name is looked for. */
export const MOST_OUTERS = 8

/** Members of the outer of this class's objects, or of the outer's outer. */
function fromOuter(at: Expressions, node: Span, name: string, want: Type | null): Value | undefined {
  const key = name.toLowerCase()
  let found = outerOf(at)
  for (let depth = 0; found !== undefined && depth < MOST_OUTERS; depth++) {
    const value = outerMember(at, found, key, want, node)
    if (value !== undefined) return value
    found = outerOf(at, found)
  }
  return undefined
}

function outerMember(
  at: Expressions,
  outer: OuterObject,
  key: string,
  want: Type | null,
  node: Span,
): Value | undefined {
  const { class: owner } = outer
  const variable = variableOf(owner, key)
  if (variable !== undefined) {
    return at.context(outer.value(), retyped(variable, variableValue(at, variable, 'InstanceVariable'), owner), true)
  }
  const constant = constantValue(at, owner, key, want, node)
  if (constant !== undefined) return at.context(outer.value(), constant, true)
  const delegate = variableOf(owner, `__${key}__delegate`)
  if (want === null || want.kind !== 'delegate') {
    if (delegate === undefined) return undefined
    return at.context(outer.value(), variableValue(at, delegate, 'InstanceVariable'), true)
  }
  const fn = functionOf(owner, key)
  if (fn === undefined) return undefined
  const context = outer.value()
  const value = literal(delegateToken(at.env, fn.name, delegate ?? null), { kind: 'delegate', function: fn })
  return at.context(context, { ...value, function: fn }, true)
}

/** An outer of a class's objects. */
export interface OuterObject {
  readonly class: ClassSymbol
  /** Reads it; only for what is used, since a document that is asked for a variable has it from then on. */
  value(): Value
}

/**
 * The variable Outer, if it has a more precise class than Object; `of` is the object whose Outer is meant. It
 * has no value where that is before the whole: `A.F()` of a function of A's outer.
 */
export function outerOf(
  at: Expressions,
  of?: { readonly class: ClassSymbol; value?(): Value },
): OuterObject | undefined {
  const owner = of?.class ?? at.scope.class
  const variable = variableOf(owner, 'outer')
  if (variable === undefined) return undefined
  const type = typeIn(variable, variable.type, owner)
  if (type.kind !== 'object' || type.class === null || type.class.name.toLowerCase() === 'object') return undefined
  return {
    class: type.class,
    value() {
      const context = of?.value?.()
      const own = retyped(variable, variableValue(at, variable, 'InstanceVariable'), owner)
      return context === undefined ? own : at.context(context, own, true)
    },
  }
}
