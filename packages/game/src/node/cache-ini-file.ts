import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PackageError } from '@ukit/files'
import { readWhole, saveFile, withFolderLock } from '@ukit/files/node'
import { CacheIni } from '../cache/cache-ini.js'
import type { CacheKey } from '../cache/cache-name.js'

/** The file's name as the games write it. UE3 writes a capital C; an existing file is used in any case. */
const CACHE_INI = 'cache.ini'

/** The cache's ini on the disk, ignoring case; `undefined` when there is none. */
async function findCacheIni(folder: string): Promise<string | undefined> {
  const name = (await readdir(folder))
    .filter((entry) => entry.toLowerCase() === CACHE_INI)
    .sort()
    .at(-1)
  return name === undefined ? undefined : join(folder, name)
}

/**
 * *Changes `cache.ini` as one step*: no other ukit process writes it in the meantime, and at every moment it
 * is either the old file or the new one. It is created if there is none, and not written if `change` reports
 * no change.
 *
 * @throws {SourceError} when the system refuses; the signal's reason.
 */
export async function changeCacheIni(
  folder: string,
  signal: AbortSignal | undefined,
  change: (ini: CacheIni) => boolean | Promise<boolean>,
): Promise<boolean> {
  return withFolderLock(folder, signal, async () => {
    const path = await findCacheIni(folder)
    const ini = path === undefined ? CacheIni.create() : CacheIni.parse(await readWhole(path))
    if (!(await change(ini))) return false
    await saveFile(path ?? join(folder, CACHE_INI), [ini.toBytes()], { force: true })
    return true
  })
}

/**
 * Gives a file its real name. Characters that the file's encoding does not have become `_`: a name that is
 * almost right is better than none.
 */
export function setCacheName(ini: CacheIni, key: CacheKey, name: string): boolean {
  const before = ini.nameOf(key)
  if (before === name || !ini.set(key, name)) return false
  try {
    ini.toBytes()
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    const plain = name.replace(/[^\u0020-\u007e\u00a0-\u00ff]/g, '_')
    ini.set(key, plain)
    return before !== plain
  }
  return true
}
