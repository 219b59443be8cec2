import type { Name, ObjectSource } from './symbols.js'

/** A field as it is in a file. */
export interface TracedField {
  /** Path from the outermost record, such as `exports[12].objectName`. */
  readonly path: string
  /** Position in the package, in bytes. */
  readonly offset: number
  /** Bytes. */
  readonly length: number
  /** The value as it was read; of bulk data the bytes. */
  readonly value: unknown
  /**
   * What the stored number represents: an index into the name table, a reference to an object; or bytes that
   * are not understood.
   */
  readonly kind?: 'name' | 'object' | 'opaque'
}

/** Four bytes that hold a position in the package: a signed number in the package's byte order. */
export interface PositionWord {
  /** Position of the four bytes. */
  readonly at: number
  /** The position that is meant, which the bytes hold unless they are out of date. */
  readonly to: number
}

/** What is called with names and objects when an archive visits references. */
export interface ReferenceVisitor {
  /** Called with every name, with the path of its field. */
  name?(name: Name, path: string): void
  /** Called with every object that is referred to, with the path of the field. */
  object?(object: ObjectSource, path: string): void
}
