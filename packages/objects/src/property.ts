import type { Archive, ValueType } from '@ukit/container'
import { Name, Version } from '@ukit/container'
import { inferArrayType } from './infer-array.js'
import type { PropertyScope } from './property-scope.js'
import {
  namedType,
  packedCode,
  packedType,
  serializePackedIndex,
  serializePackedSize,
  sizeCodeOf,
  type TagType,
} from './property-tag.js'
import { type PropertyValue, serializeTagValue, typeOfTag } from './property-value.js'

const NO_BYTES = new Uint8Array(0)

/**
 * *One tagged property: the name of a variable, what kind of value it has, and the value.*
 *
 * Sizes and codes are the engine's: always the smallest that fits (1,029,312 of 1,029,312 tags of UE1, 545,000 of UE2).
 */
export class Property {
  name: Name
  type: TagType = 'int'
  /** Element of a static array, from 0. */
  index = 0
  /** Name of the struct, for a struct. */
  structName: Name = Name.NONE
  /** Name of the enum, for a byte (UE3), or of the elements' property class, for an array (Duke Nukem Forever). */
  typeName: Name = Name.NONE
  /** The type as UE3 names it, such as `IntProperty`. */
  tag: Name = Name.NONE
  /** The stored word of a bool that is neither 0 nor 1 (UE3). */
  boolWord = 1
  value: PropertyValue = null
  /** The value's type in full, as far as it is known; decides how the value is written. */
  valueType: ValueType | undefined = undefined
  /** The declaring class is not at hand: `valueType` is the only one that fits the bytes. */
  inferred = false

  constructor(name: Name) {
    this.name = name
  }

  /** `Mass`, or `Skins[2]` for a further element of a static array. */
  get label(): string {
    return this.index === 0 ? this.name.toString() : `${this.name}[${this.index}]`
  }

  /** Everything behind the name. */
  serialize(ar: Archive, scope: PropertyScope): void {
    if (ar.since(Version.NamedPropertyTypes)) this.#serializeNamed(ar, scope)
    else this.#serializePacked(ar, scope)
  }

  /** UE1, UE2 and the first UE3 builds: type, size code and array flag share a byte. */
  #serializePacked(ar: Archive, scope: PropertyScope): void {
    const size = this.#sizeToWrite(ar, scope)
    const flag = this.type === 'bool' ? this.value === true : this.index > 0
    const at = ar.position
    const info = ar.u8(packedCode(this.type) | (sizeCodeOf(size) << 4) | (flag ? 0x80 : 0), 'info')
    const type = packedType(info & 0x0f, ar.context.engine)
    if (type === undefined) throw ar.error('bad-value', 'info', 'expected a property type from 1 to 15, found 0', at)
    this.type = type
    if (type === 'struct') this.structName = ar.name(this.structName, 'struct')
    if (type === 'array' && ar.context.branch === 'duke-nukem-forever')
      this.typeName = ar.name(this.typeName, 'elements')
    const stored = serializePackedSize(ar, (info >> 4) & 7, size)
    const hasFlag = (info & 0x80) !== 0
    if (type === 'bool') {
      this.value = hasFlag
      return
    }
    if (hasFlag) this.index = serializePackedIndex(ar, this.index)
    this.#serializeValue(ar, scope, stored)
  }

  /** UE3: names and plain integers. */
  #serializeNamed(ar: Archive, scope: PropertyScope): void {
    this.tag = ar.name(this.tag, 'type')
    this.type = namedType(this.tag.toString())
    const size = ar.i32(this.#sizeToWrite(ar, scope), 'size')
    this.index = ar.i32(this.index, 'arrayIndex')
    if (this.type === 'struct') this.structName = ar.name(this.structName, 'struct')
    if (this.type === 'bool') {
      const word = this.value === true ? this.boolWord : 0
      const stored = ar.since(Version.BoolTagByte) ? ar.u8(word, 'value') : ar.u32(word, 'value')
      this.value = stored !== 0
      this.boolWord = stored === 0 ? 1 : stored
      return
    }
    // Mass Effect 3's four bits in a byte have no enum name in front (1 of 1).
    const hasEnum = this.type === 'byte' && ar.since(Version.ByteTagEnum) && this.tag.toString() !== 'BioMask4Property'
    if (hasEnum) this.typeName = ar.name(this.typeName, 'enum')
    this.#serializeValue(ar, scope, size)
  }

  #sizeToWrite(ar: Archive, scope: PropertyScope): number {
    if (ar.isLoading || this.type === 'bool') return 0
    return ar.sizeOf((measure) => this.#serializeValue(measure, scope, -1))
  }

  /** A value that does not fit its type is kept as bytes: the size in the tag always tells where it ends. */
  #serializeValue(ar: Archive, scope: PropertyScope, size: number): void {
    if (!ar.isLoading) {
      if (this.value instanceof Uint8Array) ar.opaque(this.value, this.value.length, 'value')
      else serializeTagValue(ar, this.valueType ?? typeOfTag(ar, this, scope, size), this.value, scope)
      return
    }
    if (size < 0 || size > ar.remaining) {
      throw ar.error('bad-value', 'size', `expected a value of at most ${ar.remaining} bytes, found one of ${size}`)
    }
    let type = typeOfTag(ar, this, scope, size)
    if (type === undefined && this.type === 'array') {
      type = inferArrayType(ar, this.name.toString(), scope, size)
      this.inferred = type !== undefined
    }
    this.valueType = type
    const value = type === undefined ? undefined : ar.attempt(size, () => serializeTagValue(ar, type, undefined, scope))
    this.value = value === undefined ? ar.opaque(NO_BYTES, size, 'value') : value
  }
}

/**
 * *The tagged properties of an object or struct*, in file order, and the name `None` that ends them.
 *
 * A conformed package has a `None` for each generation, so the one that was read is kept.
 */
export class PropertyList {
  items: Property[] = []
  end: Name = Name.NONE

  /** The properties and the `None` that ends them. */
  serialize(ar: Archive, scope: PropertyScope): void {
    if (!ar.isLoading) {
      for (const [i, property] of this.items.entries()) {
        ar.enter('properties', i)
        property.name = ar.name(property.name, 'name')
        ar.leave(true)
        ar.enter(property.label)
        property.serialize(ar, scope)
        ar.leave()
      }
      this.end = ar.name(this.end, 'properties.end')
      return
    }
    for (;;) {
      ar.enter('properties', this.items.length)
      const name = ar.name(Name.NONE, 'name')
      ar.leave(true)
      if (isNone(name)) {
        this.end = name
        return
      }
      const property = new Property(name)
      ar.enter(name.toString())
      property.serialize(ar, scope)
      ar.leave()
      this.items.push(property)
    }
  }

  /** The value of a variable, without regard to case; `undefined` when the list does not set it. */
  get(name: string, index = 0): PropertyValue | undefined {
    return this.find(name, index)?.value
  }

  /** The property of this name. */
  find(name: string, index = 0): Property | undefined {
    const key = name.toLowerCase()
    return this.items.find((property) => property.index === index && property.name.toString().toLowerCase() === key)
  }
}

function isNone(name: Name): boolean {
  return name.number === 0 && name.entry.text.toLowerCase() === 'none'
}
