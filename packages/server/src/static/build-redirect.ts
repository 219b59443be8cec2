import { createHash } from 'node:crypto'
import { readdir, realpath, stat, unlink } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, sep } from 'node:path'
import { PackageError, SourceError } from '@ukit/files'
import { NO_BYTES, reasonOf } from '@ukit/files/internal'
import { filePieces, fromSystem, makeFolders, saveFile } from '@ukit/files/node'
import { jsonText, plural } from '@ukit/text/internal'
import { type DownloadPolicy, leftOutBecause, type NotOffered, nameFilter } from '../download-policy.js'
import { indexPage } from '../index-page.js'
import { manifestPackage } from '../manifest.js'
import { isStubAt, readFileFacts } from '../package-facts.js'
import { type Compressor, threadCompressor } from '../redirect/compressor.js'
import { type NameCollision, type ServedFile, ServedFolders } from '../redirect/served-folders.js'
import { systemFailure } from '../system-failure.js'
import { splitUzName, type UzFormat, uzFormatOf } from '../uz-format.js'
import {
  type BuiltFile,
  type BuiltPackage,
  MANIFEST_NAME,
  type RedirectManifest,
  readManifest,
} from './redirect-manifest.js'

/** Settings of {@link buildRedirect}. */
export interface BuildRedirectOptions extends DownloadPolicy {
  /**
   * The files to make of each package: compressions, `plain` for the package itself, `auto` for the
   * compression of its engine.
   */
  readonly formats?: readonly (UzFormat | 'auto' | 'plain')[] | undefined
  /** Replace files in the folder that an earlier build did not make. */
  readonly force?: boolean | undefined
  /** Threads that compress; one a processor core by default. */
  readonly jobs?: number | undefined
  /** What compresses, instead of threads. */
  readonly compressor?: Compressor | undefined
  /** Ends the work: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with every package when it is done. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined
}

/** The defaults of {@link buildRedirect}. */
export const BUILD_REDIRECT_DEFAULTS = { formats: ['auto'], force: false } as const satisfies BuildRedirectOptions

/** A file or package that is not in the redirect, and why. */
export interface LeftOut {
  /** Name of the file or package. */
  readonly name: string
  /** Why, in a sentence. */
  readonly reason: string
  /** What kind of reason, for a package that may not be downloaded, or need not. */
  readonly cause?: NotOffered['cause']
}

/** What a build did. */
export interface BuiltRedirect {
  /** The packages that are served. */
  readonly packages: readonly BuiltPackage[]
  /** Names of files that were made now. */
  readonly written: readonly string[]
  /** Names of files that were good as they were. */
  readonly kept: readonly string[]
  /** Names of files of an earlier build that nothing follows any more. */
  readonly removed: readonly string[]
  /** Packages that may not be downloaded. */
  readonly leftOut: readonly LeftOut[]
  /** What went wrong: files of others in the way, packages that could not be read or compressed. */
  readonly failed: readonly LeftOut[]
  /** Packages that are hidden by one of the same name. */
  readonly collisions: readonly NameCollision[]
  /** Compressed files that are larger than the package: old clients crash on a `.uz` like that. */
  readonly grown: readonly string[]
  /**
   * What else was noticed: files offered under another name, links that lead out of a folder, folders that
   * cannot be read.
   */
  readonly notes: readonly string[]
}

/**
 * *Builds a redirect that any web server can serve*: a flat folder with compressed packages, `index.html` and
 * `manifest.json`.
 *
 * Packages that have not changed since the last build (length, time, files that are there) are not compressed
 * again. Files of an earlier build are removed when their package is gone; nothing else in the folder is ever
 * removed, nor, without `force`, overwritten. A build that is interrupted can be repeated.
 *
 * @throws {SourceError} when a folder cannot be read or written, or `out` holds a manifest of somebody else;
 *   the signal's reason.
 */
export async function buildRedirect(
  folders: readonly string[],
  out: string,
  options: BuildRedirectOptions = {},
): Promise<BuiltRedirect> {
  await makeFolders(out)
  const before = await readManifest(join(out, MANIFEST_NAME))
  const jobs = Math.max(1, options.jobs ?? availableParallelism())
  const compressors =
    options.compressor === undefined ? Array.from({ length: jobs }, threadCompressor) : [options.compressor]
  try {
    return await new Build(out, await attempt(out, () => realpath(out)), before, options).run(folders, compressors)
  } finally {
    if (options.compressor === undefined) await Promise.all(compressors.map((compressor) => compressor.close()))
  }
}

class Build {
  readonly #out: string
  readonly #realOut: string
  readonly #options: BuildRedirectOptions
  readonly #before: RedirectManifest | undefined
  /** Names of files that earlier builds made, with their lengths where they are known. */
  readonly #earlierFiles = new Map<string, number | undefined>()
  readonly #written: string[] = []
  readonly #kept: string[] = []
  readonly #leftOut: LeftOut[] = []
  readonly #failed: LeftOut[] = []
  readonly #grown: string[] = []
  readonly #notes: string[] = []

  constructor(out: string, realOut: string, before: RedirectManifest | undefined, options: BuildRedirectOptions) {
    this.#out = out
    this.#realOut = realOut
    this.#before = before
    this.#options = options
    for (const name of before?.pending ?? []) this.#earlierFiles.set(name, undefined)
    for (const { files } of before?.packages ?? [])
      for (const { name, size } of files) this.#earlierFiles.set(name, size)
    if (before !== undefined) this.#earlierFiles.set(INDEX_NAME, undefined)
  }

  async run(folders: readonly string[], compressors: readonly Compressor[]): Promise<BuiltRedirect> {
    const { signal, onProgress } = this.#options
    const { files, collisions } = await this.#sources(folders)
    const plans = await this.#plan(files)
    signal?.throwIfAborted()
    await this.#checkFree(plans)
    await this.#writeManifest(
      this.#before?.packages ?? [],
      plans.flatMap(({ names }) => names.map(({ name }) => name)),
    )
    const packages: (BuiltPackage | undefined)[] = []
    let next = 0
    let done = 0
    const work = async (compressor: Compressor) => {
      while (next < plans.length) {
        signal?.throwIfAborted()
        const index = next++
        const plan = plans[index]
        if (plan === undefined) break
        packages[index] = await this.#make(plan, compressor)
        onProgress?.(++done, plans.length, plan.file.name)
      }
    }
    await Promise.all(compressors.map(work))
    const made = packages.filter((entry) => entry !== undefined)
    const removed = await this.#removeStale(made)
    await this.#write(INDEX_NAME, [
      Buffer.from(
        indexPage(
          'Packages',
          made.map((entry) => ({ package: entry, files: entry.files })),
        ),
      ),
    ])
    await this.#writeManifest(made, [])
    for (const { source, stub } of made) {
      if (stub === true)
        this.#notes.push(
          `${source} is a stub, made by ukit because the real package was missing, and is offered as it is`,
        )
    }
    return {
      packages: made,
      written: this.#written,
      kept: this.#kept,
      removed,
      leftOut: this.#leftOut,
      failed: this.#failed,
      collisions,
      grown: this.#grown,
      notes: this.#notes,
    }
  }

  /** The packages of the folders; what lies in the folder that is being built is none of them. */
  async #sources(folders: readonly string[]) {
    const served = await ServedFolders.open(folders, {
      rescanMs: 0,
      onNote: (message, isCollision) => {
        if (!isCollision) this.#notes.push(message)
      },
    })
    const isForeign = ({ path }: ServedFile) => !path.startsWith(this.#realOut + sep)
    const all = [...served.all()].filter(isForeign)
    const files = all.filter(({ name }) => splitUzName(name) === undefined)
    this.#noteDownloads(files, all)
    return {
      files,
      collisions: served.collisions.filter(({ served: first, hidden }) => isForeign(first) && isForeign(hidden)),
    }
  }

  /** Compressed downloads whose packages are not there are not offered, which would otherwise be silent. */
  #noteDownloads(files: readonly ServedFile[], all: readonly ServedFile[]): void {
    const names = new Set(files.map(({ name }) => name.toLowerCase()))
    const [first, ...others] = all.filter(({ name }) => {
      const made = splitUzName(name)?.name.toLowerCase()
      return made !== undefined && !names.has(made)
    })
    if (first === undefined) return
    const one = others.length === 0
    const which = one ? first.below : `${first.below} and ${plural(others.length, 'other')}`
    const why = one ? 'is compressed, its package is not here' : 'are compressed, their packages are not here'
    this.#notes.push(`${which} ${why}, and left out: ukit decompress unpacks ${one ? 'it' : 'them'}`)
  }

  async #plan(files: readonly ServedFile[]): Promise<readonly Plan[]> {
    const isListed = nameFilter(this.#options.only)
    const plans: Plan[] = []
    for (const file of files) {
      this.#options.signal?.throwIfAborted()
      if (!isListed(file.name)) continue
      try {
        const facts = await readFileFacts(file.path)
        const refused = leftOutBecause(this.#options, file, facts)
        if (refused !== undefined) {
          this.#leftOut.push({ name: file.below, ...refused })
          continue
        }
        const formats = new Set(
          (this.#options.formats ?? BUILD_REDIRECT_DEFAULTS.formats).map((format) =>
            format === 'auto' ? uzFormatOf(facts.engine) : format,
          ),
        )
        const names = [...formats].map((format) => ({
          format,
          name: format === 'plain' ? file.name : `${file.name}.${format}`,
        }))
        plans.push({ file, entry: manifestPackage(file.name, file.size, facts), names })
      } catch (error) {
        if (error instanceof PackageError && error.kind === 'not-a-package') continue
        if (!(error instanceof PackageError || error instanceof SourceError)) throw error
        this.#failed.push({ name: file.below, reason: error.message })
      }
    }
    return plans
  }

  /** Files of others are not overwritten; found before anything is done. */
  async #checkFree(plans: readonly Plan[]): Promise<void> {
    if (this.#options.force === true) return
    const there = new Set(await attempt(this.#out, () => readdir(this.#out)))
    for (const name of [INDEX_NAME, ...plans.flatMap(({ names }) => names.map((each) => each.name))]) {
      if (!there.has(name) || this.#earlierFiles.has(name)) continue
      const path = join(this.#out, name)
      throw new SourceError(
        'exists',
        `"${path}" exists and was not made by an earlier build; it is overwritten only with force`,
        { path },
      )
    }
  }

  async #make({ file, entry, names }: Plan, compressor: Compressor): Promise<BuiltPackage | undefined> {
    const same = this.#before?.packages.find(({ name }) => name === file.name)
    const old = same?.size === file.size && same.modified === file.modified ? same : undefined
    try {
      const sha256 = old?.sha256 ?? (await hashOfFile(file.path))
      const files: BuiltFile[] = []
      for (const { name, format } of names) {
        const kept = old?.files.find((each) => each.name === name)
        if (kept !== undefined && (await sizeOf(join(this.#out, name))) === kept.size) {
          this.#kept.push(name)
          files.push(kept)
        } else {
          files.push(await this.#makeFile(file, name, format, sha256, compressor))
        }
      }
      for (const { name, size } of files) if (size > file.size) this.#grown.push(name)
      const stub = old === undefined ? await isStubAt(file.path) : old.stub === true
      const mark = stub ? ({ stub: true } as const) : {}
      return { ...entry, sha256, source: file.below, modified: file.modified, files, ...mark }
    } catch (error) {
      this.#options.signal?.throwIfAborted()
      this.#failed.push({ name: file.below, reason: reasonOf(fromSystem(error)) })
      return undefined
    }
  }

  async #makeFile(
    file: ServedFile,
    name: string,
    format: UzFormat | 'plain',
    sha256: string,
    compressor: Compressor,
  ): Promise<BuiltFile> {
    if (format === 'plain') {
      return { name, size: await this.#write(name, filePieces(file.path)), sha256 }
    }
    const { bytes = NO_BYTES } = await compressor.run({
      task: 'compress',
      path: file.path,
      name: file.name,
      format,
    })
    const size = await this.#write(name, [bytes])
    return { name, size, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  async #write(name: string, pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
    const { signal } = this.#options
    const size = await saveFile(join(this.#out, name), pieces, {
      force: true,
      signal,
    })
    if (name !== INDEX_NAME) this.#written.push(name)
    return size
  }

  /**
   * What this build may write is put down before it does: after a crash the next build knows what is ours.
   */
  async #writeManifest(packages: readonly BuiltPackage[], pending: readonly string[]): Promise<void> {
    const manifest: RedirectManifest = { redirect: 1, packages, ...(pending.length > 0 ? { pending } : {}) }
    await saveFile(join(this.#out, MANIFEST_NAME), [Buffer.from(jsonText(manifest, 1))], { force: true })
  }

  /** Removes what earlier builds made and this one would not have, unless somebody has changed it since. */
  async #removeStale(made: readonly BuiltPackage[]): Promise<string[]> {
    const wanted = new Set([INDEX_NAME, ...made.flatMap(({ files }) => files.map(({ name }) => name))])
    const failed = new Set(this.#failed.map(({ name }) => name.slice(name.lastIndexOf('/') + 1)))
    const removed: string[] = []
    for (const [name, size] of this.#earlierFiles) {
      // What could not be made this time stays as it was.
      if (wanted.has(name) || failed.has(splitUzName(name)?.name ?? name)) continue
      const there = await sizeOf(join(this.#out, name))
      if (there === undefined || (size !== undefined && there !== size)) continue
      await attempt(this.#out, () => unlink(join(this.#out, name)))
      removed.push(name)
    }
    return removed
  }
}

interface Plan {
  readonly file: ServedFile
  readonly entry: ReturnType<typeof manifestPackage>
  readonly names: readonly { readonly name: string; readonly format: UzFormat | 'plain' }[]
}

const INDEX_NAME = 'index.html'

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of filePieces(path)) hash.update(piece)
  return hash.digest('hex')
}

async function sizeOf(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats?.isFile() === true ? stats.size : undefined
}

/** Runs one step of the system; its error becomes ours. */
async function attempt<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof SourceError || !(cause instanceof Error)) throw cause
    throw systemFailure(path, cause)
  }
}
