import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { byteArray, recordArray } from './arrays.js'

/**
 * *TLazyArray: an array that the engine may leave on disk until it is wanted.*
 *
 * Since `Version.LazyArraySkip` the position of the first byte after it comes first, counted from the start
 * of the package: the one thing in a UE1 or UE2 object that depends on where the object is. It is never
 * kept but rewritten (18,765 of 18,765 equalled the end).
 *
 * @param array reads or writes the array itself; it is given the position of the end while loading, otherwise
 *   (and before skips) 0.
 * @throws {PackageError} `bad-value` when the array does not end where its skip says.
 */
export function lazyArray<T>(ar: Archive, field: string, array: (end: number) => T): T {
  return ar.since(Version.LazyArraySkip) ? ar.skippable(`${field}.end`, array) : array(0)
}

/** A lazy array of bytes; see `lazyArray`. */
export function lazyBytes(ar: Archive, value: Uint8Array, field: string): Uint8Array {
  return lazyArray(ar, field, () => byteArray(ar, value, field))
}

/** A lazy array of records; see `lazyArray` and `recordArray`. */
export function lazyRecords<T extends Serializable>(
  ar: Archive,
  values: T[],
  create: () => T,
  minimum: number,
  field: string,
): T[] {
  return lazyArray(ar, field, () => recordArray(ar, values, create, minimum, field))
}
