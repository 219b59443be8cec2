import { Feature, type FormatContext, ObjectFlag, Version } from '@ukit/container'
import { ScriptFlag } from './script-flags.js'

/** *What the compiler of a game's line does with declarations*, where lines differ. */
export interface CompilerTraits {
  /** Classes of the engine, in small letters, that are native without the word: C++ declares them. */
  readonly nativeWithoutWord: readonly string[]
  /** Object flags of the text of a class. */
  textFlags(className: string): number
  /** Object flags of variables. */
  readonly privateVariable: number
  readonly protectedVariable: number
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
  /** Structs have their `structcpptext` beside the text of the class: not when the package was cooked. */
  readonly keepsCppOfStructs: boolean
  /** Literals of objects that are not found are None; otherwise they are errors. */
  readonly missingObjectsAreNone: boolean
  /** Texts go through the preprocessor of SWAT 4 first. */
  readonly preprocesses: boolean
  /** The name that the package was compiled under, when its file was renamed after that. */
  readonly homeName?: string | undefined
  /**
   * What the dependencies of a class say of the class itself and its super: 1, and 0 in classes that the
   * compiler of UT99's patch 469 made.
   */
  dependencyDepth(className: string): number
  /**
   * How often a class lists what its code uses, `inCode` classes: once, and in SWAT 4 once more for each time
   * that it was compiled again because a class that it uses had changed, which only the package says. The
   * repeats have the checksums of their time; that Pawn changed five times and PlayerController once fits 306
   * of 306 classes. The `declared` classes of enums are listed once.
   */
  dependencyPasses(className: string, inCode: number, declared: number): number
  /**
   * Whether a class keeps the values of its own variables even where they are zero: compilers of UT99's patch
   * 469 do (14,504 tags), others do not (0 in UT99 436 and UT2004).
   */
  keepsZeroes(className: string): boolean
}

const UE1: CompilerTraits = {
  nativeWithoutWord: ['engine.savedmove'],
  textFlags: () => ScriptFlag.text,
  privateVariable: ScriptFlag.hidden,
  protectedVariable: ScriptFlag.field,
  arraysArePublic: true,
  plainCategories: false,
  functionStructFlags: 0,
  stateStructFlags: 0,
  elementFlags: 0,
  objectFlagsLeftOut: 0,
  missingProbes: ['Created'],
  addedProbes: [],
  cacheClassFlag: 0,
  enumsAreDependencies: false,
  keepsCppOfStructs: false,
  missingObjectsAreNone: false,
  preprocesses: false,
  dependencyDepth: () => 1,
  dependencyPasses: () => 1,
  keepsZeroes: () => false,
}

// Flags of elements: counted over the arrays of the games' own packages. Each of these bits is never on an
// array alone.
const UE2_FIRST: CompilerTraits = {
  ...UE1,
  // 20 of 20 of UT2003.
  protectedVariable: ScriptFlag.hidden,
  arraysArePublic: false,
  elementFlags: 0x5400_0008,
}
const MARKED = { privateVariable: ScriptFlag.markedPrivate, protectedVariable: ScriptFlag.markedProtected }
const UE2: CompilerTraits = { ...UE2_FIRST, ...MARKED }
// Both in the Engine of UT2004 and in that of Lineage II.
const NATIVE = ['engine.savedmove', 'engine.console']
const VENGEANCE: CompilerTraits = {
  ...UE2,
  nativeWithoutWord: [],
  protectedVariable: ScriptFlag.hidden,
  arraysArePublic: true,
  plainCategories: true,
  functionStructFlags: 4,
  stateStructFlags: 8,
  elementFlags: 0x1400_8008,
  // Both are in the one class that has code for either; which of the two is which rests on the order of the
  // engine's other events of volumes.
  addedProbes: [
    [60, 'ActorEnteredVolume'],
    [61, 'ActorLeavingVolume'],
  ],
  enumsAreDependencies: true,
  preprocesses: true,
}
const UT2004: CompilerTraits = {
  ...UE2,
  nativeWithoutWord: NATIVE,
  elementFlags: 0x5502_8008,
  missingProbes: [],
  cacheClassFlag: 0x200_0000,
}
const UE3: CompilerTraits = {
  ...UE1,
  nativeWithoutWord: [],
  arraysArePublic: false,
  elementFlags: 0xb40a_c008,
  keepsCppOfStructs: true,
}

const LINEAGE_2: CompilerTraits = {
  ...UE2,
  nativeWithoutWord: [...NATIVE, 'engine.shadowprojector', 'engine.l2ntimelight'],
}
const BY_LINE: Readonly<Record<string, CompilerTraits>> = {
  ut2004: UT2004,
  vengeance: VENGEANCE,
  'lineage-2': LINEAGE_2,
}

/** The traits of the compiler that a package is built as if by. */
export function compilerTraits(context: Pick<FormatContext, 'engine' | 'line' | 'since'>): CompilerTraits {
  const { engine, line } = context
  if (engine === 1) return UE1
  // UT2003 (121) does not mark private variables; the first version that is known to do so is 123.
  if (engine === 2 && !context.since(Version.MarkedPrivate)) return UE2_FIRST
  if (context.since(Feature.NothingForClients))
    return { ...LINEAGE_2, objectFlagsLeftOut: ObjectFlag.LoadForClient | ObjectFlag.NotForClient }
  return engine === 3 ? UE3 : (BY_LINE[line] ?? UE2)
}
