/** *What a compiler does with declarations*, where generations and games differ. */
export interface DeclarationRules {
  /** Classes of the engine, in small letters, that are native without the word: C++ declares them. */
  readonly nativeWithoutWord: readonly string[]
  /** Object flags of variables. */
  readonly privateVariable: number
  readonly protectedVariable: number
  /**
   * The classes of variables in the order in which a class that C++ knows links its own, transient ones again
   * in that order after all others; empty where they stay in the order of the text. Structs, functions and
   * `noexport` classes keep that of the text anyway.
   */
  readonly variableOrder: readonly string[]
  /** Structs in default properties are stored with all of their members, not only those that are not zero. */
  readonly structsAreWhole: boolean
  /** An element of an array that names an object that is not found is None; otherwise it is left out. */
  readonly missingElementsAreNone: boolean
  /** Object flags of the objects in default properties. */
  readonly subobject: number
  /** Numbers for variables of an enum in default properties are ignored, with a warning (UE1, UE2). */
  readonly ignoresEnumNumbers: boolean
  /**
   * What default properties do to the text that a package keeps: they end it; or they are left out of it, and
   * what follows is script (Raven Shield, 800 of 801 classes with such text); or each of their lines but one
   * is an empty line (SWAT 4: 432 of 432 classes).
   */
  readonly defaultsInText: 'end it' | 'are left out' | 'are empty lines'
  /** Arrays are public even when they are private. */
  readonly arraysArePublic: boolean
  /** `var()` has no category, instead of that of its class or struct. */
  readonly plainCategories: boolean
  /** Flags of functions and states as structs, where structs have flags. */
  readonly functionStructFlags: number
  readonly stateStructFlags: number
  /** Flags of an array that its elements have too. */
  readonly elementFlags: number
  /**
   * Object flags that no object has (Lineage II since 132: those of clients, 891 of 891 objects of its Core).
   */
  readonly objectFlagsLeftOut: number
  /** Events of the engine's that this line does not have. */
  readonly missingProbes: readonly string[]
  /** Events that only this line has bits for in the masks of classes and states. */
  readonly addedProbes: readonly (readonly [bit: number, name: string])[]
  /** A class with a `cache` variable, or below one that has some, has this flag. */
  readonly cacheClassFlag: number
  /** A class depends on the classes of the enums that it declares variables with. */
  readonly enumsAreDependencies: boolean
  /** Texts go through a preprocessor first: `#if`, `#define` (SWAT 4). */
  readonly preprocesses: boolean
  /**
   * Classes keep the dependencies of each time that they were compiled, with the checksums of then (SWAT 4).
   */
  readonly keepsOldDependencies: boolean
}
