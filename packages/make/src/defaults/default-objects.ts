import { ClassFlag, ObjectFlagHigh, PackageFlag } from '@ukit/container'
import type { EditExport, EditObject, PackageEdit } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import type { ClassSymbol } from '@ukit/script/symbols'
import type { ClassDraft } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'

/** Public, and loaded for clients, servers and the editor. */
export const DEFAULT_OBJECT_FLAGS = 0x7_0004
/** Of the lower word: it holds the defaults of a class. */
const CLASS_DEFAULT_OBJECT = 0x200

/**
 * Tells whether an object's texts are translated by object: only cooking marks default objects (12 of 12).
 */
function isLocalized(edit: PackageEdit, flags: number): boolean {
  const isCooked = (edit.summary.flags & PackageFlag.Cooked) !== 0
  return isCooked && (flags & ClassFlag.PerObjectConfig) !== 0 && (flags & ClassFlag.Localized) !== 0
}

/** *The name of the object that holds the defaults of a class* (UE3). */
function defaultObjectName(name: string): string {
  return `Default__${name}`
}

/** *Makes the object that holds the defaults of a class* (UE3), empty; that of its super is its archetype. */
export function declareDefaultObject(
  draft: PackageDraft,
  { symbol, entry: of, object }: ClassDraft,
): { readonly entry: EditExport; readonly object: UnrealObject } {
  const name = defaultObjectName(symbol.name)
  // The name of the class may be as long as names can be: this one is longer (1 in UDK's Engine).
  draft.edit.adoptName(name)
  const content = new UnrealObject()
  content.properties.end = draft.name('None')
  const flagsHigh =
    DEFAULT_OBJECT_FLAGS | (isLocalized(draft.edit, object.classFlags) ? ObjectFlagHigh.PerObjectLocalized : 0)
  const row = { className: symbol.name, name, outer: null, flags: CLASS_DEFAULT_OBJECT, flagsHigh }
  const entry = draft.place(row, () => of, content)
  entry.archetype = symbol.super === null ? null : defaultObjectOf(draft, symbol.super)
  object.defaultObject = entry
  return { entry, object: content }
}

/** The object that holds the defaults of a class: of this package, or an import. */
function defaultObjectOf(draft: PackageDraft, symbol: ClassSymbol): EditObject {
  const { edit } = draft
  const name = defaultObjectName(symbol.name)
  const isOwn = draft.entryOf(symbol) !== undefined || symbol.packageName.toLowerCase() === edit.name.toLowerCase()
  const outer = isOwn ? null : draft.importPackage(symbol.packageName)
  const known = edit.objectsNamed(outer, name)[0]
  return known ?? edit.addImport({ name, outer, className: symbol.name, classPackage: symbol.packageName })
}
