import type { Schema, ValueType } from '@ukit/container'
import type { PackageEdit, SettableValue } from '@ukit/edit'
import { type PropertyList, type PropertyValue, TaggedStruct } from '@ukit/objects'
import { membersOf } from '@ukit/objects/internal'

/** Structs in structs. */
const MOST_DEPTH = 16

/**
 * *What types variables have in a map*, as its own objects say: for classes and structs whose packages are
 * not there.
 */
export class TypesSeen {
  readonly #schema: Schema
  /** By name in lower case, of members of structs `struct.member`; as paths of properties have types. */
  readonly #types = new Map<string, string>()

  private constructor(schema: Schema) {
    this.#schema = schema
  }

  /** Looks through all objects of a map. */
  static async in({ reader }: PackageEdit): Promise<TypesSeen> {
    const seen = new TypesSeen(reader.schema)
    for (const exported of reader.package.exports) {
      if (exported.entry.size === 0 || exported.class === null) continue
      const { object } = await reader.read(exported)
      seen.#addList(object.properties, '', 0)
    }
    return seen
  }

  /** The type of a variable; `undefined` when no object sets it. */
  of(name: string): string | undefined {
    return this.#types.get(name.toLowerCase())
  }

  /**
   * A value of a struct with types for those members that nothing else is known of, as in `X:float`.
   *
   * @param struct its name.
   */
  typed(value: SettableValue, struct: string, depth = 0): SettableValue {
    if (depth > MOST_DEPTH) return value
    if (isList(value)) return value.map((element) => this.typed(element, struct, depth + 1))
    if (!isMembers(value)) return value
    const declared = this.#schema.struct(struct)
    const known = declared === undefined ? [] : membersOf(this.#schema, declared, undefined)
    return Object.fromEntries(
      Object.entries(value).map(([path, member]): [string, SettableValue] => {
        const [name = '', index = ''] = path.split(/(?=\[)/)
        const found = known.find((each) => each.name.toLowerCase() === name.toLowerCase())
        if (found !== undefined) return [path, this.#typedMember(member, found.type, depth)]
        const seen = this.#types.get(`${struct}.${name}`.toLowerCase())
        if (seen === undefined) return [path, member]
        const inner = /struct\((\w+)\)/.exec(seen)?.[1]
        return [`${name}:${seen}${index}`, inner === undefined ? member : this.typed(member, inner, depth + 1)]
      }),
    )
  }

  #typedMember(value: SettableValue, type: ValueType | undefined, depth: number): SettableValue {
    if (type?.kind === 'struct') return this.typed(value, type.struct, depth + 1)
    return type?.kind === 'array' ? this.#typedMember(value, type.inner, depth + 1) : value
  }

  #addList(list: PropertyList, prefix: string, depth: number): void {
    if (depth > MOST_DEPTH) return
    for (const { name, type, valueType, value } of list.items) {
      const key = `${prefix}${name}`.toLowerCase()
      const text = type === 'bool' ? 'bool' : typeText(valueType)
      if (text !== undefined && !this.#types.has(key)) this.#types.set(key, text)
      this.#addStructs(value, depth)
    }
  }

  #addStructs(value: PropertyValue, depth: number): void {
    if (value instanceof TaggedStruct) this.#addList(value.properties, `${value.name}.`, depth + 1)
    else if (Array.isArray(value))
      for (const element of value) if (depth < MOST_DEPTH) this.#addStructs(element, depth + 1)
  }
}

/** A type as paths of properties have it. */
function typeText(type: ValueType | undefined): string | undefined {
  if (type === undefined || type.kind === 'map' || type.kind === 'string' || type.kind === 'pointer') return undefined
  if (type.kind === 'struct') return /^\w+$/.test(type.struct) ? `struct(${type.struct})` : undefined
  if (type.kind === 'byte') return type.enum === undefined ? 'byte' : `byte(${type.enum})`
  if (type.kind !== 'array') return type.kind
  const inner = typeText(type.inner)
  return inner === undefined ? undefined : `array(${inner})`
}

function isList(value: SettableValue): value is readonly SettableValue[] {
  return Array.isArray(value)
}

function isMembers(value: SettableValue): value is { readonly [member: string]: SettableValue } {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}
