import { Archive } from '@ukit/container'
import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'
import type { UnrealObject } from '@ukit/objects'
import {
  ArrayProperty,
  ByteProperty,
  Class,
  DelegateProperty,
  Field,
  MapProperty,
  Struct,
  StructProperty,
  VariableField,
} from '@ukit/objects/script'
import { MetaData } from '@ukit/objects/ue3'

/**
 * *Puts names, imports and exports into the order in which UE3's compiler saves them*: names alphabetically,
 * imports by class and path; of exports first the classes by path, each after its superclass and what it is
 * made of, with its default object right after it, then all other objects by class and path.
 *
 * Names and imports come out right for all of twelve packages of version 867 and 868, exports for ten of
 * them; the others are `Core` and `Engine`.
 *
 * @throws {PackageError} when a class or a field cannot be read.
 */
export async function orderUe3Tables(edit: PackageEdit): Promise<void> {
  const objects = new Map<EditExport, UnrealObject>()
  for (const entry of edit.exports)
    if (isScript(entry) || entry.className === 'MetaData') objects.set(entry, (await edit.read(entry)).object)
  const parts = await instancedParts(edit)
  edit.reorder({
    nameTable: [...edit.nameTable].sort((a, b) => compared(a.text, b.text)),
    imports: sortedByKey(edit.imports),
    exports: new Walk(edit, objects, parts).order(),
  })
}

/**
 * What default objects have inside that is not a component and starts from another object of the package, in
 * the order in which they refer to it.
 */
async function instancedParts(edit: PackageEdit): Promise<ReadonlyMap<EditExport, readonly EditExport[]>> {
  const { context } = edit.package
  const holders = new Map<EditExport, Set<EditExport>>()
  for (const entry of edit.exports) {
    const { outer, archetype } = entry
    const isInside = outer instanceof EditExport && outer.outer === null && /^default__/i.test(outer.name)
    if (isInside && archetype instanceof EditExport) holders.set(outer, (holders.get(outer) ?? new Set()).add(entry))
  }
  const parts = new Map<EditExport, readonly EditExport[]>()
  for (const [holder, inside] of holders) {
    const found = new Set<EditExport>()
    const note = (to: unknown) => {
      if (to instanceof EditExport && inside.has(to)) found.add(to)
    }
    const { object } = await edit.read(holder)
    object.serialize(Archive.references({ name: () => undefined, object: note }, context, edit.subjectOf(holder)))
    parts.set(holder, [...found])
  }
  return parts
}

/** Fields and classes; they are what is followed from a class. */
function isScript({ className }: EditExport): boolean {
  return /^(?:Class|Function|State|ScriptStruct|Enum|Const|\w+Property)$/.test(className)
}

/**
 * *The walk through classes and their fields that lists what a class is made of before it.*
 *
 * An object goes to the cursor, which then is in front of it, so that all that is found while walking through
 * it comes before it. After a class and its default object, an enum and a struct's super, the cursor moves
 * on: whatever is found later comes after them.
 */
class Walk {
  readonly #edit: PackageEdit
  readonly #objects: ReadonlyMap<EditExport, UnrealObject>
  readonly #parts: ReadonlyMap<EditExport, readonly EditExport[]>
  readonly #defaults = new Map<string, EditExport>()
  readonly #line = new Line<EditExport>()
  readonly #entered = new Set<EditExport>()
  readonly #walked = new Set<EditExport>()
  /**
   * Inside a function or a struct of a class that was reached before: other fields of that class are not
   * followed.
   */
  #inside = false
  /** In a struct of a class that was not reached before: all is followed, also inside. */
  #isNew = false

  constructor(
    edit: PackageEdit,
    objects: ReadonlyMap<EditExport, UnrealObject>,
    parts: ReadonlyMap<EditExport, readonly EditExport[]>,
  ) {
    this.#edit = edit
    this.#objects = objects
    this.#parts = parts
  }

  order(): EditExport[] {
    for (const entry of this.#edit.exports)
      if (entry.outer === null && /^default__/i.test(entry.name))
        this.#defaults.set(entry.name.slice('Default__'.length).toLowerCase(), entry)
    const classes = this.#edit.exports.filter(({ class: of, outer }) => of === null && outer === null)
    for (const entry of sortedByKey(classes)) {
      this.#line.toEnd()
      this.#class(entry)
    }
    for (const entry of sortedByKey(this.#edit.exports)) {
      this.#line.toEnd()
      this.#rest(entry)
    }
    return this.#line.all()
  }

  /** A class with all that it is made of, and its default object. */
  #class(entry: EditExport): void {
    if (this.#walked.has(entry)) return
    this.#walked.add(entry)
    if (entry.super instanceof EditExport) this.#class(entry.super)
    const object = this.#objects.get(entry)
    if (this.#entered.has(entry) || !(object instanceof Class)) return
    this.#entered.add(entry)
    for (const { component } of object.components) {
      if (!(component instanceof EditExport)) continue
      if (component.class instanceof EditExport) this.#class(component.class)
      if (component.archetype instanceof EditExport) this.#alone(component.archetype)
    }
    const values = this.#defaults.get(entry.name.toLowerCase())
    for (const { archetype } of (values === undefined ? undefined : this.#parts.get(values)) ?? [])
      if (archetype instanceof EditExport) this.#alone(archetype)
    this.#line.put(entry)
    this.#field(object.children)
    this.#line.after(entry)
    this.#defaultOf(entry)
  }

  /** A class and its default object alone: a struct of it is needed for an array. */
  #head(entry: EditExport): void {
    if (this.#entered.has(entry)) return
    if (entry.super instanceof EditExport) this.#head(entry.super)
    this.#alone(entry)
    this.#defaultOf(entry)
  }

  #defaultOf({ name }: EditExport): void {
    const values = this.#defaults.get(name.toLowerCase())
    if (values !== undefined) this.#alone(values)
  }

  #alone(entry: EditExport): void {
    if (this.#entered.has(entry)) return
    this.#entered.add(entry)
    this.#line.put(entry)
    this.#line.after(entry)
  }

  /**
   * A field and those after it. What one does once those are done waits in a list: classes have thousands.
   */
  #field(first: unknown): void {
    const waiting: (() => void)[] = []
    for (let entry = first; entry instanceof EditExport && !this.#entered.has(entry); ) {
      const object = this.#objects.get(entry)
      if (!(object instanceof Field) || object instanceof Class) break
      this.#entered.add(entry)
      this.#line.put(entry)
      if (object instanceof Struct) this.#struct(object)
      else {
        const property = entry
        if (object instanceof VariableField) this.#enum(entry, object.arrayEnum)
        if (object instanceof ByteProperty) this.#enum(entry, object.enum)
        waiting.push(() => this.#property(property, object))
      }
      entry = object.next
    }
    for (let last = waiting.pop(); last !== undefined; last = waiting.pop()) last()
  }

  /** Of a function, a state or a struct, before the next field: its super, what is in it. */
  #struct(object: Struct): void {
    if (object.super instanceof EditExport && !this.#entered.has(object.super)) {
      this.#field(object.super)
      this.#line.after(object.super)
    }
    this.#inside = !this.#isNew
    this.#field(object.children)
    // Not what it was before: a struct inside a struct ends it for the outer one too.
    this.#inside = false
  }

  /** Of a property, an enum or a constant, after the next field: its elements, its struct, its function. */
  #property(entry: EditExport, object: Field): void {
    if (object instanceof ArrayProperty) this.#field(object.inner)
    if (object instanceof MapProperty) {
      this.#field(object.key)
      this.#field(object.value)
    }
    if (object instanceof StructProperty) this.#structOf(entry, object.struct)
    if (!(object instanceof DelegateProperty) || this.#inside) return
    for (const of of [object.function, object.source])
      if (of instanceof EditExport && classOf(of) === classOf(entry)) this.#field(of)
  }

  #enum(from: EditExport, entry: unknown): void {
    if (!(entry instanceof EditExport) || this.#entered.has(entry)) return
    this.#entered.add(entry)
    const owner = classOf(entry)
    if (owner !== classOf(from)) this.#outside(() => this.#class(owner))
    this.#line.put(entry)
    const object = this.#objects.get(entry)
    if (!this.#inside && object instanceof Field) this.#field(object.next)
    this.#line.after(entry)
  }

  #structOf(from: EditExport, entry: unknown): void {
    if (!(entry instanceof EditExport) || this.#entered.has(entry)) return
    const owner = classOf(entry)
    if (owner === classOf(from)) {
      if (!this.#inside) this.#field(entry)
      return
    }
    const isNew = this.#isNew
    this.#isNew = !this.#entered.has(owner)
    const walk = () => {
      const of = this.#objects.get(owner)
      const isElement = from.outer !== null && /^(?:Array|Map)Property$/.test(from.outer.className)
      if (isElement && of instanceof Class && of.components.length === 0) this.#head(owner)
      this.#field(entry)
    }
    if (this.#isNew) this.#outside(walk)
    else walk()
    this.#isNew = isNew
  }

  #outside(walk: () => void): void {
    const inside = this.#inside
    this.#inside = false
    walk()
    this.#inside = inside
  }

  /**
   * The fields that it says something of, as far as nothing led to them: each in front of those before it.
   */
  #metaData(entry: EditExport, { entries }: MetaData): void {
    this.#entered.add(entry)
    this.#line.put(entry)
    for (const { owner } of entries) this.#field(owner)
    this.#line.after(entry)
  }

  /** What no class led to: fields with all that they lead to, then what they are in; other objects alone. */
  #rest(entry: EditExport): void {
    if (this.#entered.has(entry)) return
    const object = this.#objects.get(entry)
    if (object instanceof MetaData) {
      this.#metaData(entry, object)
      return
    }
    if (object instanceof Class || object === undefined) {
      this.#alone(entry)
      return
    }
    this.#field(entry)
    if (entry.outer instanceof EditExport) this.#rest(entry.outer)
  }
}

/** *A list that grows at a cursor.* */
class Line<T> {
  readonly #next = new Map<T, T | undefined>()
  readonly #previous = new Map<T, T | undefined>()
  #first: T | undefined
  #last: T | undefined
  /** What the next one is put in front of; `undefined` at the end. */
  #cursor: T | undefined

  /** Puts something at the cursor, which is in front of it then. */
  put(item: T): void {
    const before = this.#cursor === undefined ? this.#last : this.#previous.get(this.#cursor)
    this.#previous.set(item, before)
    this.#next.set(item, this.#cursor)
    if (before === undefined) this.#first = item
    else this.#next.set(before, item)
    if (this.#cursor === undefined) this.#last = item
    else this.#previous.set(this.#cursor, item)
    this.#cursor = item
  }

  after(item: T): void {
    this.#cursor = this.#next.get(item)
  }

  toEnd(): void {
    this.#cursor = undefined
  }

  all(): T[] {
    const items: T[] = []
    for (let at = this.#first; at !== undefined; at = this.#next.get(at)) items.push(at)
    return items
  }
}

/** The class that a field is in. */
function classOf(entry: EditExport): EditExport {
  let at = entry
  while (at.outer instanceof EditExport && at.className !== 'Class') at = at.outer
  return at
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
