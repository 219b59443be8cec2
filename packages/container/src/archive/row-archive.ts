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
 * `RowReader`, which reads rows that have been checked, and notes their layout for a `RowPlan`, by which
 * tables are scanned and lost ones looked for. So the `serializeStandard` of a row describes its layout for
 * all of them. Each method is as `Archive`'s of the same name.
 */
export interface RowArchive {
  /** Tells whether the package is of this version or game feature, or a later one. */
  since(threshold: Threshold): boolean
  /** A compact index in UE1 and UE2, 32 bits in UE3 (`Version.PlainIndices`). */
  index(value: number, field: string, meaning: RowMeaning): number
  /** The number after a name: 32 bits since `Version.NameNumbers`, 0 before. */
  nameNumber(value: number, field: string): number
  /** A signed number of 32 bits in the package's byte order. */
  i32(value: number, field: string, meaning: RowMeaning): number
  /** An unsigned number of 32 bits in the package's byte order. */
  u32(value: number, field: string): number
  /** The lower word of 64 flags; the file has it at its place in the 64 bits. */
  flagsLow(low: number, high: number, field: string): number
  /** The upper word of what the last `flagsLow` passed. */
  flagsHigh(high: number): number
  /** Four words of 32 bits. */
  guid(value: Guid, field: string): Guid
  /**
   * A count of 32 bits, checked against the bytes that are left: `entrySize` is the least that an entry
   * takes.
   */
  count(value: number, field: string, entrySize: number): number
  /** `count` signed numbers of 32 bits. */
  i32s(values: number[], count: number, field: string): number[]
  /** `count` records, each with its own `serialize`. */
  records<T extends RowRecord>(values: T[], count: number, create: () => T, field: string): T[]
  /** A string with its length in front. */
  string(value: UString, field: string): UString
  /** A string that a zero ends, without a length. */
  zeroTerminated(value: UString, field: string): UString
}
