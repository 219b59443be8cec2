import { type CodecSet, packageSourceCrc, portableCodecs } from '@ukit/codecs'
import { openPackage, type Package } from '@ukit/core'
import { PackageError, SourceError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { GameFiles } from '../game-files.js'
import { withoutExtension } from '../paths.js'
import { type InferredName, type OwnClues, ownClues } from './infer-name.js'
import type { CachedFile, PackageCache } from './read-cache.js'

/** Where to look for names besides the cache's own files. */
export interface InferNamesOptions {
  /** Packages of the game: they are not looked for in the cache, and packages that they lack may be there. */
  readonly installed?: readonly { readonly path: string; readonly name: string }[] | undefined
  /** Extension of the game's maps, without dot; by default what the map itself says. */
  readonly mapExtension?: string | undefined
  /** Decoders; `portableCodecs` by default. */
  readonly codecs?: CodecSet | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called after each package with the number read so far and the total. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** This many needed objects identify a package. */
const MOST_NEEDS = 500

/** What others need of packages, by the package's name in lower case. */
interface Needed {
  /** As it is written. */
  readonly name: string
  /** Classes and paths in lower case. */
  readonly objects: Set<string>
  /** The first package that needs it. */
  readonly by: string
}

/**
 * *Finds names for files of the cache that `cache.ini` does not have*; by their paths.
 *
 * First the package's own evidence (its classes, its checksum); then the missing package that it could be:
 * all objects that other packages need of that one are in this file and in no other; then a guess by title,
 * class or group; finally the GUID.
 */
export async function inferNames(
  files: GameFiles,
  cache: PackageCache,
  options: InferNamesOptions = {},
): Promise<Map<string, InferredName>> {
  const { installed = [], mapExtension, signal, onProgress } = options
  const names = new Map<string, InferredName>()
  const unnamed = cache.files.filter((file) => file.realName === undefined && file.package !== undefined)
  if (unnamed.length === 0) return names
  const clues = new Map<CachedFile, OwnClues>()
  const needed = new Map<string, Needed>()
  const others = installed.map(({ path, name }) => ({ path, name, file: undefined }))
  const all = [
    ...cache.files.map((file) => ({ path: file.path, name: file.realName ?? file.fileName, file })),
    ...others,
  ]
  let done = 0
  const known = new Set(installed.map(({ name }) => name.toLowerCase()))
  for (const { path, name, file } of all) {
    signal?.throwIfAborted()
    await withPackage(files, path, options, async (pkg) => {
      if (file !== undefined && file.realName === undefined) clues.set(file, await ownClues(pkg, mapExtension))
      collectNeeds(pkg, name, known, needed)
    })
    onProgress?.(++done, all.length)
  }
  for (const { realName } of cache.files)
    if (realName !== undefined) known.add(withoutExtension(realName).toLowerCase())
  for (const { self } of clues.values()) if (self !== undefined) known.add(self.toLowerCase())
  for (const name of known) needed.delete(name)
  const open = unnamed.filter((file) => clues.get(file)?.self === undefined)
  const matches = await matchNeeds(files, open, needed, options)
  for (const file of unnamed) names.set(file.path, nameFor(file, clues.get(file), matches.get(file)))
  return names
}

function collectNeeds(pkg: Package, by: string, known: ReadonlySet<string>, needed: Map<string, Needed>): void {
  for (const object of pkg.imports) {
    let root = object.outer
    for (let depth = 0; root?.outer != null && depth < 64; depth++) root = root.outer
    if (root === null || root.outer !== null || known.has(root.name.toLowerCase())) continue
    const key = root.name.toLowerCase()
    const entry = needed.get(key) ?? { name: root.name, objects: new Set<string>(), by }
    needed.set(key, entry)
    if (object.className.toLowerCase() === 'package' || entry.objects.size >= MOST_NEEDS) continue
    entry.objects.add(`${object.className} ${object.path.slice(root.name.length + 1)}`.toLowerCase())
  }
}

/** For each file the missing package that it must be, if only one is possible. */
async function matchNeeds(
  files: GameFiles,
  open: readonly CachedFile[],
  needed: ReadonlyMap<string, Needed>,
  options: InferNamesOptions,
): Promise<Map<CachedFile, Needed>> {
  const candidates: { file: CachedFile; need: Needed; proven: boolean }[] = []
  for (const file of open) {
    await withPackage(files, file.path, options, async (pkg) => {
      const { packageSource } = pkg.summary
      const objects = new Set(pkg.exports.map((object) => `${object.className} ${object.path}`.toLowerCase()))
      for (const need of needed.values()) {
        const proven = packageSource !== 0 && packageSourceCrc(need.name) === packageSource
        if (proven || (need.objects.size > 0 && isSubset(need.objects, objects)))
          candidates.push({ file, need, proven })
      }
    })
  }
  const found = new Map<CachedFile, Needed>()
  for (const { file, need, proven } of candidates) {
    const rivals = candidates.filter((other) => (other.file === file) !== (other.need === need))
    // If another missing package needs fewer objects of the same file (such as one texture of that name),
    // that is not evidence against the larger need.
    const weaker = rivals.every((other) => other.file === file && other.need.objects.size < need.objects.size)
    if (proven || weaker) found.set(file, need)
  }
  return found
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  for (const item of part) if (!whole.has(item)) return false
  return true
}

function nameFor(file: CachedFile, clues: OwnClues | undefined, need: Needed | undefined): InferredName {
  const { content = 'other', extension = 'u', self, guess } = clues ?? {}
  const named = (name: string, rest: Pick<InferredName, 'evidence' | 'sure' | 'why'>): InferredName => ({
    fileName: `${name}.${extension}`,
    content,
    ...rest,
  })
  if (self !== undefined) return named(self, { evidence: 'self', sure: true, why: 'the package says so itself' })
  if (need !== undefined) {
    const count = need.objects.size === 1 ? 'an object' : plural(need.objects.size, 'object')
    const why = `${need.by} needs ${count} of a package ${need.name}, and only this package has them`
    return named(need.name, { evidence: 'imports', sure: true, why })
  }
  if (guess !== undefined) return named(guess.name, { evidence: guess.evidence, sure: false, why: guess.why })
  return named(file.guid.toString(), { evidence: 'guid', sure: false, why: 'nothing in it reveals its name' })
}

/** Opens a package for a moment; skips one that cannot be read. */
async function withPackage(
  files: GameFiles,
  path: string,
  { codecs = portableCodecs, signal }: InferNamesOptions,
  work: (pkg: Package) => Promise<void> | void,
): Promise<void> {
  try {
    const source = await files.open(path)
    try {
      await work(await openPackage(source, { fileName: path, codecs, signal }))
    } finally {
      await source.close?.()
    }
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
  }
}
