import { ExportObject, ObjectReader, type PackageSet } from '@ukit/core'
import { EditExport } from '@ukit/edit'
import { Class } from '@ukit/objects/script'
import type { ClassSymbol } from '@ukit/script/symbols'
import {
  type DefaultEntry,
  type DefaultProperties,
  type Expression,
  LineStarts,
  parseSource,
} from '@ukit/script/syntax'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { ClassDraft } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'
import type { BuildProblem } from '../draft/problem.js'
import { type AssignContext, assignEntries, type DefaultsProblem } from './assign.js'
import { DefaultLayer } from './layer.js'
import { DefaultObjects } from './objects.js'
import { PropertyLists } from './property-list.js'
import { takeStored } from './stored-values.js'
import { StructDefaults } from './struct-defaults.js'
import { declareSubobject } from './subobjects.js'
import { type SubobjectScope, Ue3Subobjects } from './ue3-subobjects.js'
import { type DefaultObject, isZero, StructValue } from './value.js'

/** Characters of a line that a message points at. */
const MOST_SHOWN = 200

/** Depth of objects inside defaults; ends a circle in a damaged package. */
const MOST_DEPTH = 16

/** A class with the text of its default properties, which is on the lines that it has in the file. */
export interface ClassWithDefaults {
  readonly file: string
  readonly owner: ClassDraft
  readonly defaults: string | undefined
}

/**
 * *Works out default properties*: a class starts from the values of its superclass, and the lines of its text
 * assign. The other classes that are needed are worked out, or read, before.
 */
export class DefaultsWork {
  readonly lists: PropertyLists
  readonly objects: DefaultObjects
  /** What was left out of the texts, as warnings. */
  readonly problems: BuildProblem[] = []
  /** What structs of UE3 begin with. */
  readonly structs: StructDefaults
  /** Components, and other objects that defaults of UE3 make. */
  readonly subobjects: Ue3Subobjects
  readonly #draft: PackageDraft
  readonly #packages: PackageSet
  readonly #own: ReadonlyMap<ClassSymbol, ClassWithDefaults>
  readonly #layers = new Map<ClassSymbol, DefaultLayer>()

  constructor(draft: PackageDraft, classes: readonly ClassWithDefaults[], packages: PackageSet) {
    this.#draft = draft
    this.#packages = packages
    this.#own = new Map(classes.map((one) => [one.owner.symbol, one]))
    this.objects = new DefaultObjects(draft)
    this.lists = new PropertyLists(draft, new Map(classes.map(({ owner }) => [owner.symbol, owner])))
    this.subobjects = new Ue3Subobjects(this, draft)
    const none: DefaultsProblem[] = []
    this.structs = new StructDefaults(
      draft,
      this.objects,
      classes.map(({ owner }) => owner),
      (owner) => this.#context(owner, owner.source.text, none, () => undefined),
    )
  }

  /** The values of a class: those of its text, or those that it was compiled with. */
  async layerOf(symbol: ClassSymbol): Promise<DefaultLayer> {
    for (const one of [...classAndSupers(symbol)].reverse()) {
      if (this.#layers.has(one)) continue
      const layer = new DefaultLayer(one, one.super === null ? undefined : this.#layers.get(one.super))
      this.#layers.set(one, layer)
      const own = this.#own.get(one)
      if (own === undefined) await this.#read(layer)
      else if (own.defaults !== undefined) await this.#assign(layer, own, own.defaults)
    }
    return this.finishedLayer(symbol)
  }

  /** The values of a class that were requested before. */
  finishedLayer(symbol: ClassSymbol): DefaultLayer {
    return this.#layers.get(symbol) ?? new DefaultLayer(symbol, undefined)
  }

  async #read(layer: DefaultLayer): Promise<void> {
    const exported = this.#draft.world.exportOf(layer.owner)
    if (exported === undefined) return
    const reader = await ObjectReader.open(exported.package, { packages: this.#packages })
    const { object } = await reader.read(exported)
    const holder =
      object instanceof Class && object.defaultObject instanceof ExportObject
        ? (await reader.read(object.defaultObject)).object
        : object
    takeStored(layer, holder.properties, this.objects)
    if (this.#draft.engine < 3 || !(object instanceof Class)) return
    const names = new Map(object.components.map(({ name, component }) => [component, name.toString()]))
    for (const [one, name] of names) if (one instanceof ExportObject) await this.#readInside(layer, reader, one, name)
    if (!(object.defaultObject instanceof ExportObject)) return
    for (const one of insideOf(object.defaultObject)) if (!names.has(one)) await this.#readInside(layer, reader, one)
  }

  /** Takes an object inside the defaults of a compiled class; the name is that of a component. */
  async #readInside(layer: DefaultLayer, reader: ObjectReader, object: ExportObject, name?: string): Promise<void> {
    const symbol = this.#draft.world.symbolOf(object.class)
    if (symbol?.kind !== 'class') return
    await this.layerOf(symbol)
    const { object: content } = await reader.read(object)
    if (name === undefined) this.subobjects.takeOther(object, symbol, content)
    else this.subobjects.takeStored(layer.owner, name, object, symbol, content)
  }

  async #assign(layer: DefaultLayer, { file, owner }: ClassWithDefaults, text: string): Promise<void> {
    const entries = blocksOf(text).flatMap((block) => block.entries)
    for (const name of classesOfObjects(entries)) {
      const symbol = this.#draft.world.class(name, this.#draft.edit.name)
      if (symbol !== undefined) await this.layerOf(symbol)
    }
    const problems: DefaultsProblem[] = []
    const locals = new Map<string, DefaultObject>()
    const { defaultObject } = owner.object
    const at = this.#context(owner, text, problems, (node) => {
      if (scope !== undefined) this.subobjects.declare(at, scope, node)
      else declareSubobject(this, this.#draft, at, { node, locals, outer: owner.entry })
    })
    this.objects.locals = locals
    let scope: SubobjectScope | undefined
    if (this.#draft.engine === 3 && defaultObject instanceof EditExport) {
      this.#initialize(layer)
      scope = this.subobjects.inherit(owner, layer, locals, defaultObject)
    }
    const inherited = scope === undefined ? undefined : this.subobjects.inUse(scope, layer)
    assignEntries(at, layer, entries)
    if (scope !== undefined && inherited !== undefined) this.subobjects.dropRemoved(scope, layer, inherited)
    const lines = new LineStarts(text)
    for (const { message, start } of problems) {
      const [rest = ''] = text.slice(start, start + MOST_SHOWN).split(/[\r\n]/)
      const place = { file, line: lines.lineOf(start), column: lines.columnOf(start), length: rest.trimEnd().length }
      const className = owner.symbol.name
      this.problems.push({ severity: 'warning', className, ...place, message, missingPackage: undefined })
    }
  }

  /** Structs have the defaults of their own (UE3). */
  #initialize(layer: DefaultLayer): void {
    for (const variable of layer.owner.variables.values()) {
      const value = this.structs.initial(variable.type)
      if (!(value instanceof StructValue) || isZero(value)) continue
      for (let index = 0; index < variable.dimension; index++) layer.set(variable, index, value)
    }
  }

  #context(
    owner: ClassDraft,
    text: string,
    problems: DefaultsProblem[],
    subobject: AssignContext['subobject'],
  ): AssignContext {
    const { environment, engine, traits } = this.#draft
    return {
      text,
      engine,
      dialect: environment.dialect,
      traits,
      objects: this.objects,
      owner: this.objects.class(owner.symbol),
      problems,
      index: (node, of) => this.#index(node, of),
      constant: (name) => this.#constant(owner.symbol, name),
      initial: (type) => this.structs.initial(type),
      subobject,
    }
  }

  /**
   * The number that a constant is: one of the class or its supers, else of any class, as UDK's GameplayEvents
   * has the numbers of constants that a class below it declares. It may be another constant in turn, or a
   * value of an enum (26 for `VersionSettingsId=PSI_ProfileVersionNum` in UDK's OnlineProfileSettings).
   */
  #constant(owner: ClassSymbol, name: string, depth = 0): number | undefined {
    const key = name.toLowerCase()
    const own = [...classAndSupers(owner)].find(({ constants }) => constants.has(key))
    const text = (own?.constants.get(key) ?? this.#draft.world.constant(key))?.text.trim()
    if (text === undefined) return this.#tag(key)
    if (NUMBER.test(text)) return numberIn(text)
    return depth < MOST_CONSTANTS ? this.#constant(owner, text, depth + 1) : undefined
  }

  /** The number of an enum's value, of whatever enum. */
  #tag(key: string): number | undefined {
    return this.#draft.world.enumsWithTag(key)[0]?.tags.findIndex((tag) => tag.toLowerCase() === key)
  }

  #index(node: Expression, owner: ClassSymbol | undefined): number | undefined {
    if (node.kind === 'Int' || node.kind === 'Float') return Math.trunc(node.value)
    if (node.kind !== 'Identifier') return undefined
    return owner === undefined ? this.#tag(node.name.toLowerCase()) : this.#constant(owner, node.name)
  }
}

const NUMBER = /^(?=.*\d)[+-]?(?:0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d*|)(?:e[+-]?\d+)?)f?$/i

function numberIn(text: string): number {
  const [sign, digits] = text.startsWith('-') ? [-1, text.slice(1)] : [1, text.replace(/^\+/, '')]
  return sign * Number(/^0x/i.test(digits) ? digits : digits.replace(/f$/i, ''))
}

/** Constants that are other constants: more are a circle. */
const MOST_CONSTANTS = 16

function blocksOf(text: string): readonly DefaultProperties[] {
  return parseSource(text).file.declarations.filter((node) => node.kind === 'DefaultProperties')
}

/** The objects inside an object, at all depths, outer ones first. */
function* insideOf(owner: ExportObject, depth = 0): Generator<ExportObject> {
  for (const child of depth < MOST_DEPTH ? owner.package.children(owner) : []) {
    if (!(child instanceof ExportObject)) continue
    yield child
    yield* insideOf(child, depth + 1)
  }
}

/** The classes of the objects that entries make. */
function* classesOfObjects(entries: readonly DefaultEntry[]): Generator<string> {
  for (const entry of entries) {
    if (entry.kind !== 'DefaultObject') continue
    if (entry.className !== null) yield entry.className
    yield* classesOfObjects(entry.body)
  }
}
