import type { Guid } from '@ukit/container'
import type { PackageStamp } from '../package-stamp.js'

/**
 * Where a package is looked for first:
 *
 * - `cache-last`: the name as given, then `Paths`, then the cache. A file of the right name and another GUID
 *   is taken anyway, and the join fails with a version mismatch. What the shipped programs do (notes on the
 *   program of Deus Ex 1.112; players' documentation).
 * - `cache-first`: the cache, then the name and `Paths`. What Tim Sweeney's description of 1999 says (seed
 *   001).
 */
export type SearchPolicy = 'cache-last' | 'cache-first'

/** What to look for besides the name. */
export interface ResolveOptions {
  /** The GUID that is needed. Without it the cache is not looked into. */
  readonly guid?: Guid
  /** The generation that is needed: names a file of the cache in UE2.5. Any by default. */
  readonly generation?: number
  /** In which order games and caches are searched. */
  readonly policy?: SearchPolicy
}

/** How a file was found. */
export type FoundWhere =
  /** By the name just as it was given, in the folder the game runs in. */
  | 'given'
  /** By an entry of the search path. */
  | 'path'
  /** By its GUID, among the downloads. */
  | 'cache'

/** A file that was found for a name. */
export interface FoundPackage {
  /** Where it is. */
  readonly path: string
  /** How it was found. */
  readonly where: FoundWhere
  /** Number of the entry of the search path, from 0; for `path` only. */
  readonly entry: number | undefined
  /** Bytes of the file. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /** Its header: read when a GUID was asked for, otherwise `undefined` (`install.stamp(path)` reads it). */
  readonly stamp: PackageStamp | undefined
}

/** One place that was looked at. */
export interface ResolutionStep {
  /** How it was looked for. */
  readonly where: FoundWhere | 'library'
  /** The file that was looked for, as the search spells it. */
  readonly path: string
  /**
   * Further file names that were tried there without success: UE3 looks for every extension in each folder.
   */
  readonly others?: readonly string[]
  /** `exact`: by this spelling; `any-case`: by any spelling. */
  readonly spelling: 'exact' | 'any-case'
  /** `library`: a library of the package's name, with which a client that lacks the package is content. */
  readonly result: 'absent' | 'found' | 'mismatch' | 'unreadable' | 'library'
  /** The file as it is on the disk, when one was found. */
  readonly found: string | undefined
}

/** *What became of looking for a package*, step by step. */
export interface Resolution {
  /** As asked for. */
  readonly name: string
  /** The GUID that was asked for; `undefined` when any would do. */
  readonly guid: Guid | undefined
  /** The file that the game takes, also when its GUID is another one. */
  readonly found: FoundPackage | undefined
  /** The file found has another GUID than the one asked for: "version mismatch". */
  readonly mismatch: boolean
  /** A library of the package's name, when there is no package: a client does without the package then. */
  readonly library: string | undefined
  /** Places in the order in which they were looked at; the last one is the answer. */
  readonly tried: readonly ResolutionStep[]
}
