import { ClassFlag, Name, PropertyFlag, Version } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { Class, VariableField } from '@ukit/objects/script'
import type { ClassSymbol, Modifier, ParsedSource } from '@ukit/script'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'
import { classAndSupers } from './class-and-supers.js'
import { ClassDraft } from './class-draft.js'
import { declareText } from './class-text.js'
import { functionOf, functionsOf } from './function-of.js'
import { declareFunction } from './functions.js'
import { type Probes, setProbeMask } from './probes.js'
import { declareState, hasCode, listFunctions } from './states.js'
import { declareConst, declareMember } from './types.js'
import { declareCppSupers, finishUe3 } from './ue3-class.js'
import { declareVariable } from './variables.js'

/** Bits that a class has from its super. */
const INHERITED = ClassFlag.Config | ClassFlag.Localized

/** UT2004's `cache` of a variable. */
const CACHE = 0x100_0000

/** *Makes the object of a class*, empty but for its text. */
export function declareClass(draft: PackageDraft, symbol: ClassSymbol, source: ParsedSource): ClassDraft {
  const isNative = hasWord(source, 'native')
  const flags = isNative ? ScriptFlag.nativeClass : ScriptFlag.class
  const { entry, object } = draft.add(symbol, 'Class', symbol.name, null, flags)
  if (!(object instanceof Class)) throw new Error('Class is not the class of classes')
  object.scriptText = declareText(draft, source.text, entry)
  object.friendlyName = draft.name(symbol.name)
  const owner = new ClassDraft(draft.engine, symbol, source, entry, object)
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
  })
}

function declareDelegate(draft: PackageDraft, owner: ClassDraft, name: string, entry: EditExport): void {
  const variable = owner.symbol.variables.get(`__${name.toLowerCase()}__delegate`)
  if (variable === undefined || draft.entryOf(variable) !== undefined) return
  owner.children.addVariable(declareVariable(draft, variable, entry))
}

/** What a class has of its variables, its words and its super. */
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
  object.classFlags = flags >>> 0
  const config = argumentsOf(source, 'config')?.[0]
  if (draft.since(Version.ClassWithin))
    object.configName =
      config === undefined
        ? inherited === undefined
          ? draft.engine === 3
            ? Name.NONE
            : draft.name('System')
          : ownName(draft, inherited.configName)
        : draft.name(config)
  if (!draft.since(Version.NoPackageImports)) object.packageImports = packagesOf(symbol).map((name) => draft.name(name))
  if (draft.since(Version.HideCategories)) {
    const shown = new Set(allArgumentsOf(source, 'showcategories').map((name) => name.toLowerCase()))
    const kept = (inherited?.hideCategories ?? []).filter((name) => !shown.has(name.toString().toLowerCase()))
    const own = allArgumentsOf(source, 'hidecategories')
    object.hideCategories = [...kept.map((name) => ownName(draft, name)), ...own.map((name) => draft.name(name))]
  }
}

function ownName(draft: PackageDraft, name: Name): Name {
  const text = name.toString()
  return text === 'None' ? Name.NONE : draft.name(text)
}

/** The packages of a class and its supers, nearest first. */
function packagesOf(symbol: ClassSymbol): string[] {
  return [...new Set([...classAndSupers(symbol)].map(({ packageName }) => packageName))]
}

function modifiersOf({ file }: ParsedSource): readonly Modifier[] {
  return file.header?.modifiers ?? []
}

function hasWord(source: ParsedSource, word: string): boolean {
  return modifiersOf(source).some((one) => one.word.toLowerCase() === word)
}

/** What is in the parentheses of all words of that name. */
function allArgumentsOf(source: ParsedSource, word: string): readonly string[] {
  return modifiersOf(source)
    .filter((one) => one.word.toLowerCase() === word)
    .flatMap((one) => one.arguments ?? [])
}

function argumentsOf(source: ParsedSource, word: string): readonly string[] | undefined {
  return modifiersOf(source).find((one) => one.word.toLowerCase() === word)?.arguments ?? undefined
}
