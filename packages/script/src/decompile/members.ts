import type { Token } from '@ukit/objects/script'
import type { ClassSymbol, EnumSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import { arrayCallOf } from './array-calls.js'
import { delegateValue, liftCall } from './calls.js'
import { castOf } from './casts.js'
import { castCall } from './conversions.js'
import type { Expressions } from './expressions.js'
import { BYTE, delegateName, IMPLICIT, INT, type Lifted, primary } from './lifted.js'
import { constantName, literal } from './literals.js'
import { constructed } from './made-objects.js'
import { classThrough, isNamedHere, lastName } from './scope.js'
import { made, memberOf, qualified, word } from './tree.js'

/** Tokens that are values of constants. */
const LITERALS = new Set([
  'IntConst',
  'IntConstByte',
  'IntZero',
  'IntOne',
  'FloatConst',
  'StringConst',
  'UnicodeStringConst',
  'NameConst',
  'ObjectConst',
  'NoObject',
  'True',
  'False',
  'VectorConst',
  'RotationConst',
])

/** Tokens that are calls. */
const CALLS = new Set([
  'VirtualFunction',
  'GlobalFunction',
  'FinalFunction',
  'DelegateFunction',
  'NativeFunction',
  'ExtendedNative',
])

export function variable(e: Expressions, token: Token, isDefault: boolean, object: Expression | null): Lifted {
  const reference = e.view.object(token, 'variable')
  if (reference === null) return e.missing(token)
  const symbol = e.variableOf(reference)
  const name = e.name(delegateName(symbol?.name ?? lastName(reference)))
  const node = isDefault ? qualified('default', name, object) : object === null ? word(name) : memberOf(object, name)
  return primary(node, symbol && typeOf(symbol, e.scope.class))
}

/** `Class` and `Outer` are of more precise types than declared. */
function typeOf(symbol: VariableSymbol, of: ClassSymbol | null): Type {
  if (symbol.type.kind !== 'object' && symbol.type.kind !== 'class') return symbol.type
  const path = symbol.path.toLowerCase()
  if (path === 'core.object.class') return { kind: 'class', metaClass: of }
  if (path === 'core.object.outer' && of !== null) {
    for (let at: ClassSymbol | null = of, i = 0; at !== null && i < 256; at = at.super, i++) {
      if (at.within !== null && at.within.name.toLowerCase() !== 'object') return { kind: 'object', class: at.within }
    }
  }
  return symbol.type
}

export function contextOf(
  e: Expressions,
  token: Token,
  isClass: boolean,
  want: Type | undefined,
  hint: EnumSymbol | null,
): Lifted {
  const [objectToken, memberToken] = [e.view.token(token, 'object'), e.view.token(token, 'member')]
  if (objectToken === undefined || memberToken === undefined) return e.missing(token)
  if (!isClass && isImplicitOuter(e, token, objectToken, memberToken)) {
    const outer = e.value(objectToken)
    if (isConstant(e, memberToken)) return constantOfOuter(e, memberToken, { object: outer, isClass, want, hint })
    if (!CALLS.has(e.view.name(memberToken))) return e.value(memberToken, want, hint)
    return memberThrough(e, memberToken, { object: { ...outer, node: IMPLICIT }, isClass, want, hint })
  }
  return memberThrough(e, memberToken, { object: e.value(objectToken), isClass, want, hint })
}

/**
 * A member of the object that this one lives in is named without it. The size that is skipped shows it,
 * unless the member has that size; then it may be named so if the name does not mean something nearer.
 */
function isImplicitOuter(e: Expressions, token: Token, object: Token, member: Token): boolean {
  if (!isOuter(e, object)) return false
  if (e.view.number(token, 'skip') !== 1 + e.view.set.objectSize) return false
  if (e.view.number(token, 'skip') !== e.view.size(member)) return true
  if (e.view.name(member) !== 'InstanceVariable') return false
  const symbol = e.variableOf(e.view.object(member, 'variable'))
  if (symbol === undefined || symbol.path.toLowerCase() === 'core.object.outer') return false
  return !isNamedHere(e.scope, symbol.name)
}

/** Tells whether a token is a constant's value: no member of an object. */
function isConstant(e: Expressions, token: Token): boolean {
  return LITERALS.has(e.view.name(token))
}

/** Tells whether a token is this object's outer, or an outer of that. */
function isOuter(e: Expressions, token: Token, depth = 0): boolean {
  const name = e.view.name(token)
  if (name === 'Context' && depth < 16) {
    const [object, member] = [e.view.token(token, 'object'), e.view.token(token, 'member')]
    return (
      object !== undefined && member !== undefined && isOuter(e, object, depth + 1) && isOuter(e, member, depth + 1)
    )
  }
  if (name !== 'InstanceVariable') return false
  return e.variableOf(e.view.object(token, 'variable'))?.path.toLowerCase() === 'core.object.outer'
}

/** What is in front of a dot, and what the place wants that the whole is in. */
interface Through {
  readonly object: Lifted
  /** True if `object` is a class, and its default values are meant. */
  readonly isClass: boolean
  readonly want: Type | undefined
  readonly hint: EnumSymbol | null
}

/** What is after the dot. */
function memberThrough(e: Expressions, token: Token, through: Through): Lifted {
  const { object, isClass, want } = through
  const name = e.view.name(token)
  if (CALLS.has(name)) return liftCall(e, token, name, { object, isClass }, want)
  const inside = (operand: string): Lifted => {
    const inner = e.view.token(token, operand)
    return inner === undefined ? e.missing(token) : memberThrough(e, inner, through)
  }
  switch (name) {
    case 'InstanceVariable':
    case 'LocalVariable':
    case 'OutVariable':
    case 'StateVariable':
    case 'DefaultVariable': {
      const lifted = variable(e, token, name === 'DefaultVariable', e.tight(object))
      const symbol = e.variableOf(e.view.object(token, 'variable'))
      return symbol === undefined
        ? lifted
        : { ...lifted, type: typeOf(symbol, classThrough(e.scope.world, object, isClass)) }
    }
    case 'BoolVariable':
      return inside('variable')
    case 'EatString':
    case 'EatReturnValue':
    case 'InterfaceContext':
    case 'Skip':
      return inside('value')
    case 'DelegateProperty':
    case 'InstanceDelegate':
      return delegateValue(e, token, e.tight(object), isClass)
    case 'StructMember':
      return structMemberOf(e, token, inside(structOperand(e, token)).node)
    case 'DynArrayLength':
      return primary(memberOf(inside('array').node, 'Length'), INT)
    case 'ArrayElement':
    case 'DynArrayElement':
      return elementOf(e, token, inside('array'))
    case 'Context':
    case 'ClassContext': {
      const [outer, member] = [e.view.token(token, 'object'), e.view.token(token, 'member')]
      if (outer === undefined || member === undefined) return e.missing(token)
      const inner = memberThrough(e, outer, { ...through, want: undefined, hint: null })
      // Only a call of a function of the object's outer, without that, has a context in there.
      const isImplicit = name === 'Context' && isOuter(e, outer) && CALLS.has(e.view.name(member))
      const of = isImplicit ? { ...inner, node: object.node, looseness: object.looseness } : inner
      return memberThrough(e, member, { ...through, object: of, isClass: name !== 'Context' })
    }
    case 'ConstructorCall':
      return constructed(e, token, object)
    default:
  }
  if (name.startsWith('DynArray')) {
    const array = e.view.token(token, 'array')
    if (array === undefined) return e.missing(token)
    const inner = memberThrough(e, array, { ...through, want: undefined, hint: null })
    return arrayCallOf(e, token, name.slice('DynArray'.length), inner)
  }
  return constantOf(e, token, through)
}

/**
 * A constant through an object: its text is in the object's class. Where no constant there has the value, as
 * when the package of the class is missing, it is the value.
 */
function constantOf(e: Expressions, token: Token, { object, isClass, want, hint }: Through): Lifted {
  const cast = castOf(token, e.view)
  if (cast !== undefined) return castCall(e, cast.code, cast.value)
  const isByte = e.view.name(token) === 'ByteConst'
  const found = isByte
    ? primary(made({ kind: 'Int', value: e.view.number(token, 'value'), isHex: false }), BYTE)
    : literal(e, token, want, hint)
  if (found === undefined) return e.resist(token)
  const isOfClass = object.type?.kind === 'class'
  const of = classThrough(e.scope.world, object, isClass || isOfClass)
  const name = constantName(e.scope, found.node, isByte, of, want ?? hint)
  if (name === undefined) return e.value(token, want, hint)
  let node: Expression = e.tight(object)
  const [first = ''] = name
  if (isOfClass && name.length === 1) return primary(qualified('const', e.name(first), node), found.type)
  for (const part of name) node = memberOf(node, e.name(part))
  return primary(node, found.type)
}

/** A constant of the object that this one lives in, which is named without it; else its value. */
function constantOfOuter(e: Expressions, token: Token, { object, isClass, want, hint }: Through): Lifted {
  const found = literal(e, token, want, hint)
  if (found === undefined) return e.resist(token)
  const [name, ...more] =
    constantName(e.scope, found.node, false, classThrough(e.scope.world, object, isClass), null) ?? []
  if (name === undefined || more.length > 0 || isNamedHere(e.scope, name)) return e.value(token, want, hint)
  return primary(word(e.name(name)), found.type)
}

export function structMember(e: Expressions, token: Token): Lifted {
  const struct = e.operand(token, structOperand(e, token))
  return structMemberOf(e, token, e.tight(struct))
}

/** What the struct is called: since UE3 `struct` is its declaration. */
function structOperand(e: Expressions, token: Token): string {
  return e.view.token(token, 'struct') === undefined ? 'value' : 'struct'
}

function structMemberOf(e: Expressions, token: Token, struct: Expression): Lifted {
  const reference = e.view.object(token, 'member')
  if (reference === null) return e.missing(token)
  return primary(memberOf(struct, e.name(lastName(reference))), e.variableOf(reference)?.type)
}

export function element(e: Expressions, token: Token): Lifted {
  return elementOf(e, token, e.operand(token, 'array'))
}

function elementOf(e: Expressions, token: Token, array: Lifted): Lifted {
  const index = e.view.token(token, 'index')
  if (index === undefined) return e.missing(token)
  const node = made({ kind: 'Element', array: e.tight(array), index: e.typed(index, INT).node })
  return primary(node, array.type?.kind === 'array' ? array.type.inner : array.type)
}
