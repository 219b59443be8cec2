import { Guid, Name, objectFlagNames, UString } from '@ukit/container'
import type { ReadObject } from '@ukit/core'
import { ExportObject, ImportObject, type PackageObject } from '@ukit/core'
import { UniqueNames } from '@ukit/files/internal'
import {
  DelegateValue,
  MapValue,
  type Property,
  PropertyList,
  RawStruct,
  TaggedStruct,
  UnrealObject,
} from '@ukit/objects'
import { Script } from '@ukit/objects/script'
import { fieldFlagNames } from './field-flags.js'

/** What JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** How much of long values to give, and for whom. */
export interface DescribeOptions {
  /**
   * Elements of an array that are given, and of a script only their number; of a longer one
   * `{ elements, starts }` tells the number and the first ones. All when absent.
   */
  readonly arrayLimit?: number | undefined
  /**
   * Bytes that are given in full, as hexadecimal digits; of more `{ bytes, starts }` tells the number and the
   * first ones.
   */
  readonly bytesLimit?: number | undefined
  /**
   * Flags as names (`Final Native`) instead of numbers, and no fields that are empty, which mostly are those
   * that the version does not have.
   */
  readonly readable?: boolean | undefined
  /**
   * Paths of the fields that the object's file has (`presentFields`): others that are blank are left out,
   * such as those of other games. All when absent.
   */
  readonly present?: ReadonlySet<string> | undefined
}

/** The defaults of `describeObject`. */
export const DESCRIBE_DEFAULTS = { bytesLimit: 64, readable: false } as const satisfies DescribeOptions

/** *An object as data*, by `describeObject`. */
export interface ObjectDescription {
  /** Path inside the package. */
  readonly path: string
  /** Name of its class. */
  readonly class: string
  /** Row of the export table, from 0. */
  readonly index: number
  /** Where it is in the package, in bytes, and how long it is. */
  readonly offset: number
  /** Bytes of its body. */
  readonly size: number
  /** Object flags by name. */
  readonly flags: readonly string[]
  /** What it is inside, inherits from and starts from, as `Class'Path'`. */
  readonly outer: string | null
  /** What it inherits from, as `Class'Path'`; `null` for none. */
  readonly super: string | null
  /** What it starts from (UE3), as `Class'Path'`; `null` for none. */
  readonly archetype: string | null
  /** Bytes that no field explains. */
  readonly opaqueBytes: number
  /** Why it could not be read as what it is; then the other fields hold what could be read. */
  readonly error: string | null
  /** Tagged properties by name; of a class its defaults. */
  readonly properties: { readonly [key: string]: Json }
  /** What the class stores besides properties, under the names that its codec gives. */
  readonly fields: { readonly [key: string]: Json }
  /** Bytes after what the codec reads; `null` when there are none. */
  readonly rest: Json
}

/**
 * The paths of traced fields and of the records that they are in, without the numbers of elements:
 * `DescribeOptions.present`.
 */
export function presentFields(fields: Iterable<{ readonly path: string }>): ReadonlySet<string> {
  const present = new Set<string>()
  for (const { path } of fields) {
    const names = path.replaceAll(/\[\d+\]/g, '')
    for (let end = names.indexOf('.'); end >= 0; end = names.indexOf('.', end + 1)) present.add(names.slice(0, end))
    present.add(names)
  }
  return present
}

/**
 * *An object as data*: its place in the package, its properties, and every field under the name that its
 * codec gives it.
 */
export function describeObject(read: ReadObject, options: DescribeOptions = {}): ObjectDescription {
  const { export: exported, object, rest, error } = read
  const { entry } = exported
  return {
    path: exported.path,
    class: exported.className,
    index: exported.index,
    offset: entry.offset,
    size: entry.size,
    flags: objectFlagNames(entry.flags, entry.flagsHigh, exported.package.version),
    outer: referenceText(exported.outer),
    super: referenceText(exported.super),
    archetype: referenceText(exported.archetype),
    opaqueBytes: read.opaqueBytes,
    error: error?.message ?? null,
    properties: describeProperties(object.properties, options),
    fields: fieldsOf(object, options, ''),
    rest: rest.length === 0 ? null : describeValue(rest, options),
  }
}

function referenceText(object: PackageObject | null): string | null {
  return object === null ? null : object.toString()
}

/** One value as data: names and strings as text, objects as `Class'Path'`, bytes as hexadecimal digits. */
export function describeValue(value: unknown, options: DescribeOptions = {}): Json {
  return describeAt(value, options, '')
}

/** @param at path of the field that holds the value, for `DescribeOptions.present`. */
function describeAt(value: unknown, options: DescribeOptions, at: string): Json {
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'bigint') return `0x${value.toString(16).toUpperCase()}`
  if (value instanceof UString || value instanceof Name || value instanceof Guid) return value.toString()
  if (value instanceof ExportObject || value instanceof ImportObject) return value.toString()
  if (value instanceof Uint8Array) return describeBytes(value, options)
  if (ArrayBuffer.isView(value)) return describeArray(numbersOf(value), options)
  if (Array.isArray(value)) return describeArray(value, options, at)
  if (value instanceof Script && options.arrayLimit !== undefined)
    return {
      memorySize: value.memorySize,
      statements: value.tokens.length,
      ...(value.raw === undefined ? {} : { raw: describeBytes(value.raw, options) }),
    }
  if (value instanceof PropertyList) return describeProperties(value, options)
  if (value instanceof RawStruct) return describeRaw(value, options)
  if (value instanceof TaggedStruct) return describeProperties(value.properties, options)
  if (value instanceof DelegateValue) return `${describeValue(value.object) ?? 'None'}.${value.function}`
  if (value instanceof MapValue) return describeArray(value.entries.map(pairOf), options)
  if (value instanceof Map) return describeArray([...value].map(pairOf), options)
  return typeof value === 'object' ? fieldsOf(value, options, at) : null
}

function pairOf([key, value]: readonly [unknown, unknown]): object {
  return { key, value }
}

/**
 * The public fields of a record, in the order in which its class declares them; those that are not set are
 * left out.
 */
function fieldsOf(record: object, options: DescribeOptions, at: string): { [key: string]: Json } {
  const fields: { [key: string]: Json } = {}
  const head = record instanceof UnrealObject ? BARE : undefined
  for (const [name, value] of Object.entries(record)) {
    if (value === undefined || typeof value === 'function' || (options.readable === true && isEmpty(value))) continue
    // The fields that every object starts with are listed only if they are set; the properties have a place
    // of their own.
    if (head !== undefined && Object.hasOwn(head, name) && isBare(name, value)) continue
    const path = at === '' ? name : `${at}.${name}`
    const isAbsent = (head !== undefined || at !== '') && options.present?.has(path) === false
    if (isAbsent && (isBlank(value) || isInitial(record, name, value))) continue
    const flags =
      options.readable === true && typeof value === 'number' ? fieldFlagNames(record, name, value) : undefined
    setField(fields, name, flags ?? describeAt(value, options, path))
  }
  return fields
}

/** A value as it is before anything is read into it. */
function isBlank(value: unknown): boolean {
  if (value instanceof Name) return value === Name.NONE
  if (value instanceof UString) return value.length === 0
  if (value instanceof Guid) return value.isZero
  if (Array.isArray(value)) return value.every(isBlank)
  return value === null || value === 0 || value === -1 || value === false
}

/** Tells whether a field is as its class makes it: a header of numbers that are not 0, say. */
function isInitial({ constructor: type }: object, name: string, value: unknown): boolean {
  // Only objects whose constructors need no arguments can be made here.
  if (type.length > 0) return false
  let initial = INITIAL.get(type)
  if (initial === undefined) {
    const made: object = Reflect.construct(type, [])
    initial = new Map(Object.entries(made).map(([key, of]) => [key, textOf(of)]))
    INITIAL.set(type, initial)
  }
  return initial.get(name) === textOf(value)
}

/** The fields of a new record as text, by its class. */
const INITIAL = new WeakMap<object, ReadonlyMap<string, string>>()

function textOf(value: unknown): string {
  return JSON.stringify(describeValue(value, { bytesLimit: Number.POSITIVE_INFINITY }))
}

function isEmpty(value: unknown): boolean {
  return (Array.isArray(value) && value.length === 0) || (ArrayBuffer.isView(value) && value.byteLength === 0)
}

const BARE = new UnrealObject()

function isBare(name: string, value: unknown): boolean {
  return name === 'properties' || value === Reflect.get(BARE, name) || (Array.isArray(value) && value.length === 0)
}

/** Properties by label: a static array's elements as `Skins[2]`, a name that comes twice with its number. */
function describeProperties(list: PropertyList, options: DescribeOptions): { [key: string]: Json } {
  const fields: { [key: string]: Json } = {}
  const labels = new UniqueNames('#')
  for (const property of list.items) setField(fields, labels.take(property.label), describeProperty(property, options))
  return fields
}

/** Sets a key that a stranger's file chose: `__proto__` is a name like any other. */
function setField(fields: { [key: string]: Json }, name: string, value: Json): void {
  if (name === '__proto__')
    Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true })
  else fields[name] = value
}

function describeProperty(property: Property, options: DescribeOptions): Json {
  return describeValue(property.value, options)
}

function describeRaw({ type, values }: RawStruct, options: DescribeOptions): Json {
  const [a, b, c, d] = values
  if (type.name.toLowerCase() === 'guid' && values.length === 4 && [a, b, c, d].every(isNumber))
    return new Guid(Number(a), Number(b), Number(c), Number(d)).toString()
  const fields: { [key: string]: Json } = {}
  values.forEach((value, i) => {
    setField(fields, type.members[i]?.name ?? `member${i}`, describeValue(value, options))
  })
  return fields
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

function describeArray(values: readonly unknown[] | LongView, options: DescribeOptions, at = ''): Json {
  const { arrayLimit } = options
  if (arrayLimit === undefined || values.length <= arrayLimit) {
    return Array.from(values, (value) => describeAt(value, options, at))
  }
  return {
    elements: values.length,
    starts: Array.from({ length: arrayLimit }, (_, i) => describeAt(values[i], options, at)),
  }
}

/** Short ones in full; longer ones by length and start, for what shows a texture need not show its texels. */
function describeBytes(bytes: Uint8Array, { bytesLimit = DESCRIBE_DEFAULTS.bytesLimit }: DescribeOptions): Json {
  if (bytes.length <= bytesLimit) return hexDigits(bytes)
  return { bytes: bytes.length, starts: hexDigits(bytes.subarray(0, Math.min(bytesLimit, SHOWN_BYTES))) }
}

/** Bytes of a long value that are given. */
const SHOWN_BYTES = 64

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexDigits(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += DIGITS[byte]
  return text
}

/** Numbers of which only the first are wanted. */
type LongView = { readonly length: number; readonly [index: number]: number } & Iterable<number>

function numbersOf(view: ArrayBufferView): LongView {
  return view instanceof Float32Array ||
    view instanceof Float64Array ||
    view instanceof Int32Array ||
    view instanceof Uint32Array ||
    view instanceof Int16Array ||
    view instanceof Uint16Array ||
    view instanceof Int8Array
    ? view
    : []
}
