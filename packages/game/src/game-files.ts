import type { ByteSource } from '@ukit/files'

/** A file or folder of a game. */
export interface FileEntry {
  /** As it is spelt on the disk, without the folders above it. */
  readonly name: string
  /** Whether it is a file or a folder. */
  readonly kind: 'file' | 'folder'
  /** Length in bytes; 0 for a folder. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
}

/**
 * *Where a game's files are*: folders of a disk (`folderFiles` of `@ukit/game/node`), or a table in memory.
 *
 * Paths have `/` between folders, whatever the system writes, and are absolute in the system's sense or
 * relative to its current folder. Lookups are exact; ignoring case, as the games do on Linux, is the task of
 * the search path.
 */
export interface GameFiles {
  /**
   * Files and folders directly in a folder, in any order; none when there is no such folder. Links are
   * followed.
   *
   * @throws {SourceError} `io` when the folder exists but cannot be listed.
   */
  list(folder: string): Promise<readonly FileEntry[]>
  /**
   * @throws {SourceError} `io` when there is no such file or it cannot be read. The caller has to close the
   *   source (`source.close?.()`).
   */
  open(path: string): Promise<ByteSource>
  /** A relative path as an absolute one; absent where there is no current folder. */
  absolute?(path: string): string
}
