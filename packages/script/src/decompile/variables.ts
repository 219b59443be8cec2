import { mainObjectFlags, ObjectFlag, ObjectFlagLow, PropertyFlag, UString } from '@ukit/container'
import type { ExportObject, ModifierRow } from '@ukit/core'
import { ArrayProperty, ObjectProperty, PointerProperty, ScriptStruct, VariableField } from '@ukit/objects/script'
import { modifierTables, wordsOf } from '../symbols/modifier-tables.js'
import type { Declarator, Modifier, Parameter, VarDeclaration } from '../syntax/nodes.js'
import type { ClassObjects, FieldObject } from './class-objects.js'
import { identifier, int, MADE, modifier } from './made.js'
import { ELEMENT_BITS, nameOf, typeReference } from './type-reference.js'

/** A variable as it was read. */
export type VariableObject = FieldObject<VariableField>

/** Tells whether a declaration is a variable's. */
export function isVariable(field: FieldObject): field is VariableObject {
  return field.object instanceof VariableField
}

/** Bits of UE2's object flags that say how visible a variable is (70 and 106 of them in UT2004). */
const PRIVATE_UE2 = 0x80
const PROTECTED = 0x800

/** Bits that the compiler sets by itself, by the type or the place. */
const UNWRITTEN =
  PropertyFlag.Edit |
  PropertyFlag.Net |
  PropertyFlag.Parm |
  PropertyFlag.ReturnParm |
  PropertyFlag.NeedCtorLink |
  0x8_0000

/**
 * *A variable of a class or struct.*
 *
 * @param owner the class or struct: what is in its own category is written without one.
 * @param metadata what UE3 keeps of `<Key=value>`, as it is written.
 */
export function varDeclaration(
  objects: ClassObjects,
  variable: VariableObject,
  owner: ExportObject,
  metadata: string | null,
): VarDeclaration {
  const { object, export: exported } = variable
  return {
    ...MADE,
    kind: 'Var',
    category: categoryOf(variable, owner),
    modifiers: variableModifiers(objects, variable, owner),
    type: typeReference(objects, object, exported.className),
    names: [{ ...declarator(variable), metadata, comment: commentOf(object) }],
  }
}

/** What UE2's editor shows as a hint: UT2004 has a place for it, SWAT 4 another. */
function commentOf({ comment, added }: VariableField): string | null {
  const found: unknown = added !== undefined && 'comment' in added ? added.comment : comment
  // The one in a game's record ends with a line feed (SWAT 4).
  const text = found instanceof UString ? found.text.replace(/\r?\n$/, '') : ''
  if (text === '') return null
  return text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\r?\n|\r/g, '\\n')
    .replace(/\t/g, '\\t')
}

/** The name of a variable, with its dimension. */
export function declarator({ export: exported, object }: VariableObject): Declarator {
  return {
    ...MADE,
    kind: 'Declarator',
    name: exported.name,
    dimension: dimensionOf(object),
    cpp: null,
    comment: null,
    metadata: null,
  }
}

function dimensionOf(object: VariableField): Declarator['dimension'] {
  const counted = nameOf(object.arrayEnum)
  if (counted !== undefined) return identifier(counted)
  return object.dimension > 1 ? int(object.dimension) : null
}

/** `null` without parentheses, empty when the category is what it is without a name. */
function categoryOf(variable: VariableObject, owner: ExportObject): string | null {
  const { object } = variable
  if ((object.flags & PropertyFlag.Edit) === 0) return null
  const category = object.category.toString()
  if (category.toLowerCase() === owner.name.toLowerCase()) return isEditedByWord(variable) ? null : ''
  if (/^none$/i.test(category)) return ''
  return /^\w+$/.test(category) ? category : `"${category}"`
}

/** Tells whether its words show a variable in the editor, as `var()` does. */
function isEditedByWord({ export: { package: pkg }, object }: VariableObject): boolean {
  const flags = object.flags >>> 0
  return modifierTables(pkg).variable.some(
    // Of `interp`, which has no bits here, sources have the parentheses too.
    ({ edits, bits }) => edits === true && bits !== 0 && (flags & bits) >>> 0 === bits,
  )
}

function variableModifiers(objects: ClassObjects, { export: exported, object }: VariableObject, owner: ExportObject) {
  const flags = (object.flags & ~(UNWRITTEN | impliedBits(objects, object, owner))) >>> 0
  const { words } = wordsOf(modifierTables(exported.package).variable, flags, object.flagsHigh)
  const visibility = visibilityOf(exported)
  return [...(visibility === undefined ? [] : [visibility]), ...words].map((word) => modifier(word))
}

/** Bits that the compiler sets by the type of a variable, or by what it is in. */
function impliedBits(objects: ClassObjects, object: VariableField, owner: ExportObject): number {
  const { engine } = objects.reader.package.context
  // They are written before the type of the elements.
  if (engine === 2 && object instanceof ArrayProperty)
    return (objects.variable(object.inner)?.flags ?? 0) & ELEMENT_BITS
  const { ofInstancedClass = 0, ofPointer = 0, ownsInstanced } = modifierTables(objects.reader.package)
  if (ofPointer !== 0 && object instanceof PointerProperty) return ofPointer
  if (ofInstancedClass !== 0 && ownsInstanced !== true && object instanceof ObjectProperty) {
    // What `export editinline` makes belongs to its owner.
    const isOfClass = (object.flags & (ofInstancedClass | PropertyFlag.NeedCtorLink)) === ofInstancedClass
    return isOfClass ? ofInstancedClass : 0
  }
  if (engine < 3) return 0
  const struct = objects.get(owner)?.object
  const init = struct instanceof ScriptStruct && (struct.structFlags & TRANSIENT_STRUCT) !== 0 ? ALWAYS_INIT : 0
  return (object.flags & COMPONENT) === 0 ? init : init | EXPORT_EDITINLINE
}

const COMPONENT = 0x8_0000
const TRANSIENT_STRUCT = 8
const ALWAYS_INIT = 0x10_0000
const EXPORT_EDITINLINE = 0x400_0008

/**
 * `private` and `protected` of a variable are in its object's flags. Both hide it from other packages, but
 * for the protected ones of UT2004 and UE3, which have a bit instead; private ones of UE2 have a bit too.
 * Arrays of SWAT 4 and UE1 have nothing.
 */
function visibilityOf(exported: ExportObject): string | undefined {
  const { context } = exported.package
  const flags = mainObjectFlags(exported, context)
  if (context.engine === 2 && (flags & PRIVATE_UE2) !== 0) return 'private'
  if (context.engine === 2 && (flags & PROTECTED) !== 0) return 'protected'
  if (context.engine === 3 && (exported.flags & ObjectFlagLow.Protected) !== 0) return 'protected'
  if ((flags & ObjectFlag.Public) !== 0) return undefined
  return context.engine === 2 ? 'protected' : 'private'
}

const PARAMETER_ROWS: readonly ModifierRow[] = [
  { word: 'optional', bits: PropertyFlag.OptionalParm },
  { word: 'out', bits: PropertyFlag.OutParm },
  { word: 'skip', bits: PropertyFlag.SkipParm },
  { word: 'coerce', bits: PropertyFlag.CoerceParm },
  { word: 'const', bits: PropertyFlag.Const },
  { word: 'init', bits: 0x10_0000 },
]

/** A parameter of a function. */
export function parameterOf(objects: ClassObjects, variable: VariableObject): Parameter {
  const { object, export: exported } = variable
  return {
    ...MADE,
    kind: 'Parameter',
    modifiers: parameterModifiers(object),
    type: typeReference(objects, object, exported.className),
    name: exported.name,
    dimension: dimensionOf(object),
    default: null,
  }
}

/** The words before a parameter, or before a result. */
export function parameterModifiers({ flags }: VariableField): Modifier[] {
  return wordsOf(PARAMETER_ROWS, flags).words.map((word) => modifier(word))
}
