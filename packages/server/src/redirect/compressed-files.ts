import { createHash } from 'node:crypto'
import { readdir, stat, unlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreError } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'
import { makeFolders, saveFile } from '@ukit/files/node'
import type { UzFormat } from '../uz-format.js'
import type { Compressor } from './compressor.js'
import type { ServedFile } from './served-folders.js'

/** Settings of {@link CompressedFiles}. */
export interface CompressedFilesOptions {
  /** Where the compressed files are kept; made if it does not exist. */
  readonly folder: string
  /** Bytes that may be kept; the file that has not been requested for the longest time is removed first. */
  readonly limit?: number | undefined
  /** Jobs that may wait; more are refused. */
  readonly queue?: number | undefined
  /** Told when a compressed file is larger than the original. */
  readonly onGrown?: ((file: ServedFile, format: UzFormat, bytes: number) => void) | undefined
  /** Told when a compressed file cannot be kept: the disk is full, or the folder is gone. */
  readonly onUnkept?: ((file: ServedFile, error: unknown) => void) | undefined
}

/** The defaults of {@link CompressedFiles}. */
export const COMPRESSED_FILES_DEFAULTS = { limit: 4e9, queue: 64 } as const

/** A compressed file, ready to be sent. */
export interface CompressedFile {
  /** The path of the file, or its bytes when it could not be kept: anyone who asked gets it anyway. */
  readonly at: string | Uint8Array
  readonly size: number
  /** What distinguishes this content from others: a hash of where it comes from. */
  readonly key: string
  /** Milliseconds that compressing took, for the first request. */
  readonly tookMs: number | undefined
}

/** Too much is waiting to be compressed. */
export class BusyError extends Error {
  override readonly name = 'BusyError'
}

/** Change it when what the compressors write changes. */
const CACHE_VERSION = 1
/** The time of last use is kept to this precision: it costs a write. */
const TOUCH_MS = 60_000

/**
 * *Compressed forms of files, made when they are asked for and kept on disk.*
 *
 * A form is found by path, length and time of the original, and the format: a changed original has another
 * one. All requests for one form wait for one compression. Files are written whole or not at all, so
 * that several servers may share a folder.
 */
export class CompressedFiles {
  readonly #folder: string
  readonly #limit: number
  readonly #queue: number
  readonly #compressor: Compressor
  readonly #onGrown: NonNullable<CompressedFilesOptions['onGrown']>
  readonly #onUnkept: NonNullable<CompressedFilesOptions['onUnkept']>
  readonly #running = new Map<string, Promise<CompressedFile>>()
  readonly #touched = new Map<string, number>()
  #bytes = 0

  private constructor(compressor: Compressor, options: CompressedFilesOptions) {
    this.#compressor = compressor
    this.#folder = options.folder
    this.#limit = options.limit ?? COMPRESSED_FILES_DEFAULTS.limit
    this.#queue = options.queue ?? COMPRESSED_FILES_DEFAULTS.queue
    this.#onGrown = options.onGrown ?? ignoreError
    this.#onUnkept = options.onUnkept ?? ignoreError
  }

  static async open(compressor: Compressor, options: CompressedFilesOptions): Promise<CompressedFiles> {
    await makeFolders(options.folder)
    const files = new CompressedFiles(compressor, options)
    await files.#evict(0)
    return files
  }

  /** Bytes on disk, as far as this process knows. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * The compressed form of a file.
   *
   * @throws {BusyError} when too many wait; an error of reading or compressing.
   */
  async get(file: ServedFile, format: UzFormat): Promise<CompressedFile> {
    const key = keyOf(file, format)
    const path = join(this.#folder, `${key}.${format}`)
    const running = this.#running.get(key)
    if (running !== undefined) return { ...(await running), tookMs: undefined }
    const kept = await stat(path).catch(() => undefined)
    if (kept?.isFile() === true) {
      await this.#touch(path)
      return { at: path, size: kept.size, key, tookMs: undefined }
    }
    // Somebody may have begun while we looked.
    const begun = this.#running.get(key)
    if (begun !== undefined) return { ...(await begun), tookMs: undefined }
    if (this.#running.size >= this.#queue) throw new BusyError('too many files are waiting to be compressed')
    const work = this.#make(file, format, key, path).finally(() => this.#running.delete(key))
    this.#running.set(key, work)
    return await work
  }

  async #make(file: ServedFile, format: UzFormat, key: string, path: string): Promise<CompressedFile> {
    const start = performance.now()
    const job = { task: 'compress', path: file.path, name: file.name, format } as const
    const { bytes = NO_BYTES } = await this.#compressor.run(job)
    if (bytes.length > file.size) this.#onGrown(file, format, bytes.length)
    const isKept = await this.#keep(path, bytes).then(
      () => true,
      (error: unknown) => {
        this.#onUnkept(file, error)
        return false
      },
    )
    return { at: isKept ? path : bytes, size: bytes.length, key, tookMs: performance.now() - start }
  }

  async #keep(path: string, bytes: Uint8Array): Promise<void> {
    await this.#evict(bytes.length)
    await saveFile(path, [bytes], { force: true })
    this.#bytes += bytes.length
  }

  /** Notes that a file is in use. */
  async #touch(path: string): Promise<void> {
    const now = Date.now()
    if (now - (this.#touched.get(path) ?? 0) < TOUCH_MS) return
    this.#touched.set(path, now)
    await utimes(path, new Date(now), new Date(now)).catch(ignoreError)
  }

  /**
   * Removes what was used longest ago until `more` bytes fit. One that is being sent can still be read to its
   * end.
   */
  async #evict(more: number): Promise<void> {
    const kept: { path: string; size: number; used: number }[] = []
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name)
      const stats = await stat(path).catch(() => undefined)
      if (stats?.isFile() !== true) continue
      if (OURS.test(name)) kept.push({ path, size: stats.size, used: stats.mtimeMs })
    }
    kept.sort((a, b) => b.used - a.used)
    this.#bytes = kept.reduce((sum, { size }) => sum + size, 0)
    while (this.#bytes + more > this.#limit) {
      const oldest = kept.pop()
      if (oldest === undefined) break
      await unlink(oldest.path).catch(ignoreError)
      this.#touched.delete(oldest.path)
      this.#bytes -= oldest.size
    }
  }
}

/** Nothing else in the folder is ever removed: it may belong to someone. */
const OURS = /^[0-9a-f]{40}\.uz[23]?$/

function keyOf({ path, size, modified, name }: ServedFile, format: UzFormat): string {
  const text = [CACHE_VERSION, path, name, size, modified, format].join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
