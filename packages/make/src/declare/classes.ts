import { ClassFlag, FunctionFlag, Name, PropertyFlag, Version } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { Class, VariableField } from '@ukit/objects/script'
import type { ClassSymbol, FunctionSymbol, Type } from '@ukit/script/symbols'
import type { Modifier, ParsedSource } from '@ukit/script/syntax'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'
import type { ClassSource } from '../sources/class-source.js'
import { classAndSupers } from './class-and-supers.js'
import { ClassDraft } from './class-draft.js'
import { functionOf, functionsOf } from './function-of.js'
import { declareFunction, declareOverloads } from './functions.js'
import { fillGameLists, fillGameTexts } from './game-records.js'
import { type Probes, setProbeMask } from './probes.js'
import { declareState, hasCode, listFunctions } from './states.js'
import { declareText } from './text-objects.js'
import { declareConst, declareMember } from './types.js'
import { declareCppSupers, finishUe3 } from './ue3-class.js'
import { declareVariable } from './variables.js'

/** Bits that a class has from its super. */
const INHERITED = ClassFlag.Config | ClassFlag.Localized

/** `cache` of a variable (UT2004). */
const CACHE = 0x100_0000

/** *Makes the object of a class*, empty but for its text. */
export function declareClass(draft: PackageDraft, symbol: ClassSymbol, of: ClassSource): ClassDraft {
  const { source, text, cppText } = of
  const isNative = hasWord(source, 'native') || draft.traits.nativeWithoutWord.includes(symbol.path.toLowerCase())
  const flags = isNative ? ScriptFlag.nativeClass : ScriptFlag.class
  const { entry, object } = draft.add(symbol, 'Class', symbol.name, null, flags)
  if (!(object instanceof Class)) throw new Error('Class is not the class of classes')
  object.scriptText = declareText(draft, 'ScriptText', text, entry, draft.traits.textFlags(symbol.name))
  // UE3 makes none of an empty one (7 of 7).
  const hasCpp = cppText !== null && (draft.engine < 3 || cppText.trim() !== '')
  if (hasCpp) object.cppText = declareText(draft, 'CppText', cppText, entry)
  object.friendlyName = draft.name(symbol.name)
  const owner = new ClassDraft(draft, symbol, of, entry, object)
  const block = source.file.declarations.find((node) => node.kind === 'Replication')
  if (block !== undefined) {
    const position = source.text.indexOf('{', block.start) + 1
    object.textPosition = position
    object.line = owner.lineOf(position)
  }
  draft.later(() => {
    const above = draft.optional(symbol.super)
    object.super = above
    entry.super = above
    if (draft.since(Version.ClassWithin)) object.within = draft.optional(symbol.within)
  })
  fillGameTexts(draft, owner)
  return owner
}

/** *Declares everything that a class's text declares*; bodies are compiled later. */
export function declareMembers(draft: PackageDraft, owner: ClassDraft, probes: Probes): void {
  const { symbol, source, entry, object, children } = owner
  const functions = functionsOf(symbol)
  const defined: string[] = []
  if (draft.engine === 3) declareCppSupers(draft, owner)
  for (const node of source.file.declarations) {
    if (node.kind === 'Function') {
      const found = functionOf(functions, node)
      if (found === undefined || draft.entryOf(found) !== undefined) continue
      if (isFirstOverload(owner, found)) children.add(declareOverloads(draft, owner, found))
      const made = declareFunction(draft, owner, found, node, entry)
      children.add(made)
      if (hasCode(draft, node, found)) defined.push(node.name)
      if (node.form === 'delegate') declareDelegate(draft, owner, node.name, entry)
      for (const statement of node.body?.statements ?? [])
        if (statement.kind === 'Const') declareMember(draft, owner, statement, symbol.variables, '', entry, children)
    } else if (node.kind === 'State') {
      const found = symbol.states.get(node.name.toLowerCase())
      if (found === undefined || draft.entryOf(found) !== undefined) continue
      children.add(declareState(draft, owner, found, node, probes))
    } else declareMember(draft, owner, node, symbol.variables, symbol.name, entry, children)
  }
  for (const constant of symbol.constants.values())
    if (draft.entryOf(constant) === undefined) children.add(declareConst(draft, constant, entry))
  object.children = children.link()
  if (draft.engine === 3) listFunctions(draft, object, children)
  draft.later(() => {
    setProbeMask(draft, object, symbol.super, probes.maskOf(defined))
    finish(draft, owner)
    if (draft.engine === 3) finishUe3(draft, owner)
    fillGameLists(draft, owner)
  })
}

/**
 * Tells whether a function is the first of its name, in the class and those above, that may be overloaded
 * (SWAT 4).
 */
function isFirstOverload({ symbol }: ClassDraft, found: FunctionSymbol): boolean {
  if (found.name === found.friendlyName || (found.flags & FunctionFlag.Operator) !== 0) return false
  const key = found.friendlyName.toLowerCase()
  if (symbol.overloads.get(key)?.[0] !== found) return false
  return symbol.super === null || [...classAndSupers(symbol.super)].every(({ overloads }) => !overloads.has(key))
}

function declareDelegate(draft: PackageDraft, owner: ClassDraft, name: string, entry: EditExport): void {
  const variable = owner.symbol.variables.get(`__${name.toLowerCase()}__delegate`)
  if (variable === undefined || draft.entryOf(variable) !== undefined) return
  owner.children.addVariable(declareVariable(draft, variable, entry))
}

/** Tells whether a struct has localized members, or the elements of an array. */
function hasLocalized(type: Type): boolean {
  if (type.kind === 'array') return hasLocalized(type.inner)
  if (type.kind !== 'struct') return false
  for (let at = type.struct; at !== null; at = at.super)
    if (at.members.some(({ flags }) => (flags & PropertyFlag.Localized) !== 0)) return true
  return false
}

/** What a class gets from its variables, its words and its super. */
function finish(draft: PackageDraft, { symbol, object, children, source }: ClassDraft): void {
  const above = symbol.super === null ? undefined : (draft.objectOf(symbol.super) ?? draft.world.objectOf(symbol.super))
  const inherited = above instanceof Class ? above : undefined
  let flags = symbol.flags | ((inherited?.classFlags ?? 0) & (INHERITED | draft.traits.cacheClassFlag))
  for (const { object: child } of children.all) {
    if (!(child instanceof VariableField)) continue
    if ((child.flags & PropertyFlag.Config) !== 0) flags |= ClassFlag.Config
    if ((child.flags & PropertyFlag.Localized) !== 0) flags |= ClassFlag.Localized
    if ((child.flags & CACHE) !== 0) flags |= draft.traits.cacheClassFlag
  }
  // Members of structs too, where a variable is of one (UT2004 3 of 3; 1 of 1 without a variable is not so).
  if (draft.engine < 3 && [...symbol.variables.values()].some(({ type }) => hasLocalized(type)))
    flags |= ClassFlag.Localized
  object.classFlags = flags >>> 0
  const config = argumentsOf(source, 'config')[0]
  if (draft.since(Version.ClassWithin))
    object.configName =
      config === undefined
        ? inherited === undefined
          ? draft.engine === 3
            ? Name.NONE
            : draft.name('System')
          : ownName(draft, inherited.configName)
        : draft.name(config)
  if (!draft.since(Version.NoPackageImports))
    object.packageImports = packagesOf(draft, symbol).map((name) => draft.name(name))
  if (draft.since(Version.HideCategories)) {
    const shown = new Set(argumentsOf(source, 'showcategories').map((name) => name.toLowerCase()))
    const kept = (inherited?.hideCategories ?? []).filter((name) => !shown.has(name.toString().toLowerCase()))
    const own = argumentsOf(source, 'hidecategories')
    object.hideCategories = [...kept.map((name) => ownName(draft, name)), ...own.map((name) => draft.name(name))]
  }
}

function ownName(draft: PackageDraft, name: Name): Name {
  const text = name.toString()
  return text === 'None' ? Name.NONE : draft.name(text)
}

/** The packages of a class and its supers, nearest first. */
function packagesOf({ edit, traits }: PackageDraft, symbol: ClassSymbol): string[] {
  const names = new Set([...classAndSupers(symbol)].map(({ packageName }) => packageName))
  const home = edit.name.toLowerCase()
  return [...names].map((name) => (name.toLowerCase() === home ? (traits.homeName ?? name) : name))
}

function modifiersOf({ file }: ParsedSource): readonly Modifier[] {
  return file.header?.modifiers ?? []
}

function hasWord(source: ParsedSource, word: string): boolean {
  return modifiersOf(source).some((one) => one.word.toLowerCase() === word)
}

/** What is in parentheses after a word, each time that it is there. */
function argumentsOf(source: ParsedSource, word: string): readonly string[] {
  return modifiersOf(source).flatMap((one) => (one.word.toLowerCase() === word ? (one.arguments ?? []) : []))
}
