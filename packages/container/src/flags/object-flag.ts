import type { FormatContext } from '../archive/context.js'
import { Version } from '../versions.js'
import { bitOf, type FlagNames, flagNames } from './flag-names.js'

/**
 * *Object flags of UE1 and UE2*: the 32 bits of `ExportEntry.flags`, by the engine's names. Unreal Wiki;
 * files.
 */
export const ObjectFlag = {
  Transactional: 0x1,
  Unreachable: 0x2,
  Public: 0x4,
  TagImp: 0x8,
  TagExp: 0x10,
  SourceModified: 0x20,
  TagGarbage: 0x40,
  NeedLoad: 0x200,
  HighlightedName: 0x400,
  InSingularFunc: 0x800,
  Suppress: 0x1000,
  InEndState: 0x2000,
  Transient: 0x4000,
  PreLoading: 0x8000,
  LoadForClient: 0x1_0000,
  LoadForServer: 0x2_0000,
  LoadForEdit: 0x4_0000,
  Standalone: 0x8_0000,
  NotForClient: 0x10_0000,
  NotForServer: 0x20_0000,
  NotForEdit: 0x40_0000,
  Destroyed: 0x80_0000,
  NeedPostLoad: 0x100_0000,
  HasStack: 0x200_0000,
  Native: 0x400_0000,
  Marked: 0x800_0000,
  ErrorShutdown: 0x1000_0000,
  DebugPostLoad: 0x2000_0000,
  DebugSerialize: 0x4000_0000,
  DebugDestroy: 0x8000_0000,
} as const satisfies FlagNames

/**
 * *Object flags of UE3, the lower 32 of 64 bits*: `ExportEntry.flags`. Readers; files.
 */
export const ObjectFlagLow = {
  InSingularFunc: 0x2,
  StateChanged: 0x4,
  DebugPostLoad: 0x8,
  DebugSerialize: 0x10,
  DebugFinishDestroyed: 0x20,
  EdSelected: 0x40,
  ZombieComponent: 0x80,
  Protected: 0x100,
  ClassDefaultObject: 0x200,
  ArchetypeObject: 0x400,
  ForceTagExp: 0x800,
  TokenStreamAssembled: 0x1000,
  MisalignedObject: 0x2000,
  RootSet: 0x4000,
  BeginDestroyed: 0x8000,
  FinishDestroyed: 0x1_0000,
  DebugBeginDestroyed: 0x2_0000,
  MarkedByCooker: 0x4_0000,
  LocalizedResource: 0x8_0000,
  InitializedProps: 0x10_0000,
  PendingFieldPatches: 0x20_0000,
  IsCrossLevelReferenced: 0x40_0000,
  Saved: 0x8000_0000,
} as const satisfies FlagNames

/**
 * *Object flags of UE3, the upper 32 of 64 bits*: `ExportEntry.flagsHigh`. Most of what UE1 had is here, at
 * the same place in the word. Readers; files.
 */
export const ObjectFlagHigh = {
  Transactional: 0x1,
  Unreachable: 0x2,
  Public: 0x4,
  TagImp: 0x8,
  TagExp: 0x10,
  Obsolete: 0x20,
  TagGarbage: 0x40,
  DisregardForGC: 0x80,
  PerObjectLocalized: 0x100,
  NeedLoad: 0x200,
  AsyncLoading: 0x400,
  NeedPostLoadSubobjects: 0x800,
  Suppress: 0x1000,
  InEndState: 0x2000,
  Transient: 0x4000,
  Cooked: 0x8000,
  LoadForClient: 0x1_0000,
  LoadForServer: 0x2_0000,
  LoadForEdit: 0x4_0000,
  Standalone: 0x8_0000,
  NotForClient: 0x10_0000,
  NotForServer: 0x20_0000,
  NotForEdit: 0x40_0000,
  NeedPostLoad: 0x100_0000,
  HasStack: 0x200_0000,
  Native: 0x400_0000,
  Marked: 0x800_0000,
  ErrorShutdown: 0x1000_0000,
  PendingKill: 0x2000_0000,
} as const satisfies FlagNames

/** What holds the flags of an object, such as a row of the export table. */
export interface ObjectFlagWords {
  /** The lower 32 bits. */
  readonly flags: number
  /** The upper 32 bits of UE3; 0 before. */
  readonly flagsHigh: number
}

/**
 * The word that has `Public`, `HasStack` and the load flags, at the same bits in every engine: the only one,
 * or the upper one of 64 bits.
 */
export function mainObjectFlags(words: ObjectFlagWords, context: FormatContext): number {
  return context.since(Version.Flags64) ? words.flagsHigh : words.flags
}

/** Tells whether other packages may refer to the object. */
export function isPublicObject(words: ObjectFlagWords, context: FormatContext): boolean {
  return (mainObjectFlags(words, context) & ObjectFlag.Public) !== 0
}

/** The names of the object flags that are set; `high` is the upper word of UE3's 64 bits, 0 before. */
export function objectFlagNames(low: number, high: number, version: number): string[] {
  if (version < 195) return flagNames(low, ObjectFlag)
  return [...flagNames(low, ObjectFlagLow), ...flagNames(high, ObjectFlagHigh, 8)]
}

/**
 * The bit of an object flag by its name, ignoring case: in the low word, or in the upper one of UE3's 64
 * bits.
 */
export function objectFlagOf(name: string, version: number): { low: number; high: number } | undefined {
  if (version < 195) {
    const bit = bitOf(name, ObjectFlag)
    return bit === undefined ? undefined : { low: bit, high: 0 }
  }
  const high = bitOf(name, ObjectFlagHigh, false)
  if (high !== undefined) return { low: 0, high }
  const low = bitOf(name, ObjectFlagLow)
  return low === undefined ? undefined : { low, high: 0 }
}
