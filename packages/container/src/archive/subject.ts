import type { Schema } from '../schema.js'

/**
 * *What an archive over one object knows of the object itself*, beyond the bytes: parts of its layout depend
 * on it.
 */
export interface Subject {
  /** Path of the object in its package: `Group.Name`. */
  readonly path: string
  /** Names of its class and that class's supers, nearest first, as far as known. */
  readonly ancestry: readonly string[]
  /** Object flags of the export row. */
  readonly flags: number
  /** Object flags, the upper 32 bits (UE3); 0 before. */
  readonly flagsHigh: number
  /** It is a class: its properties are the class's defaults and come last. */
  readonly isClass: boolean
  /** UE3: it holds the defaults of a class. */
  readonly isDefaultObject: boolean
  /** UE3: it or one of its outers holds the defaults of a class. */
  readonly isInDefaultObject: boolean
  /** UE3: the package is cooked. */
  readonly cooked: boolean
  /**
   * True if a stored reference is to an object of another package, not to a package itself: what numbers
   * rarely happen to be. `undefined` for objects that are not from a file.
   */
  imports?(reference: number): boolean
  /** The classes and structs by which its properties are typed. */
  readonly schema: Schema
}
