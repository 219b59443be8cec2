import type { Guid } from '@ukit/container'
import type { CommonCounts } from '../map/common-counts.js'
import type { GameClass } from '../map/game-class.js'
import type { FoundWhere } from '../search/resolution.js'

/**
 * What happens with one package when a client joins:
 *
 * - `have`: the client has exactly the server's release;
 * - `other-generation`: it has a different release of the same package, and the two are compatible;
 * - `library`: it has no such package, but a library of the name, which the game accepts instead;
 * - `need`: it downloads the package;
 * - `skipped`: it joins without the package, which is optional;
 *
 * and these end the join:
 *
 * - `not-allowed`: it lacks the package and may not download it;
 * - `unavailable`: it may download it, but there is no way to download it;
 * - `mismatch`: a file of the package's name is in the way, and has another GUID;
 * - `conflict`: its file has the right GUID, but names and objects are in other rows;
 * - `unreadable`: its file of that name is not a package, or a damaged one.
 */
export type JoinStatus =
  | 'have'
  | 'other-generation'
  | 'library'
  | 'need'
  | 'skipped'
  | 'not-allowed'
  | 'unavailable'
  | 'mismatch'
  | 'conflict'
  | 'unreadable'

/** What a server says about a package: a `USES` line, or an entry of its list. */
export interface WantedPackage {
  /** Its name, without extension. */
  readonly name: string
  /** Name of the server's file. */
  readonly fileName: string
  /** The GUID that the client's file has to have. */
  readonly guid: Guid
  /** Package flags, unsigned. */
  readonly flags: number
  /** Bytes of the server's file. */
  readonly size: number
  /** The server's generation, from 1. */
  readonly generation: number
}

/** The client's file for a package. */
export interface ClientFile {
  /** Where it is. */
  readonly path: string
  /** How it was found. */
  readonly where: FoundWhere
  /** `null` when it cannot be read. */
  readonly guid: Guid | null
  /** Number of its generations; `null` when it cannot be read. */
  readonly generation: number | null
  /** Its length in bytes. */
  readonly size: number
}

/** How a package is downloaded. */
export interface Download {
  /**
   * `redirect`: by HTTP, from the address of the server's ini; `channel`: from the server itself, through the
   * game's connection.
   */
  readonly from: 'redirect' | 'channel'
  /** Of the redirect. */
  readonly url: string | null
  /** Bytes of the file. */
  readonly size: number
  /**
   * Bytes of the compressed file that goes over the wire; `null` when it is not compressed, or its size is
   * not known.
   */
  readonly compressedSize: number | null
  /** At the given speed, which for the channel is limited to what server and client allow. */
  readonly seconds: number
}

/** *One package of the server's list, and what the client does with it.* */
export interface JoinPackage extends WantedPackage {
  /** What happens with it. */
  readonly status: JoinStatus
  /** True if the client can join as far as this package is concerned. */
  readonly ok: boolean
  /** The file that the client takes for it, even if it is the wrong one. */
  readonly file: ClientFile | null
  /** The library that replaces it. */
  readonly library: string | null
  /** How it is downloaded; `null` when it is not. */
  readonly download: Download | null
  /** Numbers of exports and names of the release that both have. */
  readonly common: { readonly generation: number; readonly exports: number; readonly names: number } | null
  /** The first few rows that have moved or differ. */
  readonly differences: readonly string[]
  /** What was found, in a sentence. */
  readonly message: string
  /** What to do about it; `null` when there is nothing to do. */
  readonly advice: string | null
}

/** A problem that is not about the file of one package. */
export interface JoinProblem {
  /**
   * - `server`: the server cannot load the map;
   * - `upgrade`: the client's engine is too old;
   * - `server-only`: a package that clients load needs one that they are not told about and do not have;
   * - `import`: the client's own release of a package needs one that it does not have;
   * - `stub`: a package of the server was made from what others need of it, because the real one was missing;
   * - `redirect`: the redirect is set up wrongly, or lacks a file;
   * - `content`: a file with the same GUID and tables has different content.
   */
  readonly kind: 'server' | 'upgrade' | 'server-only' | 'import' | 'stub' | 'redirect' | 'content'
  /** True if it prevents the client from joining; otherwise it is a warning. */
  readonly fatal: boolean
  /** Name of the package that it is about; `null` for none. */
  readonly package: string | null
  /** What is the case, in a sentence. */
  readonly message: string
  /** What to do about it; `null` when there is nothing to do. */
  readonly advice: string | null
}

/** *Whether a player can join, and what happens with each package.* */
export interface JoinReport {
  /** The map that the server plays, as the caller named it. */
  readonly map: string
  /** The class of the game; `null` when it is not known. */
  readonly game: GameClass | null
  /** True if the client can join: no package prevents it, and there is no fatal problem. */
  readonly ok: boolean
  /** In the order of the `USES` lines. */
  readonly packages: readonly JoinPackage[]
  /** What is wrong, apart from the packages' own files. */
  readonly problems: readonly JoinProblem[]
  /** Packages that clients are not told about. */
  readonly serverSideOnly: readonly string[]
  /** What the client downloads, in all. */
  readonly downloads: {
    readonly packages: number
    /** Bytes of the files. */
    readonly size: number
    /** Bytes over the wire, as far as they are known. */
    readonly transfer: number
    readonly seconds: number
  }
  /** How objects and names are numbered once the client has joined; `null` if it cannot, and in UE3. */
  readonly counts: CommonCounts | null
}
