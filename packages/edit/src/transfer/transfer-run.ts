import type { Name, Symbols } from '@ukit/container'
import { Version } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import { checkObjectName } from '../collision.js'
import type { PackageEdit } from '../document.js'
import { EditExport, EditImport, type EditObject } from '../entries.js'
import { list, MAX_NAME_LENGTH } from '../names.js'
import { FOUND_BY_NAME } from '../rename-object.js'
import { Dependents } from './dependents.js'
import { ExportIndex, isGroup, isPublic, namesTo } from './export-index.js'
import { classOf, ImportIndex, importOf, rootOf } from './import-index.js'
import { fillDepends } from './transfer-depends.js'
import { checkFormats, checkLossless, transferCodec } from './transfer-format.js'
import { isIdentical } from './transfer-identical.js'
import { type Needs, needsOf } from './transfer-needs.js'
import { inOrder } from './transfer-order.js'
import { twinsOf } from './transfer-twins.js'
import {
  type PlacedObject,
  TRANSFER_DEFAULTS,
  type TransferOptions,
  type Transferred,
  type TransferSelection,
} from './transfer-types.js'

/**
 * Objects that an importer makes beside others and numbers itself, `Palette1`: nobody asks for them by name,
 * though most are Public (1,156 of 1,310 palettes).
 */
const MADE_BESIDE = /^palette$/i
/** Objects that the engine looks for by their names: MyLevel, TheWorld. */
const FOUND_BY_ENGINE = /^(?:level|world)$/i

/** A package that objects are taken from. */
interface Source {
  readonly edit: PackageEdit
  readonly exports: ExportIndex
}

/** The work of {@link transferObjects}, once. */
export class Transfer {
  readonly #target: PackageEdit
  readonly #selections: readonly TransferSelection[]
  readonly #options: TransferOptions
  readonly #exports: ExportIndex
  readonly #imports: ImportIndex
  readonly #sources = new Map<PackageEdit, Source>()
  readonly #byName = new Map<string, Source>()
  /** Every object that comes along, and what it needs. */
  readonly #incoming = new Map<EditExport, { readonly source: Source; readonly needs: Needs }>()
  /** What an object of a source is here. */
  readonly #counterparts = new Map<EditObject, EditObject>()
  readonly #leftBehind = new Map<EditExport, PackageEdit>()
  readonly #names = new Map<Name['entry'], Map<number, Name>>()

  constructor(into: PackageEdit, selections: readonly TransferSelection[], options: TransferOptions) {
    this.#target = into
    this.#selections = selections
    this.#options = options
    this.#exports = new ExportIndex(into)
    this.#imports = new ImportIndex(into)
    for (const { from } of selections) {
      if (from === into)
        throw new RangeError('objects are taken from one document to another, not from the document itself')
      if (this.#sources.has(from)) continue
      checkFormats(into, from)
      const source = { edit: from, exports: new ExportIndex(from) }
      this.#sources.set(from, source)
      const { name } = from.package
      if (this.#byName.has(name.toLowerCase()))
        throw new PackageError(
          'refused',
          `two packages are called ${name}: it is unclear which of them imports mean; rename one first`,
        )
      this.#byName.set(name.toLowerCase(), source)
    }
  }

  async run(): Promise<Transferred> {
    await this.#gather()
    const order = inOrder(this.#incoming, [...this.#sources.values()])
    const identical = await this.#findIdentical(order)
    const twins = await this.#findTwins(order, identical)
    this.#checkPrivate()
    const placed = this.#place(order, identical, twins)
    for (const { from, source, object, how } of placed) {
      if (how === 'reused') continue
      this.#fillRow(from, source, object)
      const needs = this.#incoming.get(source)?.needs
      for (const name of needs?.names ?? []) this.#name(from, name)
      for (const needed of needs?.objects ?? []) this.#map(from, needed)
    }
    for (const from of this.#sources.keys()) await fillDepends(from, placed, this.#counterparts)
    for (const { from, source, object, how } of placed) {
      if (how === 'reused' || source.body.kind !== 'stored') continue
      const codec = transferCodec(this.#target, from, source, this.#symbols(from))
      object.body = source.body
      object.codec = codec
      await checkLossless(this.#target, from, source, codec)
    }
    this.#target.revision++
    return { placed, left: [...this.#leftBehind].map(([source, from]) => ({ from, source })) }
  }

  // ---- what comes along -----------------------------------------------------------------------------------

  async #gather(): Promise<void> {
    const waiting: [Source, EditExport][] = []
    const take = (source: Source, entry: EditExport) => {
      if (this.#known(entry) !== undefined) return
      // Conforming leaves placeholders of what was removed, which only mean something at their place.
      if (!isGroup(entry) && entry.origin?.isNull !== true) waiting.push([source, entry])
    }
    for (const { from, objects } of this.#selections) {
      const source = this.#sources.get(from)
      if (source === undefined) continue
      for (const entry of source.exports.families(objects)) take(source, entry)
    }
    const follows = (this.#options.references ?? TRANSFER_DEFAULTS.references) === 'take'
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [source, entry] = next
      if (this.#incoming.has(entry)) continue
      this.#options.signal?.throwIfAborted()
      if (entry.body.kind !== 'stored' || entry.codec !== undefined)
        throw new RangeError(`${entry.path} has unsaved changes: build its package, and copy it from there`)
      const needs = await needsOf(source.edit, entry)
      this.#incoming.set(entry, { source, needs })
      // It cannot be without what it is in, nor without what is in it.
      for (let outer = entry.outer; outer instanceof EditExport; outer = outer.outer) take(source, outer)
      for (const inner of source.exports.inside(entry)) take(source, inner)
      const defaults = entry.class === null ? source.exports.named(entry.outer, `Default__${entry.name}`) : []
      for (const own of defaults) if (own.class === entry) take(source, own)
      if (!follows) continue
      for (const needed of needs.objects) {
        if (needed instanceof EditExport) take(source, needed)
        else {
          const found = this.#sourceObjectOf(needed)
          if (found !== undefined) take(...found)
        }
      }
    }
  }

  /** What an object of a source is here, so that it does not come. */
  #known(entry: EditExport): EditExport | undefined {
    const here = this.#incoming.has(entry) ? undefined : this.#options.known?.(entry)
    if (here !== undefined) this.#counterparts.set(entry, here)
    return here
  }

  /** The object of a source that an import of another source means. */
  #sourceObjectOf(entry: EditImport): [Source, EditExport] | undefined {
    const [root = '', ...path] = namesTo(entry)
    const source = this.#isOwnName(root) ? undefined : this.#byName.get(root.toLowerCase())
    const found = source?.exports.at(path, entry.className)
    return source === undefined || found === undefined ? undefined : [source, found]
  }

  #isOwnName(root: string): boolean {
    return root.toLowerCase() === this.#target.package.name.toLowerCase()
  }

  // ---- where it goes --------------------------------------------------------------------------------------

  /** Objects that are here already, exactly as they would come. */
  async #findIdentical(order: readonly EditExport[]): Promise<Map<EditExport, EditExport>> {
    const found = new Map<EditExport, EditExport>()
    const root = this.#rootToPlace()
    for (const entry of order) {
      if (entry === root || this.#options.rows?.has(entry)) continue
      const outer = this.#findCounterpart(entry.outer, found)
      if (outer === undefined || (outer !== null && !(outer instanceof EditExport))) continue
      const there = this.#exports.conflicting(outer, entry.name, entry.className)
      if (there !== undefined && there.className.toLowerCase() === entry.className.toLowerCase())
        found.set(entry, there)
    }
    // One that is not identical makes those that refer to it different too.
    const users = new Dependents<EditExport>()
    const noting = {
      get(object: EditExport) {
        users.note(object)
        return found.get(object)
      },
    }
    const known = (object: EditObject | null) => this.#findCounterpart(object, noting)
    const waiting = new Set(found.keys())
    for (const entry of waiting) {
      waiting.delete(entry)
      const there = found.get(entry)
      const source = this.#incoming.get(entry)?.source
      if (source === undefined || there === undefined) continue
      users.user = entry
      if (await isIdentical(this.#target, source.edit, entry, there, known)) continue
      found.delete(entry)
      for (const other of users.of(entry)) waiting.add(other)
    }
    return found
  }

  /** Of objects that several packages have alike all but the first. */
  async #findTwins(
    order: readonly EditExport[],
    identical: ReadonlyMap<EditExport, EditExport>,
  ): Promise<Map<EditExport, EditExport>> {
    if (this.#sources.size < 2) return new Map()
    const coming = order.flatMap((entry) => {
      const edit = this.#incoming.get(entry)?.source.edit
      return edit === undefined || identical.has(entry) ? [] : [{ edit, entry }]
    })
    return twinsOf(coming, (entry) => this.#sourceObjectOf(entry)?.[1])
  }

  /** What an object of a source is here, without making anything; `undefined` when it is nothing yet. */
  #findCounterpart(
    object: EditObject | null,
    found: Pick<ReadonlyMap<EditExport, EditExport>, 'get'>,
  ): EditObject | null | undefined {
    if (object === null) return null
    if (object instanceof EditExport) {
      if (this.#incoming.has(object)) return found.get(object)
      const here = this.#known(object)
      if (here !== undefined) return here
      const outer = this.#findCounterpart(object.outer, found)
      if (outer === undefined) return undefined
      if (isGroup(object)) return this.#exports.group(outer, object.name)
      return undefined
    }
    const own = this.#ownObject(object)
    if (own !== undefined) return own
    const inSource = this.#sourceObjectOf(object)?.[1]
    if (inSource !== undefined && this.#incoming.has(inSource)) return found.get(inSource)
    const outer = this.#findCounterpart(object.outer, found)
    if (outer === undefined) return undefined
    return this.#imports.find({ name: object.name, outer, className: object.className })
  }

  #rootToPlace(): EditExport | undefined {
    if (this.#options.as === undefined) return undefined
    const roots = this.#selections.flatMap(({ objects }) => objects)
    const [root] = roots
    if (root === undefined || roots.length > 1) throw new RangeError('only a single object can be given a path')
    if (isGroup(root)) throw new PackageError('refused', 'a group keeps its path', { object: root.path })
    return root
  }

  #place(
    order: readonly EditExport[],
    identical: ReadonlyMap<EditExport, EditExport>,
    twins: ReadonlyMap<EditExport, EditExport>,
  ): PlacedObject[] {
    const root = this.#rootToPlace()
    const { collisions: choice = TRANSFER_DEFAULTS.collisions, hidden } = this.#options
    const choiceFor = (from: PackageEdit, source: EditExport) => {
      const { className } = source
      const isHidden = !isPublic(from, source) || MADE_BESIDE.test(className)
      if (hidden !== undefined && isHidden && !FOUND_BY_ENGINE.test(className)) return hidden
      return typeof choice === 'string' ? choice : choice(source)
    }
    const placed: PlacedObject[] = []
    const collisions: string[] = []
    let isField = false
    for (const source of order) {
      const from = this.#incoming.get(source)?.source.edit
      if (from === undefined) continue
      const twin = twins.get(source)
      const same = identical.get(source) ?? (twin === undefined ? undefined : this.#counterparts.get(twin))
      if (same instanceof EditExport) {
        this.#counterparts.set(source, same)
        placed.push({ from, source, object: same, how: 'reused' })
        continue
      }
      const row = this.#options.rows?.get(source)
      if (row !== undefined) {
        row.flags = source.flags
        row.flagsHigh = source.flagsHigh
        this.#counterparts.set(source, row)
        placed.push({ from, source, object: row, how: 'added' })
        continue
      }
      const wanted = source === root ? this.#placeOf(this.#options.as ?? '') : { ...this.#usualPlace(from, source) }
      const there = this.#exports.conflicting(wanted.outer, wanted.name, source.className)
      const renames = !FOUND_BY_NAME.test(source.className) && choiceFor(from, source) === 'rename'
      if (there !== undefined && !renames) {
        collisions.push(`${source.className}'${source.path}'`)
        isField ||= FOUND_BY_NAME.test(source.className)
        continue
      }
      const name = there === undefined ? wanted.name : this.#freeName(wanted.outer, wanted.name)
      const object = this.#target.addExport(
        { ...wanted, name, class: null, flags: source.flags, flagsHigh: source.flagsHigh },
        NO_BYTES,
      )
      // Only what is merged in whole keeps these, and it is not an object.
      if (source.entry.extra !== undefined) object.entry.extra = { ...source.entry.extra }
      this.#exports.add(object, source.className)
      this.#counterparts.set(source, object)
      placed.push({ from, source, object, how: there === undefined ? 'added' : 'renamed' })
    }
    if (collisions.length > 0) {
      const advice = isField
        ? 'what scripts find by name cannot be renamed'
        : typeof choice === 'string'
          ? 'with --on-collision rename, the new ones are renamed'
          : 'rename one of them'
      const message = `${this.#target.package.name} has other objects of the same names: ${list(collisions)}; ${advice}`
      throw new PackageError('refused', message)
    }
    return placed
  }

  #usualPlace(from: PackageEdit, source: EditExport): { outer: EditExport | null; name: string } {
    const { outer } = source
    const place = outer === null ? null : this.#map(from, outer)
    if (place instanceof EditImport) {
      throw new PackageError('unsupported', `it is in an object of another package, ${place.path}`, {
        object: source.path,
      })
    }
    // The defaults of a class are found by its name (UE3).
    const own = this.#text(source.storedName)
    const of = source.class === null ? undefined : this.#counterparts.get(source.class)
    const isDefaults = of !== undefined && own.toLowerCase() === `default__${source.class?.name.toLowerCase()}`
    return { outer: place, name: isDefaults ? `Default__${of.name}` : own }
  }

  #placeOf(path: string): { outer: EditExport | null; name: string } {
    const names = path.split('.')
    const name = names.pop() ?? ''
    checkObjectName(name)
    let outer: EditExport | null = null
    for (const group of names) outer = this.#exports.groupIn(outer, group)
    return { outer, name }
  }

  #freeName(outer: EditExport | null, name: string): string {
    for (let number = 2; ; number++) {
      const suffix = `_${number}`
      const free = `${name.slice(0, MAX_NAME_LENGTH - suffix.length)}${suffix}`
      if (this.#exports.named(outer, free).length === 0) return free
    }
  }

  // ---- what it refers to ----------------------------------------------------------------------------------

  #fillRow(from: PackageEdit, source: EditExport, object: EditExport): void {
    object.class = this.#map(from, source.class)
    object.super = this.#map(from, source.super)
    object.archetype = this.#map(from, source.archetype)
    object.componentMap = source.componentMap.map(({ name, component }) => ({
      name: this.#name(from, name),
      component: this.#map(from, component),
    }))
  }

  #name(from: PackageEdit, name: Name): Name {
    const numbers = this.#names.get(name.entry) ?? new Map<number, Name>()
    this.#names.set(name.entry, numbers)
    let known = numbers.get(name.number)
    if (known === undefined) {
      const [a, b] = [from.package.context, this.#target.package.context]
      const numbered = a.since(Version.NameNumbers) && b.since(Version.NameNumbers)
      const text = this.#text(name)
      known = numbered ? this.#target.nameEntry(name.entry.text).numbered(name.number) : this.#target.addName(text)
      numbers.set(name.number, known)
    }
    return known
  }

  /** A name as text, which is a name here from now on, whatever it is made of. */
  #text(name: Name): string {
    this.#target.adoptName(name.entry.text)
    return name.toString()
  }

  #map(from: PackageEdit, object: EditObject): EditObject
  #map(from: PackageEdit, object: EditObject | null): EditObject | null
  #map(from: PackageEdit, object: EditObject | null): EditObject | null {
    if (object === null) return null
    let here = this.#counterparts.get(object)
    if (here === undefined) {
      here = object instanceof EditExport ? this.#mapExport(from, object) : this.#mapImport(from, object)
      this.#counterparts.set(object, here)
    }
    return here
  }

  #mapExport(from: PackageEdit, object: EditExport): EditObject {
    if (isGroup(object)) {
      const outer = this.#map(from, object.outer)
      if (!(outer instanceof EditImport)) return this.#exports.groupIn(outer, this.#text(object.storedName))
    }
    return importOf(this.#imports, from, object)
  }

  #mapImport(from: PackageEdit, object: EditImport): EditObject {
    const own = this.#ownObject(object)
    if (own !== undefined) return own
    const found = this.#sourceObjectOf(object)
    if (found !== undefined && this.#incoming.has(found[1])) return this.#map(found[0].edit, found[1])
    // What a package imports from itself is of native code, also in a package of its name.
    const isNative = this.#isOwnName(from.package.name)
    if (object.outer !== null && this.#isOwnName(rootOf(object).name) && !isNative) {
      const message = `${from.package.name} refers to an object of ${this.#target.package.name} that does not exist`
      throw new PackageError('refused', message, { object: object.path })
    }
    return this.#imports.at({
      name: this.#text(object.storedName),
      outer: this.#mapOuter(from, object.outer),
      className: this.#text(object.storedClassName),
      classPackage: this.#classPackage(object),
    })
  }

  /** What an import is in stays an import, also where some of it came along. */
  #mapOuter(from: PackageEdit, outer: EditObject | null): EditObject | null {
    if (!(outer instanceof EditImport)) return this.#map(from, outer)
    return this.#imports.at({
      name: this.#text(outer.storedName),
      outer: this.#mapOuter(from, outer.outer),
      className: this.#text(outer.storedClassName),
      classPackage: this.#text(outer.storedClassPackage),
    })
  }

  /** The class may be one that comes along. */
  #classPackage(object: EditImport): string {
    const root = this.#text(object.storedClassPackage)
    const source = this.#byName.get(root.toLowerCase())
    const of = source?.exports.at([object.className], 'Class')
    return of !== undefined && this.#incoming.has(of) ? this.#target.package.name : root
  }

  /** What an import of this very package means. */
  #ownObject(object: EditImport): EditExport | undefined {
    const [root = '', ...path] = namesTo(object)
    return this.#isOwnName(root) && path.length > 0 ? this.#exports.at(path, object.className) : undefined
  }

  /** Refuses to leave behind what nobody may import. */
  #checkPrivate(): void {
    const hidden: string[] = []
    for (const { source, needs } of this.#incoming.values()) {
      for (const needed of needs.objects) {
        if (
          !(needed instanceof EditExport) ||
          this.#incoming.has(needed) ||
          isGroup(needed) ||
          this.#leftBehind.has(needed) ||
          this.#known(needed) !== undefined
        )
          continue
        this.#leftBehind.set(needed, source.edit)
        if (!isPublic(source.edit, needed)) hidden.push(`${classOf(source.edit, needed).className}'${needed.path}'`)
      }
    }
    if (hidden.length === 0) return
    const message =
      `objects that stay would have to be imported, but are not Public: ${list(hidden)}; include ` +
      'it, or set the flag with object-flags'
    throw new PackageError('refused', message)
  }

  /**
   * Names and objects for the indices of a source's bodies. All that an object needs was met before; what
   * else is looked up comes of trying a layout that turns out to be a wrong one, and is nothing here.
   */
  #symbols(from: PackageEdit): Symbols {
    return {
      nameAt: (index, number) => {
        const name = from.nameAt(index, number)
        return name === undefined ? undefined : this.#names.get(name.entry)?.get(name.number)
      },
      objectAt: (reference) => {
        const object = from.objectAt(reference)
        return object === undefined ? undefined : this.#counterparts.get(object)
      },
    }
  }
}
