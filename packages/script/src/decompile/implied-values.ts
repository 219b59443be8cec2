import { Name, type ObjectSource } from '@ukit/container'
import type { PackageObject } from '@ukit/core'
import { DelegateValue, Property, PropertyList, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { ScriptStruct } from '@ukit/objects/script'
import { memberOf, variableOf } from '../compile/scope.js'
import type { StructSymbol, Type, VariableSymbol, World } from '../symbols/symbol.js'
import { isZero } from './default-values.js'

/** UE3, upper flags: it may refer to an object of another level, and is stored even if it is None. */
const CROSS_LEVEL = 0x3000

/** Structs in structs; more is a circle. */
const MOST_DEPTH = 32

/** What a value would be without the text: stored somewhere, zero, or not known. */
type Before = { readonly value: PropertyValue } | 'zero' | 'unknown'

/**
 * *What UE3's compiler stores although no text says it*: members of structs that are as the struct has them
 * by default, and None in variables that may refer to other levels. Where a struct's own defaults are not
 * known, nothing is left out.
 */
export class ImpliedValues {
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /**
   * A value of a class's default properties without what is implied; `undefined` when all of it is.
   *
   * @param of the class, as a package refers to it.
   * @param inherited what the superclasses set; `undefined` when none does.
   * @param isKnown whether it is known what they set.
   */
  ofClass(
    property: Property,
    of: ObjectSource | PackageObject | null,
    inherited: PropertyValue | undefined,
    isKnown: boolean,
  ): Property | undefined {
    const variable = this.#variable(of, property.name.toString())
    if (variable === undefined) return property
    const { type, flagsHigh } = variable
    if (property.value === null && (flagsHigh & CROSS_LEVEL) !== 0 && (inherited ?? null) === null) return undefined
    if (!isKnown || !Array.isArray(property.value) || type.kind !== 'array' || type.inner.kind !== 'struct') {
      return property
    }
    const { inner } = type
    const own = property.value
    // A shorter array begins empty.
    const above = Array.isArray(inherited) && inherited.length <= own.length ? inherited : []
    const elements = own.map((element: PropertyValue, i) => {
      const before = above[i]
      return this.#trimmed(element, inner, before === undefined ? this.#initial(inner) : { value: before }, 0)
    })
    return withValue(property, elements)
  }

  /** The values of a struct's defaults without those that it would have without them. */
  ofStruct(list: PropertyList, source: ObjectSource): readonly Property[] {
    const struct = this.#world.symbolOf(source)
    if (struct?.kind !== 'struct' || struct.super !== null) return list.items
    return list.items.filter((property) => {
      const member = memberOf(struct, keyOfName(property))
      return member === undefined || !this.#isSame(property.value, member.type, this.#initial(member.type), 0)
    })
  }

  #variable(of: ObjectSource | null, name: string): VariableSymbol | undefined {
    const symbol = this.#world.symbolOf(of)
    return symbol?.kind === 'class' ? variableOf(symbol, name.toLowerCase()) : undefined
  }

  /** What a value of a type is before anything is assigned: of a struct, its defaults. */
  #initial(type: Type): Before {
    if (type.kind !== 'struct') return 'zero'
    const object = type.struct === null ? undefined : this.#world.objectOf(type.struct)
    return object instanceof ScriptStruct && type.struct !== null
      ? { value: new TaggedStruct(type.struct.name, object.defaults) }
      : 'unknown'
  }

  /** A struct without the members that are as before. */
  #trimmed(value: PropertyValue, type: Type, before: Before, depth: number): PropertyValue {
    if (!(value instanceof TaggedStruct) || type.kind !== 'struct' || type.struct === null) return value
    const list = new PropertyList()
    for (const property of value.properties.items) {
      const member = memberOf(type.struct, keyOfName(property))
      const inside = this.#inside(before, type.struct, property)
      if (member === undefined || depth > MOST_DEPTH) list.items.push(property)
      else if (!this.#isSame(property.value, member.type, inside, depth)) {
        list.items.push(withValue(property, this.#trimmed(property.value, member.type, inside, depth + 1)))
      }
    }
    return new TaggedStruct(value.name, list)
  }

  /** What a member is in a struct. */
  #inside(before: Before, struct: StructSymbol, { name, index }: Property): Before {
    if (typeof before === 'string') return before
    if (!(before.value instanceof TaggedStruct)) return 'unknown'
    const found = before.value.properties.find(name.toString(), index)
    if (found !== undefined) return found
    // What a struct extends may have values for its members.
    return struct.super === null ? 'zero' : 'unknown'
  }

  #isSame(value: PropertyValue, type: Type, before: Before, depth: number): boolean {
    if (before === 'unknown' || depth > MOST_DEPTH) return false
    if (value instanceof RawStruct) {
      if (typeof before === 'object' && before.value instanceof RawStruct) {
        const { values } = before.value
        return (
          value.values.length === values.length && value.values.every((one, i) => isSamePlain(one, values[i] ?? null))
        )
      }
      return this.#isRawSame(value, before)
    }
    if (value instanceof TaggedStruct) {
      if (type.kind !== 'struct' || type.struct === null) return false
      const { struct } = type
      const own = new Set(value.properties.items.map(keyOf))
      const isWhole =
        before === 'zero' ||
        (before.value instanceof TaggedStruct && before.value.properties.items.every((one) => own.has(keyOf(one))))
      return (
        isWhole &&
        value.properties.items.every((property) => {
          const member = memberOf(struct, keyOfName(property))
          const inside = this.#inside(before, struct, property)
          return member !== undefined && this.#isSame(property.value, member.type, inside, depth + 1)
        })
      )
    }
    return before === 'zero' ? isZeroOf(value, type) : isSamePlain(value, before.value)
  }

  /** A struct without tags, and the values of its declaration by name. */
  #isRawSame({ type, values }: RawStruct, before: Before): boolean {
    if (before === 'zero') return values.every((one) => isPlainZero(one))
    if (before === 'unknown' || !(before.value instanceof TaggedStruct)) return false
    const { properties } = before.value
    return type.members.every(({ name, dim }, i) => {
      const found = properties.get(name)
      const value = values[i] ?? null
      if (dim > 1) return false
      return found === undefined ? isPlainZero(value) : isSamePlain(value, found)
    })
  }
}

function keyOfName({ name }: Property): string {
  return name.toString().toLowerCase()
}

function keyOf(property: Property): string {
  return `${keyOfName(property)}(${property.index})`
}

function withValue(property: Property, value: PropertyValue): Property {
  return value === property.value ? property : Object.assign(new Property(property.name), property, { value })
}

/** The first tag of an enum is its zero. */
function isZeroOf(value: PropertyValue, type: Type): boolean {
  if (value instanceof Name && type.kind === 'byte')
    return type.enum?.tags[0]?.toLowerCase() === value.toString().toLowerCase()
  return isPlainZero(value)
}

function isPlainZero(value: PropertyValue): boolean {
  if (value instanceof RawStruct) return value.values.every(isPlainZero)
  return !Object.is(value, -0) && isZero(value)
}

/** Tells whether two values other than tagged structs are the same; objects are, if they are none. */
function isSamePlain(a: PropertyValue, b: PropertyValue): boolean {
  if (a instanceof Name) return b instanceof Name && a.toString().toLowerCase() === b.toString().toLowerCase()
  if (a instanceof RawStruct) {
    return b instanceof RawStruct && a.values.every((one, i) => isSamePlain(one, b.values[i] ?? null))
  }
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((one, i) => isSamePlain(one, b[i] ?? null))
  if (a instanceof DelegateValue) return b instanceof DelegateValue && isZero(a) && isZero(b)
  if (typeof a === 'object' && a !== null && 'text' in a) {
    return typeof b === 'object' && b !== null && 'text' in b && a.text === b.text
  }
  return Object.is(a, b)
}
