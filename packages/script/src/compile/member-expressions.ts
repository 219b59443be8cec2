import type { ClassSymbol, EnumSymbol, StructSymbol, Type } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import { INT, isClassOf, typeName } from '../types/types.js'
import { refuseVariable } from './access.js'
import { delegateToken } from './convert.js'
import type { Expressions } from './expressions.js'
import { constantValue } from './literals.js'
import { memberClass, objectClass, tagNumber } from './members.js'
import { boolAccess, MOST_OUTERS, namesOf, outerOf, retyped, tagValue, unknownName, variableValue } from './names.js'
import { enumOf, functionOf, memberOf, missingAbove, variableOf } from './scope.js'
import { literal, place, type Value } from './value.js'
/** What follows a dot. */
export function compileMember(at: Expressions, node: Expression & { kind: 'Member' }, want: Type | null): Value {
  const key = node.name.toLowerCase()
  const tag = enumMember(at, node, key, want)
  if (tag !== undefined) return tag
  const object = at.compile(node.object, null)
  at.env.trace?.member(node, object.type)
  if (object.type.kind === 'struct') return structMember(at, node, object, object.type.struct, key)
  if (object.type.kind === 'array' && key === 'length' && at.writer.has('DynArrayLength')) {
    return place(at.writer.make('DynArrayLength', object.token), INT, null)
  }
  return objectMember(at, node, object, key, want)
}

/** `Enum.Tag`, `object.Enum.Tag` and `Enum.EnumCount`. */
function enumMember(
  at: Expressions,
  node: Expression & { kind: 'Member' },
  key: string,
  want: Type | null,
): Value | undefined {
  const { object } = node
  if (object.kind === 'Identifier') {
    const name = object.name.toLowerCase()
    if (at.scope.local(name) !== undefined || variableOf(at.scope.class, name) !== undefined) return undefined
    const found = enumOf(at.scope.class, name) ?? at.env.world.enum(name)
    const value = found === undefined ? undefined : tagOf(at, found, key, want)
    if (value !== undefined) at.means(node, found)
    return value
  }
  if (object.kind !== 'Member') return undefined
  const name = object.name.toLowerCase()
  if (at.env.world.enum(name) === undefined) return undefined
  const owner = at.compile(object.object, null)
  at.env.trace?.member(object, owner.type)
  const of = objectClass(owner.type)
  if (of === null || variableOf(of, name) !== undefined) return undefined
  // Any enum will do, also one that the object's class does not have (Tactical Ops, 3 of 3).
  const found = enumOf(of, name) ?? at.env.world.enum(name)
  const value = found === undefined ? undefined : tagOf(at, found, key, null)
  if (value !== undefined) at.means(node, found)
  return value === undefined ? undefined : at.context(owner, value)
}

function tagOf(at: Expressions, owner: EnumSymbol, key: string, want: Type | null): Value | undefined {
  if (key === 'enumcount') return countOfEnum(at, owner)
  const wanted = at.env.dialect.qualifiedTagIsInt ? want : null
  return tagNumber(owner, key) < 0 ? undefined : tagValue(at, owner, key, wanted)
}

/** `Enum.EnumCount` and `enumcount(Enum)`. */
export function countOfEnum(at: Expressions, owner: EnumSymbol): Value {
  const { enumCount } = at.env.dialect
  const count = owner.tags.length
  if (enumCount === 'byte') return literal(at.writer.make('ByteConst', count), { kind: 'byte', enum: owner }, 'tag')
  return literal(at.writer.int(enumCount === 'int' ? count : count - 1), INT, 'int')
}

function structMember(
  at: Expressions,
  node: Expression & { kind: 'Member' },
  object: Value,
  struct: StructSymbol | null,
  key: string,
): Value {
  const member = memberOf(struct, key)
  if (member === undefined) {
    return at.fail(node, `Unknown member '${node.name}' in struct '${struct?.name ?? '?'}'`, {
      suggestion:
        struct === null
          ? undefined
          : at.suggest(
              node.name,
              struct.members.map(({ name }) => name),
            ),
      missingPackage: at.missingIn(object.type),
    })
  }
  const { binder } = at.env
  const token = at.writer.makeNamed('StructMember', {
    member: binder.symbol(member),
    // UE3 calls its operand `value`, the others `struct`.
    ...(at.env.context.engine === 3
      ? {
          struct: struct === null ? null : binder.symbol(struct),
          value: object.token,
          isCopy: object.isVariable ? 0 : 1,
          isModified: 0,
        }
      : { struct: object.token }),
  })
  const value = boolAccess(at, token, member)
  return { ...place(value, member.type, member, member.dimension), isVariable: object.isVariable }
}

function objectMember(
  at: Expressions,
  node: Expression & { kind: 'Member' },
  object: Value,
  key: string,
  want: Type | null,
): Value {
  const owner = memberClass(at, object.type)
  if (owner === null) {
    return at.fail(node, `Unrecognized member '${node.name}' in '${typeName(object.type)}'`, {
      missingPackage: at.missingIn(object.type),
    })
  }
  const variable = variableOf(owner, key)
  if (variable !== undefined) {
    refuseVariable(at, node, variable, owner)
    const retypedFor = objectClass(object.type)
    return at.context(object, retyped(variable, variableValue(at, variable, 'InstanceVariable'), retypedFor))
  }
  const constant = constantValue(at, owner, key, want, node)
  if (constant !== undefined) return at.context(object, constant)
  const delegate = delegateMember(at, object, owner, key)
  if (delegate !== undefined) return delegate
  const tag = at.env.world.enumsWithTag(key).find((one) => isClassOf(owner, one.owner))
  if (tag !== undefined) return at.context(object, tagValue(at, tag, key, want))
  return at.fail(node, `Unrecognized member '${node.name}' in class '${owner.name}'`, {
    suggestion: at.suggest(node.name, namesOf(at, owner)),
    missingPackage: missingAbove(owner) ?? undefined,
    lackedBy: owner.lackedBy ?? undefined,
  })
}

/** A delegate or function of another object, as a value. */
function delegateMember(at: Expressions, object: Value, owner: ClassSymbol, key: string): Value | undefined {
  const found = functionOf(owner, key)
  if (found === undefined || !at.writer.has('DelegateProperty')) return undefined
  const property = variableOf(owner, `__${key}__delegate`)
  const type: Type = { kind: 'delegate', function: found }
  if (property !== undefined && at.env.dialect.delegatesOfObjectsAreVariables) {
    return at.context(object, variableValue(at, property, 'InstanceVariable'))
  }
  const token = delegateToken(at.env, found.name, property ?? null)
  return at.context(object, { ...literal(token, type), function: found })
}

/** What is after `default.`, `static.` and `const.`; calls are elsewhere. */
export function compileQualified(at: Expressions, node: Expression & { kind: 'Qualified' }, want: Type | null): Value {
  const key = node.name.toLowerCase()
  const object = node.object === null ? null : at.compile(node.object, null)
  if (object !== null) at.env.trace?.member(node, object.type)
  const owner =
    object === null
      ? at.scope.class
      : object.type.kind === 'class'
        ? (object.type.metaClass ?? null)
        : objectClass(object.type)
  if (owner === null && object !== null) {
    return at.fail(node, `'${node.qualifier}': not an object or class`, {
      missingPackage: at.missingIn(object.type),
    })
  }
  if (node.qualifier === 'const') {
    const constant =
      constantValue(at, owner, key, want, node) ?? unknownName(at, node, node.name, owner ?? at.scope.class)
    const isPlain = object === null || !at.env.dialect.constantsKeepContext
    return isPlain ? constant : at.context(object, constant, false, true)
  }
  const variable = variableOf(owner, key) ?? variableOf(owner, `__${key}__delegate`)
  if (variable !== undefined) {
    if (owner !== null) refuseVariable(at, node, variable, owner)
    const member = retyped(variable, variableValue(at, variable, 'DefaultVariable'), owner)
    return object === null ? member : at.context(object, member, false, true)
  }
  const constant = constantValue(at, owner, key, want, node)
  if (constant !== undefined) return object === null ? constant : at.context(object, constant, false, true)
  const found = functionOf(owner, key)
  if (found !== undefined && at.writer.has('DelegateProperty')) {
    const type: Type = { kind: 'delegate', function: found }
    const value = { ...literal(delegateToken(at.env, found.name, null), type), function: found }
    return object === null ? value : at.context(object, value, false, true)
  }
  if (object === null) return defaultOfOuter(at, key) ?? unknownName(at, node, node.name, at.scope.class)
  if (owner === null) return unknownName(at, node, node.name, at.scope.class)
  return at.fail(node, `Unrecognized member '${node.name}' in class '${owner.name}'`, {
    suggestion: at.suggest(node.name, namesOf(at, owner)),
    missingPackage: missingAbove(owner) ?? undefined,
  })
}

/** `default.Physics` of a projectile's helper `within KFProjectile`, in Killing Floor 2's sources. */
function defaultOfOuter(at: Expressions, key: string): Value | undefined {
  let outer = outerOf(at)
  for (let depth = 0; outer !== undefined && depth < MOST_OUTERS; depth++) {
    const variable = variableOf(outer.class, key)
    if (variable !== undefined) {
      const value = retyped(variable, variableValue(at, variable, 'DefaultVariable'), outer.class)
      return at.context(outer.value(), value, true)
    }
    outer = outerOf(at, outer)
  }
  return undefined
}

/** An element of an array, static or dynamic. */
export function compileElement(at: Expressions, node: Expression & { kind: 'Element' }): Value {
  const array = at.compile(node.array, null)
  const index = at.typed(node.index, INT, 'array index')
  if (array.type.kind === 'array' && at.writer.has('DynArrayElement')) {
    const { inner } = array.type
    const token = at.writer.make('DynArrayElement', index.token, array.token)
    return { ...place(token, inner, array.property), isVariable: array.isVariable }
  }
  if (array.dimension === 1) at.fail(node.array, `'[': ${typeName(array.type)} is not an array`)
  // The bit of a bool is taken of the element, not of the array.
  const isBool = array.type.kind === 'bool' && at.writer.is(array.token, 'BoolVariable')
  const inside = isBool ? array.token.operands[0] : array.token
  const token = at.writer.make('ArrayElement', index.token, inside ?? array.token)
  return {
    ...place(isBool ? at.writer.make('BoolVariable', token) : token, array.type, array.property),
    isVariable: array.isVariable,
  }
}
