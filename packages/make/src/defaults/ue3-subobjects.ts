import { type ExportObject, writtenPath } from '@ukit/core'
import { EditExport, EditImport, type EditObject } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { ComponentEntry } from '@ukit/objects/script'
import type { ClassSymbol, VariableSymbol } from '@ukit/script/symbols'
import type { DefaultObject as DefaultObjectNode } from '@ukit/script/syntax'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { ClassDraft } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'
import { type AssignContext, assignEntries } from './assign.js'
import { DEFAULT_OBJECT_FLAGS } from './default-objects.js'
import type { DefaultsWork } from './defaults-work.js'
import { DefaultLayer } from './layer.js'
import { memberNamed, variableNamed } from './members.js'
import { takeStored } from './stored-values.js'
import { DefaultObject, StructValue, type Value } from './value.js'

/** Object flags of objects that are not loaded there. */
const LOAD_FOR_CLIENT = 0x1_0000
const LOAD_FOR_SERVER = 0x2_0000
/** Of a variable: it holds components. */
const COMPONENT = 0x8_0000
/** Of a variable: what it holds is part of the object (`instanced`, `editinline export`). */
const INSTANCED = 0x400_0008

/** An object of the defaults of a class. */
interface Subobject {
  readonly name: string
  readonly symbol: ClassSymbol
  readonly layer: DefaultLayer
  readonly object: DefaultObject
}

/** An object that is made for defaults; its values are written when all are known. */
interface Made extends Subobject {
  readonly entry: EditExport
  readonly content: UnrealObject
}

/** Where a text that declares objects is: the defaults of a class, or an object in them. */
export interface SubobjectScope {
  readonly owner: ClassSymbol
  readonly outer: EditExport
  /** All that the defaults of the class have, by name in lower case. */
  readonly locals: Map<string, DefaultObject>
  /** What it already has, by name in lower case: a text without a class changes it. */
  readonly known: Map<string, Subobject>
}

/**
 * *The objects inside the defaults of classes* (UE3).
 *
 * A class has a copy of each component of its super, whose archetype is the super's, and what refers to the
 * super's refers to the copy (358 of 358 classes); so has an object that is made of a class with components.
 * Other objects are copied where an `instanced` variable has them, into the object whose variable it is. An
 * object that its text removes from the last value that refers to it is absent. A component that the text
 * declares with a class is new and has no archetype; one without a class changes the copy.
 */
export class Ue3Subobjects {
  readonly #work: DefaultsWork
  readonly #draft: PackageDraft
  readonly #components = new Map<ClassSymbol, Map<string, Subobject>>()
  /** All objects inside defaults, by path in lower case. */
  readonly #byPath = new Map<string, Subobject>()
  readonly #made = new Map<string, Made>()
  /** Inherited objects that a text changes. */
  readonly #mentioned = new Set<Subobject>()

  constructor(work: DefaultsWork, draft: PackageDraft) {
    this.#work = work
    this.#draft = draft
  }

  /** Takes the component of a compiled class; the layers of its class and of the class's super exist. */
  takeStored(
    owner: ClassSymbol,
    name: string,
    exported: ExportObject,
    symbol: ClassSymbol,
    content: UnrealObject,
  ): void {
    const above = owner.super === null ? undefined : this.#components.get(owner.super)?.get(name.toLowerCase())
    this.#put(owner, this.#stored(name, exported, symbol, content, above))
  }

  /** Takes any other object inside the defaults of a compiled class. */
  takeOther(exported: ExportObject, symbol: ClassSymbol, content: UnrealObject): void {
    const { archetype } = exported
    const above = archetype === null ? undefined : this.#byPath.get(writtenPath(archetype).toLowerCase())
    this.#stored(exported.name, exported, symbol, content, above)
  }

  #stored(
    name: string,
    exported: ExportObject,
    symbol: ClassSymbol,
    content: UnrealObject,
    above: Subobject | undefined,
  ): Subobject {
    const layer = new DefaultLayer(symbol, above?.layer ?? this.#work.finishedLayer(symbol))
    takeStored(layer, content.properties, this.#work.objects)
    const taken = { name, symbol, layer, object: this.#work.objects.stored(exported) }
    this.#byPath.set(taken.object.path.toLowerCase(), taken)
    return taken
  }

  #put(owner: ClassSymbol, component: Subobject): void {
    const own = this.#components.get(owner) ?? new Map<string, Subobject>()
    this.#components.set(owner, own.set(component.name.toLowerCase(), component))
  }

  /** Copies what a class inherits, and lets its values refer to the copies. */
  inherit(
    { symbol }: ClassDraft,
    layer: DefaultLayer,
    locals: Map<string, DefaultObject>,
    outer: EditExport,
  ): SubobjectScope {
    const scope = { owner: symbol, outer, locals, known: new Map<string, Subobject>() }
    const above = symbol.super === null ? undefined : this.#components.get(symbol.super)
    for (const copy of this.#copiesOf(above?.values() ?? [], scope, layer)) this.#put(symbol, copy)
    return scope
  }

  /** Copies components into an object, and with them what is instanced in it and in them. */
  #copiesOf(components: Iterable<Subobject>, scope: SubobjectScope, layer: DefaultLayer): Made[] {
    const copies = new Map<string, DefaultObject>()
    const made: Made[] = []
    for (const one of components) made.push(this.#copy(one, scope, copies))
    const layers = [layer]
    const waiting: { readonly layer: DefaultLayer; readonly outer: EditExport }[] = [{ layer, outer: scope.outer }]
    for (const { layer: own, entry } of made) waiting.push({ layer: own, outer: entry })
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      layers.push(at.layer)
      for (const inherited of this.#instanced(at.layer)) {
        if (copies.has(inherited.object.path.toLowerCase())) continue
        const copy = this.#copy(inherited, { ...scope, outer: at.outer }, copies)
        waiting.push({ layer: copy.layer, outer: copy.entry })
      }
    }
    if (copies.size > 0) for (const one of layers) referTo(one, copies)
    return made
  }

  #copy(inherited: Subobject, { outer, locals, known }: SubobjectScope, copies: Map<string, DefaultObject>): Made {
    const { name, symbol } = inherited
    const own = this.#make(name, symbol, new DefaultLayer(symbol, inherited.layer), outer)
    const archetype = inherited.object.reference()
    if (archetype instanceof EditExport || archetype instanceof EditImport) own.entry.archetype = archetype
    copies.set(inherited.object.path.toLowerCase(), own.object)
    locals.set(name.toLowerCase(), own.object)
    known.set(name.toLowerCase(), own)
    return own
  }

  /** What the instanced variables of an object have that is inside other defaults. */
  *#instanced(layer: DefaultLayer): Generator<Subobject> {
    for (const { variable, value } of valuesOf(layer)) {
      if ((variable.flags & INSTANCED) !== INSTANCED) continue
      for (const object of objectsIn(value)) {
        const found = this.#byPath.get(object.path.toLowerCase())
        if (found !== undefined) yield found
      }
    }
  }

  /** `Begin Object … End Object`. */
  declare(at: AssignContext, scope: SubobjectScope, node: DefaultObjectNode): void {
    const { className, name } = node
    const key = name?.toLowerCase() ?? ''
    const known = scope.known.get(key) ?? this.#inherited(scope, key)
    if (known !== undefined && (className === null || isSame(className, known.symbol.name))) {
      this.#mentioned.add(known)
      const made = this.#made.get(known.object.path.toLowerCase())
      if (made !== undefined) assignEntries(this.#inside(at, { ...scope, outer: made.entry }), known.layer, node.body)
      return
    }
    const symbol = className === null ? undefined : this.#draft.world.class(className, this.#draft.edit.name)
    if (symbol === undefined || name === null) {
      const message = className === null ? `Can't find object '${name ?? ''}'` : `Can't find Class '${className}'`
      at.problems.push({ message, start: node.start })
      return
    }
    const made = this.#make(name, symbol, new DefaultLayer(symbol, this.#work.finishedLayer(symbol)), scope.outer)
    scope.locals.set(key, made.object)
    scope.known.set(key, made)
    if (isComponent(symbol)) this.#put(scope.owner, made)
    const inner = { ...scope, outer: made.entry, known: new Map(scope.known) }
    this.#copiesOf(this.#referredTo(made.layer, this.#components.get(symbol)?.values() ?? []), inner, made.layer)
    assignEntries(this.#inside(at, inner), made.layer, node.body)
  }

  /** An object of the super that no instanced variable copies, but its name in a text does. */
  #inherited(scope: SubobjectScope, key: string): Subobject | undefined {
    const { super: above } = scope.owner
    if (above === null) return undefined
    const found = this.#byPath.get(`${above.packageName}.Default__${above.name}.${key}`.toLowerCase())
    return found === undefined ? undefined : this.#copy(found, scope, new Map())
  }

  /** Those of the components of a class that the values of an object of it refer to. */
  *#referredTo(layer: DefaultLayer, components: Iterable<Subobject>): Generator<Subobject> {
    const byPath = new Map([...components].map((one) => [one.object.path.toLowerCase(), one]))
    for (const { value } of valuesOf(layer)) {
      for (const { path } of objectsIn(value)) {
        const found = byPath.get(path.toLowerCase())
        byPath.delete(path.toLowerCase())
        if (found !== undefined) yield found
      }
    }
  }

  #inside(at: AssignContext, scope: SubobjectScope): AssignContext {
    const inner: AssignContext = { ...at, subobject: (child) => this.declare(inner, scope, child) }
    return inner
  }

  /**
   * Inherited objects that the values of a class refer to; not those that only native code or unstored values
   * refer to.
   */
  inUse({ outer }: SubobjectScope, layer: DefaultLayer): ReadonlySet<Subobject> {
    const inside = `${this.#draft.edit.name}.${outer.path}.`.toLowerCase()
    const used = new Set<Subobject>()
    const waiting = [layer]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const { value } of valuesOf(at)) {
        for (const { path } of objectsIn(value)) {
          const found = this.#made.get(path.toLowerCase())
          if (found === undefined || used.has(found) || !path.toLowerCase().startsWith(inside)) continue
          used.add(found)
          waiting.push(found.layer)
        }
      }
    }
    return used
  }

  /** Leaves out what the text of a class has removed: it was in use, and the text does not change it. */
  dropRemoved(scope: SubobjectScope, layer: DefaultLayer, before: ReadonlySet<Subobject>): void {
    const after = this.inUse(scope, layer)
    const gone = new Set<EditExport>()
    const components = this.#components.get(scope.owner)
    for (const one of before) {
      const path = one.object.path.toLowerCase()
      const made = this.#made.get(path)
      if (made === undefined || after.has(one) || this.#mentioned.has(one)) continue
      gone.add(made.entry)
      this.#made.delete(path)
      if (components?.get(one.name.toLowerCase()) === one) components.delete(one.name.toLowerCase())
    }
    if (gone.size > 0) this.#draft.edit.removeEntries(gone)
  }

  #make(name: string, symbol: ClassSymbol, layer: DefaultLayer, outer: EditExport): Made {
    const { edit } = this.#draft
    const content = edit.reader.emptyObject(symbol.name) ?? new UnrealObject()
    if (isComponent(symbol)) {
      content.isComponent = true
      content.templateName = this.#draft.name(name)
    } else content.isComponent = false
    const row = { className: symbol.name, name, outer, flags: 0, flagsHigh: DEFAULT_OBJECT_FLAGS }
    const entry = this.#draft.place(row, () => this.#draft.reference(symbol), content)
    entry.archetype = null
    const made = { name, symbol, layer, entry, content, object: this.#work.objects.own(entry) }
    const path = made.object.path.toLowerCase()
    this.#made.set(path, made)
    this.#byPath.set(path, made)
    return made
  }

  /** Lists the components of a class by name. */
  list({ symbol, object }: ClassDraft): void {
    object.components = [...(this.#components.get(symbol)?.values() ?? [])].map((component) => {
      const row = new ComponentEntry()
      row.name = this.#draft.name(component.name)
      row.component = component.object.reference()
      return row
    })
  }

  /** Writes the values of all objects that were made, and where they are loaded. */
  finish(): void {
    const own = new Set<EditObject>()
    for (const { entry, content, layer } of this.#made.values()) {
      own.add(entry)
      entry.flagsHigh |= LOAD_FOR_CLIENT | LOAD_FOR_SERVER
      content.properties = this.#work.lists.listOf(layer, false)
      const isNeeded = says(layer, 'CollideActors') === true
      const isSeen = says(layer, 'HiddenGame') === false
      if (says(layer, 'AlwaysLoadOnClient') === false && !isSeen && !isNeeded) entry.flagsHigh &= ~LOAD_FOR_CLIENT
      if (says(layer, 'AlwaysLoadOnServer') === false && !isNeeded) entry.flagsHigh &= ~LOAD_FOR_SERVER
    }
    // An archetype is loaded wherever its copies are.
    for (const { archetype, flagsHigh } of this.#draft.edit.exports)
      for (let at = archetype; at instanceof EditExport && own.has(at); at = at.archetype)
        at.flagsHigh |= flagsHigh & (LOAD_FOR_CLIENT | LOAD_FOR_SERVER)
  }
}

/** What a component says about itself; `undefined` for one without such a variable. */
function says(layer: DefaultLayer, name: string): boolean | undefined {
  const variable = variableNamed(layer.owner, name)
  return variable === undefined ? undefined : layer.get(variable) === true
}

/** The values of all variables that were given one. */
function* valuesOf(
  layer: DefaultLayer,
): Generator<{ readonly variable: VariableSymbol; readonly index: number; readonly value: Value }> {
  for (const { variables } of classAndSupers(layer.owner)) {
    for (const variable of variables.values()) {
      for (let index = 0; index < variable.dimension; index++) {
        const value = layer.find(variable, index)
        if (value !== undefined) yield { variable, index, value }
      }
    }
  }
}

/** The objects that a value refers to. */
function* objectsIn(value: Value): Generator<DefaultObject> {
  if (value instanceof DefaultObject) yield value
  else if (Array.isArray(value)) for (const one of value as readonly Value[]) yield* objectsIn(one)
  else if (value instanceof StructValue)
    for (const elements of value.members.values()) for (const one of elements) yield* objectsIn(one)
}

function isComponent(symbol: ClassSymbol): boolean {
  return [...classAndSupers(symbol)].some(({ name }) => name.toLowerCase() === 'component')
}

/** Lets the variables that hold components and other parts refer to the copies of a class. */
function referTo(layer: DefaultLayer, copies: ReadonlyMap<string, DefaultObject>): void {
  for (const { variable, index, value } of [...valuesOf(layer)]) {
    if ((variable.flags & COMPONENT) === 0 && (variable.flags & INSTANCED) !== INSTANCED) continue
    const copied = copyOf(value, copies)
    if (copied !== value) layer.set(variable, index, copied)
  }
}

/** The value with the copies in it; the value itself when it refers to none of them. */
function copyOf(value: Value, copies: ReadonlyMap<string, DefaultObject>): Value {
  if (value instanceof DefaultObject) return copies.get(value.path.toLowerCase()) ?? value
  if (Array.isArray(value)) {
    const elements = value.map((one: Value) => copyOf(one, copies))
    return elements.some((one, i) => one !== value[i]) ? elements : value
  }
  if (!(value instanceof StructValue)) return value
  let made = value
  for (const [{ name }, elements] of value.members) {
    const member = memberNamed(value.struct, name)
    for (const [index, one] of elements.entries()) {
      const copied = copyOf(one, copies)
      if (member !== undefined && copied !== one) made = made.with(member, index, copied)
    }
  }
  return made
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
