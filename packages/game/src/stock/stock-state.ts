import type { StockHashKind, StockList, StockRow } from './stock-list.js'

/**
 * How a file compares with what its game ships:
 *
 * - `original`: some version that is listed agrees with the file in size and hash;
 * - `changed`: each version has a hash, and none agrees: an edited or damaged file, or a version that no list
 *   knows;
 * - `unknown`: the game ships it, but the list has no hash to tell the versions apart.
 */
export type StockState = 'original' | 'changed' | 'unknown'

/** A file that is held against a list. */
export interface StockCandidate {
  /** Relative to the game's folder. */
  readonly path: string
  /** Bytes. */
  readonly size: number
  /**
   * Reads the whole file; asked only where its size fits. The first 16 bytes of the hash, as base64 of URLs
   * without padding.
   */
  hash(kind: StockHashKind): Promise<string>
  /**
   * The package's GUID as 32 hex digits; asked for files that the list may know by a checksum only.
   * `undefined` when the file cannot be read.
   */
  guid?(): Promise<string | undefined>
}

/** What a list says of a file. */
export interface StockFinding {
  /** How the file compares with what the game shipped. */
  readonly state: StockState
  /** The versions that agree when it is `original`, otherwise every version of this path. */
  readonly rows: readonly StockRow[]
}

/**
 * *Is this file as the game ships it?* `undefined` when the game ships no file of that path.
 *
 * A list may be incomplete, so that a file which agrees with nothing is called changed only where every
 * version has a hash.
 */
export async function stockStateOf(list: StockList, file: StockCandidate): Promise<StockFinding | undefined> {
  const rows = list.at(file.path)
  const agreeing = await agreeingRows(rows, file)
  if (agreeing.length > 0) return { state: 'original', rows: agreeing }
  if (list.hasUnnamed) {
    const guid = await file.guid?.()
    const byChecksum = guid === undefined ? [] : await agreeingRows(list.unnamed(guid), file)
    if (byChecksum.length > 0) return { state: 'original', rows: byChecksum }
  }
  if (rows.length === 0) return undefined
  return { state: rows.every(({ hash }) => hash !== undefined) ? 'changed' : 'unknown', rows }
}

async function agreeingRows(rows: readonly StockRow[], file: StockCandidate): Promise<StockRow[]> {
  const hashes = new Map<StockHashKind, string>()
  const agreeing: StockRow[] = []
  for (const row of rows) {
    const { hash, size } = row
    if (hash === undefined || (size !== undefined && size !== file.size)) continue
    const own = hashes.get(hash.kind) ?? (await file.hash(hash.kind))
    hashes.set(hash.kind, own)
    if (own === hash.text) agreeing.push(row)
  }
  return agreeing
}
