import { NO_BYTES } from '@ukit/files/internal'
import type { Archive } from '../archive/archive.js'
import { UString } from '../archive/ustring.js'
import { Guid } from '../guid.js'

/** What a game adds to a record: its fields by name. Every value is kept as stored. */
export type ExtraFields = Record<string, number | bigint | UString | Guid | Uint8Array | number[]>

/**
 * *Reads and writes fields that only one game has*, into the `extra` of a record, by the same expression both
 * ways.
 */
export const extra = {
  u8(ar: Archive, fields: ExtraFields, name: string): number {
    const value = ar.u8(numberOf(fields[name]), name)
    fields[name] = value
    return value
  },
  u16(ar: Archive, fields: ExtraFields, name: string): number {
    const value = ar.u16(numberOf(fields[name]), name)
    fields[name] = value
    return value
  },
  u32(ar: Archive, fields: ExtraFields, name: string): number {
    const value = ar.u32(numberOf(fields[name]), name)
    fields[name] = value
    return value
  },
  i32(ar: Archive, fields: ExtraFields, name: string): number {
    const value = ar.i32(numberOf(fields[name]), name)
    fields[name] = value
    return value
  },
  index(ar: Archive, fields: ExtraFields, name: string): number {
    const value = ar.index(numberOf(fields[name]), name)
    fields[name] = value
    return value
  },
  string(ar: Archive, fields: ExtraFields, name: string): UString {
    const present = fields[name]
    const value = ar.string(present instanceof UString ? present : UString.EMPTY, name)
    fields[name] = value
    return value
  },
  guid(ar: Archive, fields: ExtraFields, name: string): Guid {
    const present = fields[name]
    const value = ar.guid(present instanceof Guid ? present : Guid.ZERO, name)
    fields[name] = value
    return value
  },
  /** `length` opaque bytes, kept as a copy so that they do not hold on to the file. */
  bytes(ar: Archive, fields: ExtraFields, name: string, length: number): Uint8Array {
    const present = fields[name]
    const given =
      present instanceof Uint8Array ? present : length === 0 ? NO_BYTES : new Uint8Array(ar.isLoading ? 0 : length)
    const value = ar.bytes(given, length, name)
    const kept = ar.isLoading ? value.slice() : value
    fields[name] = kept
    return kept
  },
  /** A count, stored as indices are, and as many bytes. */
  byteArray(ar: Archive, fields: ExtraFields, name: string): Uint8Array {
    const present = fields[name]
    const length = present instanceof Uint8Array ? present.length : 0
    return extra.bytes(ar, fields, name, ar.indexCount(length, `${name}.count`, 1))
  },
  i16(ar: Archive, fields: ExtraFields, name: string): number {
    const value = ar.i16(numberOf(fields[name]), name)
    fields[name] = value
    return value
  },
  f32(ar: Archive, fields: ExtraFields, name: string): number {
    const value = ar.f32(numberOf(fields[name]), name)
    fields[name] = value
    return value
  },
  u64(ar: Archive, fields: ExtraFields, name: string): bigint {
    const present = fields[name]
    const value = ar.u64(typeof present === 'bigint' ? present : 0n, name)
    fields[name] = value
    return value
  },
  /** A signed 32-bit count and as many signed 32-bit integers. */
  i32List(ar: Archive, fields: ExtraFields, name: string): number[] {
    const present = fields[name]
    const list = Array.isArray(present) ? present : []
    const count = ar.count(list.length, `${name}.count`, 4)
    const value = ar.i32s(list, count, name)
    fields[name] = value
    return value
  },
}

function numberOf(value: ExtraFields[string] | undefined): number {
  return typeof value === 'number' ? value : 0
}
