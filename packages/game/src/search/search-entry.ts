/** What is in the folder of an entry of the search path. */
export type SearchEntryKind =
  /** `Paths`: content. */
  | 'content'
  /** UE3: `SeekFreePCPaths`, packages prepared for shipping. */
  | 'cooked'
  /** UE3: `ScriptPaths`, compiled script. */
  | 'script'

/**
 * *One entry of the search path*, ready for searches: a folder, and how the files of packages in it are
 * named.
 */
export interface SearchEntry {
  /** What is in the folder. */
  readonly kind: SearchEntryKind
  /** As written in the ini. */
  readonly text: string
  /** The folder as it is spelt in the ini, without `..`. */
  readonly folder: string
  /** The folder as it is spelt on the disk; `undefined` when there is none. */
  readonly real: string | undefined
  /** The part of the file's name before the package's name; usually empty. */
  readonly prefix: string
  /** What follows the package's name: `.utx`. In UE3, any of several. */
  readonly suffixes: readonly string[]
  /** True if subfolders are also searched (UE3). */
  readonly recursive: boolean
}

/** A package file on the search path. */
export interface InstalledPackage {
  /** Its path. */
  readonly path: string
  /** Its name with the extension. */
  readonly fileName: string
  /** The package's name: the file's name without its extension. */
  readonly name: string
  /** Size of the file, in bytes. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /** Index of the entry of the search path, from 0. */
  readonly entry: number
  /** True if it is in a folder of cooked packages (UE3). */
  readonly cooked: boolean
  /** The file that is found instead of it, if it is not found by its name. */
  readonly shadowedBy: string | undefined
}
