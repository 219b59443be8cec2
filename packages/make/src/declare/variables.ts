import { Feature, PropertyFlag, UString } from '@ukit/container'
import { EditExport } from '@ukit/edit'
import { Property } from '@ukit/objects'
import {
  ArrayProperty,
  ByteProperty,
  ClassProperty,
  DelegateProperty,
  MapProperty,
  ObjectProperty,
  StringProperty,
  StructProperty,
  VariableField,
} from '@ukit/objects/script'
import {
  bitsOfInstanced,
  modifierTables,
  needsLink,
  propertyClass,
  type ScriptSymbol,
  type Type,
  type VariableSymbol,
} from '@ukit/script/symbols'
import type { PackageDraft } from '../draft/draft.js'
import { linkedKind } from '../draft/links-left-out.js'
import { ScriptFlag } from '../draft/script-flags.js'
import type { Declared } from './children.js'

/** What a variable has in addition to its symbol. */
export interface VariableOptions {
  /** Where the editor shows it. */
  readonly category?: string | undefined
  /** Flags that the words inside `array<…>` give the elements. */
  readonly elementFlags?: number | undefined
  /** The number in `array<Type, 4>`. */
  readonly listSize?: number | undefined
  readonly isPrivate?: boolean | undefined
  readonly isProtected?: boolean | undefined
  /** A variable of a function, and not a parameter or result. */
  readonly isLocal?: boolean | undefined
  /** What the editor shows as a hint. */
  readonly comment?: string | undefined
  /** The functions that fill the variable's list in the editor, and that show its value. */
  readonly editorNames?: readonly string[] | undefined
}

/**
 * *Makes the object of a variable, parameter or result*; what its type refers to has to be declared by then.
 */
export function declareVariable(
  draft: PackageDraft,
  symbol: VariableSymbol,
  outer: EditExport,
  options: VariableOptions = {},
): Declared<VariableField> {
  const flags = objectFlags(draft, symbol, options)
  const { entry, object } = make(draft, symbol, symbol.type, symbol.className, symbol.name, outer, flags)
  object.arrayDim = symbol.dimension
  if (options.isProtected === true && draft.engine === 3) entry.flags = (entry.flags | ScriptFlag.protectedLow) >>> 0
  // Words in front of the type of elements count for the array too (Lineage II 6 of 6).
  object.flags = symbol.flags | (draft.engine === 2 ? (options.elementFlags ?? 0) : 0)
  const kind = linkedKind(symbol, options.isLocal === true)
  if (kind !== undefined && draft.traits.linksLeftOut.has(kind)) object.flags &= ~PropertyFlag.NeedCtorLink
  object.flagsHigh = symbol.flagsHigh
  if (object instanceof ArrayProperty && object.inner instanceof EditExport && object.inner.body.kind === 'changed') {
    const { object: element } = object.inner.body
    const own = (options.elementFlags ?? 0) | (object.flags & draft.traits.elementFlags)
    if (element instanceof VariableField) {
      element.flags = (element.flags | withLink(own, symbol.type)) >>> 0
      element.flagsHigh = object.flagsHigh & EDITOR_ONLY_HIGH
    }
  }
  if (object instanceof ArrayProperty && options.listSize !== undefined && draft.engine === 1)
    object.properties.items.push(sizeProperty(draft, options.listSize))
  if (options.category !== undefined) object.category = draft.nameOrNone(options.category)
  if (options.comment !== undefined) placeComment(draft, object, options.comment)
  if (options.editorNames !== undefined && object.added !== undefined && 'editorNames' in object.added)
    object.added.editorNames = options.editorNames.map((name) => draft.nameOrNone(name))
  return { entry, object }
}

/** What UE1 keeps for `array<Type, 4>` with the array: a property that is called `0` (1 of 1). */
function sizeProperty(draft: PackageDraft, size: number): Property {
  const property = new Property(draft.name('0'))
  property.value = size
  return property
}

/** UE3: elements have it if their array has. */
const EDITOR_ONLY_HIGH = 8

const COMMENT = 0x200_0000

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, character: string) => ESCAPES[character] ?? character)
}

/** Between two texts in quotes; quotes in a text have a backslash in front. */
const NEXT_LINE = /(?<!\\)"\s*"/g

/**
 * A hint for the editor, a line for each text in quotes: in the game's own record, or in UT2004's place;
 * earlier games drop it.
 */
function placeComment(draft: PackageDraft, object: VariableField, comment: string): void {
  const { added } = object
  const text = UString.from(`${unescaped(comment.replace(NEXT_LINE, '\\n'))}\n`)
  if (added !== undefined && 'comment' in added) added.comment = text
  else if (draft.since(Feature.VariableComment)) object.comment = text
  else return
  object.flags = (object.flags | COMMENT) >>> 0
}

const EXPORT_EDITINLINE = 0x400_0008
/** UE3; SWAT 4 and UT2004 do not have it in arrays. */
const COMPONENT = 0x8_0000

/** Elements that belong to their owner have to be made and destroyed. */
function withLink(flags: number, type: Type): number {
  const isInline = (flags & EXPORT_EDITINLINE) === EXPORT_EDITINLINE
  const isComponent = (flags & COMPONENT) !== 0
  return isInline && !isComponent && type.kind === 'array' && type.inner.kind === 'object'
    ? flags | PropertyFlag.NeedCtorLink
    : flags
}

/** UE1 and SWAT 4 keep arrays and maps public, whatever the word in front of them (2 of 2, 12 of 12). */
function objectFlags({ traits }: PackageDraft, { type }: VariableSymbol, options: VariableOptions): number {
  if (traits.arraysArePublic && (type.kind === 'array' || type.kind === 'map')) return ScriptFlag.field
  if (options.isPrivate === true) return traits.privateVariable
  return options.isProtected === true ? traits.protectedVariable : ScriptFlag.field
}

function make(
  draft: PackageDraft,
  symbol: ScriptSymbol | null,
  type: Type,
  className: string,
  name: string,
  outer: EditExport,
  flags: number,
): Declared<VariableField> {
  const { entry, object } = draft.add(symbol, className, name, outer, flags)
  if (!(object instanceof VariableField)) throw new Error(`${className} is not a class of variables`)
  if (object instanceof ArrayProperty && type.kind === 'array') {
    object.inner = makeInner(draft, type.inner, name, entry)
  } else if (
    object instanceof MapProperty &&
    type.kind === 'map' &&
    type.key !== undefined &&
    type.value !== undefined
  ) {
    object.key = makeInner(draft, type.key, `${name}Key`, entry)
    object.value = makeInner(draft, type.value, `${name}Value`, entry)
  } else if (object instanceof StringProperty) object.size = type.kind === 'string' ? (type.size ?? 0) : 0
  draft.later(() => refer(draft, object, type, name))
  return { entry, object }
}

/** Makes the object of what an array or map holds. */
function makeInner(draft: PackageDraft, type: Type, name: string, outer: EditExport): EditExport {
  const { entry, object } = make(draft, null, type, propertyClass(type, draft.engine), name, outer, ScriptFlag.field)
  object.flags = elementFlags(draft, type)
  return entry
}

/** Flags that an element of an array or map has because of its type. */
function elementFlags({ engine, edit }: PackageDraft, type: Type): number {
  if (type.kind === 'pointer' && type.className === undefined && engine === 2) return PropertyFlag.Transient
  const words = modifierTables(edit.package)
  const ofClass = bitsOfInstanced(type, words)
  const isLinked = needsLink(type, engine) || (ofClass !== 0 && words.ownsInstanced === true)
  return isLinked ? (ofClass | PropertyFlag.NeedCtorLink) >>> 0 : ofClass
}

/** What a variable's type names. */
function refer(draft: PackageDraft, object: VariableField, type: Type, name: string): void {
  if (object instanceof ByteProperty) object.enum = type.kind === 'byte' ? draft.optional(type.enum) : null
  else if (object instanceof ClassProperty) {
    object.class = draft.importClass('Class')
    object.metaClass = type.kind === 'class' ? draft.optional(type.metaClass) : null
  } else if (object instanceof ObjectProperty) {
    object.class = type.kind === 'object' || type.kind === 'interface' ? draft.optional(type.class) : null
  } else if (object instanceof StructProperty) {
    object.struct = type.kind === 'struct' ? draft.optional(type.struct) : null
  } else if (object instanceof DelegateProperty) {
    object.function = type.kind === 'delegate' ? draft.optional(type.function) : null
    // The variable that a delegate makes has none (372 of 372 and 194 of 194 in UE3).
    const isOfDelegate = /^__.+__delegate$/i.test(name)
    if (!isOfDelegate && type.kind === 'delegate') {
      object.source = object.function
      if (type.function !== null) object.sourceName = draft.name(type.function.name)
    }
  }
}
