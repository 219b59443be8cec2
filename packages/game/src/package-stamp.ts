import type { Generation, Guid } from '@ukit/container'

/**
 * *What a package file says of itself in its header*: enough to find, compare and negotiate it. Reading one
 * costs two small reads.
 */
export interface PackageStamp {
  /** Where the file is; with `/` between folders. */
  readonly path: string
  /** The file's name with its extension. */
  readonly fileName: string
  /** The package's name: the file's without its extension. */
  readonly name: string
  /** Bytes of the file. */
  readonly size: number
  /** When the file was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
  /** File version. */
  readonly version: number
  /** Licensee version. */
  readonly licensee: number
  /** The package's own GUID: before version 68 the last of its heritage. */
  readonly guid: Guid
  /** Package flags as stored. */
  readonly flags: number
  /**
   * Numbers of exports and names of every release, oldest first; the last one counts the file's own tables.
   */
  readonly generations: readonly Generation[]
}
