import { ObjectFlag } from '@ukit/container'
import type { ExportObject, Package } from '@ukit/core'
import { EditExport, type EditObject, familyOf, firstNames, type PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import type { PropertyList, UnrealObject } from '@ukit/objects'
import {
  Class,
  Field,
  FunctionField,
  isDeclaredClass,
  ScriptStruct,
  Struct,
  TextBuffer,
  VariableField,
} from '@ukit/objects/script'
import type { DeclaredRow, StoredRows } from '../draft/draft.js'

/** Object flags that the words of a declaration decide; the others of a row stay. */
const DECIDED = ObjectFlag.Public | ObjectFlag.Native
/** In UE2 those of private and protected variables too. */
const DECIDED_UE2 = 0x884

/**
 * *The rows of classes that are declared again*: what keeps its name and kind keeps its row, and what no text
 * says of it. Rows that nothing took are those of what the new texts no longer declare.
 */
export class ClassRows implements StoredRows {
  readonly #edit: PackageEdit
  readonly #package: Package
  /** The objects of the classes as they were, none of them taken yet. */
  readonly #before: Map<EditExport, UnrealObject>
  /** The rows that were taken, with what was in them. */
  readonly #taken = new Map<EditExport, EditExport['body']>()
  readonly #defaults = new Map<EditExport, PropertyList>()
  readonly #decided: number
  readonly #oldTexts = new Map<string, string>()

  private constructor(edit: PackageEdit, pkg: Package, before: Map<EditExport, UnrealObject>) {
    this.#edit = edit
    this.#package = pkg
    this.#before = before
    for (const [{ name, outer }, object] of before)
      if (object instanceof TextBuffer && /^scripttext$/i.test(name) && outer !== null)
        this.#oldTexts.set(outer.name.toLowerCase(), object.text.text)
    this.#decided = pkg.context.engine === 2 ? DECIDED | DECIDED_UE2 : DECIDED
  }

  /**
   * Reads classes and everything that they declare.
   *
   * @param pkg the document as the world read it: its exports are in the same places.
   * @param classes with those whose new text has default properties, the object with these too, and what is
   *   in that (UE3).
   * @throws {PackageError} `unsupported` when something of them is not understood.
   */
  static async of(
    edit: PackageEdit,
    pkg: Package,
    classes: readonly { readonly entry: EditExport | undefined; readonly hasDefaults: boolean }[],
  ): Promise<ClassRows> {
    const before = new Map<EditExport, UnrealObject>()
    const declared: EditObject[] = []
    for (const { entry, hasDefaults } of classes) {
      if (entry === undefined) continue
      const family = familyOf(edit, entry)
      declared.push(...family.filter(({ className }) => isDeclaredClass(className) || className === 'TextBuffer'))
      const { defaultObject = null } = defaultsOf((await edit.read(entry)).object)
      if (hasDefaults && defaultObject instanceof EditExport) declared.push(...familyOf(edit, defaultObject))
    }
    for (const one of declared) {
      if (!('body' in one)) continue
      const { object, error } = await edit.read(one)
      if (error !== undefined) {
        const message = `its data in the class cannot be kept, because it is not understood: ${error.message}`
        throw new PackageError('unsupported', message, { object: one.path, cause: error })
      }
      firstNames(edit, object)
      before.set(one, object)
    }
    return new ClassRows(edit, pkg, before)
  }

  /** What nothing has taken; C++ stays with what it is of. */
  get left(): readonly EditExport[] {
    return [...this.#before.keys()].filter(({ name, className }) => !isCppText(name, className))
  }

  /** What the text declares, and says otherwise than before. */
  get changed(): readonly EditExport[] {
    return [...this.#taken.keys()].filter(({ body }) => body.kind === 'changed')
  }

  oldTextOf(className: string): string | undefined {
    return this.#oldTexts.get(className.toLowerCase())
  }

  entryOf(stored: ExportObject): EditExport | undefined {
    return stored.package === this.#package ? this.#edit.exports[stored.index] : undefined
  }

  take({ className, name, outer, flags, flagsHigh }: DeclaredRow, object: UnrealObject): EditExport | undefined {
    const kind = className.toLowerCase()
    for (const entry of this.#edit.objectsNamed(outer, name)) {
      if (!('body' in entry) || entry.className.toLowerCase() !== kind) continue
      const before = this.#before.get(entry)
      if (before === undefined) continue
      this.#before.delete(entry)
      keep(object, before)
      this.#defaults.set(entry, before.properties)
      // What came from another package means other indices by its bytes.
      if (entry.codec === undefined) this.#taken.set(entry, entry.body)
      this.#edit.replaceObject(entry, object)
      entry.flags = this.#merged(entry.flags, flags)
      entry.flagsHigh = this.#merged(entry.flagsHigh, flagsHigh)
      return entry
    }
    return undefined
  }

  /** Gives a class, whose text says none, the default properties that it had. */
  keepDefaults(entry: EditExport): void {
    const { body } = entry
    const properties = this.#defaults.get(entry)
    if (body.kind === 'changed' && properties !== undefined) body.object.properties = properties
  }

  /**
   * Gives rows whose declaration says what it did their old bytes: names that are in the table twice are not
   * moved.
   */
  async settle(): Promise<void> {
    for (const [entry, stored] of this.#taken) {
      const { body } = entry
      if (body.kind !== 'changed' || stored.kind !== 'stored') continue
      const codec = this.#edit.codecOf(entry)
      const bytes = await stored.source.slice(stored.start, stored.start + stored.size)
      const { object, rest } = codec.decode(bytes, stored.base)
      firstNames(this.#edit, object)
      const before = codec.encode(object, rest, stored.base, stored.size).bytes
      if (equalBytes(before, codec.encode(body.object, body.rest, stored.base, stored.size).bytes)) entry.body = stored
    }
  }

  #merged(before: number, now: number): number {
    return ((before & ~this.#decided) | (now & this.#decided)) >>> 0
  }
}

function isCppText(name: string, className: string): boolean {
  return className === 'TextBuffer' && /^cpptext/i.test(name)
}

function defaultsOf(object: UnrealObject): Partial<Pick<Class, 'defaultObject'>> {
  return object instanceof Class ? object : {}
}

/** Gives an object what its declaration does not say, as it was before. */
function keep(object: UnrealObject, before: UnrealObject): void {
  object.preamble = before.preamble
  object.netIndex = before.netIndex
  object.frame = before.frame
  object.properties = before.properties
  object.afterProperties = before.afterProperties
  if (object instanceof Field && before instanceof Field) {
    object.next = before.next
    object.stripped = before.stripped
  }
  if (object instanceof Struct && before instanceof Struct) {
    object.cppText = before.cppText
    object.added = before.added
  }
  if (object instanceof ScriptStruct && before instanceof ScriptStruct) object.defaults = before.defaults
  if (object instanceof Class && before instanceof Class) keepOfClass(object, before)
  if (object instanceof FunctionField && before instanceof FunctionField) {
    object.parametersSize = before.parametersSize
    object.parameterCount = before.parameterCount
    object.returnOffset = before.returnOffset
  }
  if (object instanceof VariableField && before instanceof VariableField) {
    object.added = before.added
    object.arrayEnum = before.arrayEnum
    object.comment = before.comment
    object.configName = before.configName
  }
  if (object instanceof TextBuffer && before instanceof TextBuffer) {
    object.position = before.position
    object.top = before.top
  }
}

function keepOfClass(object: Class, before: Class): void {
  object.recordSize = before.recordSize
  object.platformFlags = before.platformFlags
  object.guid = before.guid
  object.components = before.components
  object.implements = before.implements
  object.dontSortCategories = before.dontSortCategories
  object.autoExpandCategories = before.autoExpandCategories
  object.autoCollapseCategories = before.autoCollapseCategories
  object.forceScriptOrder = before.forceScriptOrder
  object.classGroups = before.classGroups
  object.nativeClassName = before.nativeClassName
  object.dllBind = before.dllBind
  object.defaultObject = before.defaultObject
  object.componentClasses = before.componentClasses
  object.componentTemplates = before.componentTemplates
  object.classCrc = before.classCrc
  object.addedToClass = before.addedToClass
  object.unusedInterfaceFunctions = before.unusedInterfaceFunctions
  object.numbers = before.numbers
  object.virtualFunctions = before.virtualFunctions
}
