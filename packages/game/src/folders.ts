import { SourceError } from '@ukit/files'
import type { FileEntry, GameFiles } from './game-files.js'
import { folderOf, joinPath, lastPart } from './paths.js'

/** Maximum depth of folders that are followed. */
const MAX_FOLDER_DEPTH = 24

/** Maximum number of folders in one tree: more than any game has. */
const MAX_FOLDERS = 20_000

/** *The folders that a walk has entered*: links lead it into none of them again. */
export class EnteredFolders {
  readonly #files: GameFiles
  readonly #identities = new Set<string>()

  constructor(files: GameFiles) {
    this.#files = files
  }

  /**
   * Tells whether a walk goes into a folder, `depth` below the one where it began: not if it was there
   * before.
   */
  async enter(folder: string, depth: number): Promise<boolean> {
    if (depth > MAX_FOLDER_DEPTH || this.#identities.size >= MAX_FOLDERS) return false
    const identity = (await this.#files.identity?.(folder)) ?? folder
    if (this.#identities.has(identity)) return false
    this.#identities.add(identity)
    return true
  }
}

/** A folder's content, ready for look-ups. */
export class FolderListing {
  readonly entries: readonly FileEntry[]
  readonly #exact = new Map<string, FileEntry>()
  readonly #ignoringCase = new Map<string, FileEntry>()

  constructor(entries: readonly FileEntry[]) {
    // Sorted by name, so that which of two spellings is found does not depend on the disk.
    this.entries = [...entries].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    for (const entry of this.entries) {
      this.#exact.set(entry.name, entry)
      const key = entry.name.toLowerCase()
      if (!this.#ignoringCase.has(key)) this.#ignoringCase.set(key, entry)
    }
  }

  /** The entry of exactly this name. */
  exact(name: string): FileEntry | undefined {
    return this.#exact.get(name)
  }

  /** The entry of this name ignoring case; an exact match takes precedence. */
  ignoringCase(name: string): FileEntry | undefined {
    return this.#exact.get(name) ?? this.#ignoringCase.get(name.toLowerCase())
  }
}

const EMPTY_LISTING = new FolderListing([])

/** *A game's folders, each listed once.* */
export class Folders {
  readonly files: GameFiles
  /** Folders that exist but cannot be listed, and why. */
  readonly unreadable = new Map<string, string>()
  readonly #listings = new Map<string, Promise<FolderListing>>()
  readonly #actualPaths = new Map<string, Promise<string | undefined>>()

  constructor(files: GameFiles) {
    this.files = files
  }

  /** The contents of a folder, by its path as it is spelt on the disk; empty when there is no such folder. */
  list(folder: string): Promise<FolderListing> {
    let listing = this.#listings.get(folder)
    if (listing === undefined) {
      listing = this.#read(folder)
      this.#listings.set(folder, listing)
    }
    return listing
  }

  /** The path of a folder as it is spelt on the disk, found ignoring case; `undefined` when there is none. */
  actualPath(folder: string): Promise<string | undefined> {
    let actualPath = this.#actualPaths.get(folder)
    if (actualPath === undefined) {
      actualPath = this.#find(folder)
      this.#actualPaths.set(folder, actualPath)
    }
    return actualPath
  }

  /**
   * A file, found ignoring case, with its path as it is spelt on the disk; `undefined` when there is none.
   */
  async file(path: string): Promise<{ path: string; entry: FileEntry } | undefined> {
    const folder = await this.actualPath(folderOf(path))
    if (folder === undefined) return undefined
    const entry = (await this.list(folder)).ignoringCase(lastPart(path))
    return entry?.kind === 'file' ? { path: joinPath(folder, entry.name), entry } : undefined
  }

  /**
   * A folder and all folders below it, each before those inside it, in the order of their names. One that
   * several links lead to is there once.
   */
  async tree(folder: string): Promise<string[]> {
    const found: string[] = []
    const entered = new EnteredFolders(this.files)
    const visit = async (at: string, depth: number): Promise<void> => {
      if (!(await entered.enter(at, depth))) return
      found.push(at)
      for (const entry of (await this.list(at)).entries) {
        if (entry.kind === 'folder') await visit(joinPath(at, entry.name), depth + 1)
      }
    }
    await visit(folder, 0)
    return found
  }

  async #read(folder: string): Promise<FolderListing> {
    try {
      const entries = await this.files.list(folder)
      return entries.length === 0 ? EMPTY_LISTING : new FolderListing(entries)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      this.unreadable.set(folder, error.message)
      return EMPTY_LISTING
    }
  }

  async #find(folder: string): Promise<string | undefined> {
    const parent = folderOf(folder)
    if (parent === folder) return folder
    // Parent folders of the game may be unreadable, but a folder with contents exists.
    if ((await this.list(folder)).entries.length > 0) return this.#spelling(folder, parent)
    const realParent = await this.actualPath(parent)
    if (realParent === undefined) return undefined
    const entry = (await this.list(realParent)).ignoringCase(lastPart(folder))
    return entry?.kind === 'folder' ? joinPath(realParent, entry.name) : undefined
  }

  /** On a disk that ignores case, a folder can be listed under any spelling, so take the real one. */
  async #spelling(folder: string, parent: string): Promise<string> {
    const known = this.#listings.get(parent)
    const entry = known === undefined ? undefined : (await known).ignoringCase(lastPart(folder))
    return entry === undefined ? folder : joinPath(parent, entry.name)
  }
}
