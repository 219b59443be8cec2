import { rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@ukit/files/node'
import { type CacheKey, cacheKeyText } from '../cache/cache-name.js'
import type { CleanPlan } from '../cache/plan-clean.js'
import type { CachedFile, PackageCache } from '../cache/read-cache.js'
import { changeCacheIni } from './cache-ini-file.js'
import { onDisk } from './on-disk.js'

/** What was removed. */
export interface CleanedCache {
  /** Temporary files that were removed. */
  readonly temporary: number
  /** Packages that were removed because of their age. */
  readonly expired: readonly CachedFile[]
  /** Lines of `cache.ini`. */
  readonly entries: number
  /** Bytes of what was removed. */
  readonly bytes: number
}

/**
 * *Carries out the plan of `planClean`*: files first, then their lines in `cache.ini`, so that a run that is
 * killed leaves at worst lines without files.
 *
 * A package that was used or downloaded again after the plan was made stays.
 *
 * @throws {SourceError} `io` when the system refuses; the signal's reason.
 */
export async function cleanCache(
  cache: PackageCache,
  plan: CleanPlan,
  signal?: AbortSignal | undefined,
): Promise<CleanedCache> {
  let bytes = 0
  for (const { name, size, kind } of plan.temporary) {
    signal?.throwIfAborted()
    const path = join(cache.folder, name)
    await onDisk(`cannot remove "${path}"`, path, () => rm(path, { force: true, recursive: kind === 'folder' }))
    bytes += size
  }
  const expired: CachedFile[] = []
  const gone: CacheKey[] = [...plan.dangling]
  let entries = 0
  try {
    for (const file of plan.expired) {
      signal?.throwIfAborted()
      if (!(await removeIfUnused(file, plan.before ?? 0))) continue
      expired.push(file)
      gone.push(file)
      bytes += file.size
    }
  } finally {
    // Also after an abort, since these files no longer exist.
    if (gone.length > 0 && cache.iniPath !== undefined) entries = await removeLines(cache, gone)
  }
  return { temporary: plan.temporary.length, expired, entries, bytes }
}

/** Removes the lines of removed files from `cache.ini`. Returns their number. */
async function removeLines(cache: PackageCache, gone: readonly CacheKey[]): Promise<number> {
  let entries = 0
  await changeCacheIni(cache.folder, undefined, async (ini) => {
    const keys: CacheKey[] = []
    for (const key of gone) if (!(await isThere(cache, key))) keys.push(key)
    entries = ini.remove(keys)
    return entries > 0
  })
  return entries
}

async function removeIfUnused(file: CachedFile, before: number): Promise<boolean> {
  const stats = await stat(file.path).catch(() => undefined)
  if (stats === undefined || stats.mtimeMs >= before) return false
  await onDisk(`cannot remove "${file.path}"`, file.path, async () => {
    await unlink(file.path).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
    })
  })
  return true
}

/** Tells whether the file of a key exists: it may have been downloaded again in the meantime. */
async function isThere(cache: PackageCache, key: CacheKey): Promise<boolean> {
  const known = cache.files.find((file) => cacheKeyText(file) === cacheKeyText(key))?.path
  const path = known ?? join(cache.folder, cacheKeyText(key) + cache.extension)
  return (await stat(path).catch(() => undefined)) !== undefined
}
