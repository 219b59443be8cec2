import type { Generation, Guid } from '@ukit/container'

/**
 * *The facts in the header of a package file*: enough to find, compare and negotiate the package. Reading
 * them takes at most two small reads.
 */
export interface PackageStamp {
  /** Path of the file, with `/` between folders. */
  readonly path: string
  /** The file's name with its extension. */
  readonly fileName: string
  /** The package's name: the file's name without its extension. */
  readonly name: string
  /** Size of the file, in bytes. */
  readonly size: number
  /** When the file was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /** File version. */
  readonly version: number
  /** Licensee version. */
  readonly licensee: number
  /** The package's GUID; before version 68, the last one of its heritage. */
  readonly guid: Guid
  /** Package flags as stored. */
  readonly flags: number
  /**
   * Numbers of exports and names of every release, oldest first; the last entry has those of the file's own
   * tables.
   */
  readonly generations: readonly Generation[]
}
