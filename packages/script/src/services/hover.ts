import { FunctionFlag, PropertyFlag } from '@ukit/container'
import { modifierTables, wordsOf } from '../symbols/modifier-tables.js'
import type {
  ClassSymbol,
  EnumSymbol,
  FunctionSymbol,
  ScriptSymbol,
  StateSymbol,
  Type,
  VariableSymbol,
  World,
} from '../symbols/symbol.js'
import { typeName } from '../types/types.js'
import type { ClassDocument } from './class-document.js'
import { ownerOf } from './definition.js'
import { nameAt } from './name-at.js'

/** What a name is. */
export type HoverKind =
  | 'class'
  | 'const'
  | 'enum'
  | 'enum value'
  | 'event'
  | 'delegate'
  | 'function'
  | 'local variable'
  | 'object'
  | 'operator'
  | 'parameter'
  | 'state'
  | 'struct'
  | 'variable'

/** *What is said of a name in a text.* */
export interface Hover {
  /** Offset of the name. */
  readonly start: number
  /** After its last character. */
  readonly end: number
  readonly kind: HoverKind
  /** As source would declare it: `native(137) static final function float VSize(vector A)`. */
  readonly declaration: string
  /** The class that declares it, with its package; `undefined` for objects that are not script. */
  readonly owner: string | undefined
  /** What else is known, a sentence each. */
  readonly notes: readonly string[]
  /** The game whose built-in declarations say this, when the package is missing. */
  readonly standIn: string | undefined
}

/**
 * *What the name at an offset of a class's text is*: its declaration, who declares it, and whether that is
 * known from a built-in table alone. `undefined` where there is no name or nothing is known of it.
 */
export function hoverAt(document: ClassDocument, offset: number): Hover | undefined {
  const name = nameAt(document, offset)
  if (name === undefined) return undefined
  const { start, end, symbol, object } = name
  if (symbol !== undefined) return { start, end, ...hoverOf(symbol, document.world, name.tag) }
  if (object === undefined) return undefined
  const declaration = `${object.className}'${object.path}'`
  return { start, end, kind: 'object', declaration, owner: undefined, notes: [], standIn: undefined }
}

/** What is said of a symbol; of an enum's value when `tag` names one. */
export function hoverOf(symbol: ScriptSymbol, world: World, tag?: string): Omit<Hover, 'start' | 'end'> {
  const owner = ownerOf(symbol, world)
  const own = owner === symbol ? symbol.packageName : owner?.path
  return { ...saidOf(symbol, world, tag), owner: own, standIn: standInOf(symbol, owner, world) }
}

/** The game of the built-in table that a symbol is known from. */
function standInOf(symbol: ScriptSymbol, owner: ClassSymbol | undefined, world: World): string | undefined {
  if (owner === undefined || world.exportOf(owner) !== undefined) return undefined
  const root = symbol.path.split('.', 1)[0]?.toLowerCase()
  return world.standIns.find(({ name }) => name.toLowerCase() === root)?.game
}

type Said = Pick<Hover, 'kind' | 'declaration' | 'notes'>

function saidOf(symbol: ScriptSymbol, world: World, tag: string | undefined): Said {
  switch (symbol.kind) {
    case 'class':
      return classSaid(symbol)
    case 'const':
      return { kind: 'const', declaration: `const ${symbol.name} = ${symbol.text.trim()}`, notes: [] }
    case 'enum':
      return tag === undefined ? enumSaid(symbol) : tagSaid(symbol, tag)
    case 'struct': {
      const above = symbol.super === null ? '' : ` extends ${symbol.super.name}`
      const members = symbol.members.map(({ name, type, dimension }) => declared(name, type, dimension))
      return { kind: 'struct', declaration: `struct ${symbol.name}${above}`, notes: listNote(members) }
    }
    case 'state':
      return stateSaid(symbol)
    case 'function':
      return functionSaid(symbol, world)
    default:
      return variableSaid(symbol, world)
  }
}

function classSaid({ name, super: above, isInterface, missingPackage }: ClassSymbol): Said {
  const declaration = `${isInterface ? 'interface' : 'class'} ${name}${above === null ? '' : ` extends ${above.name}`}`
  return {
    kind: 'class',
    declaration,
    notes: missingPackage === null ? [] : [`The package ${missingPackage} is missing.`],
  }
}

function enumSaid({ name, tags }: EnumSymbol): Said {
  return { kind: 'enum', declaration: `enum ${name}`, notes: listNote(tags) }
}

function tagSaid({ name, tags }: EnumSymbol, tag: string): Said {
  const number = tags.findIndex((one) => one.toLowerCase() === tag.toLowerCase())
  const spelled = tags[number] ?? tag
  return {
    kind: 'enum value',
    declaration: `${name}.${spelled}`,
    notes: number < 0 ? [] : [`Its number is ${number}.`],
  }
}

function stateSaid({ name, super: above, functions }: StateSymbol): Said {
  const from = above !== null && above.name.toLowerCase() !== name.toLowerCase() ? ` extends ${above.name}` : ''
  const names = [...functions.values()].map((one) => one.friendlyName)
  return { kind: 'state', declaration: `state ${name}${from}`, notes: listNote(names) }
}

function functionSaid(symbol: FunctionSymbol, world: World): Said {
  const { flags, nativeIndex, friendlyName, returnValue, precedence, super: above } = symbol
  const form = formOf(symbol)
  const { words } = wordsOf(modifierTables(world.packages[0]).function, flags)
  const isNative = (flags & FunctionFlag.Native) !== 0
  const native = nativeIndex > 0 ? `native(${nativeIndex})` : 'native'
  const parameters = symbol.parameters.map(
    ({ name, type, dimension, flags: bits }) =>
      [...PARAMETER_WORDS.filter(([, bit]) => (bits & bit) !== 0).map(([word]) => word), ''].join(' ') +
      declared(name, type, dimension),
  )
  const declaration = [
    ...(isNative ? [native] : []),
    ...words,
    form === 'operator' ? `operator(${precedence})` : form,
    ...(returnValue === null ? [] : [typeName(returnValue.type)]),
    `${friendlyName}(${parameters.join(', ')})`,
  ].join(' ')
  const notes = above === null ? [] : [`It overrides the one of ${above.class.path}.`]
  const isOperator = (flags & FunctionFlag.Operator) !== 0
  return {
    kind: isOperator ? 'operator' : form === 'event' || form === 'delegate' ? form : 'function',
    declaration,
    notes,
  }
}

function formOf({ flags, parameters }: FunctionSymbol): string {
  if ((flags & FunctionFlag.Operator) !== 0) {
    if ((flags & FunctionFlag.PreOperator) !== 0) return 'preoperator'
    return parameters.length === 1 ? 'postoperator' : 'operator'
  }
  if ((flags & FunctionFlag.Delegate) !== 0) return 'delegate'
  return (flags & FunctionFlag.Event) !== 0 ? 'event' : 'function'
}

const PARAMETER_WORDS = [
  ['optional', PropertyFlag.OptionalParm],
  ['out', PropertyFlag.OutParm],
  ['skip', PropertyFlag.SkipParm],
  ['coerce', PropertyFlag.CoerceParm],
] as const

function variableSaid(symbol: VariableSymbol, world: World): Said {
  const { name, type, dimension, flags, flagsHigh } = symbol
  const shown = declared(name, type, dimension)
  if ((flags & PropertyFlag.Parm) !== 0) {
    const words = PARAMETER_WORDS.filter(([, bit]) => (flags & bit) !== 0).map(([word]) => `${word} `)
    return { kind: 'parameter', declaration: words.join('') + shown, notes: [] }
  }
  const outer = world.byPath(symbol.path.slice(0, symbol.path.lastIndexOf('.')))
  if (outer?.kind === 'function') return { kind: 'local variable', declaration: `local ${shown}`, notes: [] }
  const { words } = wordsOf(modifierTables(world.packages[0]).variable, flags & ~SET_BY_COMPILER, flagsHigh)
  const start = (flags & PropertyFlag.Edit) === 0 ? 'var' : 'var()'
  const notes = (flags & PropertyFlag.Net) === 0 ? [] : ['It is replicated.']
  return { kind: 'variable', declaration: [start, ...words, shown].join(' '), notes }
}

/** Bits that the compiler sets by the type of a variable. */
const SET_BY_COMPILER = PropertyFlag.Edit | PropertyFlag.Net | PropertyFlag.NeedCtorLink

function declared(name: string, type: Type, dimension: number): string {
  return `${typeName(type)} ${name}${dimension > 1 ? `[${dimension}]` : ''}`
}

/** Longer lists are cut. */
const MOST_LISTED = 12

function listNote(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const more = names.length - MOST_LISTED
  return [names.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '')]
}
