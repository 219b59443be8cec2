/** A word that a declaration is written with, and the bits that say so. */
export interface ModifierRow {
  /** As written in source. */
  readonly word: string
  /** All of these are set. */
  readonly bits: number
  /** All of these are set in the upper word (variables of UE3). */
  readonly high?: number
  /** A variable with the word is shown in the editor, as one with empty parentheses is. */
  readonly edits?: boolean
}

/** A word of a class that those below it have too. */
export interface InheritedRow extends ModifierRow {
  /** The word of a class that no longer is what its super class is. */
  readonly without?: string
}

/**
 * *The words of a generation of the language, by the flags of what is declared.* Rows are taken from the top:
 * a row whose bits are all set and not used up by a row above gives its word.
 */
export interface ModifierTables {
  /** Words in front of variables. */
  readonly variable: readonly ModifierRow[]
  /** Words in front of functions. */
  readonly function: readonly ModifierRow[]
  /** Words in front of the name of a struct. */
  readonly struct: readonly ModifierRow[]
  /** Words that a class does not inherit. */
  readonly ownClass: readonly ModifierRow[]
  /**
   * Words that a class inherits: written when the super class lacks the bit; `without` when the super class
   * has it and the class does not.
   */
  readonly inheritedClass: readonly InheritedRow[]
  /** Bits that a variable has because its class is `instanced`. */
  readonly ofInstancedClass?: number
  /** Bits that every pointer has, written or not. */
  readonly ofPointer?: number
  /** The type `ptr`: the class of its variables. */
  readonly ptrClass?: string
  /** What such a variable refers to belongs to its owner. */
  readonly ownsInstanced?: boolean
  /** Functions with optional parameters have a flag. */
  readonly marksOptional?: boolean
}

/** What a game's compiler changes in the words of one kind of declaration. */
export interface WordChanges<Row extends ModifierRow = ModifierRow> {
  /** Words of the engine that it does not have, or has with other bits. */
  readonly without?: readonly string[]
  /** Rows that are tried before the engine's: those whose bits contain others'. */
  readonly first?: readonly Row[]
  /** Rows that are tried after the engine's. */
  readonly last?: readonly Row[]
}

/** *What a game's compiler changes in the words of its generation.* */
export interface GameWords
  extends Pick<ModifierTables, 'ofInstancedClass' | 'ofPointer' | 'ptrClass' | 'ownsInstanced'> {
  /** Words in front of variables. */
  readonly variable?: WordChanges
  /** Words in front of functions. */
  readonly function?: WordChanges
  /** Words in front of the name of a struct. */
  readonly struct?: WordChanges
  /** Words that a class does not inherit. */
  readonly ownClass?: WordChanges
  /** Words that a class inherits. */
  readonly inheritedClass?: WordChanges<InheritedRow>
}
