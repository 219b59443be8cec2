import { SourceError } from '@ukit/files'
import type { GameFiles } from '../game-files.js'
import type { Install } from '../install/install.js'
import { openInstall } from '../install/open-install.js'
import { folderOf, lastPart, normalised } from '../paths.js'
import { parseCacheName } from './cache-name.js'

/** A cache, and its game if the path named one. */
export interface FoundCache {
  /** Path of the cache's folder. */
  readonly folder: string
  /** `undefined` when the path was that of the cache itself. */
  readonly install: Install | undefined
}

/**
 * *Finds the cache that a path means*: its folder, its `cache.ini`, or a game's folder or ini.
 *
 * A folder with downloads or a `cache.ini` in it is a cache, and so is one called `Cache` and one that is
 * empty; any other is opened as a game.
 *
 * @param mayBeNew accepts a path that does not exist, as the folder of a cache that will be created.
 * @throws {SourceError} `io` when the path does not exist, or is a folder that is neither a cache nor a game.
 */
export async function findCache(files: GameFiles, path: string, mayBeNew = false): Promise<FoundCache> {
  const place = normalised(path)
  const name = lastPart(place).toLowerCase()
  if (name === 'cache.ini') return { folder: folderOf(place), install: undefined }
  const listing = await files.list(place)
  const isCache = listing.some(
    (entry) =>
      entry.kind === 'file' && (entry.name.toLowerCase() === 'cache.ini' || parseCacheName(entry.name) !== undefined),
  )
  if (isCache) return { folder: place, install: undefined }
  if (mayBeNew && listing.length === 0 && !/\.ini$/.test(name)) return { folder: place, install: undefined }
  // This also reports a path that does not exist.
  const install = await openInstall(files, place)
  if (install.iniPath === undefined && (name === 'cache' || listing.length === 0))
    return { folder: place, install: undefined }
  if (install.iniPath === undefined && install.searchPath.every(({ real }) => real === undefined)) {
    const missing = 'there is no cache.ini, no download, and no ini of a game'
    throw new SourceError('io', `expected a cache, a game or an ini in "${path}": ${missing}`, { path })
  }
  return { folder: install.cacheFolder, install }
}
