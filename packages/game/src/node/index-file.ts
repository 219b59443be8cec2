import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { PackageError, SourceError } from '@ukit/files'
import { reasonOf } from '@ukit/files/internal'
import { beginSeal, hasSeal, makeFolders, readWhole, SEAL_SIZE, saveFile } from '@ukit/files/node'
import { TableIndex } from '../index-file/table-index.js'

/** The user's folder for caches: `XDG_CACHE_HOME`, or the system's equivalent. */
export function userCacheFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
): string {
  if (platform === 'win32') return env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  const given = env['XDG_CACHE_HOME'] ?? ''
  return given === '' ? join(homedir(), '.cache') : given
}

/**
 * *The default path of the index of a game's packages*: in the user's folder for caches, one file per game
 * folder; never in the game itself.
 */
export function defaultIndexPath(root: string, cache: string = userCacheFolder()): string {
  const absolute = resolve(root)
  const hash = createHash('sha256').update(absolute).digest('hex').slice(0, 12)
  return join(cache, 'ukit', `${basename(absolute)}-${hash}.index`)
}

/** An index file that was read, or an empty index. */
export interface LoadedIndex {
  /** What was read before; empty when there was nothing. */
  readonly index: TableIndex
  /** Why an existing file is not used. */
  readonly rejected: string | undefined
}

/** The kind of seal that an index has; see `beginSeal`. */
const SEAL_KIND = 'package index'

/**
 * Reads an index. One that is damaged, of another version, unreadable, or not written by this user is
 * reported and not used, since it replaces reading the packages; one that does not exist is an empty index.
 */
export async function loadIndex(path: string): Promise<LoadedIndex> {
  let bytes: Uint8Array
  try {
    bytes = await readWhole(path)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { index: new TableIndex(), rejected: isAbsent ? undefined : reasonOf(error) }
  }
  const end = Math.max(0, bytes.length - SEAL_SIZE)
  if (!(await hasSeal(SEAL_KIND, bytes.subarray(0, end), bytes.subarray(end))))
    return { index: new TableIndex(), rejected: 'it is damaged, or was not written by ukit for you' }
  try {
    return { index: TableIndex.parse(bytes.subarray(0, end)), rejected: undefined }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return { index: new TableIndex(), rejected: error.message }
  }
}

/**
 * Writes an index if something in it changed, and creates its folder. A file that is not an index is not
 * overwritten.
 *
 * @throws {SourceError} when it cannot be written, or the path is another file's. The index is a cache: the
 *   caller can continue without it.
 */
export async function saveIndex(path: string, index: TableIndex): Promise<void> {
  if (!index.changed) return
  await makeFolders(dirname(path))
  if (!(await isFree(path))) throw new SourceError('io', 'the existing file is not an index', { path })
  await saveFile(path, sealed(index), { force: true })
  index.changed = false
}

/** Tells whether there is no file, or an index, regardless of who wrote it. */
async function isFree(path: string): Promise<boolean> {
  const head = new Uint8Array(4)
  // Not opened: reading a pipe may never end.
  if ((await stat(path).catch(() => undefined))?.isFile() === false) return false
  let file: FileHandle
  try {
    file = await open(path)
  } catch {
    // Writing reports other obstacles.
    return true
  }
  try {
    const { bytesRead } = await file.read(head)
    return bytesRead === 0 || TableIndex.isIndex(head.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

/** The file of an index, and its seal after it. */
async function* sealed(index: TableIndex): AsyncGenerator<Uint8Array> {
  const seal = await beginSeal(SEAL_KIND)
  for (const piece of index.pieces()) {
    seal.add(piece)
    yield piece
  }
  yield seal.end()
}
