import type { Archive, ValueType } from '@ukit/container'
import { Feature, Name, Version } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import { NO_BYTES } from './common/arrays.js'
import { inferArrayType } from './infer-array.js'
import { emptyValuesIn, type PropertyScope } from './property-scope.js'
import {
  namedType,
  packedCode,
  packedType,
  serializePackedIndex,
  serializePackedSize,
  sizeCodeOf,
  type TagType,
} from './property-tag.js'
import { type PropertyValue, serializeTagValue, TaggedStruct, typeOfTag } from './property-value.js'

/** How deep in structs a size is doubted: sizes that are wrong were seen in a struct of an object's own. */
const MOST_DEPTH_READ_PAST = 3

/** Bytes of values that are always as long. */
const PLAIN_SIZES: ReadonlyMap<TagType, number> = new Map([
  ['byte', 1],
  ['int', 4],
  ['float', 4],
])

/**
 * *One tagged property: the name of a variable, what kind of value it has, and the value.*
 *
 * Sizes and codes are the engine's: always the smallest that fits (1,029,312 of 1,029,312 tags of UE1,
 * 545,000 of UE2).
 */
export class Property {
  /** Name of the variable. */
  name: Name
  /** Kind of the value, as the tag says. */
  type: TagType = 'int'
  /** Element of a static array, from 0. */
  index = 0
  /** Name of the struct, for a struct. */
  structName: Name = Name.NONE
  /**
   * Name of the enum, for a byte (UE3), or of the elements' property class, for an array (Duke Nukem
   * Forever).
   */
  typeName: Name = Name.NONE
  /** The type as UE3 names it, such as `IntProperty`. */
  tag: Name = Name.NONE
  /** The stored word of a bool that is neither 0 nor 1 (UE3). */
  boolWord = 1
  /** The value, decoded by `type`; a `RawBytes` where it cannot be. */
  value: PropertyValue = null
  /** The value's type in full, as far as it is known; decides how the value is written. */
  valueType: ValueType | undefined = undefined
  /** The declaring class is not available: `valueType` is the only one that fits the bytes. */
  inferred = false
  /** A size in the tag that is not the value's: what the tag says, and how long the value is. */
  #wrongSize: { readonly stored: number; readonly actual: number } | undefined
  /** How many bytes the value took last, which it most likely takes again. */
  #size = 0

  constructor(name: Name) {
    this.name = name
  }

  /** `Mass`, or `Skins[2]` for a further element of a static array. */
  get label(): string {
    return this.index === 0 ? this.name.toString() : `${this.name}[${this.index}]`
  }

  /** Everything after the name. */
  serialize(ar: Archive, scope: PropertyScope): void {
    if (ar.since(Version.NamedPropertyTypes)) this.#serializeNamed(ar, scope)
    else if (ar.isLoading) this.#serializePacked(ar, scope, 0)
    else this.#savePacked(ar, scope)
  }

  /**
   * Reads what is here, after the name, as a tag, whose type the property has then; gives the size of its
   * value, `undefined` when it does not look like one. Of a struct it may be more than there is.
   */
  skimTag(ar: Archive): number | undefined {
    let size = 0
    if (ar.since(Version.NamedPropertyTypes)) {
      const tag = ar.name(Name.NONE, '').toString()
      const type = namedType(tag, ar.context)
      if (type === 'unknown') return undefined
      this.type = type
      size = ar.i32(0, '')
      ar.i32(0, '')
      if (type === 'struct' || hasEnumName(ar, type, tag)) ar.name(Name.NONE, '')
      if (type === 'bool') size = ar.since(Version.BoolTagByte) ? 1 : 4
    } else {
      const info = ar.u8(0, '')
      const type = packedType(info & 0x0f, ar.context.engine)
      if (type === undefined) return undefined
      this.type = type
      if (type === 'struct') ar.name(Name.NONE, '')
      if (type === 'array' && ar.since(Feature.ArrayTagType)) ar.name(Name.NONE, '')
      size = serializePackedSize(ar, (info >> 4) & 7, 0)
      if (size !== (PLAIN_SIZES.get(type) ?? size)) return undefined
      if (type === 'bool') size = 0
      else if ((info & 0x80) !== 0) serializePackedIndex(ar, 0)
    }
    const mayBeMore = this.type === 'struct'
    return size >= 0 && (mayBeMore || size <= ar.remaining) ? size : undefined
  }

  /**
   * The size comes before the value, and in more bytes the larger it is: it is taken to be as it was last,
   * and when it is not, the property is saved once more.
   */
  #savePacked(ar: Archive, scope: PropertyScope): void {
    const start = ar.position
    const expected = this.type === 'bool' ? 0 : this.#size
    this.#serializePacked(ar, scope, this.#sizeInTag(expected))
    if (this.type === 'bool' || this.#size === expected) return
    ar.takeBack(start)
    this.#serializePacked(ar, scope, this.#sizeInTag(this.#size))
  }

  /** UE1, UE2 and the first UE3 builds: type, size code and array flag share a byte. */
  #serializePacked(ar: Archive, scope: PropertyScope, size: number): void {
    const flag = this.type === 'bool' ? this.value === true : this.index > 0
    const at = ar.position
    const info = ar.u8(packedCode(this.type) | (sizeCodeOf(size) << 4) | (flag ? 0x80 : 0), 'info')
    const type = packedType(info & 0x0f, ar.context.engine)
    if (type === undefined) throw ar.error('bad-value', 'info', 'expected a property type from 1 to 15, found 0', at)
    this.type = type
    if (type === 'struct') this.structName = ar.name(this.structName, 'struct')
    if (type === 'array' && ar.since(Feature.ArrayTagType)) this.typeName = ar.name(this.typeName, 'elements')
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
    const type = namedType(this.tag.toString(), ar.context)
    this.type = type
    // Games add types of their own, but all of them are called so; anything else is not a tag.
    if (ar.isLoading && this.type === 'unknown' && !/property$/i.test(this.tag.toString()))
      throw ar.error('bad-value', 'type', `expected a type of property, found ${this.tag}`, ar.position - 8)
    const sizeAt = ar.position
    const size = ar.i32(0, 'size')
    this.index = ar.i32(this.index, 'arrayIndex')
    if (this.type === 'struct') this.structName = ar.name(this.structName, 'struct')
    if (this.type === 'bool') {
      const word = this.value === true ? this.boolWord : 0
      const stored = ar.since(Version.BoolTagByte) ? ar.u8(word, 'value') : ar.u32(word, 'value')
      this.value = stored !== 0
      this.boolWord = stored === 0 ? 1 : stored
      return
    }
    const hasEnum = hasEnumName(ar, this.type, this.tag.toString())
    if (hasEnum) this.typeName = ar.name(this.typeName, 'enum')
    this.#serializeValue(ar, scope, size)
    if (!ar.isLoading) ar.amendI32(sizeAt, this.#sizeInTag(this.#size))
  }

  /** What the tag says of a value of a size. */
  #sizeInTag(size: number): number {
    return size === this.#wrongSize?.actual ? this.#wrongSize.stored : size
  }

  /** A value that does not fit its type is kept as bytes: the size in the tag always tells where it ends. */
  #serializeValue(ar: Archive, scope: PropertyScope, size: number): void {
    const start = ar.position
    if (!ar.isLoading) {
      if (this.value instanceof Uint8Array) ar.opaque(this.value, this.value.length, 'value')
      else serializeTagValue(ar, this.valueType ?? typeOfTag(ar, this, scope, -1), this.value, scope)
      if (ar.mode !== 'references') this.#size = ar.position - start
      return
    }
    if (size < 0 || (size > ar.remaining && !isContainer(this.type))) {
      throw ar.error(
        'bad-value',
        'size',
        `expected a value of at most ${plural(ar.remaining, 'byte')}, found one of ${size}`,
      )
    }
    let type = typeOfTag(ar, this, scope, size)
    if (type === undefined && this.type === 'array') {
      type = inferArrayType(ar, this.name.toString(), scope, size)
      this.inferred = type !== undefined
    }
    this.valueType = type
    if (size === PLAIN_SIZES.get(this.type)) {
      // Always fits, and most properties are of these kinds.
      this.value = serializeTagValue(ar, type, undefined, scope)
      this.#size = size
      return
    }
    const read = () => serializeTagValue(ar, type, undefined, scope)
    // None is a value too (null); only `undefined` says that the type does not fit.
    let value = type === undefined ? undefined : ar.attempt(size, read)
    if (value === undefined && type !== undefined && scope.depth < MOST_DEPTH_READ_PAST)
      value = this.#readPastSize(ar, size, read)
    // Fails when the size is more than there is.
    this.value = value === undefined ? ar.opaque(NO_BYTES, size, 'value') : value
    this.#size = ar.position - start
  }

  /**
   * A value whose tag gives a wrong size, as ranges of UT2004's build 3369 do (68 for 65 bytes): engines read
   * a struct to its `None` and do not look at the size. Believed only when what follows the value makes more
   * sense as a list of tags than what follows where the size ends.
   *
   * Each level that is read again reads all of its levels again, so only the outer ones are.
   */
  #readPastSize(ar: Archive, size: number, read: () => PropertyValue): PropertyValue | undefined {
    if (!isContainer(this.type)) return undefined
    const start = ar.position
    return ar.attemptWithin(ar.remaining, () => {
      const senseAtSize = senseOfTags(ar, size)
      const value = read()
      const sense = senseOfTags(ar, 0)
      if (!isTagged(value) || sense === 0 || sense < senseAtSize)
        throw ar.error('bad-value', 'value', 'expected a struct, then tags')
      this.#wrongSize = { stored: size, actual: ar.position - start }
      return value
    })
  }
}

/**
 * *The tagged properties of an object or struct*, in file order, and the name `None` that ends them.
 *
 * A conformed package has a `None` for each generation, so the one that was read is kept.
 */
export class PropertyList {
  /** The properties, in the order of the file. */
  items: Property[] = []
  /** The name that ends the list: `None`. */
  end: Name = Name.NONE

  /** The properties and the `None` that ends them. */
  serialize(ar: Archive, scope: PropertyScope): void {
    if (!ar.isLoading) {
      for (let i = 0; i < this.items.length; i++) {
        const property = this.items[i]
        if (property === undefined) continue
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
    const within = scope.emptyValues === undefined ? { ...scope, emptyValues: emptyValuesIn(ar.remaining) } : scope
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
      property.serialize(ar, within)
      ar.leave()
      this.items.push(property)
    }
  }

  /** The value of a variable, ignoring case; `undefined` when the list does not set it. */
  get(name: string, index = 0): PropertyValue | undefined {
    return this.find(name, index)?.value
  }

  /** The property of this name. */
  find(name: string, index = 0): Property | undefined {
    const key = name.toLowerCase()
    return this.items.find((property) => property.index === index && property.name.toString().toLowerCase() === key)
  }
}

/**
 * Tells whether the name of an enum follows: in tags of the engine's own name for bytes, not of a game's
 * (`Dialect.propertyClasses`; four bits in a byte, 1 of 1).
 */
function hasEnumName(ar: Archive, type: TagType, tag: string): boolean {
  return type === 'byte' && ar.since(Version.ByteTagEnum) && tag.toLowerCase() === 'byteproperty'
}

/**
 * Tells whether a list of properties ends here: with `None`, whose first letter a protector of packages
 * replaces by a zero in the name table (123/30). This applies to every package, even if its game is not
 * known.
 */
function isNone(name: Name): boolean {
  if (name.number !== 0 || name.entry.text.length !== 4) return false
  const text = name.entry.text.toLowerCase()
  return text === 'none' || text === '\0one'
}

/** Tells whether values of the type may be, or hold, lists of tags. */
function isContainer(type: TagType): boolean {
  return type === 'struct' || type === 'array'
}

/** Tells whether the value is, or holds, a list of tags, which says itself where it ends. */
function isTagged(value: PropertyValue): boolean {
  return value instanceof TaggedStruct || (Array.isArray(value) && value.length > 0 && value.every(isTagged))
}

/**
 * A `None` after the tags says a little for them, one that also ends the object or struct more than any
 * number of tags.
 */
const ENDS = 0.5
const ENDS_OBJECT = 1000
const MOST_TAGS = 64

/**
 * Structs in what follows that are looked at once more, with the length of their content: it bounds the work.
 */
const MOST_WRONG_SIZES = 16

/**
 * How much sense what is `distance` bytes on makes as the rest of a list of tags: 0 none, then the number
 * of tags that follow each other. Moves nothing.
 *
 * A struct among them may have a wrong size as well: then its content is gone through to its `None`.
 */
function senseOfTags(ar: Archive, distance: number, budget = { structs: MOST_WRONG_SIZES }): number {
  let sense = 0
  ar.attemptWithin(ar.remaining, () => {
    ar.bytes(NO_BYTES, distance, '')
    while (sense < MOST_TAGS) {
      const name = ar.name(Name.NONE, '')
      if (isNone(name)) {
        sense += ar.remaining === 0 ? ENDS_OBJECT : ENDS
        break
      }
      const property = new Property(name)
      const size = property.skimTag(ar)
      if (size === undefined) break
      sense++
      if (property.type === 'struct' && budget.structs > 0) {
        budget.structs--
        const atSize = size > ar.remaining ? 0 : senseOfTags(ar, size, budget)
        const length = atSize >= ENDS_OBJECT ? undefined : listLength(ar)
        sense += Math.max(atSize, length === undefined ? 0 : senseOfTags(ar, length, budget))
        break
      }
      ar.bytes(NO_BYTES, size, '')
    }
    throw ar.error('bad-value', '', 'looked ahead')
  })
  return sense
}

/**
 * Bytes of the list of tags that begins here, with its `None`; `undefined` when it is not one. Moves nothing.
 */
function listLength(ar: Archive): number | undefined {
  const start = ar.position
  let length: number | undefined
  ar.attemptWithin(ar.remaining, () => {
    for (let tags = 0; tags < MOST_TAGS; tags++) {
      const name = ar.name(Name.NONE, '')
      if (isNone(name)) {
        length = ar.position - start
        break
      }
      const size = new Property(name).skimTag(ar)
      if (size === undefined) break
      ar.bytes(NO_BYTES, size, '')
    }
    throw ar.error('bad-value', '', 'looked ahead')
  })
  return length
}
