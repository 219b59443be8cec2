import { ExportObject, ObjectReader, type PackageSet } from '@ukit/core'
import { Class } from '@ukit/objects/script'
import { type ClassSymbol, type DefaultProperties, type Expression, LineStarts, parseSource } from '@ukit/script'
import { classAndSupers } from '../declare/class-and-supers.js'
import type { ClassDraft } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'
import type { BuildProblem } from '../draft/problem.js'
import { type AssignContext, assignEntries, type DefaultsProblem } from './assign.js'
import { DefaultLayer } from './layer.js'
import { DefaultObjects } from './objects.js'
import { PropertyLists } from './property-list.js'
import { takeStored } from './stored-values.js'
import { declareSubobject } from './subobjects.js'

/**
 * *Works out default properties*: a class starts from the values of its superclass, and the lines of its text assign.
 *
 * What compiled classes have is read before it is asked for.
 */
export class DefaultsWork {
  readonly lists: PropertyLists
  readonly objects: DefaultObjects
  readonly #draft: PackageDraft
  readonly #packages: PackageSet
  readonly #own: ReadonlyMap<ClassSymbol, ClassDraft>
  readonly #layers = new Map<ClassSymbol, DefaultLayer>()

  constructor(draft: PackageDraft, classes: readonly { readonly owner: ClassDraft }[], packages: PackageSet) {
    this.#draft = draft
    this.#packages = packages
    this.#own = new Map(classes.map(({ owner }) => [owner.symbol, owner]))
    this.objects = new DefaultObjects(draft)
    this.lists = new PropertyLists(draft, this.#own)
  }

  /** Reads the defaults of the compiled classes that a class inherits from, and its own when it is compiled. */
  async loadSupers(symbol: ClassSymbol): Promise<void> {
    const chain = [...classAndSupers(symbol)].filter((one) => !this.#layers.has(one)).reverse()
    for (const one of chain) {
      const layer = new DefaultLayer(one, one.super === null ? undefined : this.#layers.get(one.super))
      this.#layers.set(one, layer)
      if (!this.#own.has(one)) await this.#read(layer)
    }
  }

  /** The values of a class; `loadSupers` comes first. */
  layerOf(symbol: ClassSymbol): DefaultLayer {
    const layer = this.#layers.get(symbol)
    if (layer === undefined) throw new Error(`the supers of ${symbol.path} were not loaded`)
    return layer
  }

  async #read(layer: DefaultLayer): Promise<void> {
    const exported = this.#draft.world.exportOf(layer.owner)
    if (exported === undefined) return
    const reader = await ObjectReader.open(exported.package, { packages: this.#packages })
    const read = await reader.read(exported)
    const { object } = read
    const holder =
      object instanceof Class && object.defaultObject instanceof ExportObject
        ? (await reader.read(object.defaultObject)).object
        : object
    takeStored(layer, holder.properties, this.objects)
  }

  /** Assigns what a text says; gives what was left out. */
  assign(owner: ClassDraft, layer: DefaultLayer, file: string, text: string): BuildProblem[] {
    const problems: DefaultsProblem[] = []
    const { environment, engine } = this.#draft
    const at: AssignContext = {
      text,
      engine,
      dialect: environment.dialect,
      objects: this.objects,
      problems,
      index: (node, of) => this.#index(node, of),
      subobject: (node, within) => declareSubobject(this.#draft, at, owner, node, within),
    }
    this.objects.locals = new Map()
    for (const block of blocksOf(text)) assignEntries(at, layer, block.entries)
    this.objects.locals = new Map()
    const lines = new LineStarts(text)
    return problems.map(({ message, start }) => ({
      severity: 'warning',
      className: owner.symbol.name,
      file,
      line: lines.lineOf(start),
      column: lines.columnOf(start),
      message,
      missingPackage: undefined,
    }))
  }

  #index(node: Expression, owner: ClassSymbol | undefined): number | undefined {
    if (node.kind === 'Int') return node.value
    if (node.kind !== 'Identifier') return undefined
    const key = node.name.toLowerCase()
    for (const { constants } of owner === undefined ? [] : classAndSupers(owner)) {
      const text = constants.get(key)?.text
      if (text !== undefined && /^\d+$/.test(text.trim())) return Number(text)
    }
    const tags = this.#draft.world.enumsWithTag(key)[0]?.tags
    return tags?.findIndex((tag) => tag.toLowerCase() === key)
  }
}

function blocksOf(text: string): readonly DefaultProperties[] {
  return parseSource(text).file.declarations.filter((node) => node.kind === 'DefaultProperties')
}
