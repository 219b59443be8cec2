import { UString } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { Const, Enum, Struct, StructProperty } from '@ukit/objects/script'
import {
  type ClassSymbol,
  type ConstSymbol,
  type EnumSymbol,
  edits,
  modifierTables,
  type StructSymbol,
  type Type,
  type VariableSymbol,
} from '@ukit/script/symbols'
import type { Declaration, Expression, StructDeclaration, TypeReference, VarDeclaration } from '@ukit/script/syntax'
import type { PackageDraft } from '../draft/draft.js'
import { ScriptFlag } from '../draft/script-flags.js'
import { Children, type Declared } from './children.js'
import { classAndSupers } from './class-and-supers.js'
import type { ClassDraft } from './class-draft.js'
import { declareText } from './text-objects.js'
import { declareVariable, type VariableOptions } from './variables.js'

/** Makes the object of a constant. */
export function declareConst(draft: PackageDraft, symbol: ConstSymbol, outer: EditExport): Declared<Const> {
  const { entry, object } = draft.add(
    symbol,
    'Const',
    symbol.name,
    outer,
    draft.engine === 3 ? ScriptFlag.field : ScriptFlag.constant,
  )
  if (!(object instanceof Const)) throw new Error('Const is not the class of constants')
  object.value = UString.from(draft.engine === 3 ? symbol.text.trimStart() : symbol.text)
  return { entry, object }
}

/** Makes the object of an enum. */
function declareEnum(draft: PackageDraft, symbol: EnumSymbol, outer: EditExport): Declared<Enum> {
  const { entry, object } = draft.add(symbol, 'Enum', symbol.name, outer, ScriptFlag.field)
  if (!(object instanceof Enum)) throw new Error('Enum is not the class of enums')
  object.names = symbol.tags.map((tag) => draft.name(tag))
  return { entry, object }
}

/** *Makes the object of a struct*, with its members; what it declares in their place goes before them. */
function declareStruct(
  draft: PackageDraft,
  owner: ClassDraft,
  symbol: StructSymbol,
  node: StructDeclaration,
  outer: EditExport,
): Declared<Struct> {
  const className = draft.engine === 3 ? 'ScriptStruct' : 'Struct'
  const { entry, object } = draft.add(symbol, className, symbol.name, outer, ScriptFlag.field)
  if (!(object instanceof Struct)) throw new Error(`${className} is not the class of structs`)
  object.line = 0
  object.textPosition = 0
  object.friendlyName = draft.name(symbol.name)
  object.structFlags = symbol.flags
  const cpp = node.members.find((member) => member.kind === 'CppText')
  // What is between the braces, as it is written; the text of the class keeps it too (UDK 867, 29 of 29).
  if (cpp !== undefined && draft.traits.keepsCppOfStructs)
    object.cppText = declareText(draft, 'CppText', cpp.text, entry)
  owner.structs.push({ symbol, node, object })
  const members = new Map(symbol.members.map((member) => [member.name.toLowerCase(), member]))
  const children = new Children()
  for (const member of node.members) declareMember(draft, owner, member, members, symbol.name, entry, children)
  object.children = children.link()
  draft.later(() => {
    const above = draft.optional(symbol.super)
    object.super = above
    entry.super = above
  })
  return { entry, object }
}

/**
 * Declares anything except functions and states: a constant, an enum, a struct, or variables with the type in
 * their place.
 */
export function declareMember(
  draft: PackageDraft,
  owner: ClassDraft,
  node: Declaration,
  variables: ReadonlyMap<string, VariableSymbol>,
  category: string,
  outer: EditExport,
  children: Children,
): void {
  if (node.kind === 'Enum' || node.kind === 'Struct') declareType(draft, owner, node, outer, children)
  else if (node.kind === 'Const') {
    const symbol = owner.symbol.constants.get(node.name.toLowerCase())
    if (symbol !== undefined && draft.entryOf(symbol) === undefined) children.add(declareConst(draft, symbol, outer))
  } else if (node.kind === 'Var') {
    const inPlace = node.type.kind === 'ArrayType' ? node.type.element : node.type
    declareType(draft, owner, inPlace, outer, children)
    const own = draft.traits.plainCategories && outer === owner.entry ? 'None' : category
    const options = { ...optionsOf(draft, node, own), elementFlags: elementFlags(draft, node) }
    for (const { name, dimension, comment } of node.names) {
      const symbol = variables.get(name.toLowerCase())
      if (symbol === undefined || draft.entryOf(symbol) !== undefined) continue
      const made = declareVariable(draft, symbol, outer, comment === null ? options : { ...options, comment })
      const counted = dimension === null ? undefined : enumCounted(draft, owner, dimension)
      if (counted !== undefined)
        draft.later(() => {
          made.object.arrayEnum = draft.reference(counted)
        })
      owner.counts(dimension)
      const { object } = made
      if (object instanceof StructProperty && isItself(symbol.type, node.type, outer))
        draft.later(() => {
          object.struct = outer
        })
      if (outer === owner.entry) owner.replicateVariable(name, made.object)
      children.addVariable(made)
    }
    const first = variables.get(node.names[0]?.name.toLowerCase() ?? '')
    if (outer === owner.entry && first !== undefined) owner.uses(first.type)
  }
}

/** A struct may hold itself (1 of 1 in UT99): its symbol does not, since it has no size. */
function isItself(type: Type, written: TypeReference, { name, className }: EditExport): boolean {
  const isUnknown = type.kind === 'struct' && type.struct === null && written.kind === 'NamedType'
  return isUnknown && className !== 'Class' && written.name.toLowerCase() === name.toLowerCase()
}

function declareType(
  draft: PackageDraft,
  owner: ClassDraft,
  node: TypeReference,
  outer: EditExport,
  children: Children,
): void {
  if (node.kind === 'Enum') {
    const symbol = owner.symbol.enums.get(node.name.toLowerCase())
    if (symbol !== undefined && draft.entryOf(symbol) === undefined) children.add(declareEnum(draft, symbol, outer))
  } else if (node.kind === 'Struct') {
    const symbol = owner.symbol.structs.get(node.name.toLowerCase())
    if (symbol !== undefined && draft.entryOf(symbol) === undefined)
      children.add(declareStruct(draft, owner, symbol, node, outer))
  }
}

/** UE3: the enum that is the dimension of an array, by its name alone, with `EnumCount` or its last tag. */
function enumCounted(draft: PackageDraft, { symbol }: ClassDraft, dimension: Expression): EnumSymbol | undefined {
  if (draft.engine < 3) return undefined
  const member = dimension.kind === 'Member' ? dimension.name.toLowerCase() : undefined
  const named = dimension.kind === 'Member' ? dimension.object : dimension
  if (named.kind !== 'Identifier') return undefined
  const key = named.name.toLowerCase()
  if (member !== undefined && member !== 'enumcount') {
    const found = enumNamed(draft, symbol, key)
    return found?.tags.at(-1)?.toLowerCase() === member ? found : undefined
  }
  for (const { constants, enums } of classAndSupers(symbol)) {
    if (enums.has(key)) break
    if (constants.has(key)) return undefined
  }
  return enumNamed(draft, symbol, key)
}

function enumNamed({ world }: PackageDraft, owner: ClassSymbol, key: string): EnumSymbol | undefined {
  for (const { enums } of classAndSupers(owner)) {
    const found = enums.get(key)
    if (found !== undefined) return found
  }
  return world.enum(key)
}

/** UE3: elements have it if their array is declared so, but not if its struct is transient. */
const INIT = 0x10_0000

/** UE3: `editinline export` of elements; other words are the array's. */
const OF_ELEMENTS = 0x400_0008

/** The flags of the words inside `array<…>`, and of those in front that count for elements too. */
function elementFlags(draft: PackageDraft, { type, modifiers }: VarDeclaration): number {
  if (type.kind !== 'ArrayType') return 0
  const { variable } = modifierTables(draft.edit.package)
  const isInit = draft.engine === 3 && modifiers.some(({ word }) => word.toLowerCase() === 'init')
  let flags = isInit ? INIT : 0
  for (const { word } of type.modifiers) {
    const bits = variable.find((row) => row.word === word.toLowerCase())?.bits ?? 0
    flags |= draft.engine === 3 ? bits & OF_ELEMENTS : bits
  }
  return flags >>> 0
}

/** `()` is the category of what declares the variable; in SWAT 4 classes are none. */
function optionsOf(draft: PackageDraft, node: VarDeclaration, own: string): VariableOptions {
  const { modifiers, type } = node
  const category = node.category ?? (edits(modifierTables(draft.edit.package), modifiers) ? '' : null)
  const has = (word: string) => modifiers.some((one) => one.word.toLowerCase() === word)
  return {
    ...(category === null
      ? {}
      : { category: category === '' ? own : draft.engine === 3 ? category.replace(/\s/g, '') : category }),
    ...(type.kind === 'ArrayType' && type.size !== undefined ? { listSize: type.size } : {}),
    isPrivate: has('private'),
    isProtected: has('protected'),
    editorNames: ['editcombotype', 'editdisplay'].map(
      (word) => modifiers.find((one) => one.word.toLowerCase() === word)?.arguments?.[0] ?? 'None',
    ),
  }
}
