import { PackageError, SourceError } from '@ukit/files'
import { Folders } from '../folders.js'
import type { Install } from '../install/install.js'
import { joinPath } from '../paths.js'
import { type FilePlace, stampOf } from '../stamp.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import { editionsOf, isName } from '../stock/stock-list.js'
import type { StockState } from '../stock/stock-state.js'

/** A package file of an install, compared with what the game ships. */
export interface CheckedStockFile {
  /** Path relative to the game's folder. */
  readonly path: string
  /** Size of the file, in bytes. */
  readonly size: number
  /** How it compares; also `added`: the game ships no such file; `unreadable`: the system cannot read it. */
  readonly state: StockState | 'added' | 'unreadable'
  /**
   * For an original, its editions; for any other file, every edition that has a file with this path: `stock`,
   * `patch 469e` …
   */
  readonly editions: readonly string[]
}

/** *Which files of an install come with the game, and whether they are unchanged.* */
export interface StockReport {
  /** `Game.id` of the list. */
  readonly game: string
  /** Every package file that the game finds, and every listed file that exists, by path. */
  readonly files: readonly CheckedStockFile[]
  /**
   * Paths of the plain game that do not exist. Demo, retail, GOTY and server have different files, so some
   * are always missing.
   */
  readonly missing: readonly string[]
}

/** How to check files against a stock list. */
export interface CheckStockOptions {
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called before each file. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

/**
 * *Compares every package of an install with the list of what its game ships.* A file is read in full if a
 * listed version has its size.
 */
export async function checkStock(
  install: Install,
  shipped: ShippedFiles,
  { signal, onProgress }: CheckStockOptions = {},
): Promise<StockReport> {
  const { files, missing } = await filesOf(install, shipped)
  const found: CheckedStockFile[] = []
  for (const [done, file] of files.entries()) {
    signal?.throwIfAborted()
    onProgress?.(done, files.length, file.path)
    found.push(await checked(install, shipped, file))
  }
  return { game: shipped.list.game, files: found.sort((a, b) => (a.path < b.path ? -1 : 1)), missing }
}

async function checked(install: Install, shipped: ShippedFiles, file: FilePlace): Promise<CheckedStockFile> {
  const { size } = file
  const path = shipped.inside(file.path)
  try {
    const finding = await shipped.state(file, () => guidOf(install, file))
    const state = finding?.state ?? 'added'
    return { path, size, state, editions: editionsOf(finding?.rows ?? []) }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { path, size, state: 'unreadable', editions: editionsOf(shipped.list.at(path)) }
  }
}

/**
 * The files on the search path and listed files outside it, and the listed paths of the plain game that do
 * not exist.
 */
async function filesOf(
  install: Install,
  shipped: ShippedFiles,
): Promise<{ files: readonly FilePlace[]; missing: string[] }> {
  const files: FilePlace[] = [...(await install.packages())]
  const known = new Set(files.map(({ path }) => shipped.inside(path).toLowerCase()))
  const folders = new Folders(install.files)
  const missing: string[] = []
  for (const rows of shipped.list.paths()) {
    const { path } = rows[0] ?? { path: '' }
    const isPlain = rows.some(({ edition }) => edition === 'stock')
    if (isName(path)) {
      if (isPlain && (await install.resolve(path)).found === undefined) missing.push(path)
      continue
    }
    if (known.has(path.toLowerCase())) continue
    const file = await folders.file(joinPath(install.root, path))
    if (file !== undefined) files.push({ path: file.path, size: file.entry.size, modified: file.entry.modified })
    else if (isPlain) missing.push(path)
  }
  return { files, missing: missing.sort() }
}

async function guidOf(install: Install, file: FilePlace): Promise<string | undefined> {
  try {
    const source = await install.files.open(file.path)
    try {
      return (await stampOf(source, file)).guid.toString()
    } finally {
      await source.close?.()
    }
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return undefined
    throw error
  }
}
