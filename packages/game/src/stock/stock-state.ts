import type { StockHashKind, StockList, StockRow } from './stock-list.js'

/**
 * How a file compares with what its game ships:
 *
 * - `original`: a listed version has the size and hash of the file;
 * - `changed`: each listed version has a hash, and none agrees: the file was edited or damaged, or is a
 *   version that is not listed;
 * - `unknown`: the game ships it, but the list lacks hashes to recognise its versions.
 */
export type StockState = 'original' | 'changed' | 'unknown'

/** A file that is compared with a list. */
export interface StockCandidate {
  /** Path relative to the game's folder. */
  readonly path: string
  /** Size of the file, in bytes. */
  readonly size: number
  /**
   * Reads the entire file and returns the first 16 bytes of its hash, as base64 for URLs without padding.
   * Only called if its size agrees with that of a version.
   */
  hash(kind: StockHashKind): Promise<string>
  /**
   * Returns the package's GUID as 32 hex digits; `undefined` when the file cannot be read. Called for files
   * of which the list may only have a checksum.
   */
  guid?(): Promise<string | undefined>
}

/** How a file compares with a list. */
export interface StockFinding {
  /** How the file compares with what the game shipped. */
  readonly state: StockState
  /** The versions that agree when it is `original`, otherwise every version at this path. */
  readonly rows: readonly StockRow[]
}

/**
 * *Whether a file is as the game ships it*; `undefined` when the game ships no file with that path.
 *
 * A list may be incomplete, so a file that agrees with no version is only reported as changed if every
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
