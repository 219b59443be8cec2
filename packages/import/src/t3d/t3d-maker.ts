import { memberOf, ObjectFlag } from '@ukit/container'
import { checkObjectName, EditExport, type EditObject, NEW_OBJECT_FLAGS, type PackageEdit } from '@ukit/edit'
import { equalBytes } from '@ukit/files/internal'
import type { T3dBrush, T3dEntry, T3dObject, T3dPolygon, T3dProperty } from '@ukit/media/internal'
import { PropertyList, StateFrame, UnrealObject, ue1, ue2, ue3 } from '@ukit/objects'
import { archetypeOf, classPathOf, nameOf } from './t3d-archetypes.js'
import { type AnyPoly, boundModel, fillModel, isSamePolygon, type T3dBrushes } from './t3d-brushes.js'
import type { T3dClasses } from './t3d-classes.js'
import { difference } from './t3d-difference.js'
import { T3dError } from './t3d-error.js'
import type { T3dReferences } from './t3d-references.js'
import type { T3dOwner, T3dSetter } from './t3d-values.js'

/** Objects inside each other. */
const MOST_DEPTH = 16

/** Flags of a stored object that new ones get: what the editor and the game are to load, undo and see. */
const KEPT_FLAGS = ObjectFlag.Transactional | NEW_OBJECT_FLAGS | ObjectFlag.HasStack

/** An object inside another one, and what becomes of it. */
interface Child {
  readonly entry: EditExport
  readonly class: EditObject
  readonly entries: readonly T3dEntry[]
  /** What the file would say of it as it is; `undefined` for a new one. */
  readonly now: readonly T3dEntry[] | undefined
}

/** *Adds and fills the objects of a T3D file*: actors, what is inside them, and their brushes. */
export class T3dMaker {
  readonly #edit: PackageEdit
  readonly #brushMaker: T3dBrushes
  readonly #setter: T3dSetter
  readonly #classes: T3dClasses
  readonly #references: T3dReferences
  readonly #isUE3: boolean
  #level: EditExport | null = null
  /** An actor of the map, as a model for new ones. */
  #like: { readonly entry: EditExport; readonly object: UnrealObject } | undefined
  /** The Model of a brush of the map, and its Polys. */
  #modelLike: { readonly model: EditExport; readonly object: UnrealObject; readonly polys: EditExport } | undefined
  /** The next number of each base of names. */
  readonly #numbers = new Map<string, number>()
  /** Brushes that were added or changed. */
  brushes = 0
  /** Actors with data that T3D does not have. */
  readonly withoutData = new Set<string>()

  constructor(
    edit: PackageEdit,
    brushes: T3dBrushes,
    setter: T3dSetter,
    classes: T3dClasses,
    references: T3dReferences,
  ) {
    this.#edit = edit
    this.#brushMaker = brushes
    this.#setter = setter
    this.#classes = classes
    this.#references = references
    this.#isUE3 = edit.package.context.engine === 3
  }

  /** Looks at how the map stores its actors and brushes. */
  async learn(actors: readonly EditExport[], level: EditExport): Promise<void> {
    this.#level = level
    // A LevelInfo may have flags that others lack, and in UE3 the builder brush.
    const last = this.#isUE3 ? 2 : 1
    for (const entry of [...actors.slice(last), ...actors.slice(0, last).reverse()]) {
      const { object, error } = await this.#edit.read(entry)
      if (error !== undefined) continue
      this.#like ??= { entry, object }
      const brush = object.properties.get('Brush')
      if (!(brush instanceof EditExport)) continue
      const { object: model } = await this.#edit.read(brush)
      if (!isModel(model) || !(model.polys instanceof EditExport)) continue
      this.#modelLike = { model: brush, object: model, polys: model.polys }
      return
    }
  }

  /** A new actor without values, of the name or, if that is taken, one with another number. */
  actor(name: string, of: EditObject): EditExport {
    const like = this.#like
    const outer = this.#isUE3 ? this.#level : (like?.entry.outer ?? null)
    const object = this.#edit.reader.emptyObject(of.name) ?? new UnrealObject()
    if (Object.getPrototypeOf(object) !== UnrealObject.prototype) this.withoutData.add(name)
    let flags = this.#usualFlags
    if (like !== undefined) {
      object.preamble = [...like.object.preamble]
      if (like.object.afterProperties !== undefined) object.afterProperties = [...like.object.afterProperties]
    }
    const frame = like?.object.frame
    if (frame === undefined) flags &= ~ObjectFlag.HasStack
    else object.frame = frameOf(frame, of)
    const entry = this.#add(name, outer, of, flags, object)
    if (object.frame !== undefined && object.frame.object !== null) object.frame.object = entry
    return entry
  }

  /** Flags of an actor, in the word that the engine has them in. */
  get #usualFlags(): number {
    const entry = this.#like?.entry
    if (!this.#isUE3) return entry?.flags ?? NEW_OBJECT_FLAGS
    return entry === undefined ? NEW_OBJECT_FLAGS : entry.flagsHigh & KEPT_FLAGS
  }

  #add(name: string, outer: EditObject | null, of: EditObject, flags: number, object: UnrealObject): EditExport {
    checkObjectName(name)
    object.properties = this.#emptyList()
    const free = this.#free(name, outer)
    checkObjectName(free)
    const words = this.#isUE3 ? { flags: 0, flagsHigh: flags } : { flags }
    return this.#edit.addExport({ name: free, outer, class: of, ...words }, object)
  }

  #emptyList(): PropertyList {
    return Object.assign(new PropertyList(), { end: this.#edit.addName('None') })
  }

  /** The name, or the next number of it that nothing has: `Light13` for `Light12`. */
  #free(name: string, outer: EditObject | null): string {
    const isFree = (wanted: string) =>
      this.#edit.objectsNamed(outer, wanted).every((each) => !(each instanceof EditExport))
    if (isFree(name)) return name
    const [, base = name, digits = ''] = /^(.*?)(\d{0,9})$/.exec(name) ?? []
    const key = `${outer?.path ?? ''} ${base.toLowerCase()}`
    for (let number = this.#numbers.get(key) ?? Number(digits) + 1; ; number++) {
      const wanted = `${base}${number}`
      if (!isFree(wanted)) continue
      this.#numbers.set(key, number + 1)
      return wanted
    }
  }

  /**
   * Makes an object what a file says of it; gives whether that changed anything.
   *
   * @param now what the file would say of the object as it is: lines that are the same leave their values as
   *   they are, to the last digit. `undefined` for one that has no values.
   */
  async fill(
    owner: { readonly entry: EditExport; readonly class: EditObject },
    wanted: readonly T3dEntry[],
    now: readonly T3dEntry[] | undefined,
    around: ReadonlyMap<string, EditObject> = new Map(),
    depth = 0,
  ): Promise<boolean> {
    let isChanged = false
    const locals = new Map(around)
    const brush = wanted.find((entry) => entry.kind === 'brush')
    const model = brush === undefined ? undefined : await this.#brush(owner.entry, brush, now)
    if (model?.isChanged === true) isChanged = true
    if (brush !== undefined && model !== undefined) locals.set(brush.name.toLowerCase(), model.entry)
    const children: Child[] = []
    // All of them are there before the first is filled: components refer to each other.
    for (const entry of wanted)
      if (entry.kind === 'object') children.push(await this.#child(owner.entry, entry.object, now, locals, depth))
    for (const { entry, class: of, entries, now: before } of children) {
      const isFilled = await this.fill({ entry, class: of }, entries, before, locals, depth + 1)
      if (isFilled || before === undefined) isChanged = true
    }
    const isNewModel = model?.isNew === true
    const all = this.#setter.valuesIn(wanted, owner.class)
    const lines = all.filter(({ name }) => !(model !== undefined && name.toLowerCase() === 'brush'))
    const { schema } = this.#edit.reader
    const ancestry = this.#edit.ancestryOf(owner.class)
    const isWhole = (name: string) => memberOf(schema, ancestry, name)?.type.kind === 'array'
    const { gone, set } = difference(lines, this.#setter.valuesIn(now ?? [], owner.class), model !== undefined, isWhole)
    if (gone.length === 0 && set.length === 0 && !isNewModel) return isChanged
    const full: T3dOwner = { ...owner, locals }
    const before = now === undefined ? undefined : await this.#edit.storedBytes(owner.entry)
    await this.#edit.change(owner.entry, async ({ properties }) => {
      const dropped = new Set(gone)
      properties.items = properties.items.filter(({ name, index, value }) => {
        const key = name.toString().toLowerCase()
        return !dropped.has(`${key}(${index})`) && !(Array.isArray(value) && dropped.has(key))
      })
      const order = orderOf(properties)
      await this.#setter.set(full, properties, set)
      if (model?.isNew === true) await this.#setModel(full, properties, model.entry)
      arrange(properties, order, all)
    })
    const { body } = owner.entry
    // Files that were written with more or fewer packages say the same in other words.
    return before === undefined || body.kind !== 'changed' || !equalBytes(this.#edit.encodeChanged(owner.entry), before)
      ? true
      : isChanged
  }

  async #setModel(owner: T3dOwner, properties: PropertyList, model: EditExport): Promise<void> {
    const locals = new Map([...owner.locals, [model.name.toLowerCase(), model as EditObject]])
    const line: T3dProperty = { kind: 'property', name: 'Brush', index: undefined, text: `Model'${model.name}'` }
    await this.#setter.set({ ...owner, locals }, properties, [line])
  }

  /** An object inside of an actor: added, or that which the actor has. */
  async #child(
    outer: EditExport,
    object: T3dObject,
    now: readonly T3dEntry[] | undefined,
    locals: Map<string, EditObject>,
    depth: number,
  ): Promise<Child> {
    if (depth > MOST_DEPTH) throw new T3dError(object.at, `expected objects nested up to ${MOST_DEPTH} deep`)
    const name = nameOf(object)
    const key = name.toLowerCase()
    const before = now?.find((entry) => entry.kind === 'object' && nameOf(entry.object).toLowerCase() === key)
    const known = before === undefined ? undefined : await this.#present(outer, name)
    if (known !== undefined && known.class !== null && before?.kind === 'object') {
      locals.set(key, known)
      return { entry: known, class: known.class, entries: object.entries, now: before.object.entries }
    }
    if (object.className === '') throw new T3dError(object.at, `expected Class=… of the new object ${object.name}`)
    const of = await this.#classes.find(classPathOf(object), object.at)
    const made = this.#edit.reader.emptyObject(of.name) ?? new UnrealObject()
    const flags = this.#isUE3 ? this.#usualFlags & ~ObjectFlag.HasStack : NEW_OBJECT_FLAGS
    if (this.#like !== undefined) made.preamble = [...this.#like.object.preamble]
    const entry = this.#add(name, outer, of, flags, made)
    entry.archetype = await archetypeOf(this.#edit, this.#classes, this.#references, object, of)
    locals.set(key, entry)
    return { entry, class: of, entries: object.entries, now: undefined }
  }

  /** What an object refers to, or has inside, by this name. */
  async #present(outer: EditExport, name: string): Promise<EditExport | undefined> {
    const key = name.toLowerCase()
    const { object } = await this.#edit.read(outer)
    const values = object.properties.items.flatMap(({ value }) => (Array.isArray(value) ? value : [value]))
    const isIt = (value: unknown): value is EditExport =>
      value instanceof EditExport && value.name.toLowerCase() === key
    return values.find(isIt) ?? this.#edit.objectsNamed(outer, name).find(isIt)
  }

  /** The Model of a brush: the one that the actor has, with the sides of the file, or a new one. */
  async #brush(
    actor: EditExport,
    brush: T3dBrush,
    now: readonly T3dEntry[] | undefined,
  ): Promise<{ entry: EditExport; isNew: boolean; isChanged: boolean }> {
    const before = now?.find((entry) => entry.kind === 'brush')
    const own = before === undefined ? undefined : await this.#modelOf(actor)
    if (own !== undefined && before !== undefined) {
      if (isSameBrush(before, brush)) return { entry: own.model, isNew: false, isChanged: false }
      const sides = await this.#brushMaker.polys(brush, { polys: own.sides, polygons: before.polygons })
      await this.#edit.change(own.polys, (object) => putSides(object, sides))
      if (!isSameShape(own.sides, sides))
        await this.#edit.change(own.model, (object) => {
          boundModel(object, sides)
        })
      this.brushes++
      return { entry: own.model, isNew: false, isChanged: true }
    }
    const sides = await this.#brushMaker.polys(brush)
    if (this.#isUE3) return this.#newModelUE3(actor, brush, sides)
    const like = this.#modelLike
    if (like === undefined || like.model.class === null || like.polys.class === null)
      throw new T3dError(brush.polygons[0]?.at, 'the map has no brush to learn from how it stores them')
    if (like.object instanceof ue1.Model && like.object.parts !== undefined)
      throw new T3dError(
        brush.polygons[0]?.at,
        'brushes of packages before version 62 keep their geometry in objects that ukit does not make',
      )
    const polys = this.#edit.reader.emptyObject('Polys') ?? new UnrealObject()
    putSides(polys, sides)
    polys.preamble = [...like.object.preamble]
    const model = this.#edit.reader.emptyObject('Model') ?? new UnrealObject()
    model.preamble = [...like.object.preamble]
    const polysEntry = this.#add('Polys1', like.polys.outer, like.polys.class, like.polys.flags, polys)
    fillModel(model, like.object, polysEntry, sides)
    const entry = this.#add(brush.name, like.model.outer, like.model.class, like.model.flags, model)
    this.brushes++
    return { entry, isNew: true, isChanged: true }
  }

  /** In UE3 a Model is in its brush, and its Polys in it. */
  async #newModelUE3(
    actor: EditExport,
    brush: T3dBrush,
    sides: readonly AnyPoly[],
  ): Promise<{ entry: EditExport; isNew: boolean; isChanged: boolean }> {
    const { at } = brush.polygons[0] ?? {}
    const flags = this.#usualFlags & ~ObjectFlag.HasStack
    const [model, polys] = [new ue3.Model(), new ue3.Polys()]
    const entry = this.#add(brush.name, actor, await this.#classes.find('Engine.Model', at), flags, model)
    const polysEntry = this.#add('Polys_0', entry, await this.#classes.find('Engine.Polys', at), flags, polys)
    putSides(polys, sides)
    polys.owner = polysEntry
    model.self = entry
    fillModel(model, this.#modelLike?.object, polysEntry, sides)
    this.brushes++
    return { entry, isNew: true, isChanged: true }
  }

  async #modelOf(
    actor: EditExport,
  ): Promise<{ model: EditExport; polys: EditExport; sides: readonly AnyPoly[] } | undefined> {
    const { object } = await this.#edit.read(actor)
    const model = object.properties.get('Brush')
    if (!(model instanceof EditExport)) return undefined
    const { object: read } = await this.#edit.read(model)
    if (!isModel(read) || !(read.polys instanceof EditExport)) return undefined
    const { object: polys } = await this.#edit.read(read.polys)
    if (!(polys instanceof ue1.Polys || polys instanceof ue2.Polys || polys instanceof ue3.Polys)) return undefined
    return { model, polys: read.polys, sides: polys.polys }
  }
}

function isModel(object: UnrealObject): object is ue1.Model | ue2.Model | ue3.Model {
  return object instanceof ue1.Model || object instanceof ue2.Model || object instanceof ue3.Model
}

function putSides(object: UnrealObject, sides: readonly AnyPoly[]): void {
  if (object instanceof ue3.Polys) object.polys = sides.filter((side) => side instanceof ue3.Poly)
  else if (object instanceof ue2.Polys) object.polys = sides.filter((side) => side instanceof ue2.Poly)
  else if (object instanceof ue1.Polys) object.polys = sides.filter((side) => side instanceof ue1.Poly)
}

/** Where the state code of a new actor is: in its class, as that of others. */
function frameOf(like: StateFrame, of: EditObject): StateFrame {
  const { probeMask, probeMaskHigh, header, unknown, object } = like
  const made = Object.assign(new StateFrame(), {
    node: of,
    stateNode: of,
    probeMask,
    probeMaskHigh,
    header,
    unknown,
    object,
  })
  return made
}

function isSameShape(a: readonly AnyPoly[], b: readonly AnyPoly[]): boolean {
  const corners = (sides: readonly AnyPoly[]) => sides.map(({ vertices }) => vertices.join()).join(' ')
  return corners(a) === corners(b)
}

function isSameBrush(a: T3dBrush, b: T3dBrush): boolean {
  return a.polygons.length === b.polygons.length && a.polygons.every((each, i) => isSame(each, b.polygons[i]))
}

function isSame(a: T3dPolygon, b: T3dPolygon | undefined): boolean {
  return b !== undefined && isSamePolygon(a, b)
}

function orderOf({ items }: PropertyList): readonly string[] {
  return items.map((item) => item.name.toString().toLowerCase())
}

/** Puts values in the order of the file, where they are new. */
function arrange(list: PropertyList, before: readonly string[], lines: readonly T3dProperty[]): void {
  const rank = new Map<string, number>()
  for (const { name } of lines) if (!rank.has(name.toLowerCase())) rank.set(name.toLowerCase(), rank.size)
  const kept = new Map(before.map((name, i) => [name, i]))
  // Of what the file does not mention, each stays behind what it was behind.
  let last = -1
  const places = new Map<string, number>()
  for (const [name] of kept) {
    last = rank.get(name) ?? last
    places.set(name, rank.get(name) ?? last + 0.5)
  }
  const placeOf = (name: string) => rank.get(name) ?? places.get(name) ?? rank.size
  list.items = list.items
    .map((item, i) => ({ item, i, place: placeOf(item.name.toString().toLowerCase()) }))
    .sort((a, b) => a.place - b.place || a.i - b.i)
    .map(({ item }) => item)
}
