import type { Archive, Serializable } from '@ukit/container'
import { Version } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import { NO_BYTES } from '../common/arrays.js'

/**
 * *An array that is stored in one piece: size of an element, number of elements, elements* (UE3).
 *
 * The size is written even for an empty array; before `Version.BulkArrays` there is none. Elements are in the
 * package's byte order.
 */
export class BulkArray implements Serializable {
  /** Bytes of an element. */
  elementSize: number
  /** The elements, one after the other. */
  data: Uint8Array = NO_BYTES

  /** @param elementSize what an empty array of this kind has, and any array before `Version.BulkArrays`. */
  constructor(elementSize: number) {
    this.elementSize = elementSize
  }

  /** Number of elements. */
  get count(): number {
    return this.elementSize === 0 ? 0 : this.data.length / this.elementSize
  }

  serialize(ar: Archive): void {
    this.elementSize = elementSize(ar, this.elementSize)
    const count = ar.count(this.count, 'count', this.elementSize)
    if (this.elementSize === 0 && count > 0)
      throw ar.error('bad-value', 'count', `expected no elements of 0 bytes, found ${count}`)
    this.data = ar.bytes(this.data, count * this.elementSize, 'elements')
  }
}

/** Bytes of an empty `BulkArray`. */
export const BULK_ARRAY_SIZE = 8

// A vertex of four texture coordinates has 60 bytes; a static mesh's triangle, the largest record known, 372.
const MAX_ELEMENT_SIZE = 0x1_0000

function elementSize(ar: Archive, size: number): number {
  if (!ar.since(Version.BulkArrays)) return size
  const found = ar.i32(size, 'elementSize')
  if (ar.isLoading && (found < 0 || found > MAX_ELEMENT_SIZE))
    throw ar.error(
      'bad-value',
      'elementSize',
      `expected an element of at most ${MAX_ELEMENT_SIZE} bytes, found ${found}`,
    )
  return found
}

/** A bulk array of elements of `width` floats each: 3 for vectors. */
export function bulkFloats(ar: Archive, value: Float32Array, width: number, field: string): Float32Array {
  ar.enter(field)
  const floats = ar.floats(value, bulkCount(ar, value.length / width, 4 * width) * width, '')
  ar.leave()
  return floats
}

/** A bulk array of elements of `width` unsigned 16-bit integers each. */
export function bulkUshorts(ar: Archive, value: Uint16Array, field: string, width = 1): Uint16Array {
  ar.enter(field)
  const shorts = ar.ushorts(value, bulkCount(ar, value.length / width, 2 * width) * width, '')
  ar.leave()
  return shorts
}

/** A bulk array of elements of `width` signed 32-bit integers each. */
export function bulkInts(ar: Archive, value: Int32Array, field: string, width = 1): Int32Array {
  ar.enter(field)
  const ints = ar.ints(value, bulkCount(ar, value.length / width, 4 * width) * width, '')
  ar.leave()
  return ints
}

/** A bulk array of bytes. */
export function bulkBytes(ar: Archive, value: Uint8Array, field: string): Uint8Array {
  return bulkBlock(ar, value, 1, field)
}

/** A bulk array of records of `size` bytes each, kept as one block. */
export function bulkBlock(ar: Archive, value: Uint8Array, size: number, field: string): Uint8Array {
  ar.enter(field)
  const bytes = ar.bytes(value, bulkCount(ar, value.length / size, size) * size, '')
  ar.leave()
  return bytes
}

/** Element size and count; only one size will do. */
function bulkCount(ar: Archive, count: number, size: number): number {
  const found = elementSize(ar, size)
  if (ar.isLoading && found !== size)
    throw ar.error(
      'bad-value',
      'elementSize',
      `expected elements of ${plural(size, 'byte')}, found ${found}`,
      ar.position - 4,
    )
  return ar.count(count, 'count', size)
}
