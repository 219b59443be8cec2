import { Name } from '../archive/symbols.js'
import { UString } from '../archive/ustring.js'
import { Guid } from '../guid.js'
import { type Property, PropertyList } from '../objects/property.js'
import { DelegateValue, MapValue, RawStruct, TaggedStruct } from '../objects/property-value.js'
import type { ReadObject } from '../package/object-reader.js'
import { ExportObject, ImportObject } from '../package/package-object.js'

/** What JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How much of long values to give. */
export interface DescribeOptions {
  /** Elements of an array that are given; longer ones end in a note. All when absent. */
  readonly arrayLimit?: number
}

/** *An object as data*: its place in the package, and every field under the name that its codec gives it. */
export function describeObject(read: ReadObject, options: DescribeOptions = {}): { [key: string]: Json } {
  const { export: exported, object, rest, error } = read
  return {
    path: exported.path,
    class: exported.className,
    index: exported.index,
    offset: exported.entry.offset,
    size: exported.entry.size,
    opaqueBytes: read.opaqueBytes,
    ...(error === undefined ? {} : { error: error.message }),
    ...fieldsOf(object, options),
    ...(rest.length === 0 ? {} : { rest: describeValue(rest, options) }),
  }
}

/** One value as data: names and strings as text, objects as `Class'Path'`, bytes as hexadecimal digits. */
export function describeValue(value: unknown, options: DescribeOptions = {}): Json {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'bigint') return `0x${value.toString(16).toUpperCase()}`
  if (value instanceof UString || value instanceof Name || value instanceof Guid) return value.toString()
  if (value instanceof ExportObject || value instanceof ImportObject) return value.toString()
  if (value instanceof Uint8Array) return describeBytes(value, options)
  if (ArrayBuffer.isView(value)) return describeArray(numbersOf(value), options)
  if (Array.isArray(value)) return describeArray(value, options)
  if (value instanceof PropertyList) return describeProperties(value, options)
  if (value instanceof RawStruct) return describeRaw(value, options)
  if (value instanceof TaggedStruct) return describeProperties(value.properties, options)
  if (value instanceof DelegateValue) return `${describeValue(value.object) ?? 'None'}.${value.function}`
  if (value instanceof MapValue)
    return value.entries.map(([key, item]) => ({
      key: describeValue(key, options),
      value: describeValue(item, options),
    }))
  if (value instanceof Map)
    return [...value].map(([key, item]) => ({ key: describeValue(key, options), value: describeValue(item, options) }))
  return typeof value === 'object' ? fieldsOf(value, options) : null
}

/** The public fields of a record, in the order in which its class declares them; those that are not set are left out. */
function fieldsOf(record: object, options: DescribeOptions): { [key: string]: Json } {
  const fields: { [key: string]: Json } = {}
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined || typeof value === 'function') continue
    fields[name] = describeValue(value, options)
  }
  return fields
}

/** Properties by label: a static array's elements as `Skins[2]`, a name that comes twice with its number. */
function describeProperties(list: PropertyList, options: DescribeOptions): { [key: string]: Json } {
  const fields: { [key: string]: Json } = {}
  for (const property of list.items) {
    let label = property.label
    for (let again = 2; Object.hasOwn(fields, label); again++) label = `${property.label}#${again}`
    fields[label] = describeProperty(property, options)
  }
  return fields
}

function describeProperty(property: Property, options: DescribeOptions): Json {
  return describeValue(property.value, options)
}

function describeRaw({ type, values }: RawStruct, options: DescribeOptions): { [key: string]: Json } {
  const fields: { [key: string]: Json } = {}
  values.forEach((value, i) => {
    fields[type.members[i]?.name ?? `member${i}`] = describeValue(value, options)
  })
  return fields
}

function describeArray(values: readonly unknown[], { arrayLimit }: DescribeOptions): Json[] {
  const shown = arrayLimit === undefined ? values : values.slice(0, arrayLimit)
  const described = shown.map((value) => describeValue(value, arrayLimit === undefined ? {} : { arrayLimit }))
  return shown.length === values.length ? described : [...described, `… ${values.length - shown.length} more`]
}

/** Up to 64 bytes in full; longer ones by length and start, for JSON of a texture should not be its texels. */
function describeBytes(bytes: Uint8Array, _options: DescribeOptions): Json {
  const digits = [...bytes.subarray(0, SHOWN_BYTES)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return bytes.length <= SHOWN_BYTES ? digits : { bytes: bytes.length, starts: digits }
}

const SHOWN_BYTES = 64

function numbersOf(view: ArrayBufferView): number[] {
  return view instanceof Float32Array ||
    view instanceof Int32Array ||
    view instanceof Uint32Array ||
    view instanceof Int16Array ||
    view instanceof Uint16Array
    ? Array.from(view)
    : []
}
