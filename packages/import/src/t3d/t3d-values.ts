import { memberOf, Name, type Schema, UString, type ValueType } from '@ukit/container'
import { ExportObject, ImportObject, type ObjectView, writtenPath } from '@ukit/core'
import {
  type EditExport,
  type EditObject,
  ImportAdder,
  type PackageEdit,
  type SettableValue,
  setProperties,
} from '@ukit/edit'
import { PackageError } from '@ukit/files'
import type { T3dEntry, T3dProperty } from '@ukit/media/internal'
import { type PropertyList, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { membersOf } from '@ukit/objects/internal'
import type { T3dClasses } from './t3d-classes.js'
import { T3dError } from './t3d-error.js'
import type { T3dReferences } from './t3d-references.js'
import { TypesSeen } from './types-seen.js'

/** Lines that say what an object is, and not what it has. */
const NOT_VALUES = new Set(['name', 'objectarchetype', 'class', 'outer'])

/** Elements of arrays that a file passes over, all in all. */
const MOST_GAPS = 100_000

/** Whose values are set. */
export interface T3dOwner {
  readonly entry: EditExport
  readonly class: EditObject
  /** The objects inside of it, by their names in lower case. */
  readonly locals: ReadonlyMap<string, EditObject>
}

/** *Sets the values of objects from the lines of a T3D file.* */
export class T3dSetter {
  readonly #edit: PackageEdit
  readonly #classes: T3dClasses
  readonly #references: T3dReferences
  readonly imports: ImportAdder
  readonly #views = new Map<EditObject, ObjectView | undefined>()
  /** Types of variables as the map's own actors have them, for classes that are not there. */
  #typesSeen: TypesSeen | undefined
  #gaps = 0

  constructor(edit: PackageEdit, classes: T3dClasses, references: T3dReferences) {
    this.#edit = edit
    this.#classes = classes
    this.#references = references
    this.imports = new ImportAdder(edit, (name) => edit.reader.packages.package(name))
  }

  /** The lines of an object that have values of variables. */
  valuesIn(entries: readonly T3dEntry[], of: EditObject): T3dProperty[] {
    const ancestry = this.#edit.ancestryOf(of)
    // ParticleEmitters of UE2 have a text of this name.
    const hasName = memberOf(this.#edit.reader.schema, ancestry, 'Name')?.type.kind === 'str'
    return entries.flatMap((entry) => {
      if (entry.kind !== 'property') return []
      const key = entry.name.toLowerCase()
      return NOT_VALUES.has(key) && !(key === 'name' && hasName) ? [] : [entry]
    })
  }

  /**
   * Sets values in a list, in which they are not set yet.
   *
   * @throws {T3dError} at the line whose value is not one of the variable, or whose variable is not known.
   */
  async set(owner: T3dOwner, list: PropertyList, properties: readonly T3dProperty[]): Promise<void> {
    const ancestry = this.#edit.ancestryOf(owner.class)
    for (const group of groupsOf(properties)) {
      const [first] = group
      if (first === undefined) continue
      const member = memberOf(this.#edit.reader.schema, ancestry, first.name)
      const hint = member === undefined ? await this.#hint(first) : ''
      try {
        await this.imports.run(async () => {
          const isArray = member?.type.kind === 'array' || hint.startsWith(':array')
          const values = isArray
            ? await this.#array(owner, group, member?.type, hint)
            : await this.#each(owner, group, member?.type, hint)
          for (const [path, value] of values) setProperties(this.#edit, owner.entry, list, { [path]: value })
        })
      } catch (error) {
        throw located(error, first)
      }
    }
  }

  /** The value of each line, for a struct after that which its class gives it. */
  async #each(
    owner: T3dOwner,
    group: readonly T3dProperty[],
    type: ValueType | undefined,
    hint: string,
  ): Promise<[path: string, value: SettableValue][]> {
    const values: [string, SettableValue][] = []
    for (const property of group) {
      const { name, index } = property
      const path = `${name}${hint}${index === undefined ? '' : `[${index}]`}`
      const value = locate(property, () => this.#references.value(property.text, owner.locals))
      const struct = type?.kind === 'struct' ? type.struct : /^:struct\((\w+)\)$/.exec(hint)?.[1]
      if (struct !== undefined) {
        const view = await this.#defaults(owner.class)
        const inherited = view?.raw(index === undefined ? name : `${name}[${index}]`)
        if (inherited !== undefined) values.push([path, plainValue(inherited, this.#edit.reader.schema)])
      }
      values.push([path, await this.#typed(value, struct)])
    }
    return values
  }

  /** All elements of a dynamic array at once: those that the class gives it, then those of the file. */
  async #array(
    owner: T3dOwner,
    group: readonly T3dProperty[],
    type: ValueType | undefined,
    hint: string,
  ): Promise<[path: string, value: SettableValue][]> {
    const [first] = group
    if (first === undefined) return []
    const path = `${first.name}${hint}`
    if (group.length === 1 && first.index === undefined)
      return [[path, locate(first, () => this.#references.value(first.text, owner.locals))]]
    const inherited = (await this.#defaults(owner.class))?.raw(first.name)
    const elements: SettableValue[] = Array.isArray(inherited)
      ? inherited.map((element) => plainValue(element, this.#edit.reader.schema))
      : []
    const inner = type?.kind === 'array' ? type.inner : undefined
    const struct = inner?.kind === 'struct' ? inner.struct : /^:array\(struct\((\w+)\)\)$/.exec(hint)?.[1]
    for (const property of group) {
      const at = property.index ?? 0
      this.#gaps += Math.max(0, at - elements.length)
      if (this.#gaps > MOST_GAPS)
        throw new T3dError(property.at, `expected the next element, ${elements.length}, found ${at}`)
      while (elements.length < at) elements.push(emptyOf(inner))
      const value = locate(property, () => this.#references.value(property.text, owner.locals))
      elements[at] = await this.#typed(value, struct)
    }
    return [[path, elements]]
  }

  /** The value of a struct, with types for members that only the map's own objects tell. */
  async #typed(value: SettableValue, struct: string | undefined): Promise<SettableValue> {
    if (struct === undefined) return value
    const { schema } = this.#edit.reader
    const declared = schema.struct(struct)
    // Of structs in structs of UE3 not all are known that those around them are.
    const isKnown =
      this.#edit.package.context.engine < 3 &&
      declared !== undefined &&
      membersOf(schema, declared, undefined).length > 0
    return isKnown ? value : (await this.#seen()).typed(value, struct)
  }

  /** What a class gives its objects. */
  async #defaults(of: EditObject): Promise<ObjectView | undefined> {
    if (!this.#views.has(of)) {
      const declared = await this.#classes.declared(of)
      const reader = declared === undefined ? undefined : await this.#edit.reader.forPackage(declared.package)
      this.#views.set(of, declared === undefined ? undefined : await reader?.view(declared))
    }
    return this.#views.get(of)
  }

  async #seen(): Promise<TypesSeen> {
    this.#typesSeen ??= await TypesSeen.in(this.#edit)
    return this.#typesSeen
  }

  /** The type that actors of the map have for a variable; empty for none. */
  async #hint({ name }: T3dProperty): Promise<string> {
    const seen = (await this.#seen()).of(name)
    return seen === undefined ? '' : `:${seen}`
  }
}

/** Lines of one variable together, in the order of the first. */
function groupsOf(properties: readonly T3dProperty[]): readonly (readonly T3dProperty[])[] {
  const groups = new Map<string, T3dProperty[]>()
  for (const property of properties) {
    const key = property.name.toLowerCase()
    const known = groups.get(key)
    if (known === undefined) groups.set(key, [property])
    else known.push(property)
  }
  return [...groups.values()]
}

/** A value of a class in the form that a variable of the map is set from. */
function plainValue(value: PropertyValue, schema: Schema): SettableValue {
  if (value instanceof ExportObject || value instanceof ImportObject) return `${value.className}'${writtenPath(value)}'`
  if (value instanceof RawStruct) {
    const entries = membersOf(schema, value.type, undefined).flatMap(({ name, dim }, i): [string, SettableValue][] => {
      const member = value.values[i] ?? null
      if (dim === 1 || !Array.isArray(member)) return [[name, plainValue(member, schema)]]
      return member.map((element, at) => [`${name}[${at}]`, plainValue(element, schema)])
    })
    return Object.fromEntries(entries)
  }
  if (value instanceof TaggedStruct)
    return Object.fromEntries(value.properties.items.map((each) => [each.label, plainValue(each.value, schema)]))
  if (Array.isArray(value)) return value.map((element) => plainValue(element, schema))
  if (value instanceof Name || value instanceof UString) return value
  return typeof value === 'object' ? null : value
}

function emptyOf(type: ValueType | undefined): SettableValue {
  switch (type?.kind) {
    case 'struct':
    case 'array':
      return []
    case 'byte':
    case 'int':
    case 'float':
      return 0
    case 'bool':
      return false
    case 'str':
      return UString.EMPTY
    default:
      return null
  }
}

/** Does something with a line; what goes wrong is at its place. */
function locate<T>(property: T3dProperty, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw located(error, property)
  }
}

function located(error: unknown, { name, at }: T3dProperty): unknown {
  if (!(error instanceof PackageError)) return error
  // The package of a class is what users lack most; T3D has no types after colons.
  const message = error.message.replace(/(?:; did|: the package|\. Otherwise).*$/s, (rest) =>
    rest.includes('its type after a colon')
      ? ': neither its class, as far as it was found, nor an actor of the map has it'
      : rest,
  )
  return new T3dError(at, `${name}: ${message}`, { cause: error })
}
