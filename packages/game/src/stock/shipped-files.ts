import { isInside, lastPart } from '../paths.js'
import type { FilePlace } from '../stamp.js'
import { loadStock } from './load-stock.js'
import { isName, type StockHashKind, type StockList, type StockRow } from './stock-list.js'
import { type StockFinding, stockStateOf } from './stock-state.js'

/**
 * Reads an entire file and returns the first 16 bytes of its hash, as base64 for URLs without padding.
 * `hashFile` of `ukit/game/node` is such a function.
 */
export type FileHasher = (path: string, kind: StockHashKind) => Promise<string>

/** Where the files that are compared with a list are, and how they are read. */
export interface ShippedFilesOptions {
  /** The game's folder; without it, files are only recognised by their names. */
  readonly root?: string | undefined
  /** Hashes files; without it, no file is read, and none is reported as original or changed. */
  readonly hash?: FileHasher | undefined
}

/**
 * *Compares files with what a game ships*: which packages come with the game, and whether they are the
 * originals.
 */
export class ShippedFiles {
  /** The list of the files that the game ships. */
  readonly list: StockList
  readonly #root: string | undefined
  readonly #hash: FileHasher | undefined

  constructor(list: StockList, { root, hash }: ShippedFilesOptions = {}) {
    this.list = list
    this.#root = root
    this.#hash = hash
  }

  /** Loads the list of a game; `undefined` when there is none for it. */
  static async load(game: string | undefined, options: ShippedFilesOptions = {}): Promise<ShippedFiles | undefined> {
    const list = await loadStock(game)
    return list === undefined ? undefined : new ShippedFiles(list, options)
  }

  /**
   * Versions of a package that the game ships; empty when it does not.
   *
   * @param name the package's name, without extension.
   * @param path the file that was found for it; `undefined` when there is none, so that any file with the
   *   name counts.
   */
  rows(name: string, path?: string): readonly StockRow[] {
    if (path === undefined) return this.list.named(name)
    const exact = this.list.at(this.inside(path))
    if (exact.length > 0) return exact
    const fileName = lastPart(path).toLowerCase()
    return this.list.named(name).filter((row) => isName(row.path) || lastPart(row.path).toLowerCase() === fileName)
  }

  /**
   * Tells whether the game ships a file with this path. A list that has only a name could mean any of several
   * files, and does not decide it.
   */
  isOwn(path: string): boolean {
    return this.list.at(this.inside(path)).some((row) => !isName(row.path))
  }

  /** A path relative to the game's folder; unchanged when it is not inside the folder. */
  inside(path: string): string {
    const root = this.#root
    if (root === undefined || !isInside(path, root)) return path
    return path.slice(root === '.' ? 0 : root.length).replace(/^\/+/, '')
  }

  /** How a file compares with what the game ships; `undefined` when the game ships no file with its path. */
  async state({ path, size }: FilePlace, guid?: () => Promise<string | undefined>): Promise<StockFinding | undefined> {
    const hash = this.#hash
    const inside = this.inside(path)
    if (hash === undefined) {
      const rows = this.list.at(inside)
      return rows.length === 0 ? undefined : { state: 'unknown', rows }
    }
    return stockStateOf(this.list, {
      path: inside,
      size,
      hash: (kind) => hash(path, kind),
      ...(guid === undefined ? {} : { guid }),
    })
  }
}
