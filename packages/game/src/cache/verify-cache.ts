import { type CodecSet, portableCodecs } from '@ukit/codecs'
import { fileNameProblem, PackageError, SourceError } from '@ukit/files'
import { verify } from '@ukit/inspect'
import { plural } from '@ukit/text/internal'
import type { GameFiles } from '../game-files.js'
import { cacheKeyText } from './cache-name.js'
import type { CachedFile, PackageCache } from './read-cache.js'

/**
 * What is wrong with a cache:
 *
 * - `unreadable`: a file that is not a package, or whose header is damaged;
 * - `guid`: a file whose name has a different GUID from its header: the game takes it for the other package;
 * - `generation`: UE2.5, the number in the name is not that of its generations;
 * - `damaged`: a package that is cut off, or whose tables are damaged;
 * - `objects`: with `deep`, objects that do not decode: they are damaged, or made unreadable on purpose
 *   (protected mods hide their script so);
 * - `unsafe-name`: the real name is not a valid file name;
 * - `dangling`: `cache.ini` names a file that does not exist;
 * - `unnamed`: a file that `cache.ini` does not name: the game finds it, people do not;
 * - `unknown`: a file that no game puts into a cache.
 */
export type CacheProblemKind =
  | 'unreadable'
  | 'guid'
  | 'generation'
  | 'damaged'
  | 'objects'
  | 'unsafe-name'
  | 'dangling'
  | 'unnamed'
  | 'unknown'

/** Something that is wrong with a cache. */
export interface CacheProblem {
  /** What kind of problem. */
  readonly kind: CacheProblemKind
  /** The file it is about, or the key in `cache.ini`. */
  readonly file: string
  /** Its real name, when it has one. */
  readonly name: string | undefined
  /** A sentence: what was expected, what was found, what to do. */
  readonly message: string
}

/** How to verify a cache. */
export interface VerifyCacheOptions {
  /** Also decode every object of every package. */
  readonly deep?: boolean | undefined
  /** Decoders; `portableCodecs` by default. */
  readonly codecs?: CodecSet | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called after each file with the number done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** *The problems of a cache*, file by file, then those of `cache.ini`. */
export async function verifyCache(
  files: GameFiles,
  cache: PackageCache,
  options: VerifyCacheOptions = {},
): Promise<CacheProblem[]> {
  const problems: CacheProblem[] = []
  for (const [done, file] of cache.files.entries()) {
    options.signal?.throwIfAborted()
    for (const [kind, message] of headerProblems(file)) problems.push(problem(kind, file, message))
    if (options.deep === true && file.package !== undefined && file.package.damage === undefined) {
      const message = await bodyProblem(files, file, options)
      if (message !== undefined) problems.push(problem('objects', file, message))
    }
    if (cache.iniPath !== undefined && file.realName === undefined) {
      const message = 'cache.ini does not name it; `ukit cache ls` shows what its name may be'
      problems.push(problem('unnamed', file, message))
    }
    options.onProgress?.(done + 1, cache.files.length)
  }
  for (const entry of cache.dangling) {
    const message = `cache.ini names ${entry.name}, but there is no file ${cacheKeyText(entry)}${cache.extension}`
    problems.push({ kind: 'dangling', file: entry.key, name: entry.name, message })
  }
  for (const { name, kind } of cache.unknown) {
    const message = `a ${kind} that no game puts into its cache`
    problems.push({ kind: 'unknown', file: name, name: undefined, message })
  }
  return problems
}

function problem(kind: CacheProblemKind, file: CachedFile, message: string): CacheProblem {
  return { kind, file: file.fileName, name: file.realName, message }
}

function* headerProblems(file: CachedFile): Generator<[CacheProblemKind, string]> {
  const { package: pkg, realName, generation } = file
  if (pkg === undefined) yield ['unreadable', file.error?.message ?? 'it cannot be read']
  else {
    if (!pkg.guid.equals(file.guid)) {
      yield ['guid', `expected a package with the GUID ${file.guid}, as its name says, found ${pkg.guid}`]
    }
    if (generation !== null && generation !== pkg.generations.length) {
      const found = pkg.generations.length
      yield ['generation', `expected ${plural(generation, 'generation')}, as its name says, found ${found}`]
    }
    if (pkg.damage !== undefined) yield ['damaged', pkg.damage]
  }
  const unsafe = realName === undefined ? undefined : fileNameProblem(realName)
  if (unsafe !== undefined)
    yield ['unsafe-name', `its real name ${JSON.stringify(realName)} is not a valid file name: ${unsafe}`]
}

async function bodyProblem(
  files: GameFiles,
  file: CachedFile,
  { codecs = portableCodecs, signal }: VerifyCacheOptions,
): Promise<string | undefined> {
  try {
    const source = await files.open(file.path)
    try {
      const fileName = file.realName ?? file.fileName
      const report = await verify(source, { codecs, fileName, signal })
      const errors = report.problems.filter(({ severity }) => severity === 'error')
      const [first] = errors
      if (first === undefined) return undefined
      const more = errors.length > 1 ? `, and ${errors.length - 1} more: ukit verify lists them` : ''
      return `${first.object === null ? '' : `${first.object}: `}${first.message}${more}`
    } finally {
      await source.close?.()
    }
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return error.message
    throw error
  }
}
