import { Feature, type FormatContext, ObjectFlag, Version } from '@ukit/container'
import type { DeclarationRules, Package } from '@ukit/core'
import type { LinkedKind } from './links-left-out.js'
import { ScriptFlag } from './script-flags.js'

/** *What the compiler of a package does with declarations*: its rules, and what only the package says. */
export interface CompilerTraits extends DeclarationRules {
  /** Object flags of the text of a class. */
  textFlags(className: string): number
  /** Structs have their `structcpptext` beside the text of the class: not when the package was cooked. */
  readonly keepsCppOfStructs: boolean
  /** Literals of objects that are not found are None; otherwise they are errors. */
  readonly missingObjectsAreNone: boolean
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
   * Tells whether a class keeps the values of its own variables even where they are zero: compilers of UT99's
   * patch 469 do (14,504 tags), others do not (0 in UT99 436 and UT2004).
   */
  keepsZeroes(className: string): boolean
  /** Variables that do not have NeedCtorLink (UE2), though others of their type have it. */
  readonly linksLeftOut: ReadonlySet<LinkedKind>
}

const UE1: CompilerTraits = {
  nativeWithoutWord: ['engine.savedmove'],
  textFlags: () => ScriptFlag.text,
  privateVariable: ScriptFlag.hidden,
  protectedVariable: ScriptFlag.field,
  variableOrder: [],
  structsAreWhole: true,
  missingElementsAreNone: false,
  subobject: ScriptFlag.field,
  ignoresEnumNumbers: true,
  arraysArePublic: true,
  plainCategories: false,
  functionStructFlags: 0,
  stateStructFlags: 0,
  elementFlags: 0,
  objectFlagsLeftOut: 0,
  defaultsInText: 'end it',
  missingProbes: ['Created'],
  addedProbes: [],
  cacheClassFlag: 0,
  enumsAreDependencies: false,
  keepsCppOfStructs: false,
  missingObjectsAreNone: false,
  preprocesses: false,
  keepsOldDependencies: false,
  dependencyDepth: () => 1,
  dependencyPasses: () => 1,
  keepsZeroes: () => false,
  linksLeftOut: new Set(),
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
const UE3: CompilerTraits = {
  ...UE1,
  nativeWithoutWord: [],
  structsAreWhole: false,
  ignoresEnumNumbers: false,
  arraysArePublic: false,
  elementFlags: 0xb40a_c008,
  keepsCppOfStructs: true,
}

/** The traits of the compiler that a package is built as if by. */
export function compilerTraits({ context, compiler }: Pick<Package, 'context' | 'compiler'>): CompilerTraits {
  return { ...engineTraits(context), ...compiler.declarations }
}

function engineTraits(context: FormatContext): CompilerTraits {
  if (context.engine === 1) return UE1
  if (context.engine === 3) return UE3
  // UT2003 (121) does not mark private variables; the first version that is known to do so is 123.
  const own = context.since(Version.MarkedPrivate) ? UE2 : UE2_FIRST
  if (!context.since(Feature.NothingForClients)) return own
  return { ...own, objectFlagsLeftOut: ObjectFlag.LoadForClient | ObjectFlag.NotForClient }
}
