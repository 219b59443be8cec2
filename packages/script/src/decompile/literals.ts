import { Name, type ObjectSource, UString } from '@ukit/container'
import { ExportObject, ownWrittenPath } from '@ukit/core'
import type { Token } from '@ukit/objects/script'
import type { ClassSymbol, EnumSymbol, Type, World } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import type { Expressions } from './expressions.js'
import type { Lifted } from './lifted.js'
import { quotable } from './quotable.js'
import { type BodyScope, constantsOf, enumsOf, lastName } from './scope.js'
import { made, memberOf, word } from './tree.js'

/** A literal, and whether a compiler makes another token of it at this place. */
export interface LiteralLifted extends Lifted {
  readonly isMisfit: boolean
}

/** The literal that a token is; `undefined` for a token that is none. */
export function literal(
  expressions: Expressions,
  token: Token,
  want: Type | undefined,
  hint: EnumSymbol | null,
): LiteralLifted | undefined {
  const { view, scope, engine } = expressions
  const plain = (node: Expression, type: Type, isMisfit = false): LiteralLifted => ({
    node,
    type,
    looseness: 0,
    isMisfit,
  })
  const whole = (value: number) => {
    const isByte = value >= 0 && value <= (engine < 3 ? 254 : 255)
    const isMisfit = want?.kind === 'float' || (want?.kind === 'byte' && isByte)
    return plain(made({ kind: 'Int', value, isHex: false }), { kind: 'int' }, isMisfit)
  }
  const name = view.name(token)
  switch (name) {
    case 'IntZero':
      return whole(0)
    case 'IntOne':
      return whole(1)
    case 'IntConst':
    case 'IntConstByte':
      return whole(numberOf(view.operand(token, 'value')))
    case 'ByteConst':
      return byteLiteral(expressions, view.number(token, 'value'), want, hint)
    case 'FloatConst': {
      const value = floatsOf(view.operand(token, 'value'))[0] ?? 0
      const isMisfit = (want?.kind === 'int' || want?.kind === 'byte') && Number.isInteger(value)
      return plain(made({ kind: 'Float', value }), { kind: 'float' }, isMisfit)
    }
    case 'StringConst':
    case 'UnicodeStringConst':
      return plain(
        made({ kind: 'String', raw: quotable(textOf(view.operand(token, 'value')), scope.dialect.escapes) }),
        {
          kind: 'string',
        },
      )
    case 'NameConst': {
      const text = view.operand(token, 'value')
      const printed = text instanceof Name ? text.toString() : ''
      // `GotoState('')`: the usual way to write the name None.
      return plain(made({ kind: 'Name', name: /^none$/i.test(printed) ? '' : printed }), { kind: 'name' })
    }
    case 'ObjectConst':
      return objectLiteral(expressions, view.object(token, 'value'))
    case 'NoObject':
      return plain(made({ kind: 'None' }), { kind: 'none' })
    case 'True':
    case 'False':
      return plain(made({ kind: 'Bool', value: name === 'True' }), { kind: 'bool' })
    case 'VectorConst':
    case 'RotationConst':
    case 'RangeConst': {
      const kind = name === 'VectorConst' ? 'Vector' : name === 'RotationConst' ? 'Rotator' : 'Range'
      const struct = scope.world.struct(kind) ?? null
      return plain(made({ kind, values: floatsOf(view.operand(token, 'value')) }), { kind: 'struct', struct })
    }
    default:
      return undefined
  }
}

/** A byte: a tag of the enum that is wanted, or a number where a byte is wanted. */
function byteLiteral(
  { scope, engine }: Expressions,
  value: number,
  want: Type | undefined,
  hint: EnumSymbol | null,
): LiteralLifted {
  const wanted = want?.kind === 'byte' ? (want.enum ?? hint) : hint
  const isNumber = want?.kind === 'byte' && (engine >= 3 || value < 255)
  // Since UE2 a tag where an int is wanted is an int.
  const isMisfit = want?.kind === 'int' && engine >= 2
  const number = made({ kind: 'Int', value, isHex: false })
  if (isNumber && (wanted === null || value >= wanted.tags.length)) {
    return { node: number, type: { kind: 'byte', enum: null }, looseness: 0, isMisfit: false }
  }
  const tag = enumTag(scope, value, wanted)
  if (tag === undefined) {
    return { node: number, type: { kind: 'byte', enum: null }, looseness: 0, isMisfit: !isNumber }
  }
  return { node: tag.node, type: { kind: 'byte', enum: tag.enum }, looseness: 0, isMisfit }
}

/** A tag of an enum for a number: of the wanted enum, or of the first that reaches it. */
function enumTag(
  scope: BodyScope,
  value: number,
  hint: EnumSymbol | null,
): { node: Expression; enum: EnumSymbol } | undefined {
  const found = hint !== null && value < hint.tags.length ? hint : anyEnum(scope, value)
  const tag = found?.tags[value]
  if (found === undefined || tag === undefined) return undefined
  const name = scope.rename?.(tag) ?? tag
  // A tag of several enums is taken from the own classes or the wanted type; anywhere else its enum says it.
  const others = scope.world.enumsWithTag(tag)
  const isClear = others.every((one) => one.tags.findIndex((t) => t.toLowerCase() === tag.toLowerCase()) === value)
  if (isClear || found === hint) return { node: word(name), enum: found }
  return { node: memberOf(word(scope.rename?.(found.name) ?? found.name), name), enum: found }
}

/**
 * Where no byte is wanted only a tag is a byte, of whatever enum. When a package is missing, though, it is
 * not known what is wanted.
 */
function anyEnum(scope: BodyScope, value: number): EnumSymbol | undefined {
  if (scope.world.missingPackages.length > 0) return undefined
  for (const found of enumsOf(scope.class)) if (value < found.tags.length) return found
  return largestEnum(scope.world, value)
}

const LARGEST = new WeakMap<World, EnumSymbol | null>()

/** The enum with the most tags, when it reaches a number: for a tag that no class near has. */
function largestEnum(world: World, value: number): EnumSymbol | undefined {
  let largest = LARGEST.get(world)
  if (largest === undefined) {
    largest = null
    for (const pkg of world.packages) {
      for (const of of world.classesOf(pkg)) {
        for (const found of of.enums.values()) if (found.tags.length > (largest?.tags.length ?? 0)) largest = found
      }
    }
    LARGEST.set(world, largest)
  }
  return largest !== null && value < largest.tags.length ? largest : undefined
}

/** `class'Path'`, in code with the small letter of a keyword. */
function objectLiteral({ scope }: Expressions, reference: ObjectSource | null): LiteralLifted {
  if (reference === null) {
    return { node: made({ kind: 'None' }), type: { kind: 'none' }, looseness: 0, isMisfit: false }
  }
  const symbol = scope.world.symbolOf(reference)
  const className = 'className' in reference ? String(reference.className) : 'Object'
  const rename = (name: string): string => scope.rename?.(name) ?? name
  if (symbol?.kind === 'class') {
    const own = scope.world.class(symbol.name, scope.class.packageName)
    const path = own === symbol ? symbol.name : `${symbol.packageName}.${symbol.name}`
    const node = made({ kind: 'Object', className: 'class', path: path.split('.').map(rename).join('.') })
    return { node, type: { kind: 'class', metaClass: symbol }, looseness: 0, isMisfit: false }
  }
  if (symbol?.kind === 'enum' && scope.world.enum(symbol.name) === symbol) {
    const node = made({ kind: 'Object', className: 'Enum', path: rename(symbol.name) })
    return { node, type: { kind: 'object', class: scope.world.class('Enum') ?? null }, looseness: 0, isMisfit: false }
  }
  const isClass = className.toLowerCase() === 'class'
  const path = isClass
    ? lastName(reference)
    : reference instanceof ExportObject
      ? ownWrittenPath(reference)
      : reference.path
  const node = made({
    kind: 'Object',
    className: isClass ? 'class' : rename(className),
    path: path.split('.').map(rename).join('.'),
  })
  const type: Type = isClass
    ? { kind: 'class', metaClass: null }
    : { kind: 'object', class: scope.world.class(className, scope.class.packageName) ?? null }
  return { node, type, looseness: 0, isMisfit: false }
}

/**
 * *The name of a value that is read through an object*: a constant of its class, or a tag of one of its enums
 * with the enum in front; when those do not reach it, of any enum (UT99's compiler takes that:
 * `OwnerInterface.ERenderStyle.STY_Translucent` of Tactical Ops). `undefined` when nothing has the value.
 */
export function constantName(
  scope: BodyScope,
  node: Expression,
  isByte: boolean,
  of: ClassSymbol | null,
  like: Type | EnumSymbol | null,
): readonly string[] | undefined {
  for (const { name, text } of constantsOf(of)) if (means(text, node)) return [name]
  if (!isByte) return undefined
  const wanted = like?.kind === 'byte' ? like.enum : like?.kind === 'enum' ? like : null
  const named = tagName(node)
  for (const at of [...(wanted === null ? [] : [wanted]), ...largestFirst(of)]) {
    const found = node.kind === 'Int' ? at.tags[node.value] : at.tags.find((one) => one.toLowerCase() === named)
    if (found !== undefined) return [at.name, found]
  }
  const other = node.kind === 'Int' ? anyEnum(scope, node.value) : undefined
  const tag = node.kind === 'Int' ? other?.tags[node.value] : undefined
  return other === undefined || tag === undefined ? undefined : [other.name, tag]
}

/**
 * Enums of a class and of those it inherits from. Where nothing says which one is meant, all values that a
 * byte is compared with are tags of one enum only if that is the same for each of them: the one that has the
 * most.
 */
function largestFirst(of: ClassSymbol | null): EnumSymbol[] {
  return [...enumsOf(of)].sort((a, b) => b.tags.length - a.tags.length)
}

function tagName(node: Expression): string {
  return node.kind === 'Identifier' || node.kind === 'Member' ? node.name.toLowerCase() : ''
}

/** Tells whether the text of a constant is a literal. */
function means(text: string, node: Expression): boolean {
  const bare = text.trim().replace(/;$/, '').trim()
  switch (node.kind) {
    case 'Int':
    case 'Float': {
      const value = /^[-+]?\s*(0x[0-9a-f]+|[\d.]+(e[-+]?\d+)?)f?$/i.test(bare) ? parseNumber(bare) : Number.NaN
      return node.kind === 'Int'
        ? (value | 0) === node.value && Number.isInteger(value)
        : Math.fround(value) === node.value
    }
    case 'String':
      return bare === `"${node.raw}"`
    case 'Name':
      return bare.toLowerCase() === `'${node.name.toLowerCase()}'`
    case 'Bool':
      return bare.toLowerCase() === String(node.value)
    case 'Object':
      return bare.toLowerCase().endsWith(`${node.path.toLowerCase()}'`)
    default:
      return false
  }
}

function parseNumber(text: string): number {
  const sign = text.startsWith('-') ? -1 : 1
  return sign * Number(text.replace(/^[-+]\s*/, '').replace(/^(?!0x)(.*)f$/i, '$1'))
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function floatsOf(value: unknown): number[] {
  return value instanceof Float32Array || value instanceof Int32Array ? [...value] : []
}

function textOf(value: unknown): string {
  if (value instanceof UString) return String(value)
  if (!(value instanceof Uint16Array)) return ''
  let text = ''
  for (const unit of value) if (unit !== 0) text += String.fromCharCode(unit)
  return text
}
