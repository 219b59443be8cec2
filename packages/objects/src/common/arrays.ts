import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource, UString, Version } from '@ukit/container'
import { NO_BYTES } from '@ukit/container/internal'

/**
 * *TArray: a count as `Archive.index` stores it (compact up to file version 177, 32 bits since), then the
 * elements.*
 *
 * Arrays of plain numbers come as typed arrays, which are exact to the bit and one call whatever their
 * length. Each function checks the count against the bytes left before it allocates, and throws
 * `PackageError` `bad-count` or `truncated`.
 */

/**
 * What array fields hold before they are read; typed arrays of length 0 cannot change, so all may share one.
 */
export { NO_BYTES }
/** No 32-bit floats; see `NO_BYTES`. */
export const NO_FLOATS: Float32Array = new Float32Array(0)
/** No signed 32-bit numbers; see `NO_BYTES`. */
export const NO_INTS: Int32Array = new Int32Array(0)
/** No unsigned 32-bit numbers; see `NO_BYTES`. */
export const NO_UINTS: Uint32Array = new Uint32Array(0)
/** No signed 16-bit numbers; see `NO_BYTES`. */
export const NO_SHORTS: Int16Array = new Int16Array(0)
/** No unsigned 16-bit numbers; see `NO_BYTES`. */
export const NO_USHORTS: Uint16Array = new Uint16Array(0)

/** Bytes. When loading a view of the object's bytes, not a copy. */
export function byteArray(ar: Archive, value: Uint8Array, field: string): Uint8Array {
  ar.enter(field)
  const count = ar.indexCount(value.length, 'count', 1)
  const bytes = ar.bytes(value, count, '')
  ar.leave()
  return bytes
}

/**
 * Elements of `size` bytes each that stay one block of bytes. When loading a view of the object's bytes, not
 * a copy.
 */
export function blockArray(ar: Archive, value: Uint8Array, size: number, field: string): Uint8Array {
  ar.enter(field)
  const count = ar.indexCount(value.length / size, 'count', size)
  const bytes = ar.bytes(value, count * size, '')
  ar.leave()
  return bytes
}

/**
 * Elements of `width` single-precision floats each: 1 for numbers, 3 for vectors, 4 for planes and
 * quaternions.
 */
export function floatArray(ar: Archive, value: Float32Array, field: string, width = 1): Float32Array {
  ar.enter(field)
  const count = ar.indexCount(value.length / width, 'count', 4 * width)
  const floats = ar.floats(value, count * width, '')
  ar.leave()
  return floats
}

/** Vectors: X, Y, Z of the first, X, Y, Z of the second … */
export function vectorArray(ar: Archive, value: Float32Array, field: string): Float32Array {
  return floatArray(ar, value, field, 3)
}

/** Elements of `width` signed 32-bit integers each. */
export function intArray(ar: Archive, value: Int32Array, field: string, width = 1): Int32Array {
  ar.enter(field)
  const count = ar.indexCount(value.length / width, 'count', 4 * width)
  const ints = ar.ints(value, count * width, '')
  ar.leave()
  return ints
}

/** Elements of `width` unsigned 32-bit integers each. */
export function uintArray(ar: Archive, value: Uint32Array, field: string, width = 1): Uint32Array {
  ar.enter(field)
  const count = ar.indexCount(value.length / width, 'count', 4 * width)
  const uints = ar.uints(value, count * width, '')
  ar.leave()
  return uints
}

/** Elements of `width` signed 16-bit integers each. */
export function shortArray(ar: Archive, value: Int16Array, field: string, width = 1): Int16Array {
  ar.enter(field)
  const count = ar.indexCount(value.length / width, 'count', 2 * width)
  const shorts = ar.shorts(value, count * width, '')
  ar.leave()
  return shorts
}

/** Elements of `width` unsigned 16-bit integers each. */
export function ushortArray(ar: Archive, value: Uint16Array, field: string, width = 1): Uint16Array {
  ar.enter(field)
  const count = ar.indexCount(value.length / width, 'count', 2 * width)
  const ushorts = ar.ushorts(value, count * width, '')
  ar.leave()
  return ushorts
}

/**
 * Elements of `width` compact indices each: their size varies, so no block of bytes, but still one typed
 * array.
 */
export function indexArray(ar: Archive, value: Int32Array, width: number, field: string): Int32Array {
  return indices(ar, value, arrayCount(ar, value.length / width, width, field) * width, field)
}

/** `count` indices; the count itself has been read. */
export function indices(ar: Archive, value: Int32Array, count: number, field: string): Int32Array {
  const numbers = ar.isLoading ? new Int32Array(count) : value
  for (let i = 0; i < count; i++) {
    ar.enter(field, i)
    numbers[i] = ar.index(numbers[i] ?? 0, '')
    ar.leave(true)
  }
  return numbers
}

/** Records of one class. `minimum`: bytes that the smallest of them takes. */
export function recordArray<T extends Serializable>(
  ar: Archive,
  values: T[],
  create: () => T,
  minimum: number,
  field: string,
): T[] {
  return ar.records(values, arrayCount(ar, values.length, minimum, field), create, field)
}

/** Objects of this package or of others, or none. */
export function objectArray(ar: Archive, values: (ObjectSource | null)[], field: string): (ObjectSource | null)[] {
  return objects(ar, values, arrayCount(ar, values.length, 1, field), field)
}

/** `count` objects; the count itself has been read. */
export function objects(
  ar: Archive,
  values: (ObjectSource | null)[],
  count: number,
  field: string,
): (ObjectSource | null)[] {
  const list = ar.isLoading ? new Array<ObjectSource | null>(count) : values
  for (let i = 0; i < count; i++) {
    ar.enter(field, i)
    list[i] = ar.object(list[i] ?? null, '')
    ar.leave(true)
  }
  return list
}

/** Names. */
export function nameArray(ar: Archive, values: Name[], field: string): Name[] {
  return elements(ar, values, arrayCount(ar, values.length, 1, field), field, NAME)
}

/** A string, which before `Version.StringLengths` has no length in front and only ends in a zero. */
export function string(ar: Archive, value: UString, field: string): UString {
  return ar.since(Version.StringLengths) ? ar.string(value, field) : ar.zeroTerminated(value, field)
}

/** Strings. */
export function stringArray(ar: Archive, values: UString[], field: string): UString[] {
  return elements(ar, values, arrayCount(ar, values.length, 1, field), field, STRING)
}

/** Map from strings to strings: its pairs in file order. */
export function stringMap(ar: Archive, values: [UString, UString][], field: string): [UString, UString][] {
  return elements(ar, values, arrayCount(ar, values.length, 2, field), field, STRING_PAIR)
}

/** The count in front of an array, under the array's own path. */
export function arrayCount(ar: Archive, length: number, minimum: number, field: string): number {
  ar.enter(field)
  const count = ar.indexCount(length, 'count', minimum)
  ar.leave()
  return count
}

/** How many elements beyond its count an array had room for when it was saved. */
export interface Slack {
  /** 0 in every file; kept in case that one has another. */
  slack: number
}

/**
 * The two counts in front of a `TDatabase` (elements, and elements that there is room for), 32 bits each
 * whatever the version.
 *
 * The room equals the elements in 31,443 of 31,443 arrays, so only the difference is kept and edited arrays
 * need no care.
 */
export function databaseCount(ar: Archive, owner: Slack, length: number, minimum: number, field: string): number {
  ar.enter(field)
  const count = ar.count(length, 'count', minimum)
  owner.slack = ar.i32(count + owner.slack, 'capacity') - count
  ar.leave()
  return count
}

function elements<T>(
  ar: Archive,
  values: T[],
  count: number,
  field: string,
  pass: (ar: Archive, value: T | undefined) => T,
): T[] {
  const list = ar.isLoading ? new Array<T>(count) : values
  for (let i = 0; i < count; i++) {
    ar.enter(field, i)
    list[i] = pass(ar, list[i])
    ar.leave(true)
  }
  return list
}

const NAME = (ar: Archive, value: Name | undefined): Name => ar.name(value ?? Name.NONE, '')
const STRING = (ar: Archive, value: UString | undefined): UString => string(ar, value ?? UString.EMPTY, '')
const STRING_PAIR = (ar: Archive, pair: [UString, UString] | undefined): [UString, UString] => [
  string(ar, pair?.[0] ?? UString.EMPTY, 'key'),
  string(ar, pair?.[1] ?? UString.EMPTY, 'value'),
]
