import { type CodecSet, portableCodecs } from '@ukit/codecs'
import { PackageError, SourceError } from '@ukit/files'
import { addTo } from '@ukit/files/internal'
import type { FileEntry, GameFiles } from '../game-files.js'
import { joinPath } from '../paths.js'
import { CacheIni, type CacheIniEntry } from './cache-ini.js'
import {
  CACHE_EXTENSION,
  type CacheKey,
  type CacheStyle,
  cacheKeyText,
  cacheStyleOf,
  parseCacheName,
} from './cache-name.js'
import { type CachedPackage, readCachedPackage } from './cached-package.js'

/** A file that the game has put into its cache, or one with such a name. */
export interface CachedFile extends CacheKey {
  /** Where it is. */
  readonly path: string
  /** Its name in the cache. */
  readonly fileName: string
  /** Bytes of the file. */
  readonly size: number
  /**
   * When it was downloaded or last used: games set the time again at each use. Milliseconds since 1970 (UTC).
   */
  readonly modified: number
  /** Its real name in `cache.ini`; `undefined` when it has none there. */
  readonly realName: string | undefined
  /** What is in it; `undefined` when its header cannot be read. */
  readonly package: CachedPackage | undefined
  /** Why its header cannot be read. */
  readonly error: PackageError | SourceError | undefined
}

/** *A game's folder of downloads*, with what its `cache.ini` says. */
export interface PackageCache {
  /** Path of the cache's folder. */
  readonly folder: string
  /** With its dot. */
  readonly extension: string
  /** How files are named; `undefined` in an empty cache. */
  readonly style: CacheStyle | undefined
  /** `cache.ini`; `undefined` when there is none, as with old games. */
  readonly iniPath: string | undefined
  /** Every line of it. */
  readonly entries: readonly CacheIniEntry[]
  /** In the order of their names. */
  readonly files: readonly CachedFile[]
  /** Leftovers of stopped downloads. */
  readonly temporary: readonly FileEntry[]
  /** Files that no game puts there. */
  readonly unknown: readonly FileEntry[]
  /** Lines of `cache.ini` whose file does not exist. */
  readonly dangling: readonly CacheIniEntry[]
  /** Real names that several files have: versions of one package. Lower case, with the files. */
  readonly versions: ReadonlyMap<string, readonly CachedFile[]>
}

/** How to read a cache. */
export interface ReadCacheOptions {
  /** Extension of the files, with its dot: `CacheExt`. */
  readonly extension?: string | undefined
  /** Decoders; `portableCodecs` by default. */
  readonly codecs?: CodecSet | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called after each file with the number read so far and the total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** ukit's own leftovers: the lock of a killed run, also one that was being prepared. */
const OURS = /^\.ukit-(?:lock|.+\.tmp$)/

/**
 * *Reads a cache*: its listing, `cache.ini`, and header and tables of each package. What is wrong with a file
 * is in its `error`.
 *
 * A folder that does not exist is an empty cache.
 */
export async function readCache(
  files: GameFiles,
  folder: string,
  options: ReadCacheOptions = {},
): Promise<PackageCache> {
  const { extension = CACHE_EXTENSION, codecs = portableCodecs, signal, onProgress } = options
  const listing = [...(await files.list(folder))].sort((a, b) => (a.name < b.name ? -1 : 1))
  const iniName = listing.filter(({ name, kind }) => kind === 'file' && name.toLowerCase() === 'cache.ini').at(-1)?.name
  const iniPath = iniName === undefined ? undefined : joinPath(folder, iniName)
  const ini = iniPath === undefined ? CacheIni.create() : CacheIni.parse(await wholeFile(files, iniPath))
  const entries = ini.entries()
  const names = new Map<string, string>()
  for (const entry of entries) {
    const key = cacheKeyText(entry)
    if (!names.has(key)) names.set(key, entry.name)
  }
  const temporary: FileEntry[] = []
  const unknown: FileEntry[] = []
  const named: { entry: FileEntry; key: CacheKey }[] = []
  for (const entry of listing) {
    const key = entry.kind === 'file' ? parseCacheName(entry.name, extension) : undefined
    if (key !== undefined) named.push({ entry, key })
    else if (/\.tmp$/i.test(entry.name) && (entry.kind === 'file' || OURS.test(entry.name))) temporary.push(entry)
    else if (entry.name !== iniName && !OURS.test(entry.name)) unknown.push(entry)
  }
  const cached: CachedFile[] = []
  for (const { entry, key } of named) {
    signal?.throwIfAborted()
    const path = joinPath(folder, entry.name)
    const { size, modified, name: fileName } = entry
    const content = await contentAt(files, { path, size, modified }, codecs, signal)
    cached.push({ ...key, path, fileName, size, modified, realName: names.get(cacheKeyText(key)), ...content })
    onProgress?.(cached.length, named.length)
  }
  const present = new Set(named.map(({ key }) => cacheKeyText(key)))
  return {
    folder,
    extension,
    style: cacheStyleOf(named.length > 0 ? named.map(({ key }) => key) : entries),
    iniPath,
    entries,
    files: cached,
    temporary,
    unknown,
    dangling: entries.filter((entry) => !present.has(cacheKeyText(entry))),
    versions: versionsOf(cached),
  }
}

async function wholeFile(files: GameFiles, path: string): Promise<Uint8Array> {
  const source = await files.open(path)
  try {
    return await source.slice(0, source.byteLength)
  } finally {
    await source.close?.()
  }
}

async function contentAt(
  files: GameFiles,
  place: { path: string; size: number; modified: number },
  codecs: CodecSet,
  signal: AbortSignal | undefined,
): Promise<Pick<CachedFile, 'package' | 'error'>> {
  try {
    const source = await files.open(place.path)
    try {
      return { package: await readCachedPackage(source, place, { codecs, signal }), error: undefined }
    } finally {
      await source.close?.()
    }
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return { package: undefined, error }
    throw error
  }
}

function versionsOf(files: readonly CachedFile[]): Map<string, CachedFile[]> {
  const byName = new Map<string, CachedFile[]>()
  for (const file of files) {
    if (file.realName === undefined) continue
    addTo(byName, file.realName.toLowerCase(), file)
  }
  for (const [name, list] of byName) if (list.length < 2) byName.delete(name)
  return byName
}
