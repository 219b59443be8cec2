import type { ByteSource } from '@ukit/files'

/** A file or folder of a game. */
export interface FileEntry {
  /** Its name as it is spelt on the disk, without folders. */
  readonly name: string
  /** Its kind: a file or a folder. */
  readonly kind: 'file' | 'folder'
  /** Length in bytes; 0 for a folder. */
  readonly size: number
  /** When it was last changed, in milliseconds since 1970 (UTC). */
  readonly modified: number
}

/**
 * *Where a game's files are*: folders of a disk (`folderFiles` of `ukit/game/node`), or a table in memory.
 *
 * Paths have `/` between folders on every system, and are absolute paths of the system or relative to its
 * current folder. Look-ups are exact; the search path is responsible for ignoring case, as the games do on
 * Linux.
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
  /**
   * Which folder a path leads to over all links: the same text for every path to one folder, `undefined` if
   * there is none. Absent where there are no links.
   */
  identity?(folder: string): Promise<string | undefined>
  /** Converts a relative path to an absolute one; absent if there is no current folder. */
  absolute?(path: string): string
}
