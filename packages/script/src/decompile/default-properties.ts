import type { ObjectSource } from '@ukit/container'
import type { ExportObject, PackageObject, ReadObject } from '@ukit/core'
import type { Property, PropertyList } from '@ukit/objects'
import { isComponent } from '@ukit/objects/internal'
import { Field, TextBuffer } from '@ukit/objects/script'
import type { DefaultEntry, DefaultObject, DefaultProperties } from '../syntax/nodes.js'
import type { ClassChain } from './class-chain.js'
import type { ClassObjects } from './class-objects.js'
import { DefaultValues, type Inherited, isZero, objectsIn } from './default-values.js'
import type { ImpliedValues } from './implied-values.js'
import { MADE } from './made.js'
import type { TableMembers } from './table-members.js'

/** Objects inside each other in default properties; more is a circle. */
const MOST_DEPTH = 16

/** *The default properties of a class*: what it sets, and the objects that are made in them. */
export function defaultProperties(
  objects: ClassObjects,
  chain: ClassChain,
  implied: ImpliedValues | undefined,
  tables: TableMembers | undefined,
): DefaultProperties {
  const holder = objects.defaults
  const entries: DefaultEntry[] = []
  if (holder !== undefined) {
    const run = new DefaultEntries(objects, chain, implied, tables)
    entries.push(...run.subobjects(holder.export, 0), ...run.classValues(holder))
    if (holder.error !== undefined)
      entries.push(problem(`these values could not be read to the end: ${holder.error.message}`))
  } else entries.push(problem('the object that holds these values is missing'))
  return { ...MADE, kind: 'DefaultProperties', word: 'defaultproperties', entries }
}

/** The default values of a struct (UE3); `undefined` when it would have them without a text. */
export function structDefaultProperties(
  objects: ClassObjects,
  struct: ExportObject,
  list: PropertyList,
  implied: ImpliedValues | undefined,
): DefaultProperties | undefined {
  const { reader } = objects
  const declared = reader.schema.struct(struct.name, objects.export.name)
  const values = new DefaultValues(
    reader.schema,
    reader.ancestryOf(objects.export),
    reader.package,
    new Map(),
    declared,
  )
  const items = implied?.ofStruct(list, struct) ?? list.items
  const entries = items.flatMap((property) => values.entries(property, undefined))
  return entries.length === 0
    ? undefined
    : { ...MADE, kind: 'DefaultProperties', word: 'structdefaultproperties', entries }
}

/** What goes through the defaults of one class. */
class DefaultEntries {
  readonly #objects: ClassObjects
  readonly #chain: ClassChain
  readonly #engine: 1 | 2 | 3
  readonly #local = new Map<PackageObject, string>()
  readonly #implied: ImpliedValues | undefined
  readonly #tables: TableMembers | undefined

  constructor(
    objects: ClassObjects,
    chain: ClassChain,
    implied: ImpliedValues | undefined,
    tables: TableMembers | undefined,
  ) {
    this.#tables = tables
    this.#implied = implied
    this.#objects = objects
    this.#chain = chain
    this.#engine = objects.reader.package.context.engine
    if (this.#engine === 3 && objects.defaults !== undefined) this.#nameLocals(objects.defaults.export, 0)
  }

  classValues({ object: { properties } }: ReadObject): DefaultEntry[] {
    const { reader, export: exported } = this.#objects
    const ancestry = reader.ancestryOf(exported)
    const values = this.#values(ancestry, exported)
    const own = new Set(
      this.#objects.list(exported, this.#objects.object).map(({ export: { name } }) => name.toLowerCase()),
    )
    return properties.items.flatMap((property) => {
      const isOwn = own.has(property.name.toString().toLowerCase())
      // Some compilers write variables of the class that are zero, others do not: it says nothing.
      if (isOwn && this.#engine < 3 && isZero(property.value)) return []
      const inherited = isOwn && this.#engine < 3 ? 'zero' : this.#inherited(property)
      const above = typeof inherited === 'object' ? inherited.value : undefined
      const isKnown = this.#chain.missing === null
      const written = this.#implied === undefined ? property : this.#implied.ofClass(property, exported, above, isKnown)
      return written === undefined ? [] : values.entries(written, inherited)
    })
  }

  #values(ancestry: readonly string[], of: ObjectSource | null): DefaultValues {
    const { reader } = this.#objects
    const known = this.#tables?.of(of)
    return new DefaultValues(reader.schema, ancestry, reader.package, this.#local, undefined, known)
  }

  /** `Begin Object … End Object` of everything inside an object. */
  subobjects(owner: ExportObject, depth: number): DefaultObject[] {
    if (depth > MOST_DEPTH) return []
    const ordered = this.#listedFirst(this.#objects.children(owner).filter(isSubobject))
    return this.#referredFirst(ordered, depth).flatMap((read) => {
      const found = this.#subobject(read, depth)
      return found === undefined ? [] : [found]
    })
  }

  /**
   * What the class lists as its components is in the order of its text (UE3); other objects, which no order
   * is known of, are in front of them, since they may be what these refer to.
   */
  #listedFirst(reads: readonly ReadObject[]): ReadObject[] {
    const listed = new Map(this.#objects.object.components.map(({ component }, index) => [component, index]))
    const rank = (read: ReadObject) => listed.get(read.export) ?? -1
    return [...reads].sort((a, b) => rank(a) - rank(b))
  }

  /** The same order, but for objects that others refer to: those are in front of them, as compilers want. */
  #referredFirst(reads: readonly ReadObject[], depth: number): ReadObject[] {
    const byExport = new Map<ObjectSource, ReadObject>(reads.map((read) => [read.export, read]))
    const ordered = new Set<ReadObject>()
    const begun = new Set<ReadObject>()
    const add = (read: ReadObject): void => {
      if (begun.has(read)) return
      begun.add(read)
      for (const object of this.#referredBy(read, depth)) {
        const sibling = byExport.get(object)
        if (sibling !== undefined) add(sibling)
      }
      ordered.add(read)
    }
    for (const read of reads) add(read)
    return [...ordered]
  }

  /** What the values of an object, and of the objects inside it, refer to. */
  *#referredBy({ export: exported, object }: ReadObject, depth: number): Generator<ObjectSource> {
    yield* objectsIn(object.properties)
    if (depth > MOST_DEPTH) return
    for (const child of this.#objects.children(exported))
      if (isSubobject(child)) yield* this.#referredBy(child, depth + 1)
  }

  #subobject(read: ReadObject, depth: number): DefaultObject | undefined {
    const { export: exported, object } = read
    const { reader } = this.#objects
    const ancestry = reader.ancestryOf(exported.class)
    const values = this.#values(ancestry, exported.class)
    const body: DefaultEntry[] = [
      ...this.subobjects(exported, depth + 1),
      ...object.properties.items.flatMap((property) => {
        const implied = this.#implied
        const written = implied === undefined ? property : implied.ofClass(property, exported.class, undefined, false)
        return written === undefined ? [] : values.entries(written, undefined)
      }),
    ]
    if (read.error !== undefined) body.push(problem(`could not be read to the end: ${read.error.message}`))
    const overrides = isInherited(exported)
    // What is not a component may be a copy only because it is named here.
    if (overrides && body.length === 0 && isComponent(ancestry, reader.package.context.dialect)) return undefined
    return {
      ...MADE,
      kind: 'DefaultObject',
      name: subobjectName(read),
      className: overrides ? null : exported.className,
      settings: [],
      body,
    }
  }

  #nameLocals(owner: ExportObject, depth: number): void {
    for (const read of this.#objects.children(owner)) {
      if (!isSubobject(read) || depth > MOST_DEPTH) continue
      this.#local.set(read.export, subobjectName(read))
      this.#nameLocals(read.export, depth + 1)
    }
  }

  /** What the super classes set. */
  #inherited({ name, index }: Property): Inherited {
    for (const { defaults } of this.#chain.ancestors) {
      const found = defaults?.object.properties.find(name.toString(), index)
      if (found !== undefined) return found
    }
    // Members of UE3's structs may have values without being set.
    return this.#chain.missing === null && this.#engine < 3 ? 'zero' : undefined
  }
}

/** Tells whether an object inside a class or its defaults is an object of the defaults. */
function isSubobject({ object, export: exported }: ReadObject): boolean {
  return !(object instanceof Field || object instanceof TextBuffer) && !/Property$/i.test(exported.className)
}

/** Tells whether a super class has an object of that name in its defaults, which this one changes (UE3). */
function isInherited({ archetype }: ExportObject): boolean {
  return archetype !== null && archetype.outer !== null && archetype.outer.outer !== null
    ? true
    : archetype?.outer?.name.toLowerCase().startsWith('default__') === true
}

/** The name of an object in the text: that of the template, if the object has one. */
function subobjectName({ object, export: exported }: ReadObject): string {
  const template = object.templateName.toString()
  return /^none$/i.test(template) ? exported.name : template
}

function problem(text: string): DefaultEntry {
  return { ...MADE, kind: 'DefaultError', text }
}
