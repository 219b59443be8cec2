import { bitOf, type FlagNames, flagNames } from './flag-names.js'

/** *The package flags that decide something in ukit*, by the engine's names; `packageFlagTable` has all. */
export const PackageFlag = {
  /** UE3: saved by the cooker. */
  Cooked: 0x8,
  /** UE3: the package is a map. */
  ContainsMap: 0x2_0000,
  /** UE3: the package has classes. */
  ContainsScript: 0x20_0000,
  /** UE3: its code has notes for debuggers (23 of 23 packages of UDK that were compiled with `-debug`). */
  ContainsDebugInfo: 0x40_0000,
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

/**
 * UE2: the same words; the bit of encryption became the mark of the maker's own packages (readers; 3 of the
 * corpus' 36 files have it).
 */
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

/**
 * The bit of a package flag by its name, ignoring case, or by its hexadecimal value; `undefined` when none is
 * called so.
 */
export function packageFlagOf(name: string, version: number): number | undefined {
  return bitOf(name, packageFlagTable(version))
}
