import type { PropertyList } from './property.js'

/**
 * *How many values without a single byte may still be read*: a struct without members has none, and static
 * arrays of structs in structs make any number of it. Every other value takes bytes from the file, which end.
 */
export interface EmptyValues {
  /** What is left; less than none ends the reading. */
  left: number
}

/**
 * For a value in this many bytes: several times what structs with transient members, which are left out of
 * files, have.
 */
export function emptyValuesIn(bytes: number): EmptyValues {
  return { left: 1000 + 16 * bytes }
}

/** *Whose variables a list of tags holds*: what arrays and structs in it are looked up in. */
export interface PropertyScope {
  /** Names of the class (or struct) and its supers, nearest first. */
  readonly ancestry: readonly string[]
  /** Name of the struct when the list is the value of one; its members are looked up there. */
  readonly struct?: string | undefined
  /** How deep lists are nested. */
  readonly depth: number
  /** What the list and everything in it share; a list that is read without one makes it. */
  readonly emptyValues?: EmptyValues | undefined
  /** Makes the list inside a struct: given from outside, since lists hold values and values hold lists. */
  createList(): PropertyList
}
