import { Guid } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { reasonOf } from '@ukit/files/internal'
import { type DownloadPolicy, leftOutBecause, nameFilter } from '../download-policy.js'
import { isFileProblem, type PackageFacts, readFileFacts } from '../package-facts.js'
import { splitUzName, type UzFormat } from '../uz-format.js'
import type { Compressor } from './compressor.js'
import type { ServedFile } from './served-folders.js'

/** What is known of a file: that it may be offered, or why not. */
export interface FileAccess {
  readonly facts?: PackageFacts | undefined
  /** Why it is not offered; absent when it is. */
  readonly refusal?: { readonly status: 403 | 404; readonly reason: string }
}

/** Files whose headers are read at a time, for a list of all. */
const AT_A_TIME = 8

/**
 * *Which files may be offered.* A file's header is read when somebody first asks for it, and again when the
 * file has changed.
 */
export class PackageRegister {
  readonly #policy: DownloadPolicy
  readonly #compressor: Compressor
  readonly #isListed: (fileName: string) => boolean
  readonly #known = new Map<
    string,
    { readonly size: number; readonly modified: number; readonly access: Promise<FileAccess> }
  >()

  constructor(policy: DownloadPolicy, compressor: Compressor) {
    this.#policy = policy
    this.#compressor = compressor
    this.#isListed = nameFilter(policy.only)
  }

  /** Whether a file may be offered; also a compressed one, whose package is looked into. */
  accessOf(file: ServedFile): Promise<FileAccess> {
    const known = this.#known.get(file.path)
    if (known?.size === file.size && known.modified === file.modified) return known.access
    const access = this.#look(file)
    this.#known.set(file.path, { size: file.size, modified: file.modified, access })
    // What failed for reasons that may pass is looked at again.
    access.catch(() => this.#known.delete(file.path))
    return access
  }

  /** The packages of a list that may be offered uncompressed, in its order. */
  async downloadable(
    files: Iterable<ServedFile>,
  ): Promise<{ readonly file: ServedFile; readonly facts: PackageFacts }[]> {
    const all = [...files]
    this.#keepOnly(all)
    const wanted = all.filter(({ name }) => splitUzName(name) === undefined)
    const accesses: (FileAccess | undefined)[] = []
    let next = 0
    const work = async () => {
      while (next < wanted.length) {
        const index = next++
        const file = wanted[index]
        if (file !== undefined) accesses[index] = await this.accessOf(file).catch(() => undefined)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
    return wanted.flatMap((file, i) => {
      const { facts, refusal } = accesses[i] ?? {}
      return facts === undefined || refusal !== undefined ? [] : [{ file, facts }]
    })
  }

  /** Forgets files that are gone. */
  #keepOnly(files: readonly ServedFile[]): void {
    const paths = new Set(files.map(({ path }) => path))
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path)
  }

  async #look(file: ServedFile): Promise<FileAccess> {
    const compressed = splitUzName(file.name)
    const name = compressed?.name ?? file.name
    if (!this.#isListed(name)) return { refusal: { status: 403, reason: 'it is not on the list of served packages' } }
    let facts: PackageFacts
    try {
      facts = compressed === undefined ? await readFileFacts(file.path) : await this.#lookInto(file, compressed.format)
    } catch (error) {
      if (error instanceof PackageError && error.kind !== 'io') {
        const reason =
          error.kind === 'not-a-package' ? 'it is not a package' : `it cannot be read as a package: ${error.message}`
        return { refusal: { status: 404, reason } }
      }
      if (isFileProblem(error)) throw error
      return {
        refusal: {
          status: 404,
          reason: `it cannot be read: ${reasonOf(error)}`,
        },
      }
    }
    const place =
      compressed === undefined ? file : { ...file, name, path: file.path.slice(0, -compressed.format.length - 1) }
    const refused = leftOutBecause(this.#policy, place, facts)
    return refused === undefined ? { facts } : { facts, refusal: { status: 403, reason: refused.reason } }
  }

  async #lookInto({ path, name }: ServedFile, format: UzFormat): Promise<PackageFacts> {
    const { facts } = await this.#compressor.run({ task: 'facts', path, name, format })
    const guid = facts === undefined ? undefined : Guid.parse(facts.guid)
    if (facts === undefined || guid === undefined) throw new Error('nothing was found in it')
    return { ...facts, guid }
  }
}
