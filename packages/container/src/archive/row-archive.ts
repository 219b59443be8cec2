import type { Guid } from '../guid.js'
import type { Threshold } from '../versions.js'
import type { UString } from './ustring.js'

/** A record inside a row of a table. */
export interface RowRecord {
  /** Reads or writes the fields, in file order. */
  serialize(ar: RowArchive): void
}

/** What a number of a row is, for those who pass rows without reading them. */
export type RowMeaning =
  /** An index into the name table. */
  | 'name'
  /** An object reference. */
  | 'reference'
  /** Bytes of a body. */
  | 'size'
  /** Where the body is that the last size is of. */
  | 'offset'

/**
 * *What the rows of the header's tables ask of an archive.*
 *
 * So little that two classes can give it: `Archive`, which reads and writes with checks and error paths, and
 * `RowReader`, which reads rows that have been checked, and notes their layout for a `RowPlan`, by which tables
 * are scanned and lost ones looked for. So the `serializeStandard` of a row describes its layout for all of
 * them. Each method is as `Archive`'s of the same name.
 */
export interface RowArchive {
  since(threshold: Threshold): boolean
  index(value: number, field: string, meaning: RowMeaning): number
  nameNumber(value: number, field: string): number
  i32(value: number, field: string, meaning: RowMeaning): number
  u32(value: number, field: string): number
  flagsLow(low: number, high: number, field: string): number
  flagsHigh(high: number): number
  guid(value: Guid, field: string): Guid
  count(value: number, field: string, entrySize: number): number
  i32s(values: number[], count: number, field: string): number[]
  records<T extends RowRecord>(values: T[], count: number, create: () => T, field: string): T[]
  string(value: UString, field: string): UString
  zeroTerminated(value: UString, field: string): UString
}
