import { ClassFlag, Name, PropertyFlag, StateFlag, UString } from '@ukit/container'
import { Class, InterfaceEntry } from '@ukit/objects/script'
import type { ClassSymbol, StructSymbol, Type, VariableSymbol } from '@ukit/script/symbols'
import type { Modifier, ParsedSource } from '@ukit/script/syntax'
import type { PackageDraft } from '../draft/draft.js'
import { classAndSupers } from './class-and-supers.js'
import type { ClassDraft } from './class-draft.js'
import { declareVariable } from './variables.js'

/** What a class of UE3 has in addition because of its variables; a subclass has it too. */
const ClassFlag3 = { HasInstancedProps: 0x20_0000, HasComponents: 0x80_0000, HasCrossLevelRefs: 0x8000_0000 } as const

/** `native`: every class of UE3 that is. */
const NATIVE = 0x80
const INHERITED = ClassFlag3.HasInstancedProps | ClassFlag3.HasComponents | ClassFlag3.HasCrossLevelRefs

/** Variables that represent the functions of a C++ class: native, noexport, and one for every object. */
const VF_TABLE = 0x80_1002
const CROSS_LEVEL_HIGH = 0x3000
const INSTANCED = 0x400_0000 | PropertyFlag.ExportObject | PropertyFlag.NeedCtorLink
const COMPONENT = 0x8_0000

/**
 * *Variables that the compiler makes for the C++ classes that a class inherits from*: those of native
 * interfaces, and those that `inherits` names. They come before the class's own.
 */
export function declareCppSupers(draft: PackageDraft, { symbol, source, entry, object, children }: ClassDraft): void {
  const pointer = draft.world.struct('Pointer')
  for (const { word, arguments: names } of modifiersOf(source)) {
    const isInterface = word.toLowerCase() === 'implements'
    if (!isInterface && word.toLowerCase() !== 'inherits') continue
    for (const one of names ?? []) {
      const named = isInterface ? draft.world.class(one.trim(), symbol.packageName) : undefined
      if (isInterface && named === undefined) continue
      const row = new InterfaceEntry()
      if (!isInterface || isNative(named)) {
        const name = `VfTable_${isInterface ? 'I' : ''}${named?.name ?? one.trim()}`
        const made = declareVariable(draft, vfTable(symbol, name, pointer ?? null), entry, { isPrivate: true })
        children.addVariable(made)
        row.pointer = made.entry
      }
      if (named === undefined) continue
      object.interfaces.push(row)
      draft.later(() => {
        row.interface = draft.reference(named)
      })
    }
  }
}

function vfTable(owner: ClassSymbol, name: string, struct: StructSymbol | null): VariableSymbol {
  return {
    kind: 'variable',
    name,
    path: `${owner.path}.${name}`,
    className: 'StructProperty',
    type: { kind: 'struct', struct },
    dimension: 1,
    flags: VF_TABLE,
    flagsHigh: 0,
  }
}

function isNative(symbol: ClassSymbol | undefined): boolean {
  return symbol !== undefined && (symbol.flags & NATIVE) !== 0
}

/**
 * *What a class of UE3 gets from its words, its variables and its super*, in addition to what all engines
 * know.
 */
export function finishUe3(draft: PackageDraft, { symbol, object, source }: ClassDraft): void {
  const inherited = classObject(draft, symbol.super)
  let flags = object.classFlags | ((inherited?.classFlags ?? 0) & INHERITED)
  for (const variable of symbol.variables.values()) {
    const { instanced, component, crossLevel, localized } = holds(variable, new Set())
    if (localized) flags |= ClassFlag.Localized
    if (instanced) flags |= ClassFlag3.HasInstancedProps
    if (component) flags |= ClassFlag3.HasComponents
    if (crossLevel) flags |= ClassFlag3.HasCrossLevelRefs
  }
  object.classFlags = flags >>> 0
  const isAuto = [...classAndSupers(symbol)].some((one) =>
    [...one.states.values()].some((state) => (state.flags & StateFlag.Auto) !== 0),
  )
  object.stateFlags = isAuto ? 0 : StateFlag.Auto
  const native = argumentsOf(source, 'native')[0] ?? ''
  object.nativeClassName =
    native.toLowerCase() === 'inherit' ? (inherited?.nativeClassName ?? UString.EMPTY) : UString.from(native)
  const dll = argumentsOf(source, 'dllbind')[0]
  object.dllBind = dll === undefined ? Name.NONE : draft.name(dll)
  object.forceScriptOrder = /^true$/i.test(argumentsOf(source, 'forcescriptorder')[0] ?? '')
    ? 1
    : (inherited?.forceScriptOrder ?? 0)
  const list = (of: Name[] | undefined, added: string, removed?: string): Name[] => {
    const gone = lowerCase(removed === undefined ? [] : argumentsOf(source, removed))
    const names = (of ?? []).map(String).filter((name) => !gone.has(name.toLowerCase()))
    const known = lowerCase(names)
    for (const name of argumentsOf(source, added)) if (!known.has(name.toLowerCase())) names.push(name)
    return names.map((name) => draft.name(name))
  }
  object.dontSortCategories = list(inherited?.dontSortCategories, 'dontsortcategories')
  object.autoExpandCategories = list(inherited?.autoExpandCategories, 'autoexpandcategories')
  object.autoCollapseCategories = list(
    inherited?.autoCollapseCategories,
    'autocollapsecategories',
    'dontautocollapsecategories',
  )
  object.classGroups = argumentsOf(source, 'classgroup').map((name) => draft.name(name))
}

/** A class that is being made, or one that was. */
function classObject(draft: PackageDraft, symbol: ClassSymbol | null): Class | undefined {
  const found = symbol === null ? undefined : (draft.objectOf(symbol) ?? draft.world.objectOf(symbol))
  return found instanceof Class ? found : undefined
}

interface Held {
  instanced: boolean
  component: boolean
  crossLevel: boolean
  localized: boolean
}

function isOfObjects(type: Type): boolean {
  return type.kind === 'object' || (type.kind === 'array' && type.inner.kind === 'object')
}

/** What a variable holds, itself or in structs and arrays. */
function holds(variable: VariableSymbol, seen: Set<StructSymbol>): Held {
  const held: Held = {
    instanced: isOfObjects(variable.type) && (variable.flags & (INSTANCED | COMPONENT)) === INSTANCED,
    component: (variable.flags & COMPONENT) !== 0,
    localized: (variable.flags & PropertyFlag.Localized) !== 0,
    crossLevel: (variable.flagsHigh & CROSS_LEVEL_HIGH) !== 0,
  }
  const visit = (type: Type): void => {
    if (type.kind === 'array') visit(type.inner)
    else if (type.kind === 'object') held.component ||= isComponent(type.class)
    else if (type.kind !== 'struct') return
    else
      for (let at = type.struct; at !== null && !seen.has(at); at = at.super) {
        seen.add(at)
        for (const member of at.members) {
          const inner = holds(member, seen)
          held.instanced ||= inner.instanced
          held.component ||= inner.component
          held.crossLevel ||= inner.crossLevel
          held.localized ||= inner.localized
        }
      }
  }
  visit(variable.type)
  return held
}

function isComponent(symbol: ClassSymbol | null): boolean {
  return symbol !== null && [...classAndSupers(symbol)].some(({ name }) => name.toLowerCase() === 'component')
}

function modifiersOf({ file }: ParsedSource): readonly Modifier[] {
  return file.header?.modifiers ?? []
}

/** What is in the parentheses of all words of that name. */
function argumentsOf(source: ParsedSource, word: string): readonly string[] {
  return modifiersOf(source)
    .filter((one) => one.word.toLowerCase() === word)
    .flatMap((one) => one.arguments ?? [])
    .map((name) => name.trim())
}

function lowerCase(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => name.toLowerCase()))
}
