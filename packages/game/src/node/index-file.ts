import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { PackageError } from '@ukit/files'
import { saveFile } from '@ukit/files/node'
import { TableIndex } from '../index-file/table-index.js'

/** Where a user's programs keep what they can make again: `XDG_CACHE_HOME`, or what the system has for it. */
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
 * *The index of a game's packages when nobody says where*: among the user's caches, one file a game folder;
 * never in the game itself.
 */
export function defaultIndexPath(root: string, cache: string = userCacheFolder()): string {
  const absolute = resolve(root)
  const hash = createHash('sha256').update(absolute).digest('hex').slice(0, 12)
  return join(cache, 'ukit', `${basename(absolute)}-${hash}.index`)
}

/** An index file that was read, or an empty index. */
export interface LoadedIndex {
  readonly index: TableIndex
  /** Why a file that is there is not used. */
  readonly rejected: string | undefined
}

/**
 * Reads an index. One that is damaged, of another version or unreadable is reported and not used; one that is
 * not there is an empty one.
 */
export async function loadIndex(path: string): Promise<LoadedIndex> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(path)
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { index: new TableIndex(), rejected: isAbsent ? undefined : messageOf(error) }
  }
  try {
    return { index: TableIndex.parse(bytes), rejected: undefined }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return { index: new TableIndex(), rejected: error.message }
  }
}

/**
 * Writes an index when something in it changed; its folder is made.
 *
 * @throws {SourceError} when it cannot be written. The index is a cache: anyone who asked can go on without.
 */
export async function saveIndex(path: string, index: TableIndex): Promise<void> {
  if (!index.changed) return
  await mkdir(dirname(path), { recursive: true })
  await saveFile(path, index.pieces(), { force: true })
  index.changed = false
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
