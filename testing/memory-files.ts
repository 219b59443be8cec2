import { memorySource, SourceError } from '@ukit/files'
import type { FileEntry, GameFiles } from '@ukit/game'

/** When every file in memory was last changed: 2004-03-16 00:00 UTC. */
export const MODIFIED = Date.UTC(2004, 2, 16)

/**
 * *A game's files in memory*, by their paths below a root such as `/ut99`. They record what is opened and
 * listed.
 */
export class MemoryFiles implements GameFiles {
  readonly root: string
  /** Bytes by path below the root. */
  readonly bytes = new Map<string, Uint8Array>()
  /** Files that were opened, and folders that were listed, in order. */
  readonly opened: string[] = []
  readonly listed: string[] = []
  readonly #emptyFolders = new Set<string>()
  #folders: Map<string, Map<string, FileEntry>> | undefined

  constructor(root: string) {
    this.root = root
  }

  /** Adds or replaces a file; text is stored as 8-bit characters. */
  add(path: string, content: Uint8Array | string): this {
    this.bytes.set(path, typeof content === 'string' ? Uint8Array.from(content, (c) => c.charCodeAt(0)) : content)
    this.#folders = undefined
    return this
  }

  addFolder(path: string): this {
    this.#emptyFolders.add(path)
    this.#folders = undefined
    return this
  }

  remove(path: string): this {
    this.bytes.delete(path)
    this.#folders = undefined
    return this
  }

  async list(folder: string): Promise<readonly FileEntry[]> {
    this.listed.push(folder)
    return [...(this.#tree().get(folder)?.values() ?? [])]
  }

  async open(path: string) {
    this.opened.push(path)
    const found = path.startsWith(`${this.root}/`) ? this.bytes.get(path.slice(this.root.length + 1)) : undefined
    if (found === undefined) throw new SourceError('io', `there is no file "${path}"`, { path })
    return memorySource(found)
  }

  /** The path of a file as the game sees it. */
  path(below: string): string {
    return `${this.root}/${below}`
  }

  /** Writes all files into a folder on disk; returns the folder. */
  async writeTo(folder: string): Promise<string> {
    // Loaded here, since installs in memory are tested in browsers too.
    const { mkdir, utimes, writeFile } = await import('node:fs/promises')
    const { dirname, join } = await import('node:path')
    for (const below of this.#emptyFolders) await mkdir(join(folder, below), { recursive: true })
    for (const [below, content] of this.bytes) {
      const path = join(folder, below)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
      await utimes(path, MODIFIED / 1000, MODIFIED / 1000)
    }
    return folder
  }

  #tree(): Map<string, Map<string, FileEntry>> {
    if (this.#folders !== undefined) return this.#folders
    const folders = new Map<string, Map<string, FileEntry>>()
    const put = (path: string, kind: FileEntry['kind'], size: number) => {
      const slash = path.lastIndexOf('/')
      const folder = slash <= 0 ? '/' : path.slice(0, slash)
      const name = path.slice(slash + 1)
      let entries = folders.get(folder)
      if (entries === undefined) {
        entries = new Map()
        folders.set(folder, entries)
        if (folder !== '/') put(folder, 'folder', 0)
      }
      entries.set(name, { name, kind, size, modified: MODIFIED })
    }
    for (const below of this.#emptyFolders) put(`${this.root}/${below}`, 'folder', 0)
    for (const [below, content] of this.bytes) put(`${this.root}/${below}`, 'file', content.length)
    this.#folders = folders
    return folders
  }
}
