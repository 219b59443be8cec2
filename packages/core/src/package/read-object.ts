import type { PositionWord, Subject, Symbols, TracedField } from '@ukit/container'
import type { PackageError } from '@ukit/files'
import type { UnrealObject } from '@ukit/objects'
import type { ExportObject } from './package-object.js'

/** Where the bytes of an object are, and what the indices in them mean. */
export interface DecodePlace {
  /** What the layout depends on apart from the bytes: class, flags, path. */
  readonly subject: Subject
  /** Position of the first byte in the package. */
  readonly base: number
  /** What indices in the bytes mean. */
  readonly symbols: Symbols
}

/** Receives each field; after `begin`, fields passed before do not count. */
export interface ObjectTrace {
  /** An attempt to decode begins: fields passed before do not count. */
  begin(): void
  /** One field, in file order. */
  field(field: TracedField): void
}

/** *An object as it was read*; live: `describeObject` of `ukit/inspect` gives it as plain data. */
export interface ReadObject extends DecodedObject {
  /** The object as the tables of its package know it. */
  readonly export: ExportObject
}

/** An object decoded from bytes that may be anywhere. */
export interface DecodedObject {
  /** The decoded object; an `UnrealObject` if its class does not have a codec. */
  readonly object: UnrealObject
  /** Bytes after what the class reads: kept, written back, not understood. */
  readonly rest: Uint8Array
  /** Bytes that no named field explains, `rest` included. */
  readonly opaqueBytes: number
  /**
   * Why the object could not be read in full; then it has what could be read, and the remainder is in `rest`.
   */
  readonly error: PackageError | undefined
}

/** The bytes of an object. */
export interface EncodedBytes {
  readonly bytes: Uint8Array
  /** The positions in them; without any, they are the same wherever the object is. */
  readonly positions: readonly PositionWord[]
}

/** An object, and where positions are among the bytes that it was decoded from. */
export interface DecodedBytes extends DecodedObject {
  /** Of the bytes that named fields explain. */
  readonly positions: readonly PositionWord[]
}
