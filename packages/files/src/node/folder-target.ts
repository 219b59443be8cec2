import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SourceError, systemError } from '../source/source-error.js'
import { makeFolders } from './make-folders.js'

/** Whether something is there, and what. */
export type Present = 'file' | 'folder' | 'link' | 'other' | undefined

/** What is at a path; links are not followed. */
export async function presentAt(path: string): Promise<Present> {
  try {
    const stats = await lstat(path)
    if (stats.isSymbolicLink()) return 'link'
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw systemError(`cannot look at "${path}"`, cause, { path })
  }
}

/**
 * *A folder below which files are written, and nowhere else.* Names are looked up as the games do, ignoring
 * case; no link is ever followed.
 */
export class FolderTarget {
  /** The folder below which everything is written. */
  readonly root: string
  readonly #listings = new Map<string, Promise<readonly string[]>>()

  constructor(root: string) {
    this.root = root
  }

  /**
   * The real path of a file below the folder: with the names that already exist, where they differ only
   * by case.
   *
   * @returns its parts and the whole path.
   * @throws {SourceError} `io` when a link or a file is in the way.
   */
  async resolve(parts: readonly string[]): Promise<{ parts: string[]; path: string }> {
    const real: string[] = []
    for (const [i, part] of parts.entries()) {
      const name = await this.#nameOf(real, part)
      real.push(name)
      const path = join(this.root, ...real)
      const present = await presentAt(path)
      if (present === 'link') {
        throw new SourceError('io', `"${path}" is a symbolic link; ukit does not write through links`, { path })
      }
      if (i < parts.length - 1 && present !== undefined && present !== 'folder') {
        throw new SourceError('io', `"${path}" is not a folder`, { path })
      }
    }
    return { parts: real, path: join(this.root, ...real) }
  }

  /** Makes the folders of a path that `resolve` gave. */
  async makeFolder(parts: readonly string[]): Promise<void> {
    await makeFolders(join(this.root, ...parts))
    this.forget()
  }

  /** Forgets what was listed: the folder has changed. */
  forget(): void {
    this.#listings.clear()
  }

  async #nameOf(folder: readonly string[], name: string): Promise<string> {
    const path = join(this.root, ...folder)
    let listing = this.#listings.get(path)
    if (listing === undefined) {
      listing = readdir(path).catch(() => [])
      this.#listings.set(path, listing)
    }
    const names = await listing
    if (names.includes(name)) return name
    const wanted = name.toLowerCase()
    const same = names.filter((other) => other.toLowerCase() === wanted).sort()
    return same[0] ?? name
  }
}
