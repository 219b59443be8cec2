import { loadStock, STOCK_GAMES } from './load-stock.js'
import { isName, type StockHashKind, type StockList, type StockRow } from './stock-list.js'

/** A version that a game ships, and which game. */
export interface Original {
  /** `Game.id` of core. */
  readonly game: string
  readonly row: StockRow
}

/** A file that is looked up, without any installation around it. */
export interface LookedUpFile {
  /** Name of the file, with its extension. */
  readonly fileName: string
  /** Size in bytes. */
  readonly size: number
  /** GUID of the package as 32 hex digits; `undefined` when there is none. */
  readonly guid?: string | undefined
  /** `Game.id` of the package if it shows it; only that game's list is then asked for files of its name. */
  readonly game?: string | undefined
  /** Reads the whole file and returns the first 16 bytes of its hash, as base64 for URLs without padding. */
  hash(kind: StockHashKind): Promise<string>
}

/**
 * The answer to: is a file one that a game shipped?
 *
 * - `original`: a listed version has its hash; `versions` are those;
 * - `changed`: a game ships a file of this name, and each version of it has a hash that does not agree;
 *   `versions` are those;
 * - `unknown`: a game ships a file of this name, but not all versions are listed with a hash;
 * - `other`: no listed game ships a file of this name.
 */
export interface OriginalFinding {
  readonly state: 'original' | 'changed' | 'unknown' | 'other'
  readonly versions: readonly Original[]
}

/** *The files that all listed games ship*, to look up files of which nothing is known but themselves. */
export class OriginalFiles {
  readonly #lists: readonly StockList[]
  /** Versions by their hash: the kind, then its text. */
  readonly #byHash = new Map<string, Original[]>()
  readonly #kindsBySize = new Map<number, Set<StockHashKind>>()
  /** Kinds of hashes of versions whose size is not known. */
  readonly #anySize = new Set<StockHashKind>()
  readonly #byFileName = new Map<string, Original[]>()

  constructor(lists: readonly StockList[]) {
    this.#lists = lists
    for (const { game, rows } of lists) for (const row of rows) this.#add({ game, row })
  }

  /** Loads the lists of these games; of all games by default. */
  static async load(games: readonly string[] = STOCK_GAMES): Promise<OriginalFiles> {
    const lists = await Promise.all(games.map((game) => loadStock(game)))
    return new OriginalFiles(lists.filter((list) => list !== undefined))
  }

  /** Looks a file up: by its content whatever its name, then by its name. */
  async find(file: LookedUpFile): Promise<OriginalFinding> {
    const kinds = new Set([...this.#anySize, ...(this.#kindsBySize.get(file.size) ?? [])])
    const found: Original[] = []
    for (const kind of kinds) {
      const versions = this.#byHash.get(`${kind} ${await file.hash(kind)}`) ?? []
      found.push(...versions.filter(({ row }) => row.size === undefined || row.size === file.size))
    }
    if (found.length > 0) return { state: 'original', versions: found }
    const named = this.#named(file)
    if (named.length === 0) return { state: 'other', versions: [] }
    const state = named.every(({ row }) => row.hash !== undefined) ? 'changed' : 'unknown'
    return { state, versions: named }
  }

  /** Versions of the file's name: of its game, or of all that know its GUID, or of all. */
  #named({ fileName, guid, game }: LookedUpFile): Original[] {
    const stem = fileName.replace(/\.[^.]*$/, '')
    const named = this.#byFileName.get(fileName.toLowerCase()) ?? []
    const byName = named.length > 0 ? named : (this.#byFileName.get(stem.toLowerCase()) ?? [])
    const isListed = game !== undefined && this.#lists.some((list) => list.game === game)
    const ofGame = isListed ? byName.filter((one) => one.game === game) : byName
    const ofGuid = guid === undefined ? [] : ofGame.filter(({ row }) => row.guid === guid)
    return ofGuid.length > 0 ? ofGuid : ofGame
  }

  #add(original: Original): void {
    const { path, size, hash } = original.row
    if (hash !== undefined) {
      append(this.#byHash, `${hash.kind} ${hash.text}`, original)
      if (size === undefined) this.#anySize.add(hash.kind)
      else {
        const kinds = this.#kindsBySize.get(size) ?? new Set()
        this.#kindsBySize.set(size, kinds.add(hash.kind))
      }
    }
    append(this.#byFileName, (isName(path) ? path : path.slice(path.lastIndexOf('/') + 1)).toLowerCase(), original)
  }
}

function append(map: Map<string, Original[]>, key: string, original: Original): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [original])
  else list.push(original)
}
