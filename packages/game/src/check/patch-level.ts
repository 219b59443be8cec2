import { SourceError } from '@ukit/files'
import type { Install } from '../install/install.js'
import { extensionOf } from '../paths.js'
import { stockVersionOf } from '../settings/known-games.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import { isName, type StockRow } from '../stock/stock-list.js'

/** A file of the game's own code, and the releases that contain exactly this file. */
export interface ReleasedFile {
  /** Path relative to the game's folder. */
  readonly path: string
  /** Editions with this content: `stock`, `patch 469a` … */
  readonly editions: readonly string[]
}

/** *Which release of a game is installed*, by the content of its code. */
export interface PatchLevel {
  /** The release that most files belong to: `stock` or `patch 469e`. */
  readonly edition: string
  /** Its version, such as `469e`; `undefined` for the game as it was sold, if its version is not known. */
  readonly version: string | undefined
  /** Files that belong to it. */
  readonly files: readonly ReleasedFile[]
  /** Files of other releases: the installation is a mixture. */
  readonly others: readonly ReleasedFile[]
}

/**
 * Compares the game's own code with the lists of its releases; `undefined` when there is nothing to compare.
 *
 * A patch replaces only some files, so a file of an earlier release belongs to a later one too, unless a
 * release between them, or that release itself, has another version of it. Files that are changed, or that
 * come with bonus packs or test builds, say nothing.
 *
 * @param shipped the game's list; needs a hash function.
 */
export async function patchLevelOf(install: Install, shipped: ShippedFiles): Promise<PatchLevel | undefined> {
  const files: (ReleasedFile & { readonly rows: readonly StockRow[] })[] = []
  for (const file of await install.packages()) {
    if (extensionOf(file.fileName) !== 'u') continue
    const path = shipped.inside(file.path)
    const rows = shipped.list.at(path).filter((row) => !isName(row.path) && rankOf(row.edition) !== undefined)
    const editions = rows.length === 0 ? [] : await editionsIn(shipped, file)
    if (editions.length > 0) files.push({ path, editions, rows })
  }
  const releases = [...new Set(files.flatMap(({ rows }) => rows.map(({ edition }) => edition)))]
  releases.sort((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0))
  let best: PatchLevel | undefined
  for (const edition of releases) {
    const belong = files.filter((file) => belongsTo(file, edition))
    if (best !== undefined && belong.length <= best.files.length) continue
    const others = files.filter((file) => !belong.includes(file)).map(plain)
    const version = edition === 'stock' ? stockVersionOf(shipped.list.game) : edition.replace(/^patch /, '')
    best = { edition, version, files: belong.map(plain), others }
  }
  return best
}

/** The releases that have exactly this file; none when it cannot be read. */
async function editionsIn(
  shipped: ShippedFiles,
  file: { readonly path: string; readonly size: number; readonly modified: number },
): Promise<string[]> {
  try {
    const found = await shipped.state(file)
    if (found?.state !== 'original') return []
    return [...new Set(found.rows.map(({ edition }) => edition))].filter((edition) => rankOf(edition) !== undefined)
  } catch (error) {
    if (error instanceof SourceError) return []
    throw error
  }
}

function belongsTo({ editions, rows }: { editions: readonly string[]; rows: readonly StockRow[] }, release: string) {
  if (editions.includes(release)) return true
  const rank = rankOf(release) ?? 0
  const listed = rows.map(({ edition }) => rankOf(edition) ?? 0).filter((one) => one <= rank)
  // The latest version that is not newer than the release.
  const latest = Math.max(...listed)
  return editions.some((edition) => rankOf(edition) === latest)
}

/** The order of releases; `undefined` for an edition that is none, or whose number is not known. */
function rankOf(edition: string): number | undefined {
  if (edition === 'stock') return 0
  const [, number, letter = '', candidate] = /^patch (\d+(?:\.\d+)?)([a-z]?)(-rc\d+)?$/.exec(edition) ?? []
  if (number === undefined) return undefined
  const place = letter === '' ? 0 : letter.charCodeAt(0) - 0x60
  return Number(number) + place / 100 - (candidate === undefined ? 0 : 1 / 1000)
}

function plain({ path, editions }: ReleasedFile): ReleasedFile {
  return { path, editions }
}
