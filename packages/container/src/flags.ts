/** A set of bits with their names in the engine. */
export type FlagNames = Readonly<Record<string, number>>

/** The package flags that the container itself depends on. */
export const PackageFlag = {
  /** UE3: saved by the cooker. */
  Cooked: 0x8,
  /** Set exactly when the chunk table is not empty (452 of 452 files). */
  StoreCompressed: 0x200_0000,
  /** The whole file is one compressed chunk (2 of 2 files). */
  StoreFullyCompressed: 0x400_0000,
} as const

/** Names of the bits of the summary's flag word in UE1: Sweeney 1999, and Epic's public headers of UT. */
const PACKAGE_FLAGS_UE1: FlagNames = {
  AllowDownload: 0x1,
  ClientOptional: 0x2,
  ServerSideOnly: 0x4,
  BrokenLinks: 0x8,
  Unsecure: 0x10,
  Encrypted: 0x20,
  Need: 0x8000,
}

/** UE2: the same words; the bit of encryption became the mark of the maker's own packages (readers; 3 of the corpus' 36 files have it). */
const PACKAGE_FLAGS_UE2: FlagNames = {
  AllowDownload: 0x1,
  ClientOptional: 0x2,
  ServerSideOnly: 0x4,
  BrokenLinks: 0x8,
  Unsecure: 0x10,
  Official: 0x20,
  Need: 0x8000,
}

/** UE3: readers; cooked and the two compressed ones seen in files. */
const PACKAGE_FLAGS_UE3: FlagNames = {
  AllowDownload: 0x1,
  ClientOptional: 0x2,
  ServerSideOnly: 0x4,
  Cooked: 0x8,
  Unsecure: 0x10,
  SavedWithNewerVersion: 0x20,
  Need: 0x8000,
  Compiling: 0x1_0000,
  ContainsMap: 0x2_0000,
  Trash: 0x4_0000,
  DisallowLazyLoading: 0x8_0000,
  PlayInEditor: 0x10_0000,
  ContainsScript: 0x20_0000,
  ContainsDebugInfo: 0x40_0000,
  RequireImportsAlreadyLoaded: 0x80_0000,
  SelfContainedLighting: 0x100_0000,
  StoreCompressed: 0x200_0000,
  StoreFullyCompressed: 0x400_0000,
  ContainsInlinedShaders: 0x800_0000,
  ContainsFaceFXData: 0x1000_0000,
  NoExportAllowed: 0x2000_0000,
  StrippedSource: 0x4000_0000,
  Protected: 0x8000_0000,
}

/** First file versions of UE2 and UE3. Files of UE1 end at 85 (Undying). */
const UE2 = 100
const UE3 = 178

/** What the bits of the package flags are called in packages of this version. */
export function packageFlagTable(version: number): FlagNames {
  return version < UE2 ? PACKAGE_FLAGS_UE1 : version < UE3 ? PACKAGE_FLAGS_UE2 : PACKAGE_FLAGS_UE3
}

/** The names of the package flags that are set; a bit without a name appears as its hexadecimal value. */
export function packageFlagNames(flags: number, version: number): string[] {
  return flagNames(flags, packageFlagTable(version))
}

/** Object flags of UE1 and UE2 (32 bits), by the engine's names; the Unreal Wiki and files. */
const OBJECT_FLAGS_UE1: FlagNames = {
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
}

/** Low and high words of UE3's 64-bit object flags. */
const OBJECT_FLAGS_UE3_LOW: FlagNames = {
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
}
const OBJECT_FLAGS_UE3_HIGH: FlagNames = {
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
}

/** The names of the object flags that are set; `high` is the upper word of UE3's 64 bits, 0 before. */
export function objectFlagNames(low: number, high: number, version: number): string[] {
  if (version < 195) return flagNames(low, OBJECT_FLAGS_UE1)
  return [...flagNames(low, OBJECT_FLAGS_UE3_LOW), ...flagNames(high, OBJECT_FLAGS_UE3_HIGH, 8)]
}

/** Names of the set bits of a 32-bit word, and the rest as `0x…` shifted left by `zeros` hexadecimal digits. */
function flagNames(flags: number, names: FlagNames, zeros = 0): string[] {
  const found: string[] = []
  let rest = flags >>> 0
  for (const [name, bit] of Object.entries(names)) {
    if ((flags & bit) !== 0) {
      found.push(name)
      rest = (rest & ~bit) >>> 0
    }
  }
  if (rest !== 0) found.push(`0x${rest.toString(16).toUpperCase()}${'0'.repeat(zeros)}`)
  return found
}

/** The bit of a package flag by its name, without regard to case, or by its hexadecimal value; `undefined` when none is called so. */
export function packageFlagOf(name: string, version: number): number | undefined {
  return bitOf(name, packageFlagTable(version))
}

/** The bit of an object flag by its name, without regard to case: in the low word, or in the upper one of UE3's 64 bits. */
export function objectFlagOf(name: string, version: number): { low: number; high: number } | undefined {
  if (version < 195) {
    const bit = bitOf(name, OBJECT_FLAGS_UE1)
    return bit === undefined ? undefined : { low: bit, high: 0 }
  }
  const high = bitOf(name, OBJECT_FLAGS_UE3_HIGH, false)
  if (high !== undefined) return { low: 0, high }
  const low = bitOf(name, OBJECT_FLAGS_UE3_LOW)
  return low === undefined ? undefined : { low, high: 0 }
}

function bitOf(name: string, names: FlagNames, takesValue = true): number | undefined {
  const key = name.toLowerCase()
  const found = Object.entries(names).find(([known]) => known.toLowerCase() === key)
  if (found !== undefined) return found[1] >>> 0
  return takesValue && /^0x[0-9a-f]{1,8}$/.test(key) ? Number.parseInt(key, 16) : undefined
}
