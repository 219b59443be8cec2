import { lastPart, withoutExtension } from '../paths.js'

/**
 * How the fingerprint of a file is made: of its whole content; `gitblob` is git's, the SHA-1 of `blob SIZE`,
 * a zero byte, and the content.
 */
export type StockHashKind = 'md5' | 'sha1' | 'sha256' | 'gitblob'

/** A fingerprint: the first 16 bytes of a hash, as base64 of URLs without padding. */
export interface StockHash {
  /** How it was made. */
  readonly kind: StockHashKind
  /** The first 16 bytes, as base64 of URLs without padding. */
  readonly text: string
}

/**
 * *One version of a package that a game, a patch or an official bonus pack ships*, as some public source
 * states it.
 */
export interface StockRow {
  /**
   * Relative to the game's folder, with `/`; a name alone where the source has no more; `?` where it has a
   * checksum only.
   */
  readonly path: string
  /**
   * `stock`, `bonus [which]`, `expansion`, `patch [version]`, or `server`: the stripped file of a dedicated
   * server.
   */
  readonly edition: string
  /** Bytes of the file. */
  readonly size: number | undefined
  /** 32 hex digits, as `Guid.toString` writes them. */
  readonly guid: string | undefined
  /** Fingerprint of the file, where the source states one. */
  readonly hash: StockHash | undefined
}

const HASH_KINDS: Readonly<Record<string, StockHashKind>> = { m: 'md5', s: 'sha1', S: 'sha256', g: 'gitblob' }

/** The path of rows that say of no name. */
const UNNAMED = '?'

/**
 * *The packages that a game ships.* `loadStock` has them for some games.
 *
 * Rows of one path are alternatives: editions, patches, languages, builds. Names of packages are one whatever
 * their case.
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
   * @param text lines of `path`, `edition`, `size`, `guid` and hash with tabs between them; empty cells at
   * the end are left out.
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
   * Versions of the file at a path inside the game's folder; those of its name where the list has no folders.
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
   * Versions of every package of a name (without extension), wherever it is. Empty when the game ships no
   * such package.
   */
  named(name: string): readonly StockRow[] {
    return this.#byName.get(name.toLowerCase()) ?? []
  }

  /** Some versions are known by GUID and checksum only. */
  get hasUnnamed(): boolean {
    return this.#byGuid.size > 0
  }

  /** Versions of a GUID that are known by it and by a checksum only. */
  unnamed(guid: string): readonly StockRow[] {
    return this.#byGuid.get(guid) ?? []
  }

  /** Paths of the list, each once, with their versions; the unnamed ones are left out. */
  paths(): Iterable<readonly StockRow[]> {
    return this.#byPath.values()
  }
}

/**
 * Whether rows are of the game as it is sold, and not only of a patch or a bonus pack, which not everybody
 * has.
 */
export function isInEveryCopy(rows: readonly Pick<StockRow, 'edition'>[]): boolean {
  return rows.some(({ edition }) => edition === 'stock' || edition === 'server')
}

/** Whether a listed path is a name only: the source says neither folder nor extension. */
export function isName(path: string): boolean {
  return !/[./]/.test(path)
}

/** Editions of rows, each once, as they are listed. */
export function editionsOf(rows: readonly StockRow[]): string[] {
  return [...new Set(rows.map(({ edition }) => edition))]
}

/** Editions that are named; a package of UT99 is in more than forty. */
const MOST_EDITIONS = 3

/** Editions in a few words, the game as it is sold first: `stock, patch 469a, patch 469b and 38 more`. */
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
