import { stringValue } from '@ukit/script/compile'
import type { ScriptDialect, Type } from '@ukit/script/symbols'
import type { DefaultValue } from '@ukit/script/syntax'
import type { CompilerTraits } from '../draft/traits.js'
import type { DefaultObjects } from './objects.js'
import { type DefaultObject, DelegateTarget, NameText, type Value } from './value.js'

/** What the texts of values mean in their place. */
export interface ValueContext {
  readonly text: string
  readonly engine: number
  readonly dialect: ScriptDialect
  readonly traits: CompilerTraits
  readonly objects: DefaultObjects
  /** The class or object that the text is of: delegates before UE3 say that its function is meant. */
  readonly owner: DefaultObject
  /** The number that a constant of the class is; `undefined` when it is none. */
  constant(name: string): number | undefined
}

const MOST_BITS = 0xffff_ffff

/** Why a text is not a value of its type. */
export interface NotAValue {
  readonly problem: string
  /** A missing object, as it is written. */
  readonly unresolved?: string
}

/**
 * *The value of a type without parts that a text means*; what cannot be understood is skipped by compilers,
 * with a warning.
 */
export function plainValue(at: ValueContext, node: DefaultValue, type: Type): Value | NotAValue | undefined {
  switch (type.kind) {
    case 'byte':
      return byteValue(at, node, type)
    case 'int':
    case 'pointer': {
      const number = numberOf(at, node)
      if (number === undefined) return undefined
      // A number that does not fit 32 bits sets all of them (UE3: `TurnTargetPackedProperties=4294967296` is
      // -1).
      return at.engine === 3 && number > MOST_BITS ? -1 : Math.trunc(number) | 0
    }
    case 'float': {
      const number = numberOf(at, node)
      return number === undefined ? undefined : Math.fround(number)
    }
    case 'bool':
      return boolValue(at, node)
    case 'name':
      return nameValue(at, node)
    case 'string':
      return textValue(at, node)
    case 'object':
    case 'interface':
      return objectValue(at, node, type.class?.name ?? '', type.class)
    case 'class':
      return objectValue(at, node, 'Class', null)
    case 'delegate':
      return delegateValue(at, node)
    default:
      return undefined
  }
}

/** What a letter after a backslash means: UE3 knows one more than in code (TestUC3: 1 of 1). */
function escapesOf({ engine, dialect }: ValueContext): ScriptDialect['escapes'] {
  return engine === 3 ? { ...dialect.escapes, r: '\r' } : dialect.escapes
}

/**
 * A text; in quotes it ends at the second, whatever follows (UT2004's tK_FlakCannon, SWAT 4's voice chat).
 */
function textValue(at: ValueContext, node: DefaultValue): string {
  if (node.kind === 'String') return stringValue(node.raw, escapesOf(at))
  const word = written(at, node)
  const quoted = QUOTED.exec(word)?.[1]
  return quoted === undefined ? word : stringValue(quoted, escapesOf(at))
}

/** A text that something follows; a backslash hides a quote. */
const QUOTED = /^"((?:[^"\\]|\\.)*)"/

/** The text of a value as it was written. */
function written({ text }: ValueContext, { start, end }: DefaultValue): string {
  return text.slice(start, end).trim()
}

/** A tag of the enum, or a number, which is cut to eight bits. */
function byteValue(at: ValueContext, node: DefaultValue, type: Type & { kind: 'byte' }): Value | NotAValue | undefined {
  const word = node.kind === 'String' ? node.raw : node.kind === 'Name' ? node.name : written(at, node)
  const tag = word.slice(word.lastIndexOf('.') + 1).toLowerCase()
  const index = type.enum?.tags.findIndex((one) => one.toLowerCase() === tag) ?? -1
  if (index >= 0) return index
  // A name that the enum does not have is stored as None (UE3: `ReplicatedCollisionType` of Actor).
  if (at.engine === 3 && node.kind === 'None' && type.enum !== null) return type.enum.tags.length
  const number = numberOf(at, node)
  if (number === undefined) return undefined
  if (type.enum === null || !at.traits.ignoresEnumNumbers) return number & 0xff
  const { name, tags } = type.enum
  const meant = tags[number]
  const hint = meant === undefined ? '' : `; ${number} is ${meant}`
  return { problem: `'${word}' is ignored: expected the name of a value of the enum ${name}, not a number${hint}` }
}

/**
 * Digits count up to the first character that is not of a number, as those of `1.0f`. UE3 takes constants
 * too: UDK's camera has 1.33333 for `DefaultAspectRatio=AspectRatio4x3`.
 */
function numberOf(at: ValueContext, node: DefaultValue): number | undefined {
  if (node.kind === 'Int' || node.kind === 'Float') return node.value
  const word = node.kind === 'String' ? node.raw : written(at, node)
  const digits = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/i.exec(word)
  if (digits !== null) return Number(digits[0])
  return at.engine === 3 && node.kind === 'Identifier' ? at.constant(node.name) : undefined
}

function boolValue(at: ValueContext, node: DefaultValue): boolean | undefined {
  if (node.kind === 'Bool') return node.value
  const word = written(at, node).replace(/^"(.*)"$/, '$1')
  if (/^(?:true|1)$/i.test(word)) return true
  return /^(?:false|0)$/i.test(word) ? false : undefined
}

/**
 * Before UE3 a name in single quotes is taken for what the first of them is (UT99, SWAT 4). Nothing is the
 * name None (UE2: `FireEndAnim=`, 15 of 15 in public weapons of UT2004).
 */
function nameValue(at: ValueContext, node: DefaultValue): NameText | undefined {
  if (node.kind === 'String') return new NameText(node.raw === '' ? 'None' : node.raw)
  if (node.kind === 'Name') return new NameText(at.engine < 3 ? "'" : node.name === '' ? 'None' : node.name)
  if (at.engine === 2 && node.kind === 'DefaultText' && written(at, node) === '') return new NameText('None')
  const word = /^[\w.-]+/.exec(written(at, node))?.[0]
  return word === undefined ? undefined : new NameText(word)
}

function objectValue(
  at: ValueContext,
  node: DefaultValue,
  ofVariable: string,
  wanted: Parameters<DefaultObjects['fits']>[1],
): Value | NotAValue | undefined {
  if (node.kind === 'None') return null
  const className = node.kind === 'Object' ? node.className : ofVariable
  const path = node.kind === 'Object' ? node.path : pathOf(at, node)
  if (path === undefined) return undefined
  if (/^none$/i.test(path)) return null
  const found = at.objects.find(className, path)
  if (found === undefined) return { problem: `Can't find ${className} '${path}'`, unresolved: written(at, node) }
  return at.objects.fits(found, wanted) ? found : undefined
}

function pathOf(at: ValueContext, node: DefaultValue): string | undefined {
  if (node.kind === 'String') return node.raw
  if (node.kind === 'Name') return node.name
  const word = written(at, node)
  return /^[\w.]+$/.test(word) ? word : undefined
}

/**
 * A function of the class itself, or of another object by `Object.Function`. UE2 stores none that does not
 * exist (SWAT 4's SwatIntroMenu; UT2004 has 940 delegates in default properties, all of functions that do).
 */
function delegateValue(at: ValueContext, node: DefaultValue): Value | NotAValue | undefined {
  const word = node.kind === 'Name' ? node.name : written(at, node)
  if (/^none$/i.test(word)) return null
  if (!/^[\w.]+$/.test(word)) return undefined
  const dot = word.lastIndexOf('.')
  const owner = word.slice(0, Math.max(dot, 0))
  const named = dot < 0 ? undefined : (at.objects.find('Class', owner) ?? at.objects.find('', owner))
  if (dot >= 0 && named === undefined) return { problem: `Can't find Object '${owner}'` }
  const target = named ?? (at.engine < 3 ? at.owner : null)
  const name = word.slice(dot + 1)
  if (at.engine === 2 && target !== null && at.objects.lacksFunction(target, name))
    return { problem: `Can't find Function '${name}' in '${target.path}': nothing is stored` }
  return new DelegateTarget(target, name)
}
