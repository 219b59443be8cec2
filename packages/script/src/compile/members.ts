import type { Token } from '@ukit/objects/script'
import type { ClassSymbol, EnumSymbol, Type } from '../symbols/symbol.js'
import type { Expressions } from './expressions.js'
import type { Value } from './value.js'

/** A member in the context of an object or class. */
export function contextToken(
  at: Expressions,
  object: Value,
  member: Value,
  isImplicit: boolean,
  isOfClass: boolean,
): Token {
  const { writer, env } = at
  const isClass = isOfClass && object.type.kind === 'class'
  const target = object.type.kind === 'interface' ? writer.make('InterfaceContext', object.token) : object.token
  const skip = isImplicit ? 1 + writer.set.objectSize : writer.size(member.token)
  const operands = env.dialect.contextProperties
    ? { ...kindOfMember(at, object, member) }
    : {
        size: at.sizeOf(member.type, member.dimension),
        type: at.sizeOf(member.type, member.dimension),
      }
  const token = writer.makeNamed(isClass ? 'ClassContext' : 'Context', {
    object: target,
    skip,
    member: member.token,
    ...operands,
  })
  if (isImplicit) at.implicitContexts.add(token)
  return token
}

/** What UE3's contexts and switches say about a value: its variable, or else its kind. */
export function kindOfMember(at: Expressions, object: Value | null, member: Value) {
  const isConstant = member.literal !== null && member.function === null && object !== null
  const property = member.function !== null || member.isOperator ? null : isConstant ? object.property : member.property
  if (property !== null) return { property: at.env.binder.symbol(property), type: 0 }
  return { property: null, type: typeCode(member.type) }
}

/** The engine's numbers of kinds of variables. */
function typeCode(type: Type): number {
  switch (type.kind) {
    case 'byte':
      return 1
    case 'int':
      return 2
    case 'float':
      return 4
    case 'object':
    case 'class':
      return 5
    case 'name':
      return 6
    case 'delegate':
      return 7
    default:
      return 0
  }
}

/** The number of a tag, by its name in lower case; −1 when the enum does not have it. */
export function tagNumber(owner: EnumSymbol, key: string): number {
  return owner.tags.findIndex((tag) => tag.toLowerCase() === key)
}

/** The class of an object, or of the objects of a class. */
export function objectClass(type: Type): ClassSymbol | null {
  return type.kind === 'object' || type.kind === 'interface' ? type.class : null
}

/** The class whose members follow the dot of a value. */
export function memberClass(at: Expressions, type: Type): ClassSymbol | null {
  if (type.kind === 'class') return at.env.world.class('Class') ?? at.env.world.class('Object') ?? null
  return objectClass(type)
}

/** The text between quotes as the compiler takes it. */
export function stringValue(raw: string, escapes: Readonly<Record<string, string>>): string {
  if (!raw.includes('\\')) return raw
  let text = ''
  for (let i = 0; i < raw.length; i++) {
    const unit = raw[i] ?? ''
    if (unit !== '\\') {
      text += unit
      continue
    }
    i++
    const next = raw[i] ?? ''
    text += escapes[next] ?? next
  }
  return text
}
