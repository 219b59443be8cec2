import { type Member, memberOf, type Schema, type ValueType } from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import { type Property, type PropertyList, type PropertyValue, RawStruct, TaggedStruct } from '@ukit/objects'
import { membersOf } from '@ukit/objects/internal'
import type { ObjectReader } from './object-reader.js'
import { ExportObject, type PackageObject } from './package-object.js'
import type { ReadObject } from './read-object.js'

/** *A value of an object, and the object that sets it.* */
export interface ObjectValue {
  /** As stored: an enum value is a number before UE3, and a `Name` in UE3. */
  readonly value: PropertyValue
  /** Its type in full, as far as the declaring class is known. */
  readonly type: ValueType | undefined
  /** Name of an enum's value, such as `LT_Steady`, where the enum is known. */
  readonly enumName: string | undefined
  /**
   * Where it is set: the object itself, or the class, default object or archetype that it inherits it from.
   */
  readonly from: ExportObject
  /** True when the object itself sets it. */
  readonly own: boolean
}

/** One of the objects from which an object gets its values. */
export interface ValueHolder<T extends HeldValues = ReadObject> {
  /** Reads the holder's package. */
  readonly reader: ObjectReader
  /** The object as it was read. */
  readonly read: T
}

/** The properties that an object sets, without its other data. */
export interface HeldValues {
  readonly export: ExportObject
  readonly object: { readonly properties: PropertyList }
}

/**
 * *The objects from which an object gets its values*: itself, then its class and that class's supers (UE1,
 * UE2), or its archetype and its archetypes (UE3), nearest first.
 *
 * Ends where the next one is not available; the generator then returns it, and it is in
 * `reader.packages.missing`.
 */
export async function* holders<T extends HeldValues>(
  reader: ObjectReader,
  read: T,
  readWith: (reader: ObjectReader, holder: ExportObject) => Promise<T>,
): AsyncGenerator<ValueHolder<T>, PackageObject | null> {
  yield { reader, read }
  const seen = new Set<ExportObject>([read.export])
  let next = parentOf(read.export)
  while (next !== null && seen.size < Limit.Supers) {
    const found = await reader.packages.follow(next)
    if (found === undefined) return next
    const holder = defaultsOf(found)
    if (seen.has(holder)) return null
    seen.add(holder)
    const holderReader = holder.package === reader.package ? reader : await reader.forPackage(holder.package)
    yield { reader: holderReader, read: await readWith(holderReader, holder) }
    next = holder === found || holder.archetype !== null ? parentOf(holder) : found.super
  }
  return null
}

/** A value, and its type where that is known. */
export interface Typed {
  readonly value: PropertyValue
  readonly type: ValueType | undefined
}

/** For a class its own name comes first, since it contains the values of its own variables. */
export function ancestryOf({ reader, read }: ValueHolder<HeldValues>): readonly string[] {
  const { export: exported } = read
  return reader.ancestryOf(exported.entry.class === 0 ? exported : exported.class)
}

/** The declaring class knows the enum of a byte, which tags of UE1 and UE2 do not say. */
export function typeOf(schema: Schema, ancestry: readonly string[], property: Property): ValueType | undefined {
  const declared = memberOf(schema, ancestry, property.name.toString())?.type
  if (property.type === 'bool') return { kind: 'bool' }
  if (property.valueType === undefined) return declared
  const isPlainByte = property.valueType.kind === 'byte' && property.valueType.enum === undefined
  return isPlainByte && declared?.kind === 'byte' ? declared : property.valueType
}

/** The value of a member of a member …; `undefined` where one is not set. */
export function valueAtPath(
  found: Typed,
  members: readonly string[],
  schema: Schema,
  ancestry: readonly string[],
): Typed | undefined {
  let at = found
  for (const member of members) {
    const next = memberValue(at.value, member, schema, ancestry)
    if (next === undefined) return undefined
    at = next
  }
  return at
}

/** The value of a member of a struct; `undefined` when it is not set. */
export function memberValue(
  value: PropertyValue,
  name: string,
  schema: Schema,
  ancestry: readonly string[],
): Typed | undefined {
  if (value instanceof TaggedStruct) return taggedMember(value.properties, name, value.name, schema, ancestry)
  if (!(value instanceof RawStruct)) return undefined
  const key = name.toLowerCase()
  const declared = membersOf(schema, value.type, ancestry[0])
  const at = declared.findIndex((member: Member) => member.name.toLowerCase() === key)
  return at < 0 ? undefined : { value: value.values[at] ?? null, type: declared[at]?.type }
}

function taggedMember(
  list: PropertyList,
  name: string,
  struct: string,
  schema: Schema,
  ancestry: readonly string[],
): Typed | undefined {
  const property = list.find(name)
  if (property === undefined) return undefined
  const type = schema.struct(struct, ancestry[0])
  const key = name.toLowerCase()
  const declared =
    type === undefined
      ? undefined
      : membersOf(schema, type, ancestry[0]).find((member: Member) => member.name.toLowerCase() === key)
  return { value: property.value, type: property.valueType ?? declared?.type }
}

/** The name of an enum's value. */
export function enumNameOf(schema: Schema, { value, type }: Typed): string | undefined {
  if (type?.kind !== 'byte' || type.enum === undefined) return undefined
  return typeof value === 'number' ? schema.enum?.(type.enum)?.[value] : value?.toString()
}

/** Where an object's defaults are: its archetype, else its class; for a class its super. */
export function parentOf(exported: ExportObject): PackageObject | null {
  if (exported.archetype !== null) return exported.archetype
  return exported.entry.class === 0 ? exported.super : exported.class
}

/** The object that contains the defaults of a UE3 class; in UE1 and UE2 the class contains them itself. */
function defaultsOf(exported: ExportObject): ExportObject {
  if (exported.entry.class !== 0 || exported.package.context.engine < 3) return exported
  const found = exported.package.find(`Default__${exported.name}`)
  return found instanceof ExportObject ? found : exported
}
