import { stat } from 'node:fs/promises'
import { nodeCodecs } from '@ukit/core/node'
import { SourceError } from '@ukit/files'
import { findCache, type InferredName, type Install, inferNames, type PackageCache, readCache } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { jsonOption, type Options } from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import type { AnyCall, Call } from '../../command/verb.js'

/** Options of every cache verb. */
export const CACHE_OPTIONS = {
  ext: {
    takes: 'value',
    value: 'EXT',
    does: 'Extension of the files in the cache',
    default: 'CacheExt of the game’s ini, else .uxx',
  },
  json: jsonOption(''),
} as const satisfies Options

/** What every cache verb is called with. */
export type CacheCall = Call<typeof CACHE_OPTIONS>

/** What DIR can be, for the help of every cache verb. */
export const CACHE_DIR_NOTE = [
  'DIR',
  'The cache folder, its cache.ini, or a game’s folder or ini; in that case the game’s CachePath, ' +
    'CacheExt and PurgeCacheDays apply.',
] as const

/** A cache that was named on the command line. */
export interface OpenedCache {
  /** As it was named. */
  readonly path: string
  readonly folder: string
  readonly extension: string
  readonly install: Install | undefined
}

/** Runs work on the cache that a word names; errors are printed and returned as a problem. */
export async function withCache<T>(
  word: string,
  { options, output, signal }: CacheCall,
  work: (cache: OpenedCache) => Promise<T>,
  mayBeNew = false,
): Promise<T | { problem: FileProblem }> {
  try {
    const { folder, install } = await findCache(folderFiles, word, mayBeNew)
    const given = options.ext
    const extension = given === undefined ? (install?.settings.cacheExt ?? '.uxx') : `.${given.replace(/^\./, '')}`
    return await work({ path: word, folder, extension, install })
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error
    const problem = problemOf(error)
    output.error(`${word}: ${problem.message}`)
    return { problem }
  } finally {
    output.progress.clear()
  }
}

/**
 * Reads the cache.
 *
 * @throws {SourceError} `io` if the folder does not exist: a game has none until it downloads something.
 */
export async function readOpened(
  { folder, extension }: OpenedCache,
  { output, signal }: AnyCall,
): Promise<PackageCache> {
  const isFolder = await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new SourceError('io', `there is no folder "${folder}": nothing has been downloaded yet`)
  return readCache(folderFiles, folder, {
    extension,
    codecs: nodeCodecs,
    signal,
    onProgress: (done, total) => output.progress.update(done, total, folder, 'files'),
  })
}

/**
 * Names for files that are not in `cache.ini`; in a game, also from what its packages need and is missing.
 */
export async function namesOf(
  { install }: OpenedCache,
  cache: PackageCache,
  { output, signal }: AnyCall,
): Promise<Map<string, InferredName>> {
  return inferNames(folderFiles, cache, {
    installed: (await install?.packages()) ?? [],
    mapExtension: install?.settings.mapExtension,
    codecs: nodeCodecs,
    signal,
    onProgress: (done, total) => output.progress.update(done, total, 'names', 'files'),
  })
}

/** The single DIR of a verb. */
export function onlyDir({ positionals, verb }: AnyCall): string {
  const [dir, ...more] = positionals
  if (dir === undefined || more.length > 0) throw new UsageError(`${verb} needs one cache or game`)
  return dir
}
