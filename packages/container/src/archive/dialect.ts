import type { StructType } from '../schema.js'
import type { Threshold } from '../versions.js'
import type { Serializable } from './archive.js'

/** A place in the engine's objects where a game may have a record of its own; see `Dialect.added`. */
export type AddedPlace =
  /** After the properties of materials. */
  | 'material'
  /** At the end of a sequence of animations. */
  | 'sequence'
  /** After the texts of structs, functions, states and classes. */
  | 'struct'
  /** In front of the defaults of classes. */
  | 'class'
  /** At the end of what all variables have. */
  | 'variable'

/** Opcode, name and operands of a token of bytecode: `object:expression skip size:u8`. */
export type TokenRow = readonly [op: number, name: string, operands: string]

/**
 * *How the objects of one game deviate from the engine's.* What is left out is as in the engine.
 *
 * The format context carries it, and codecs ask that: `ar.since` for a change, `ar.added` for a record. They
 * never know which game it is.
 */
export interface Dialect {
  /**
   * Line of the engine that the objects belong to, such as `ut2004`; objects of different lines are never
   * alike. The engine's own when absent.
   */
  readonly line?: string
  /**
   * Changes that the game took at another version than the engine, or `NEVER`; and at which version it has
   * what only games have (`Feature`).
   */
  readonly moved?: ReadonlyMap<Threshold, number>
  /** Makes the game's own record at a place; `owner` is the object that it is a part of. */
  readonly added?: Partial<Record<AddedPlace, (owner: object) => Serializable>>
  /**
   * Classes of properties that only the game has, and the engine's that each is read and written as; both in
   * lower case. Tags of UE3 name them too.
   */
  readonly propertyClasses?: ReadonlyMap<string, string>
  /**
   * Structs that only the game stores raw, without tags (`immutable` ones of its own), by their names in
   * lower case.
   */
  readonly rawStructs?: ReadonlyMap<string, StructType>
  /**
   * True if an object is a component, where its ancestry (in lower case) does not say so; `undefined` for
   * what names say in the engine.
   */
  isComponent?(ancestry: readonly string[]): boolean | undefined
  /** Tokens of bytecode that mean something else than in the engine, or that it does not have. */
  readonly tokens?: readonly TokenRow[]
  /** Names of casts by their codes, where they are not the engine's. */
  readonly casts?: Readonly<Record<number, string>>
  /** The opcode from which on natives have numbers of two bytes, where it is not the engine's 0x60. */
  readonly extendedNatives?: number
  /** Name of the table of classes that the game ships with, which go before the engine's own. */
  readonly stock?: string
}

/** Name of the engine's own line. */
export const ENGINE_LINE = 'unreal-engine'

/** The engine as it is. */
export const ENGINE: Dialect = {}
