import type { Guid } from '@ukit/container'
import type { PackageStamp } from '../package-stamp.js'

/**
 * Where a package is looked up first:
 *
 * - `cache-last`: the name as given, then `Paths`, then the cache. A file with the right name and a different
 *   GUID is used anyway, and the join fails with a version mismatch. The shipped programs do this (notes on
 *   the program of Deus Ex 1.112; players' documentation).
 * - `cache-first`: the cache, then the name and `Paths`, as in Tim Sweeney's description of 1999 (seed 001).
 */
export type SearchPolicy = 'cache-last' | 'cache-first'

/** Settings of a search, besides the name. */
export interface ResolveOptions {
  /** The GUID that is needed. Without it, the cache is not searched. */
  readonly guid?: Guid | undefined
  /** The generation that is needed, which is part of the names of cached files in UE2.5. Any by default. */
  readonly generation?: number | undefined
  /** The order in which the game and its cache are searched. */
  readonly policy?: SearchPolicy | undefined
}

/** How a file was found. */
export type FoundWhere =
  /** By exactly the given name, in the folder that the game runs in. */
  | 'given'
  /** By an entry of the search path. */
  | 'path'
  /** By its GUID, among the downloads. */
  | 'cache'

/** A file that was found for a name. */
export interface FoundPackage {
  /** Its path. */
  readonly path: string
  /** How it was found. */
  readonly where: FoundWhere
  /** Index of the entry of the search path, from 0; only for `path`. */
  readonly entry: number | undefined
  /** Size of the file, in bytes. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /**
   * Its header, which is only read when a GUID was given; otherwise `undefined` (`install.stamp(path)` reads
   * it).
   */
  readonly stamp: PackageStamp | undefined
}

/** One place that was searched. */
export interface ResolutionStep {
  /** How the package was looked up. */
  readonly where: FoundWhere | 'library'
  /** The file that was looked up, as the search spells it. */
  readonly path: string
  /** Further file names that were tried there without success: UE3 tries every extension in each folder. */
  readonly others?: readonly string[]
  /** `exact`: with exactly this spelling; `any-case`: ignoring case. */
  readonly spelling: 'exact' | 'any-case'
  /**
   * The result; `library`: a library with the package's name, which a client accepts instead of the package.
   */
  readonly result: 'absent' | 'found' | 'mismatch' | 'unreadable' | 'library'
  /** The file as it is on the disk, when one was found. */
  readonly found: string | undefined
}

/** *A search for a package*, step by step. */
export interface Resolution {
  /** The name that was looked up. */
  readonly name: string
  /** The GUID that was needed; `undefined` for any. */
  readonly guid: Guid | undefined
  /** The file that the game uses, even if its GUID is a different one. */
  readonly found: FoundPackage | undefined
  /** True if the file found has a different GUID than the one that is needed: "version mismatch". */
  readonly mismatch: boolean
  /** A library with the package's name, when there is no package: a client then plays without the package. */
  readonly library: string | undefined
  /** Places in the order in which they were searched; the last one is the result. */
  readonly tried: readonly ResolutionStep[]
}
