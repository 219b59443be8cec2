import type { Archive } from '@ukit/container'
import {
  Feature,
  type Member,
  memberOf,
  Name,
  type ObjectSource,
  type StructType,
  UString,
  type ValueType,
  Version,
} from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import type { Property, PropertyList } from './property.js'
import { emptyValuesIn, type PropertyScope } from './property-scope.js'
import { namedType, type TagType } from './property-tag.js'
import { membersOf, rawStruct } from './raw-structs.js'

/** A delegate: an object and the name of its function. */
export class DelegateValue {
  /** The object whose function is called; none for the owner's own. */
  object: ObjectSource | null = null
  /** Name of the function. */
  function: Name = Name.NONE
}

/** A struct whose members follow one another without tags, in the order of its definition. */
export class RawStruct {
  /** How its members are laid out. */
  readonly type: StructType
  /** One value for each member (an array for a static array), super structs' first. */
  values: PropertyValue[]

  constructor(type: StructType, values: PropertyValue[]) {
    this.type = type
    this.values = values
  }
}

/** A struct whose members are a list of tags, those with default values left out. */
export class TaggedStruct {
  /** Name of the struct, where it is known. */
  readonly name: string
  /** Its members that are not at their defaults. */
  readonly properties: PropertyList

  constructor(name: string, properties: PropertyList) {
    this.name = name
    this.properties = properties
  }
}

/** The entries of a map, in file order. */
export class MapValue {
  /** Keys and values, in the order of the file. */
  entries: [PropertyValue, PropertyValue][] = []
}

/**
 * *The value of a property.*
 *
 * Numbers for bytes, ints and floats; `Name` for names and for enum values that are stored by name;
 * `Uint8Array` for bytes that could not be typed, because the class that declares the variable is not
 * available.
 */
export type PropertyValue =
  | number
  | boolean
  | UString
  | Name
  | ObjectSource
  | null
  | DelegateValue
  | RawStruct
  | TaggedStruct
  | MapValue
  | Uint8Array
  | PropertyValue[]

/** Type of a tag's value in full; `undefined` when the declaring class is needed and not available. */
export function typeOfTag(ar: Archive, property: Property, scope: PropertyScope, size: number): ValueType | undefined {
  switch (property.type) {
    case 'byte':
      // The enum's name in the tag came later than values stored by name: the size decides (12,468 of
      // 12,468).
      return size === 8 || property.value instanceof Name
        ? { kind: 'byte', enum: property.typeName.toString() }
        : PLAIN_TYPES.byte
    case 'struct':
      return { kind: 'struct', struct: property.structName.toString() }
    case 'vector':
      return VECTOR
    case 'rotator':
      return ROTATOR
    case 'array':
    case 'map':
    case 'fixedArray':
      return typeOfContainer(ar, property, scope)
    case 'bool':
    case 'string':
    case 'unknown':
      return undefined
    default:
      return PLAIN_TYPES[property.type]
  }
}

// One of each for all properties: there are very many.
const VECTOR: ValueType = { kind: 'struct', struct: 'Vector' }
const ROTATOR: ValueType = { kind: 'struct', struct: 'Rotator' }
const PLAIN_TYPES = {
  byte: { kind: 'byte' },
  int: { kind: 'int' },
  float: { kind: 'float' },
  object: { kind: 'object' },
  name: { kind: 'name' },
  delegate: { kind: 'delegate' },
  class: { kind: 'class' },
  str: { kind: 'str' },
  component: { kind: 'component' },
  interface: { kind: 'interface' },
} as const satisfies Partial<Record<TagType, ValueType>>

/** What a variable holds that is a container: the class says, or the tag (`Feature.ArrayTagType`). */
function typeOfContainer(ar: Archive, property: Property, scope: PropertyScope): ValueType | undefined {
  if (property.type === 'array' && ar.since(Feature.ArrayTagType)) {
    const inner = simpleType(namedType(property.typeName.toString(), ar.context))
    return inner === undefined ? undefined : { kind: 'array', inner }
  }
  const type = declaredMember(ar, property.name.toString(), scope)?.type
  return type?.kind === property.type ? type : undefined
}

function simpleType(type: TagType): ValueType | undefined {
  // All structs are tagged there, so that the struct's name does not matter.
  if (type === 'struct') return { kind: 'struct', struct: '' }
  const plain = ['byte', 'int', 'bool', 'float', 'object', 'class', 'name', 'str'] as const
  const kind = plain.find((candidate) => candidate === type)
  return kind === undefined ? undefined : { kind }
}

function declaredMember(ar: Archive, name: string, scope: PropertyScope): Member | undefined {
  const schema = ar.subject?.schema
  if (schema === undefined) return undefined
  if (scope.struct === undefined) return memberOf(schema, scope.ancestry, name)
  const key = name.toLowerCase()
  const struct = schema.struct(scope.struct, scope.ancestry[0])
  return struct === undefined
    ? undefined
    : membersOf(schema, struct, scope.ancestry[0]).find((member) => member.name.toLowerCase() === key)
}

/**
 * Reads or writes a value of a known type.
 *
 * @throws {PackageError} `bad-value` when the type is not known in full: the caller keeps the value as bytes.
 */
export function serializeTagValue(
  ar: Archive,
  type: ValueType | undefined,
  value: PropertyValue | undefined,
  scope: PropertyScope,
): PropertyValue {
  if (type === undefined)
    throw ar.error('bad-value', 'value', 'expected a fully known type; the class that declares the variable is needed')
  switch (type.kind) {
    case 'byte':
      if (type.enum !== undefined && ar.since(Version.NamedPropertyTypes))
        return ar.name(value instanceof Name ? value : Name.NONE, 'value')
      return ar.u8(numberOf(value), 'value')
    case 'int':
    case 'pointer':
      return ar.i32(numberOf(value), 'value')
    case 'float':
      return ar.f32(numberOf(value), 'value')
    case 'bool':
      return serializeBool(ar, value)
    case 'object':
    case 'component':
    case 'class':
    case 'interface':
      return ar.object(objectOf(value), 'value')
    case 'name':
      return ar.name(value instanceof Name ? value : Name.NONE, 'value')
    case 'str':
      return ar.string(value instanceof UString ? value : UString.EMPTY, 'value')
    case 'delegate':
      return serializeDelegate(ar, value)
    case 'struct':
      return serializeStruct(ar, type.struct, value, scope)
    case 'array':
      return serializeArray(ar, type.inner, value, scope)
    case 'map':
      return serializeMap(ar, type, value, scope)
    default:
      throw ar.error('bad-value', 'value', `expected a type that can be read, found ${type.kind}`)
  }
}

/** One byte; only 0 and 1 are bools, anything else has been misunderstood and fails. */
function serializeBool(ar: Archive, value: PropertyValue | undefined): boolean {
  const stored = ar.u8(value === true ? 1 : 0, 'value')
  if (stored > 1) throw ar.error('bad-value', 'value', `expected a bool of 0 or 1, found ${stored}`)
  return stored === 1
}

function serializeDelegate(ar: Archive, value: PropertyValue | undefined): DelegateValue {
  const delegate = value instanceof DelegateValue ? value : new DelegateValue()
  delegate.object = ar.object(delegate.object, 'object')
  delegate.function = ar.name(delegate.function, 'function')
  return delegate
}

function serializeArray(
  ar: Archive,
  inner: ValueType | undefined,
  value: PropertyValue | undefined,
  scope: PropertyScope,
): PropertyValue[] {
  const given = Array.isArray(value) ? value : []
  const count = ar.indexCount(given.length, 'count', 1)
  if (count > 0 && inner === undefined) throw ar.error('bad-value', 'value', 'expected an element type that is known')
  const elements = ar.isLoading ? [] : given
  for (let i = 0; i < count; i++) {
    ar.enter('', i)
    const element = serializeTagValue(ar, inner, given[i], scope)
    if (ar.isLoading) elements.push(element)
    ar.leave(true)
  }
  return elements
}

function serializeMap(
  ar: Archive,
  type: Extract<ValueType, { kind: 'map' }>,
  value: PropertyValue | undefined,
  scope: PropertyScope,
): MapValue {
  const map = value instanceof MapValue ? value : new MapValue()
  const count = ar.indexCount(map.entries.length, 'count', 2)
  for (let i = 0; i < count; i++) {
    const entry = map.entries[i]
    ar.enter('', i)
    map.entries[i] = [
      serializeTagValue(ar, type.key, entry?.[0], scope),
      serializeTagValue(ar, type.value, entry?.[1], scope),
    ]
    ar.leave(true)
  }
  return map
}

/** Raw or tagged, as version, game and struct will have it; see `rawStruct`. */
function serializeStruct(
  ar: Archive,
  name: string,
  value: PropertyValue | undefined,
  scope: PropertyScope,
): RawStruct | TaggedStruct {
  if (scope.depth >= Limit.Values)
    throw ar.error('limit', 'value', `expected structs nested up to ${Limit.Values} deep, found them deeper`)
  if (value instanceof TaggedStruct) {
    value.properties.serialize(ar, structScope(ar, scope, value.name))
    return value
  }
  const layout = value instanceof RawStruct ? value.type : rawStruct(ar, name, scope)
  if (layout !== undefined) {
    const given = value instanceof RawStruct ? value : undefined
    return serializeRaw(ar, layout, given, structScope(ar, scope, name))
  }
  const struct = new TaggedStruct(name, scope.createList())
  struct.properties.serialize(ar, structScope(ar, scope, name))
  return struct
}

function structScope(ar: Archive, outer: PropertyScope, struct: string): PropertyScope {
  const { ancestry, depth, createList, emptyValues = emptyValuesIn(ar.remaining) } = outer
  return { ancestry, struct, depth: depth + 1, createList, emptyValues }
}

/**
 * Takes values without bytes from what is left of them.
 *
 * @throws {PackageError} `limit` when that is too little.
 */
function spend(ar: Archive, { emptyValues }: PropertyScope, count: number): void {
  if (!ar.isLoading || emptyValues === undefined) return
  emptyValues.left -= count
  if (emptyValues.left < 0)
    throw ar.error('limit', 'value', 'expected values that take bytes, found too many structs without any')
}

function serializeRaw(ar: Archive, type: StructType, given: RawStruct | undefined, scope: PropertyScope): RawStruct {
  const schema = ar.subject?.schema
  const members = schema === undefined ? type.members : membersOf(schema, type, scope.ancestry[0])
  const start = ar.position
  const values = new Array<PropertyValue>(ar.isLoading ? members.length : 0)
  for (let i = 0; i < members.length; i++) {
    const member = members[i]
    if (member === undefined) continue
    // Transient members are left out, but for default objects (33,112 structs of UE3).
    const isLeftOut = member.transient === true && ar.subject?.isInDefaultObject !== true
    let value: PropertyValue = null
    if (isLeftOut) spend(ar, scope, 1)
    else {
      ar.enter(member.name)
      value = serializeMember(ar, member, given?.values[i], scope)
      ar.leave()
    }
    if (ar.isLoading) values[i] = value
  }
  if (ar.isLoading && ar.position === start) spend(ar, scope, 1)
  return ar.isLoading || given === undefined ? new RawStruct(type, values) : given
}

function serializeMember(
  ar: Archive,
  member: Member,
  given: PropertyValue | undefined,
  scope: PropertyScope,
): PropertyValue {
  if (member.dim === 1) return serializeTagValue(ar, member.type, given, scope)
  const elements: PropertyValue[] = []
  for (let i = 0; i < member.dim; i++) {
    ar.enter('', i)
    elements.push(serializeTagValue(ar, member.type, Array.isArray(given) ? given[i] : undefined, scope))
    ar.leave(true)
  }
  return elements
}

function numberOf(value: PropertyValue | undefined): number {
  return typeof value === 'number' ? value : 0
}

/** An object or none; anything else, which only a wrong edit can give, is none too. */
function objectOf(value: PropertyValue | undefined): ObjectSource | null {
  return typeof value === 'object' && value !== null && 'reference' in value ? value : null
}
