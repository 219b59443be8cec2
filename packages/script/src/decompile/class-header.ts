import type { ObjectSource } from '@ukit/container'
import { ClassFlag, mainObjectFlags, ObjectFlag } from '@ukit/container'
import { gameInterfaces, isGameInterface } from '../symbols/game-interfaces.js'
import { modifierTables, wordsOf } from '../symbols/modifier-tables.js'
import type { ClassSymbol, ClassWords } from '../symbols/symbol.js'
import type { ClassHeader, Modifier } from '../syntax/nodes.js'
import type { ClassChain } from './class-chain.js'
import type { ClassObjects } from './class-objects.js'
import { MADE, modifier } from './made.js'
import { nameOf } from './type-reference.js'

/** Bit of an interface (UE3). */
const INTERFACE = 0x4000

/** *The line that declares a class*: what the super class has is left out. */
export function classHeader(objects: ClassObjects, chain: ClassChain, above: ClassSymbol | null): ClassHeader {
  const { object, export: exported } = objects
  const isInterface = exported.package.context.engine === 3 && (object.classFlags & INTERFACE) !== 0
  const base = nameOf(exported.super)
  const header = { ...MADE, kind: 'ClassHeader', name: exported.name } as const
  if (isInterface) return { ...header, isInterface, extends: base ?? null, modifiers: interfaceModifiers(objects) }
  const interfaces = [...new Set(gameInterfaces(object).map(({ name }) => name))]
  const modifiers = classModifiers(objects, chain, above)
  if (isGameInterface(object) && isSame(base ?? '', 'Object')) {
    const [extended = null, ...others] = interfaces
    return {
      ...header,
      isInterface: true,
      extends: extended,
      modifiers: [...implementsModifiers(others), ...modifiers],
    }
  }
  return {
    ...header,
    isInterface,
    extends: base ?? null,
    modifiers: [...implementsModifiers(interfaces), ...modifiers],
  }
}

function interfaceModifiers(objects: ClassObjects): Modifier[] {
  return isNative(objects) ? [nativeModifier(objects)] : []
}

function classModifiers(objects: ClassObjects, chain: ClassChain, above: ClassSymbol | null): Modifier[] {
  const { object, export: exported } = objects
  const tables = modifierTables(exported.package)
  const base = chain.ancestors[0]?.object
  const baseFlags = base?.classFlags ?? above?.flags
  const found: Modifier[] = []
  if (isNative(objects)) found.push(nativeModifier(objects))
  const { words } = wordsOf(tables.ownClass, object.classFlags)
  found.push(...words.map((word) => modifier(word)))
  for (const { word, bits, without } of tables.inheritedClass) {
    const has = (object.classFlags & bits) !== 0
    const inherits = baseFlags !== undefined && (baseFlags & bits) !== 0
    if (has && !inherits) found.push(modifier(word))
    if (!has && inherits && without !== undefined) found.push(modifier(without))
  }
  const within = nameOf(object.within)
  const inherited = nameOf(base?.within ?? null) ?? above?.within?.name ?? 'Object'
  if (within !== undefined && !isSame(within, inherited)) found.push({ ...modifier('within', within), isBare: true })
  found.push(...configModifier(objects, base?.configName.toString() ?? above?.words?.configName))
  if (!object.guid.isZero) found.push(modifier('guid', ...guidWords(object.guid)))
  const interfaces = implemented(objects)
  if (interfaces.length > 0) found.push(modifier('implements', ...interfaces))
  found.push(...cppClasses(objects).map((name) => modifier('inherits', name)))
  found.push(...categoryModifiers(objects, chain, above?.words))
  return found
}

function guidWords(guid: { readonly a: number; readonly b: number; readonly c: number; readonly d: number }): string[] {
  return [guid.a, guid.b, guid.c, guid.d].map((word) => String(word | 0))
}

function isNative({ export: exported }: ClassObjects): boolean {
  return (mainObjectFlags(exported, exported.package.context) & ObjectFlag.Native) !== 0
}

function nativeModifier({ object }: ClassObjects): Modifier {
  const name = object.nativeClassName.text
  return name === '' ? modifier('native') : modifier('native', name)
}

/** The ini file, when it is another than the super class's; the word alone leaves nothing in a package. */
function configModifier({ object }: ClassObjects, inherited: string | undefined): Modifier[] {
  const name = object.configName.toString()
  if (/^none$/i.test(name) || isSame(name, inherited ?? '')) return []
  // What a class has if none in its chain says.
  if (/^system$/i.test(name) && (inherited === undefined || /^none$/i.test(inherited))) {
    return (object.classFlags & ClassFlag.Config) !== 0 ? [modifier('config')] : []
  }
  return [modifier('config', name)]
}

/** A variable that the compiler makes for the C++ class of an interface, or of the word `inherits` (UE3). */
export const CPP_CLASS = /^VfTable_(.+)$/i

/** C++ classes that a class inherits from besides its superclass. */
function cppClasses(objects: ClassObjects): string[] {
  const { object, export: exported } = objects
  const known = new Set(object.interfaces.map(({ pointer }) => pointer))
  return objects.list(exported, object).flatMap(({ export: child }) => {
    const name = CPP_CLASS.exec(child.name)?.[1]
    return name === undefined || known.has(child) ? [] : [name]
  })
}

/** Interfaces in a game's own record, which are written without parentheses (SWAT 4). */
function implementsModifiers(names: readonly string[]): Modifier[] {
  return names.length === 0 ? [] : [modifier(`implements ${names.join(', ')}`)]
}

function implemented({ object }: ClassObjects): string[] {
  const interfaces: (ObjectSource | null)[] = [
    ...object.interfaces.map(({ interface: declared }) => declared),
    ...object.implements,
  ]
  return interfaces.flatMap((declared) => nameOf(declared) ?? [])
}

/** Lists of categories: what the super class has comes first, and is left out. */
function categoryModifiers(
  { object }: ClassObjects,
  { ancestors }: ClassChain,
  above: ClassWords | undefined,
): Modifier[] {
  const base = ancestors[0]?.object
  const inherited = base ?? above
  const names = (list: readonly { toString(): string }[] | undefined) => (list ?? []).map(String)
  const found: Modifier[] = []
  const add = (word: string, list: readonly string[]) => {
    if (list.length > 0) found.push(modifier(word, ...list))
  }
  const hidden = difference(names(object.hideCategories), names(inherited?.hideCategories))
  add('showcategories', hidden.removed)
  add('hidecategories', hidden.added)
  add(
    'autoexpandcategories',
    difference(names(object.autoExpandCategories), names(inherited?.autoExpandCategories)).added,
  )
  const collapsed = difference(names(object.autoCollapseCategories), names(inherited?.autoCollapseCategories))
  add('dontautocollapsecategories', collapsed.removed)
  add('autocollapsecategories', collapsed.added)
  add('dontsortcategories', difference(names(object.dontSortCategories), names(inherited?.dontSortCategories)).added)
  add('classgroup', names(object.classGroups))
  if (object.forceScriptOrder !== 0 && (base?.forceScriptOrder ?? 0) === 0) {
    found.push(modifier('forcescriptorder', 'true'))
  }
  if (!/^none$/i.test(object.dllBind.toString())) found.push(modifier('dllbind', object.dllBind.toString()))
  return found
}

/** Which inherited names are missing, and what comes after them. */
function difference(own: readonly string[], inherited: readonly string[]): { removed: string[]; added: string[] } {
  const removed: string[] = []
  let at = 0
  for (const name of inherited) {
    if (isSame(own[at] ?? '', name)) at++
    else removed.push(name)
  }
  return { removed, added: own.slice(at) }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
