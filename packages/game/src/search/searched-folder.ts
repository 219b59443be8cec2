import type { Folders } from '../folders.js'
import type { FileEntry } from '../game-files.js'
import { joinPath } from '../paths.js'
import type { SearchEntry } from './search-entry.js'

/** A file of an entry of the search path. */
export interface SearchedFile {
  readonly path: string
  readonly entry: FileEntry
}

/** *An entry of the search path with its files*, ready for look-ups by file name. */
export class SearchedFolder {
  readonly entry: SearchEntry
  readonly files: readonly SearchedFile[]
  readonly #exact = new Map<string, SearchedFile>()
  readonly #ignoringCase = new Map<string, SearchedFile>()

  constructor(entry: SearchEntry, files: readonly SearchedFile[]) {
    this.entry = entry
    this.files = files
    for (const file of files) {
      const { name } = file.entry
      if (!this.#exact.has(name)) this.#exact.set(name, file)
      if (!this.#ignoringCase.has(name.toLowerCase())) this.#ignoringCase.set(name.toLowerCase(), file)
    }
  }

  /** Lists the folder; in UE3, with all folders below it. */
  static async load(entry: SearchEntry, folders: Folders): Promise<SearchedFolder> {
    const files: SearchedFile[] = []
    const inside = entry.real === undefined ? [] : entry.recursive ? await folders.tree(entry.real) : [entry.real]
    const suffixes = entry.suffixes.map((suffix) => suffix.toLowerCase())
    const prefix = entry.prefix.toLowerCase()
    for (const folder of inside) {
      for (const file of (await folders.list(folder)).entries) {
        const name = file.name.toLowerCase()
        const fits = suffixes.some((suffix) => name.endsWith(suffix) && name.length > prefix.length + suffix.length)
        if (file.kind === 'file' && fits && name.startsWith(prefix)) {
          files.push({ path: joinPath(folder, file.name), entry: file })
        }
      }
    }
    return new SearchedFolder(entry, files)
  }

  /** The file with exactly this name, if the folder is spelt as in the ini. */
  exact(fileName: string): SearchedFile | undefined {
    return this.entry.real === this.entry.folder ? this.#exact.get(fileName) : undefined
  }

  /** The file with this name, ignoring case; an exact match takes precedence. */
  ignoringCase(fileName: string): SearchedFile | undefined {
    return this.#exact.get(fileName) ?? this.#ignoringCase.get(fileName.toLowerCase())
  }

  /** Names that a package's file may have here, in the order in which they are tried. */
  fileNames(name: string): string[] {
    const { prefix, suffixes, kind } = this.entry
    const names = suffixes.map((suffix) => `${prefix}${name}${suffix}`)
    // Cooking adds this suffix to packages that are loaded separately.
    return kind === 'cooked' ? [...names, ...suffixes.map((suffix) => `${prefix}${name}_SF${suffix}`)] : names
  }

  /** The package's name for a file in this folder. */
  packageOf(fileName: string): string {
    const { prefix, suffixes, kind } = this.entry
    const lower = fileName.toLowerCase()
    const suffix = suffixes.find((one) => lower.endsWith(one.toLowerCase())) ?? ''
    const name = fileName.slice(prefix.length, fileName.length - suffix.length)
    return kind === 'cooked' ? name.replace(/_SF$/i, '') : name
  }
}
