import {
  type Member,
  memberOf,
  Name,
  type ObjectSource,
  type Schema,
  type StructType,
  UString,
  type ValueType,
} from '@ukit/container'
import { ExportObject, ImportObject, ownWrittenPath, type Package, type PackageObject } from '@ukit/core'
import {
  DelegateValue,
  MapValue,
  type Property,
  PropertyList,
  type PropertyValue,
  RawStruct,
  TaggedStruct,
} from '@ukit/objects'
import { membersOf } from '@ukit/objects/internal'
import { plural } from '@ukit/text/internal'
import { escapesOf } from '../dialect/dialect-of.js'
import type { DefaultAssignment, DefaultEntry, DefaultValue } from '../syntax/nodes.js'
import { identifier, int, MADE } from './made.js'
import { quotable } from './quotable.js'
import type { KnownMembers } from './table-members.js'

/** How a value is described whose declaration is in a package that is not available. */
export const TYPE_IS_MISSING = 'whose type is in a missing package'

/** How deep values are written; a limit for endless nesting in a damaged package. */
const MOST_DEPTH = 32

/** What a variable has before a class sets it: a value, zero, or unknown. */
export type Inherited = { readonly value: PropertyValue } | 'zero' | undefined

/** *Writes values as the text of default properties has them*, for one class. */
export class DefaultValues {
  readonly #schema: Schema
  readonly #ancestry: readonly string[]
  readonly #engine: 1 | 2 | 3
  readonly #struct: ReadonlyMap<string, Member> | undefined
  /** Objects that are named without their path: what is declared in the same defaults (UE3). */
  readonly #local: ReadonlyMap<PackageObject, string>
  /** What a backslash and a letter mean in texts. */
  readonly #escapes: Readonly<Record<string, string>>
  /** What built-in tables say of the class; they go before what the schema takes its members for. */
  readonly #known: KnownMembers | undefined

  constructor(
    schema: Schema,
    ancestry: readonly string[],
    pkg: Package,
    local: ReadonlyMap<PackageObject, string> = new Map(),
    struct?: StructType,
    known?: KnownMembers,
  ) {
    this.#known = known
    this.#struct = struct === undefined ? undefined : this.#membersByName(struct, schema, ancestry)
    this.#schema = schema
    this.#ancestry = ancestry
    this.#engine = pkg.context.engine
    this.#local = local
    const escapes = escapesOf(pkg)
    // UE3 has one more than in code.
    this.#escapes = this.#engine === 3 ? { ...escapes, r: '\r' } : escapes
  }

  /** `Name=value`; of a dynamic array one for each element. */
  entries(property: Property, inherited: Inherited): DefaultEntry[] {
    const { value } = property
    const name = property.name.toString()
    const member = this.#member(name)
    const dim = this.#known?.member(name)?.dim ?? member?.dim ?? 1
    const type = this.#known?.member(name)?.type ?? this.#typed(property, member?.type)
    if (Array.isArray(value)) return this.#arrayEntries(name, value, type, inherited)
    if (value instanceof Uint8Array || value instanceof MapValue) return [this.#untyped(name, value)]
    const isElement = property.index > 0 || dim > 1
    const delegate = /^__(.+)__delegate$/i.exec(name)?.[1]
    const text = value instanceof RawStruct ? this.#raw(value, 0, inherited) : this.of(value, type)
    return [assignment(delegate ?? name, isElement ? property.index : null, text, this.#engine === 3 ? '[' : '(')]
  }

  #arrayEntries(
    name: string,
    value: readonly PropertyValue[],
    type: ValueType | undefined,
    inherited: Inherited,
  ): DefaultEntry[] {
    const inner = type?.kind === 'array' ? type.inner : undefined
    const entries: DefaultEntry[] = []
    const before = typeof inherited === 'object' && Array.isArray(inherited.value) ? inherited.value.length : 0
    // Elements beyond the last one would stay.
    if (this.#engine === 3 && (value.length === 0 || before > value.length))
      entries.push({ ...MADE, kind: 'DefaultArrayCall', name, operation: 'Empty', arguments: null })
    value.forEach((element, i) => {
      entries.push(assignment(name, i, this.of(element, inner), '('))
    })
    return entries
  }

  #untyped(name: string, value: Uint8Array | MapValue): DefaultEntry {
    const what =
      value instanceof MapValue
        ? `a map of ${plural(value.entries.length, 'entry', 'entries')}, which has no text form`
        : `${plural(value.length, 'byte')}, ${TYPE_IS_MISSING}`
    return { ...MADE, kind: 'DefaultError', text: `${name}: ${what}` }
  }

  #member(name: string): Member | undefined {
    if (this.#struct !== undefined) return this.#struct.get(name.toLowerCase())
    return memberOf(this.#schema, this.#ancestry, name)
  }

  #membersByName(struct: StructType, schema: Schema, ancestry: readonly string[]): ReadonlyMap<string, Member> {
    return new Map(membersOf(schema, struct, ancestry[0]).map((member) => [member.name.toLowerCase(), member]))
  }

  #typed({ type, valueType }: Property, declared: ValueType | undefined): ValueType | undefined {
    if (type === 'bool') return { kind: 'bool' }
    if (valueType === undefined) return declared
    const isPlainByte = valueType.kind === 'byte' && valueType.enum === undefined
    return isPlainByte && declared?.kind === 'byte' ? declared : valueType
  }

  /** A value of a type. */
  of(value: PropertyValue, type: ValueType | undefined, depth = 0): DefaultValue {
    if (depth > MOST_DEPTH) return { ...MADE, kind: 'DefaultText', text: '' }
    if (typeof value === 'boolean') return { ...MADE, kind: 'Bool', value }
    if (typeof value === 'number') return this.#number(value, type)
    if (value instanceof Name) return this.#name(value.toString(), type)
    if (value instanceof UString) return { ...MADE, kind: 'String', raw: quotable(value.text, this.#escapes) }
    if (value === null) return { ...MADE, kind: 'None' }
    if (value instanceof ExportObject || value instanceof ImportObject) return this.#object(value)
    if (value instanceof DelegateValue) return this.#delegate(value)
    if (value instanceof RawStruct) return this.#raw(value, depth)
    if (value instanceof TaggedStruct) {
      const members = this.#tagged(value.properties, this.#schema.struct(value.name, this.#ancestry[0]), depth)
      return { ...MADE, kind: 'DefaultStruct', members }
    }
    if (Array.isArray(value)) {
      const inner = type?.kind === 'array' ? type.inner : undefined
      return { ...MADE, kind: 'DefaultList', values: value.map((element) => this.of(element, inner, depth + 1)) }
    }
    if (value instanceof MapValue) return { ...MADE, kind: 'DefaultText', text: '' }
    return { ...MADE, kind: 'DefaultText', text: '' }
  }

  #number(value: number, type: ValueType | undefined): DefaultValue {
    if (type?.kind === 'float') return { ...MADE, kind: 'Float', value }
    if (type?.kind === 'byte' && type.enum !== undefined) {
      const name = (this.#known?.tags(type.enum) ?? this.#schema.enum?.(type.enum))?.[value]
      if (name !== undefined) return identifier(name)
    }
    return int(value)
  }

  #name(text: string, type: ValueType | undefined): DefaultValue {
    if (type?.kind === 'byte' || /^[A-Za-z_]\w*$/.test(text)) return identifier(text)
    return { ...MADE, kind: 'String', raw: quotable(text, this.#escapes) }
  }

  #object(value: PackageObject): DefaultValue {
    const local = this.#local.get(value)
    if (local !== undefined) return identifier(local)
    return { ...MADE, kind: 'Object', className: value.className, path: ownWrittenPath(value) }
  }

  #delegate(value: DelegateValue): DefaultValue {
    const name = value.function.toString()
    if (/^none$/i.test(name)) return { ...MADE, kind: 'None' }
    // A function of another class has its name in front (UE2).
    const { object } = value
    const isOther = object instanceof ExportObject || object instanceof ImportObject
    const isOwn = !isOther || object.name.toLowerCase() === this.#ancestry[0]?.toLowerCase()
    return identifier(isOwn || object.className !== 'Class' ? name : `${object.name}.${name}`)
  }

  /** A struct without tags has all of its members: those are left out that are as they would be without. */
  #raw({ type, values }: RawStruct, depth: number, inherited: Inherited = undefined): DefaultValue {
    const members = membersOf(this.#schema, type, this.#ancestry[0])
    const base =
      typeof inherited === 'object' && inherited.value instanceof RawStruct ? inherited.value.values : undefined
    const found: DefaultAssignment[] = []
    for (const [i, member] of members.entries()) {
      const value = values[i] ?? null
      if (base === undefined ? inherited === 'zero' && isZero(value) : isEqual(value, base[i])) continue
      if (member.dim > 1 && Array.isArray(value)) {
        value.forEach((element, index) => {
          found.push(assignment(member.name, index, this.of(element, member.type, depth + 1), this.#brackets))
        })
      } else found.push(assignment(member.name, null, this.of(value, member.type, depth + 1), null))
    }
    return { ...MADE, kind: 'DefaultStruct', members: found }
  }

  #tagged(list: PropertyList, struct: StructType | undefined, depth: number): DefaultAssignment[] {
    const declared = struct === undefined ? undefined : this.#membersByName(struct, this.#schema, this.#ancestry)
    return list.items.map((property) => {
      const name = property.name.toString()
      const member = declared?.get(name.toLowerCase())
      const type = this.#typed(property, member?.type)
      const isElement = property.index > 0 || (member?.dim ?? 1) > 1
      const value = this.of(property.value, type, depth + 1)
      return assignment(name, isElement ? property.index : null, value, this.#brackets)
    })
  }

  /** What is around the index of a static array. */
  get #brackets(): '(' | '[' {
    return this.#engine === 3 ? '[' : '('
  }
}

/** `Name=value`, `Name(1)=value`. */
function assignment(
  name: string,
  index: number | null,
  value: DefaultValue,
  brackets: '(' | '[' | null,
): DefaultAssignment {
  const isElement = index !== null
  return {
    ...MADE,
    kind: 'DefaultAssignment',
    name,
    index: isElement ? int(index) : null,
    brackets: isElement ? brackets : null,
    value,
  }
}

/** The objects that values refer to, also those in structs and arrays. */
export function* objectsIn(value: PropertyList | PropertyValue): Generator<ObjectSource> {
  if (value instanceof ExportObject || value instanceof ImportObject) yield value
  else if (value instanceof PropertyList) for (const property of value.items) yield* objectsIn(property.value)
  else if (value instanceof TaggedStruct) yield* objectsIn(value.properties)
  else if (value instanceof RawStruct) for (const member of value.values) yield* objectsIn(member)
  else if (Array.isArray(value)) for (const element of value) yield* objectsIn(element)
}

/** Tells whether a value is what memory holds before anything is set. */
export function isZero(value: PropertyValue): boolean {
  if (value === null || value === 0 || value === false) return true
  if (value instanceof UString) return value.length === 0
  if (value instanceof Name) return /^none$/i.test(value.toString())
  if (value instanceof RawStruct) return value.values.every(isZero)
  if (value instanceof DelegateValue) return isZero(value.function)
  if (value instanceof TaggedStruct) return value.properties.items.length === 0
  return Array.isArray(value) && value.length === 0
}

/**
 * Tells whether two values of one variable are the same; structs in structs and arrays are never considered
 * the same.
 */
function isEqual(a: PropertyValue, b: PropertyValue | undefined): boolean {
  if (b === undefined) return false
  if (a instanceof RawStruct && b instanceof RawStruct) {
    return a.values.length === b.values.length && a.values.every((value, i) => isEqual(value, b.values[i]))
  }
  if (a instanceof UString && b instanceof UString) return a.text === b.text
  if (a instanceof Name && b instanceof Name) return a.toString().toLowerCase() === b.toString().toLowerCase()
  return typeof a !== 'object' && a === b
}
