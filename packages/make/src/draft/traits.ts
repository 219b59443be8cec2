import { type FormatContext, ObjectFlag } from '@ukit/container'

/** *What the compiler of a game's line does with declarations*, where lines differ. */
export interface CompilerTraits {
  /** Flags of an array that its elements have too. */
  readonly elementFlags: number
  /** Object flags that no object has (Lineage II: those of clients, 891 of 891 objects of its Core). */
  readonly objectFlagsLeftOut: number
  /** Events of the engine's that this line does not have. */
  readonly missingProbes: readonly string[]
  /** A class with a `cache` variable, or below one that has some, has this flag. */
  readonly cacheClassFlag: number
  /**
   * What the dependencies of a class say of the class itself and its super: 1, and 0 in classes that the compiler of
   * UT99's patch 469 made.
   */
  dependencyDepth(className: string): number
  /**
   * Whether a class keeps the values of its own variables even where they are zero: compilers of UT99's patch 469 do
   * (14,504 tags), others do not (0 in UT99 436 and UT2004).
   */
  keepsZeroes(className: string): boolean
}

const dependencyDepth = (): number => 1
const keepsZeroes = (): boolean => false

const UE1: CompilerTraits = {
  elementFlags: 0,
  objectFlagsLeftOut: 0,
  missingProbes: ['Created'],
  cacheClassFlag: 0,
  dependencyDepth,
  keepsZeroes,
}

// Counted over the arrays of the games' own packages: each of these bits is never on an array alone.
const UE2: CompilerTraits = {
  elementFlags: 0x5400_0008,
  objectFlagsLeftOut: 0,
  missingProbes: ['Created'],
  cacheClassFlag: 0,
  dependencyDepth,
  keepsZeroes,
}
const VENGEANCE: CompilerTraits = {
  elementFlags: 0x1400_8008,
  objectFlagsLeftOut: 0,
  missingProbes: ['Created'],
  cacheClassFlag: 0,
  dependencyDepth,
  keepsZeroes,
}
const UT2004: CompilerTraits = {
  elementFlags: 0x5502_8008,
  objectFlagsLeftOut: 0,
  missingProbes: [],
  cacheClassFlag: 0x200_0000,
  dependencyDepth,
  keepsZeroes,
}
const UE3: CompilerTraits = {
  elementFlags: 0xb40a_c008,
  objectFlagsLeftOut: 0,
  missingProbes: ['Created'],
  cacheClassFlag: 0,
  dependencyDepth,
  keepsZeroes,
}

const BY_LINE: Readonly<Record<string, CompilerTraits>> = {
  ut2004: UT2004,
  vengeance: VENGEANCE,
  'lineage-2': { ...UE2, objectFlagsLeftOut: ObjectFlag.LoadForClient | ObjectFlag.NotForClient },
}

/** The traits of the compiler that a package is built as if by. */
export function compilerTraits({ engine, line }: Pick<FormatContext, 'engine' | 'line'>): CompilerTraits {
  if (engine === 1) return UE1
  return engine === 3 ? UE3 : (BY_LINE[line] ?? UE2)
}
