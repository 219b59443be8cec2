import { readdir, rename, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Guid } from '@ukit/container'
import { nodeCodecs } from '@ukit/core/node'
import { type ByteSource, fileNameProblem, PackageError, piecesOf } from '@ukit/files'
import { fileSource, makeFolders, saveFile, temporaryName } from '@ukit/files/node'
import { plural } from '@ukit/text/internal'
import {
  CACHE_EXTENSION,
  type CacheKey,
  type CacheStyle,
  cacheFileName,
  cacheKeyText,
  cacheStyleFor,
  cacheStyleOf,
  parseCacheName,
} from '../cache/cache-name.js'
import { type CachedPackage, readCachedPackage } from '../cache/cached-package.js'
import { changeCacheIni, setCacheName } from './cache-ini-file.js'
import { onDisk } from './on-disk.js'

/** A package for the cache, with what the server announced about it (`USES GUID= SIZE= GEN=`). */
export interface PackageForCache {
  /** Its real name with extension, such as `DM-Mill.unr`; goes into `cache.ini`. */
  readonly fileName: string
  /** The GUID that it must have. */
  readonly guid?: Guid | undefined
  /** The length that it must have, in bytes. */
  readonly size?: number | undefined
  /**
   * The bytes, read once from start to end. Not read at all when the cache has the package already and `guid`
   * was announced.
   */
  readonly bytes: ByteSource | AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** How to put a package into a cache. */
export interface AddToCacheOptions {
  /**
   * How files are named; by default as the existing files are, and in an empty cache as games of the
   * package's version name them.
   */
  readonly style?: CacheStyle | undefined
  /** Extension of files in the cache, with the dot: `CacheExt` of the game's ini. */
  readonly extension?: string | undefined
  /** Maximum number of bytes that are taken when no size was announced. */
  readonly limit?: number | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of bytes that have arrived and the total, if that is known. */
  readonly onProgress?: ((bytes: number, size: number | undefined) => void) | undefined
}

/** The defaults of {@link addToCache}. The limit is the largest signed 32-bit offset in a package. */
export const ADD_TO_CACHE_DEFAULTS = { extension: CACHE_EXTENSION, limit: 0x7fff_ffff } as const

/** What was done with a package. */
export interface AddedToCache extends CacheKey {
  /** Where it is now. */
  readonly path: string
  /** Its name in the cache. */
  readonly fileName: string
  /** Its real name. */
  readonly name: string
  /** Its length in bytes. */
  readonly size: number
  /**
   * `present`: it already existed and its time was set again, as games do at each use; `replaced`: the
   * existing file of that name was damaged or a different package.
   */
  readonly action: 'added' | 'present' | 'replaced'
}

/**
 * *Puts a package into a cache as the game would*: temporary file, length and GUID checked, then the rename
 * to its GUID and the line in `cache.ini`.
 *
 * If the process is killed at any moment, the cache stays valid: at worst a `*.tmp` is left, which the game
 * removes when it starts, or a package without its line in `cache.ini`, which the game finds anyway. Several
 * processes may add packages at the same time. The folder is created if it does not exist.
 *
 * @throws {PackageError} with nothing left behind: `truncated` for fewer bytes than announced, `limit` for
 *   more (noticed at the first byte too many),
 *   `not-a-package` (an error page, a compressed file), `truncated` too for damaged tables when nothing was
 *   announced to compare with, `bad-value` for another GUID than announced, `refused` for a name that is not
 *   a safe file name, and what reading the header throws.
 * @throws {SourceError} when the system refuses; errors of `bytes` and the signal's reason pass through.
 */
export async function addToCache(
  folder: string,
  item: PackageForCache,
  options: AddToCacheOptions = {},
): Promise<AddedToCache> {
  const { signal, extension = ADD_TO_CACHE_DEFAULTS.extension } = options
  signal?.throwIfAborted()
  checkName(item.fileName)
  await makeFolders(folder)
  const hit = item.guid === undefined ? undefined : await findHit(folder, item.guid, item.size, extension)
  if (hit !== undefined) return refresh(folder, hit, item.fileName, options)
  const temporary = join(folder, temporaryName())
  try {
    await saveFile(temporary, checkedBytes(item, options), { signal })
    const header = await headerOf(temporary, item.fileName)
    if (item.guid !== undefined && !header.guid.equals(item.guid)) {
      const message =
        `expected ${item.fileName} with the GUID ${item.guid}, found the GUID ${header.guid}: it ` +
        'is a different version of the package than announced'
      throw new PackageError('bad-value', message, { field: 'guid' })
    }
    if (header.damage !== undefined && item.guid === undefined && item.size === undefined) {
      throw new PackageError('truncated', `${item.fileName} is damaged: ${header.damage}`)
    }
    const names = await namesIn(folder)
    const key = { guid: header.guid, generation: generationOf(header, names, options) }
    const fileName = names.find((name) => isNamed(name, key, extension)) ?? cacheFileName(key, extension)
    const path = join(folder, fileName)
    const present = await isWhole(path, header)
    if (present === true)
      return await refresh(folder, { ...key, size: header.size, path, fileName }, item.fileName, options)
    signal?.throwIfAborted()
    await onDisk(`cannot write "${path}"`, path, () => rename(temporary, path))
    await nameIt(folder, key, item.fileName, signal)
    return {
      ...key,
      path,
      fileName,
      name: item.fileName,
      size: header.size,
      action: present === undefined ? 'added' : 'replaced',
    }
  } finally {
    await unlink(temporary).catch(() => undefined)
  }
}

function checkName(fileName: string): void {
  const problem = fileNameProblem(fileName)
  if (problem === undefined) return
  throw new PackageError('refused', `expected the name of a file, found ${JSON.stringify(fileName)}: ${problem}`)
}

function namesIn(folder: string): Promise<string[]> {
  return onDisk(`cannot read the folder "${folder}"`, folder, () => readdir(folder))
}

interface Hit extends CacheKey {
  readonly path: string
  readonly fileName: string
  readonly size: number
}

/** The file with this GUID, if it is whole; in UE2.5 the one with most generations. */
async function findHit(
  folder: string,
  guid: Guid,
  size: number | undefined,
  extension: string,
): Promise<Hit | undefined> {
  const found: Hit[] = []
  for (const fileName of await namesIn(folder)) {
    const key = parseCacheName(fileName, extension)
    if (key === undefined || !key.guid.equals(guid)) continue
    const path = join(folder, fileName)
    const header = await headerOf(path, fileName).catch(() => undefined)
    if (header === undefined || !header.guid.equals(guid) || header.damage !== undefined) continue
    if (size === undefined || header.size === size) found.push({ ...key, path, fileName, size: header.size })
  }
  return found.sort((a, b) => (b.generation ?? 0) - (a.generation ?? 0))[0]
}

async function refresh(
  folder: string,
  hit: Hit,
  name: string,
  { signal, onProgress }: AddToCacheOptions,
): Promise<AddedToCache> {
  const now = new Date()
  await utimes(hit.path, now, now).catch(() => undefined)
  await nameIt(folder, hit, name, signal)
  onProgress?.(hit.size, hit.size)
  return { ...hit, name, action: 'present' }
}

async function nameIt(folder: string, key: CacheKey, name: string, signal: AbortSignal | undefined): Promise<void> {
  await changeCacheIni(folder, signal, (ini) => setCacheName(ini, key, name))
}

/** The bytes as they arrive; checks how many there are. */
async function* checkedBytes(item: PackageForCache, options: AddToCacheOptions): AsyncGenerator<Uint8Array> {
  const { bytes, size, fileName } = item
  const limit = size ?? options.limit ?? ADD_TO_CACHE_DEFAULTS.limit
  const pieces = 'byteLength' in bytes ? piecesOf(bytes) : bytes
  let arrived = 0
  for await (const piece of pieces) {
    arrived += piece.byteLength
    if (arrived > limit) {
      const message =
        `expected ${size === undefined ? 'at most ' : ''}${plural(limit, 'byte')} of ` + `${fileName}, found more`
      throw new PackageError('limit', message)
    }
    yield piece
    options.onProgress?.(arrived, size)
  }
  if (size !== undefined && arrived < size) {
    throw new PackageError('truncated', `expected ${plural(size, 'byte')} of ${fileName}, found only ${arrived}`)
  }
}

async function headerOf(path: string, fileName: string): Promise<CachedPackage> {
  const source = await fileSource(path)
  try {
    const place = { path: fileName, size: source.byteLength, modified: 0 }
    return await readCachedPackage(source, place, { codecs: nodeCodecs })
  } finally {
    await source.close()
  }
}

function generationOf(
  header: CachedPackage,
  names: readonly string[],
  { style, extension }: AddToCacheOptions,
): number | null {
  const keys = names.map((name) => parseCacheName(name, extension)).filter((key) => key !== undefined)
  const chosen = style ?? cacheStyleOf(keys) ?? cacheStyleFor(header.version)
  return chosen === 'ue2.5' ? header.generations.length : null
}

function isNamed(fileName: string, key: CacheKey, extension: string): boolean {
  const found = parseCacheName(fileName, extension)
  return found !== undefined && cacheKeyText(found) === cacheKeyText(key)
}

/** Tells whether the file of this name is the package; `undefined` when there is none. */
async function isWhole(path: string, wanted: CachedPackage): Promise<boolean | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) return undefined
  const header = await headerOf(path, path).catch(() => undefined)
  return header?.guid.equals(wanted.guid) === true && header.size === wanted.size && header.damage === undefined
}
