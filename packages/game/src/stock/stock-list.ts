import { lastPart, withoutExtension } from '../paths.js'

/**
 * How the hash of a file is computed, from its entire content; `gitblob` is git's: the SHA-1 of `blob SIZE`,
 * a zero byte, and the content.
 */
export type StockHashKind = 'md5' | 'sha1' | 'sha256' | 'gitblob'

/** A shortened hash. */
export interface StockHash {
  /** How it was computed. */
  readonly kind: StockHashKind
  /** The first 16 bytes, as base64 for URLs without padding. */
  readonly text: string
}

/**
 * *One version of a package that a game, a patch or an official bonus pack ships*, according to a public
 * source.
 */
export interface StockRow {
  /**
   * Path relative to the game's folder, with `/`; only a name if the source has no path; `?` if it only has a
   * checksum.
   */
  readonly path: string
  /**
   * What contains it: `stock`, `bonus [which]`, `expansion`, `patch [version]`, or `server`, the stripped
   * file of a dedicated server.
   */
  readonly edition: string
  /** Size of the file, in bytes. */
  readonly size: number | undefined
  /** The package's GUID: 32 hex digits, as `Guid.toString` writes them. */
  readonly guid: string | undefined
  /** Hash of the file, if the source has one. */
  readonly hash: StockHash | undefined
}

const HASH_KINDS: Readonly<Record<string, StockHashKind>> = { m: 'md5', s: 'sha1', S: 'sha256', g: 'gitblob' }

/** The path of rows without a name. */
const UNNAMED = '?'

/**
 * *The packages that a game ships.* `loadStock` returns them for some games.
 *
 * Rows with the same path are alternatives: editions, patches, languages, builds. Names of packages are
 * compared ignoring case.
 */
export class StockList {
  /** `Game.id` of core. */
  readonly game: string
  /** The files, in the list's order. */
  readonly rows: readonly StockRow[]
  readonly #byPath = new Map<string, StockRow[]>()
  readonly #byName = new Map<string, StockRow[]>()
  readonly #byGuid = new Map<string, StockRow[]>()

  /**
   * @param text lines of `path`, `edition`, `size`, `guid` and hash, separated by tabs; empty cells at the
   *   end are left out.
   */
  constructor(game: string, text: string) {
    this.game = game
    this.rows = text
      .split('\n')
      .filter((line) => line !== '')
      .map(rowOf)
    for (const row of this.rows) {
      if (row.path === UNNAMED) {
        add(this.#byGuid, row.guid ?? '', row)
        continue
      }
      add(this.#byPath, row.path.toLowerCase(), row)
      add(this.#byName, nameOf(row.path), row)
    }
  }

  /**
   * Versions of the file at a path inside the game's folder; if the list has no folders, those with its name.
   * Empty when the game ships no such file.
   *
   * @param path relative to the game's folder.
   */
  at(path: string): readonly StockRow[] {
    const exact = this.#byPath.get(path.toLowerCase())
    if (exact !== undefined) return exact
    return this.named(withoutExtension(lastPart(path))).filter(({ path: listed }) => isName(listed))
  }

  /**
   * Versions of every package with a name (without extension), in any folder. Empty when the game ships no
   * such package.
   */
  named(name: string): readonly StockRow[] {
    return this.#byName.get(name.toLowerCase()) ?? []
  }

  /** Tells whether some versions are only known by GUID and checksum. */
  get hasUnnamed(): boolean {
    return this.#byGuid.size > 0
  }

  /** Versions with a GUID that are only known by it and by a checksum. */
  unnamed(guid: string): readonly StockRow[] {
    return this.#byGuid.get(guid) ?? []
  }

  /** The versions at each path of the list; unnamed ones are left out. */
  paths(): Iterable<readonly StockRow[]> {
    return this.#byPath.values()
  }
}

/**
 * Tells whether rows belong to the game as it is sold, and not only to a patch or a bonus pack, which not
 * every player has.
 */
export function isInEveryCopy(rows: readonly Pick<StockRow, 'edition'>[]): boolean {
  return rows.some(({ edition }) => edition === 'stock' || edition === 'server')
}

/** Tells whether a listed path is only a name: the source has neither a folder nor an extension. */
export function isName(path: string): boolean {
  return !/[./]/.test(path)
}

/** Editions of rows, each once, in the order of the list. */
export function editionsOf(rows: readonly StockRow[]): string[] {
  return [...new Set(rows.map(({ edition }) => edition))]
}

/** Maximum number of editions that are named; some packages of UT99 are in more than forty. */
const MOST_EDITIONS = 3

/** Editions as a short text, starting with the sold game: `stock, patch 469a, patch 469b and 38 more`. */
export function editionsText(editions: readonly string[]): string {
  const rank = (edition: string) => ['stock', 'server'].indexOf(edition) + 1 || Number.MAX_SAFE_INTEGER
  const sorted = [...editions].sort((a, b) => rank(a) - rank(b))
  const more = sorted.length - MOST_EDITIONS
  return `${sorted.slice(0, MOST_EDITIONS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function rowOf(line: string): StockRow {
  const [path = '', edition = '', size = '', guid = '', hash = ''] = line.split('\t')
  const kind = HASH_KINDS[hash.slice(0, 1)]
  return {
    path,
    edition,
    size: size === '' ? undefined : Number(size),
    guid: guid === '' ? undefined : guid,
    hash: kind === undefined ? undefined : { kind, text: hash.slice(1) },
  }
}

function nameOf(path: string): string {
  return withoutExtension(lastPart(path)).toLowerCase()
}

function add(map: Map<string, StockRow[]>, key: string, row: StockRow): void {
  const rows = map.get(key)
  if (rows === undefined) map.set(key, [row])
  else rows.push(row)
}
