import { memberOf, type ValueType } from '@ukit/container'
import { ExportObject, type ObjectReader, type PackageObject, type ReadObject, type T3dForm } from '@ukit/core'
import type { Property, PropertyValue } from '@ukit/objects'
import type { T3dEntry, T3dObject, T3dProperty, T3dWord } from './t3d.js'
import { t3dBrush } from './t3d-brush.js'
import { t3dFormOf } from './t3d-form.js'
import { NO_DEFAULT, type T3dDefault, T3dValues } from './t3d-values.js'

/** Objects inside each other; more is a circle. */
const MOST_DEPTH = 16

/** Classes of UE2 whose objects are written where a value refers to them, since nothing else has them. */
const INLINE_CLASSES = new Set([
  'particleemitter',
  'karmaparamscollision',
  'matobject',
  'scriptedaction',
  'ai_script',
  'inventoryitem',
])

/** *Writes the actors of one level as T3D.* */
export class ActorWriter {
  readonly form: T3dForm
  readonly #reader: ObjectReader
  readonly #values: T3dValues
  /** What is inside of what (UE3). */
  readonly #children = new Map<PackageObject, ExportObject[]>()
  /** Whose class has a package that is not available: their class's defaults are not known. */
  readonly missing = new Set<string>()
  /** Brushes whose sides are not in the package. */
  readonly withoutSides: string[] = []
  /** Objects that do not decode. */
  readonly broken: string[] = []

  /** @param level the level's object. */
  constructor(reader: ObjectReader, level: ExportObject) {
    this.#reader = reader
    this.form = t3dFormOf(reader.package)
    this.#values = new T3dValues(reader, this.form, (object) => isInside(object, level))
    if (this.form.engine < 3) return
    for (const exported of reader.package.exports) {
      const { outer } = exported
      if (outer === null || outer === level) continue
      const known = this.#children.get(outer)
      if (known === undefined) this.#children.set(outer, [exported])
      else known.push(exported)
    }
  }

  /** Variables whose values could not be written. */
  get leftOut(): ReadonlySet<string> {
    return this.#values.leftOut
  }

  /** An actor, with its brush and what is inside it; `undefined` when it does not decode. */
  async actor(exported: ExportObject): Promise<T3dObject | undefined> {
    const read = await this.#reader.read(exported)
    if (read.error !== undefined) {
      this.broken.push(exported.name)
      return undefined
    }
    const header = this.form.engine === 3 ? [{ key: 'Archetype', text: this.#archetype(exported) }] : []
    return {
      className: this.form.classPaths ? this.#classPath(exported) : exported.className,
      name: nameText(exported.name),
      header,
      entries: await this.#entries(read, 0),
    }
  }

  async #entries(read: ReadObject, depth: number): Promise<T3dEntry[]> {
    const { export: exported } = read
    const entries: T3dEntry[] = []
    if (this.form.engine === 3) entries.push(...(await this.#inside(exported, depth)))
    for (const { property, type, base } of await this.#properties(read)) {
      const owner = exported.className
      const inline = await this.#inline(property, depth)
      if (inline.length > 0) {
        entries.push(...inline)
        continue
      }
      const name = property.name.toString()
      const brush =
        depth === 0 && name.toLowerCase() === 'brush' && property.value instanceof ExportObject
          ? await this.#brush(property.value, exported)
          : []
      entries.push(...brush)
      if (Array.isArray(property.value) && type?.kind !== 'struct') {
        const inner = type?.kind === 'array' ? type.inner : undefined
        for (const [index, element] of property.value.entries()) {
          if (this.#values.isLeftOut(element, index, base)) continue
          const text = this.#values.of(element, inner, owner)
          if (text === undefined) this.#values.leftOut.add(name)
          else entries.push({ kind: 'property', name, index, text })
        }
        continue
      }
      const text = this.#values.property(property, type, owner, base)
      if (text === undefined) continue
      const member = memberOf(this.#reader.schema, this.#reader.ancestryOf(exported.class), name)
      const isElement = property.index > 0 || (member?.dim ?? 1) > 1
      const isFollowed = this.form.emptyLines && brush.length > 0
      entries.push({ kind: 'property', name, index: isElement ? property.index : undefined, text, isFollowed })
    }
    entries.push(...this.#ending(exported))
    return entries
  }

  /**
   * What the object sets, with its type and what it is by default, in the order of the file: that in which
   * editors write it, a class before what it extends (5,002 of 5,125 actors of 7 maps; in the others sounds
   * are in the order of another release).
   */
  async #properties(
    read: ReadObject,
  ): Promise<readonly { property: Property; type: ValueType | undefined; base: T3dDefault }[]> {
    const { schema } = this.#reader
    const view = await this.#reader.view(read)
    if (view.missing !== null) this.missing.add(view.missing)
    const ancestry = this.#reader.ancestryOf(read.export.class)
    const found: { property: Property; type: ValueType | undefined; base: T3dDefault }[] = []
    for (const held of view.entries()) {
      if (held.holder.read.export !== read.export) break
      const layers: PropertyValue[] = []
      for (let below = held.below; below !== undefined; below = below.below) layers.push(below.property.value)
      const isKnown = view.missing === null || layers.length > 0
      const base = isKnown ? { layers, isZeroElse: view.missing === null } : NO_DEFAULT
      const member = memberOf(schema, ancestry, held.property.name.toString())
      const { valueType } = held.property
      const isPlainByte = valueType?.kind === 'byte' && valueType.enum === undefined
      found.push({
        property: held.property,
        type: isPlainByte ? (member?.type ?? valueType) : (valueType ?? member?.type),
        base,
      })
    }
    return found
  }

  async #brush(model: ExportObject, actor: ExportObject): Promise<T3dEntry[]> {
    const brush = await t3dBrush(this.#reader, model, this.form, this.#values)
    if (brush === undefined) this.withoutSides.push(actor.name)
    return brush === undefined ? [] : [brush]
  }

  /** Objects of UE2 that are written in front of the value that refers to them. */
  async #inline({ name, value }: Property, depth: number): Promise<T3dEntry[]> {
    if (this.form.engine !== 2 || depth > MOST_DEPTH) return []
    const elements: readonly unknown[] = Array.isArray(value) ? value : [value]
    if (!elements.some((each) => this.#isInline(each))) return []
    const entries: T3dEntry[] = []
    for (const [index, each] of elements.entries()) {
      const object = each instanceof ExportObject ? each : undefined
      if (object === undefined && !this.form.zeroElements) continue
      const child = this.#isInline(object) ? await this.#child(object, depth) : []
      entries.push(...child, {
        kind: 'property',
        name: name.toString(),
        index: Array.isArray(value) ? index : undefined,
        text: object === undefined ? 'None' : this.#values.object(object),
        isFollowed: this.form.emptyLines && child.length > 0,
      })
    }
    return entries
  }

  #isInline(value: unknown): value is ExportObject {
    return (
      value instanceof ExportObject &&
      this.#reader.ancestryOf(value.class).some((name) => INLINE_CLASSES.has(name.toLowerCase()))
    )
  }

  /** What is inside an object of UE3: its components. */
  async #inside(exported: ExportObject, depth: number): Promise<T3dEntry[]> {
    if (depth > MOST_DEPTH) return []
    const entries: T3dEntry[] = []
    for (const child of this.#children.get(exported) ?? [])
      if (!/^(?:model|sequence)$/i.test(child.className)) entries.push(...(await this.#child(child, depth)))
    return entries
  }

  async #child(child: ExportObject, depth: number): Promise<T3dEntry[]> {
    const read = await this.#reader.read(child)
    if (read.error !== undefined) {
      this.broken.push(child.path)
      return []
    }
    const template = this.form.engine === 3 ? templateName(read) : undefined
    const isTemplated = template !== undefined
    const header: T3dWord[] = isTemplated
      ? [
          { key: 'ObjName', text: nameText(child.name) },
          { key: 'Archetype', text: this.#archetype(child) },
        ]
      : []
    const name = nameText(template ?? child.name)
    const entries = await this.#entries(read, depth + 1)
    return [{ kind: 'object', object: { className: child.className, name, header, entries } }]
  }

  /** What comes last: its name, and in UE3 what it was made from. */
  #ending(exported: ExportObject): T3dProperty[] {
    const { form } = this
    if (!form.endsWithName) return []
    const text = form.quotesNames ? `"${exported.name}"` : nameText(exported.name)
    const name: T3dProperty = { kind: 'property', name: 'Name', index: undefined, text }
    if (form.engine < 3) return [name]
    return [name, { kind: 'property', name: 'ObjectArchetype', index: undefined, text: this.#archetype(exported) }]
  }

  #classPath({ class: of, className }: ExportObject): string {
    return of === null ? className : this.#values.path(of)
  }

  #archetype(exported: ExportObject): string {
    const { archetype, className } = exported
    if (archetype !== null) return this.#values.object(archetype)
    const path = this.#classPath(exported)
    const dot = path.lastIndexOf('.')
    return `${className}'${path.slice(0, dot + 1)}Default__${path.slice(dot + 1)}'`
  }
}

/** What a component is called in what it was made from; `undefined` for an object without a template. */
function templateName({ object, export: { archetype } }: ReadObject): string | undefined {
  const name = object.templateName.toString()
  if (!/^none$/i.test(name)) return name
  return archetype !== null && archetype.outer !== null && archetype.outer.className !== 'Package'
    ? archetype.name
    : undefined
}

function nameText(name: string): string {
  return /\s/.test(name) ? `"${name}"` : name
}

/** Whether an object is in another one, however deep. */
function isInside(object: ExportObject, outer: ExportObject): boolean {
  let at: PackageObject | null = object
  for (let depth = 0; at !== null && depth < MOST_DEPTH; depth++) {
    if (at === outer) return true
    at = at.outer
  }
  return false
}
