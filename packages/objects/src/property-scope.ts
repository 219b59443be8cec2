import type { PropertyList } from './property.js'

/** *Whose variables a list of tags holds*: what arrays and structs in it are looked up in. */
export interface PropertyScope {
  /** Names of the class (or struct) and its supers, nearest first. */
  readonly ancestry: readonly string[]
  /** Name of the struct when the list is the value of one; its members are looked up there. */
  readonly struct?: string | undefined
  /** How deep lists are nested. */
  readonly depth: number
  /** Makes the list inside a struct: given from outside, since lists hold values and values hold lists. */
  createList(): PropertyList
}
