/** What an entry of the search path is for. */
export type SearchEntryKind =
  /** `Paths`. */
  | 'content'
  /** UE3: `SeekFreePCPaths`, packages prepared for shipping. */
  | 'cooked'
  /** UE3: `ScriptPaths`, compiled script. */
  | 'script'

/** *One entry of the search path*, ready to be used: a folder and what a package's file in it is called. */
export interface SearchEntry {
  /** What it is for. */
  readonly kind: SearchEntryKind
  /** As written in the ini. */
  readonly text: string
  /** The folder, as the ini spells it, without `..`. */
  readonly folder: string
  /** The folder as it is spelt on the disk; `undefined` when there is none. */
  readonly real: string | undefined
  /** What comes before a package's name. Nothing, as a rule. */
  readonly prefix: string
  /** What follows a package's name: `.utx`. In UE3 one of these. */
  readonly suffixes: readonly string[]
  /** Folders inside are looked into too (UE3). */
  readonly recursive: boolean
}

/** A package file on the search path. */
export interface InstalledPackage {
  /** Where it is. */
  readonly path: string
  /** Its name with the extension. */
  readonly fileName: string
  /** The package's name: the file's without its extension. */
  readonly name: string
  /** Bytes of the file. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /** Number of the entry of the search path, from 0. */
  readonly entry: number
  /** It is in a folder of cooked packages (UE3). */
  readonly cooked: boolean
  /** The file that is found in its place, when it is not found by its name itself. */
  readonly shadowedBy: string | undefined
}
