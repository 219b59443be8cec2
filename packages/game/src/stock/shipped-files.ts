import { isInside, lastPart } from '../paths.js'
import type { FilePlace } from '../stamp.js'
import { loadStock } from './load-stock.js'
import { isName, type StockHashKind, type StockList, type StockRow } from './stock-list.js'
import { type StockFinding, stockStateOf } from './stock-state.js'

/**
 * Reads a whole file: the first 16 bytes of its hash, as base64 of URLs without padding. `hashFile` of
 * `@ukit/game/node` is one.
 */
export type FileHasher = (path: string, kind: StockHashKind) => Promise<string>

/** Where the files are that are held against a list, and how they are read. */
export interface ShippedFilesOptions {
  /** The game's folder; without it files are known by their names alone. */
  readonly root?: string | undefined
  /** Without it no file is read, and none is called original or changed. */
  readonly hash?: FileHasher | undefined
}

/**
 * *What a game ships, as its files lie on this machine*: which package is the game's own, and whether it is
 * the original.
 */
export class ShippedFiles {
  /** The list of what the game shipped. */
  readonly list: StockList
  readonly #root: string | undefined
  readonly #hash: FileHasher | undefined

  constructor(list: StockList, { root, hash }: ShippedFilesOptions = {}) {
    this.list = list
    this.#root = root
    this.#hash = hash
  }

  /** With the list of a game; `undefined` when there is none for it. */
  static async load(game: string | undefined, options: ShippedFilesOptions = {}): Promise<ShippedFiles | undefined> {
    const list = await loadStock(game)
    return list === undefined ? undefined : new ShippedFiles(list, options)
  }

  /**
   * Versions of a package that the game ships; empty when it does not.
   *
   * @param name without extension.
   * @param path the file that was found for it; `undefined` when there is none: then any file of the name
   *   counts.
   */
  rows(name: string, path?: string): readonly StockRow[] {
    if (path === undefined) return this.list.named(name)
    const exact = this.list.at(this.inside(path))
    if (exact.length > 0) return exact
    const fileName = lastPart(path).toLowerCase()
    return this.list.named(name).filter((row) => isName(row.path) || lastPart(row.path).toLowerCase() === fileName)
  }

  /** A path seen from the game's folder; as it is when it is not inside. */
  inside(path: string): string {
    const root = this.#root
    if (root === undefined || !isInside(path, root)) return path
    return path.slice(root === '.' ? 0 : root.length).replace(/^\/+/, '')
  }

  /** Whether a file is as the game ships it; `undefined` when the game ships no file of its path. */
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
