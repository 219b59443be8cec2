import type { ExportObject } from '@ukit/core'
import { EditExport, EditImport } from '@ukit/edit'
import { UnrealObject } from '@ukit/objects'
import { ComponentEntry } from '@ukit/objects/script'
import type { ClassSymbol, DefaultObject as DefaultObjectNode } from '@ukit/script'
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

/** Object flags of what is not loaded there. */
const LOAD_FOR_CLIENT = 0x1_0000
const LOAD_FOR_SERVER = 0x2_0000
/** Of a variable: it holds components. */
const COMPONENT = 0x8_0000

/** A component of the defaults of a class. */
interface Component {
  readonly name: string
  readonly symbol: ClassSymbol
  readonly layer: DefaultLayer
  readonly object: DefaultObject
}

/** An object that is made for defaults; its values are written when all are known. */
interface Made {
  readonly entry: EditExport
  readonly object: UnrealObject
  readonly layer: DefaultLayer
}

/**
 * *The objects inside the defaults of classes* (UE3).
 *
 * A class has a copy of each component of its super, whose archetype is the super's, and what refers to the
 * super's refers to the copy (358 of 358 classes). A component that the text declares with a class is new and
 * has no archetype; one without a class changes the copy.
 */
export class Ue3Subobjects {
  readonly #work: DefaultsWork
  readonly #draft: PackageDraft
  readonly #components = new Map<ClassSymbol, Map<string, Component>>()
  readonly #made: Made[] = []

  constructor(work: DefaultsWork, draft: PackageDraft) {
    this.#work = work
    this.#draft = draft
  }

  /** Takes the component of a compiled class; the layers of its class and of the class's super are there. */
  takeStored(
    owner: ClassSymbol,
    name: string,
    exported: ExportObject,
    symbol: ClassSymbol,
    content: UnrealObject,
  ): void {
    const above = owner.super === null ? undefined : this.#components.get(owner.super)?.get(name.toLowerCase())
    const layer = new DefaultLayer(symbol, above?.layer ?? this.#work.finishedLayer(symbol))
    takeStored(layer, content.properties, this.#work.objects)
    this.#put(owner, { name, symbol, layer, object: this.#work.objects.stored(exported) })
  }

  #put(owner: ClassSymbol, component: Component): void {
    const own = this.#components.get(owner) ?? new Map<string, Component>()
    this.#components.set(owner, own.set(component.name.toLowerCase(), component))
  }

  /** Copies what a class inherits, and lets its values refer to the copies. */
  inherit({ symbol }: ClassDraft, layer: DefaultLayer, locals: Map<string, DefaultObject>, outer: EditExport): void {
    const above = symbol.super === null ? undefined : this.#components.get(symbol.super)
    const copies = new Map<string, DefaultObject>()
    const made: DefaultLayer[] = []
    for (const inherited of above?.values() ?? []) {
      const own = this.#make(
        inherited.name,
        inherited.symbol,
        new DefaultLayer(inherited.symbol, inherited.layer),
        outer,
      )
      const archetype = inherited.object.reference()
      if (archetype instanceof EditExport || archetype instanceof EditImport) own.entry.archetype = archetype
      const object = this.#work.objects.own(own.entry)
      this.#put(symbol, { name: inherited.name, symbol: inherited.symbol, layer: own.layer, object })
      copies.set(inherited.object.path.toLowerCase(), object)
      locals.set(inherited.name.toLowerCase(), object)
      made.push(own.layer)
    }
    for (const one of [layer, ...made]) referTo(one, copies)
  }

  /** `Begin Object … End Object`. */
  declare(
    at: AssignContext,
    owner: ClassSymbol,
    node: DefaultObjectNode,
    locals: Map<string, DefaultObject>,
    outer: EditExport,
  ): void {
    const { className, name } = node
    const key = name?.toLowerCase() ?? ''
    const known = this.#components.get(owner)?.get(key)
    if (known !== undefined && (className === null || isSame(className, known.symbol.name))) {
      assignEntries(at, known.layer, node.body)
      return
    }
    const symbol = className === null ? undefined : this.#draft.world.class(className, this.#draft.edit.name)
    if (symbol === undefined || name === null) {
      const message = className === null ? `Can't find object '${name ?? ''}'` : `Can't find Class '${className}'`
      at.problems.push({ message, start: node.start })
      return
    }
    const made = this.#make(name, symbol, new DefaultLayer(symbol, this.#work.finishedLayer(symbol)), outer)
    const object = this.#work.objects.own(made.entry)
    locals.set(key, object)
    if (isComponent(symbol)) this.#put(owner, { name, symbol, layer: made.layer, object })
    const inner: AssignContext = {
      ...at,
      subobject: (child) => this.declare(inner, owner, child, locals, made.entry),
    }
    assignEntries(inner, made.layer, node.body)
  }

  #make(name: string, symbol: ClassSymbol, layer: DefaultLayer, outer: EditExport): Made {
    const { edit } = this.#draft
    const object = edit.reader.emptyObject(symbol.name) ?? new UnrealObject()
    if (isComponent(symbol)) {
      object.isComponent = true
      object.templateName = this.#draft.name(name)
    } else object.isComponent = false
    const of = this.#draft.reference(symbol)
    const entry = edit.addExport({ name, outer, class: of, flags: 0, flagsHigh: DEFAULT_OBJECT_FLAGS }, object)
    const made = { entry, object, layer }
    this.#made.push(made)
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
    for (const { entry, object, layer } of this.#made) {
      object.properties = this.#work.lists.listOf(layer, false)
      if (!hasOf(layer, 'AlwaysLoadOnClient')) entry.flagsHigh &= ~LOAD_FOR_CLIENT
      if (!hasOf(layer, 'AlwaysLoadOnServer')) entry.flagsHigh &= ~LOAD_FOR_SERVER
    }
  }
}

/** What a component says of itself; others are loaded everywhere. */
function hasOf(layer: DefaultLayer, name: string): boolean {
  const variable = variableNamed(layer.owner, name)
  return variable === undefined || layer.get(variable) === true
}

function isComponent(symbol: ClassSymbol): boolean {
  return [...classAndSupers(symbol)].some(({ name }) => name.toLowerCase() === 'component')
}

/** Lets the variables that hold components refer to the copies of a class. */
function referTo(layer: DefaultLayer, copies: ReadonlyMap<string, DefaultObject>): void {
  if (copies.size === 0) return
  for (const { variables } of classAndSupers(layer.owner))
    for (const variable of variables.values()) {
      if ((variable.flags & COMPONENT) === 0) continue
      for (let index = 0; index < variable.dimension; index++) {
        const value = layer.find(variable, index)
        const copied = value === undefined ? undefined : copyOf(value, copies)
        if (copied !== undefined && copied !== value) layer.set(variable, index, copied)
      }
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
