import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { ignoreError } from '@ukit/files'
import { reasonOf } from '@ukit/files/internal'
import { fromSystem, systemPath } from '@ukit/files/node'
import { userCacheFolder } from '@ukit/game/node'
import { jsonText, plural } from '@ukit/text/internal'
import type { DownloadPolicy } from '../download-policy.js'
import { indexPage } from '../index-page.js'
import { type ManifestPackage, manifestPackage } from '../manifest.js'
import { splitUzName, type UzFormat, uzFormatOf } from '../uz-format.js'
import type { AccessRecord } from './access-record.js'
import { BusyError, COMPRESSED_FILES_DEFAULTS, CompressedFiles } from './compressed-files.js'
import { type Compressor, threadCompressor } from './compressor.js'
import { Exchange, type Refusal, type Sendable } from './exchange.js'
import { FairTurns } from './fair-turns.js'
import { type HotFile, HotFiles } from './hot-files.js'
import { Metrics } from './metrics.js'
import { PackageRegister } from './package-register.js'
import { type Clock, ProgressWatch } from './progress.js'
import { readRequestPath } from './request-path.js'
import { SERVED_FOLDERS_DEFAULTS, type ServedFile, ServedFolders } from './served-folders.js'

/** Settings of {@link createRedirect}. */
export interface RedirectOptions extends DownloadPolicy {
  /** Where the packages are; the first folder wins where two have a file of one name. */
  readonly folders: readonly string[]
  /**
   * Folder of the address that must come before a name, with `/` at both ends. By default any folder may, and
   * none.
   */
  readonly prefix?: string | undefined
  /** Where compressed files are kept; see {@link defaultCacheFolder}. */
  readonly cacheFolder?: string | undefined
  /** Bytes that they may take. */
  readonly cacheLimit?: number | undefined
  /** Milliseconds between two looks at the folders besides watching them; 0: neither. */
  readonly rescanMs?: number | undefined
  /** Bytes of memory for small files. */
  readonly memoryLimit?: number | undefined
  /** Answer files only: no index page, no manifest, no metrics. */
  readonly filesOnly?: boolean | undefined
  /** What compresses; a thread of its own by default. */
  readonly compressor?: Compressor | undefined
  /**
   * Milliseconds that a client may take for 16 kB before it is cut off, and accordingly longer for more; 0:
   * as long as it likes.
   */
  readonly stallMs?: number | undefined
  /** The clock, for tests. */
  readonly clock?: Clock | undefined
  /** Called with every request when its answer is over. */
  readonly onRequest?: ((record: AccessRecord) => void) | undefined
  /** Called with what an admin should know, a sentence each. */
  readonly onNote?: ((message: string) => void) | undefined
}

/** The defaults of a redirect. */
export const REDIRECT_DEFAULTS = {
  cacheLimit: COMPRESSED_FILES_DEFAULTS.limit,
  /** How long what was seen of a folder holds, in milliseconds. */
  rescanMs: SERVED_FOLDERS_DEFAULTS.rescanMs,
  /** 64 MiB for files that are being compressed. */
  memoryLimit: 64 << 20,
  // 1.6 kB a second: a modem of 1996 does better.
  stallMs: 10_000,
} as const

/** Files up to this length are sent from memory, if they are asked for often. */
const MOST_HOT = 256 << 10
/** How long an index page is good for. */
const PAGE_MS = 5000

/** *An HTTP redirect*: answers requests; anyone who has a server hands them over. */
export interface Redirect {
  /** Answers one request. Never throws, never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): void
  /**
   * Whether an answer on this connection is being prepared: a file is compressed, say, which takes as long as
   * it takes.
   */
  isPreparing(socket: Socket): boolean
  /**
   * The file that a plain request for this target gets: a small one, from memory. At once, or after a look at
   * the disk; `undefined` if `handle` has to answer.
   */
  inMemory(target: string): HotFile | Promise<HotFile | undefined> | undefined
  /** Counts and logs an answer that did not go through `handle`. */
  record(record: AccessRecord): void
  /** Looks at the folders now. */
  rescan(): Promise<void>
  /** What may be downloaded. */
  packages(): Promise<readonly ManifestPackage[]>
  /** Files in the folders, packages or not. */
  readonly fileCount: number
  /** Counts since the start. */
  readonly metrics: Metrics
  /** Ends watching and compressing. Answers that are under way go on. */
  close(): Promise<void>
}

/** Where compressed files are kept by default: the user's folder for caches. */
export function defaultCacheFolder(): string {
  return join(userCacheFolder(), 'ukit', 'redirect')
}

/**
 * *Creates a redirect over folders of packages.* It answers what clients of all three engines ask:
 * `NAME.ext`, or with `.uz`, `.uz2` or `.uz3` after it, from whatever subfolder, in any case and encoding.
 * Always with `Content-Length`, never chunked, never `Content-Encoding`: old clients read the bytes as they
 * come.
 *
 * @throws {SourceError} `io` for a folder that cannot be read.
 */
export async function createRedirect(options: RedirectOptions): Promise<Redirect> {
  const { onNote = ignoreError } = options
  const folders = await ServedFolders.open(options.folders, {
    rescanMs: options.rescanMs ?? REDIRECT_DEFAULTS.rescanMs,
    onNote,
  })
  const compressor = options.compressor ?? threadCompressor()
  try {
    const compressed = await CompressedFiles.open(compressor, {
      folder: options.cacheFolder ?? defaultCacheFolder(),
      limit: options.cacheLimit ?? REDIRECT_DEFAULTS.cacheLimit,
      onGrown: (file, format, bytes) => {
        const larger = `${file.name}.${format} is larger (${plural(bytes, 'byte')}) than ${file.name} (${file.size})`
        const crash = ': clients of Unreal Tournament before 469 crash on it; offer it uncompressed'
        onNote(format === 'uz' ? larger + crash : larger)
      },
      onUnkept: ({ name }, error) =>
        onNote(
          `the compressed ${name} cannot be kept, and is compressed again each time: ` +
            `${reasonOf(fromSystem(error))}`,
        ),
    })
    return new FolderRedirect(options, folders, compressor, compressed)
  } catch (error) {
    folders.close()
    await compressor.close()
    throw error
  }
}

/**
 * The request, found in the folders: the file of exactly that name, what it would be compressed from, or
 * both.
 */
interface Wanted {
  readonly file: ServedFile | undefined
  readonly original: ServedFile | undefined
  readonly format: UzFormat | undefined
}

const GONE: Refusal = { status: 404, reason: 'the file has just disappeared' }

/** Pieces of files that are read at a time: as many as Node has threads for it. */
const READS_AT_A_TIME = 4

class FolderRedirect implements Redirect {
  readonly metrics = new Metrics()
  readonly #progress: ProgressWatch
  readonly #turns = new FairTurns(READS_AT_A_TIME)
  readonly #options: RedirectOptions
  readonly #folders: ServedFolders
  readonly #compressor: Compressor
  readonly #compressed: CompressedFiles
  readonly #register: PackageRegister
  readonly #hot: HotFiles
  readonly #preparing = new Set<Socket>()
  #listed: { readonly at: number; readonly packages: Promise<readonly ManifestPackage[]> } | undefined

  constructor(options: RedirectOptions, folders: ServedFolders, compressor: Compressor, compressed: CompressedFiles) {
    this.#options = options
    this.#progress = new ProgressWatch(options.stallMs ?? REDIRECT_DEFAULTS.stallMs, options.clock)
    this.#folders = folders
    this.#compressor = compressor
    this.#compressed = compressed
    this.#register = new PackageRegister(options, compressor)
    this.#hot = new HotFiles(options.memoryLimit ?? REDIRECT_DEFAULTS.memoryLimit)
  }

  isPreparing(socket: Socket): boolean {
    return this.#preparing.has(socket)
  }

  get fileCount(): number {
    return this.#folders.size
  }

  async rescan(): Promise<void> {
    await this.#folders.scan()
    this.#listed = undefined
  }

  packages(): Promise<readonly ManifestPackage[]> {
    const now = performance.now()
    if (this.#listed === undefined || now - this.#listed.at > PAGE_MS) {
      const packages = this.#register
        .downloadable(this.#folders.all())
        .then((found) => found.map(({ file, facts }) => manifestPackage(file.name, file.size, facts)))
      this.#listed = { at: now, packages }
    }
    return this.#listed.packages
  }

  async close(): Promise<void> {
    this.#folders.close()
    await this.#compressor.close()
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const exchange = new Exchange(request, response, this.metrics, this.#progress, this.#turns, this.#options.onRequest)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      exchange.refuse({ status: 405, reason: 'only GET and HEAD are answered' }, { Allow: 'GET, HEAD' })
      return
    }
    const path = readRequestPath(request.url ?? '', this.#options.prefix)
    if (path.kind === 'bad') {
      exchange.refuse({ status: 400, reason: path.reason })
      return
    }
    const [first, ...others] = path.kind === 'file' ? path.names : []
    const hot = first !== undefined && others.length === 0 ? this.#hot.getIfFresh(first) : undefined
    if (hot !== undefined) {
      exchange.send({ ...hot, source: hot.body })
      return
    }
    const answer = path.kind === 'folder' ? this.#answerIndex(exchange) : this.#answerFile(exchange, path.names)
    const { socket } = request
    this.#preparing.add(socket)
    answer
      .catch((error: unknown) => {
        this.#options.onNote?.(`${request.url}: ${reasonOf(fromSystem(error))}`)
        exchange.refuse({ status: 500, reason: 'the file could not be read; the log of the server says why' })
      })
      .finally(() => this.#preparing.delete(socket))
      .catch(ignoreError)
  }

  inMemory(target: string): HotFile | Promise<HotFile | undefined> | undefined {
    const path = readRequestPath(target, this.#options.prefix)
    const [name, ...others] = path.kind === 'file' ? path.names : []
    if (name === undefined || others.length > 0) return undefined
    const hot = this.#hot.getIfFresh(name)
    if (hot !== undefined) return hot
    const wanted = this.#lookUp(name)
    if (wanted === undefined || !(this.#hot.has(name) || (wanted.file?.size ?? MOST_HOT + 1) <= MOST_HOT))
      return undefined
    return this.#load(wanted, name)
  }

  async #load(wanted: Wanted, name: string): Promise<HotFile | undefined> {
    try {
      const found = await this.#prepare(wanted, name)
      if ('status' in found) return undefined
      const { source, ...state } = found
      if (Buffer.isBuffer(source)) return { ...state, body: source }
      await source.file.close()
    } catch {
      // `handle`, which answers then, says what is wrong.
    }
    return undefined
  }

  record(record: AccessRecord): void {
    this.metrics.count(record.status, record.bytes, record.complete)
    this.#options.onRequest?.(record)
  }

  async #answerFile(exchange: Exchange, names: readonly string[]): Promise<void> {
    const found = await this.#find(names)
    if ('status' in found) {
      for (const name of names) this.#hot.forget(name)
      if (found.status === 404 && names.length > 0 && (await this.#answerPage(exchange, names))) return
      exchange.refuse(found)
      return
    }
    const sendable = await this.#prepare(found, names[0] ?? '')
    if ('status' in sendable) {
      this.#hot.forget(names[0] ?? '')
      exchange.refuse(sendable)
    } else {
      exchange.send(sendable)
    }
  }

  /** Finds the file of the first name that has one; one that was copied here just now is found too. */
  async #find(names: readonly string[]): Promise<Wanted | Refusal> {
    let found = firstOf(names, (name) => this.#lookUp(name))
    if (found === undefined) {
      const looked = await this.#folders.scanAfterMiss()
      if (looked) found = firstOf(names, (name) => this.#lookUp(name))
    }
    return found ?? { status: 404, reason: 'there is no such file here' }
  }

  #lookUp(name: string): Wanted | undefined {
    const file = this.#folders.find(name)
    const packed = splitUzName(name)
    const original = packed === undefined ? undefined : this.#folders.find(packed.name)
    return file === undefined && original === undefined ? undefined : { file, original, format: packed?.format }
  }

  async #prepare(wanted: Wanted, name: string): Promise<Sendable | Refusal> {
    const [file, original] = await Promise.all([currentStateOf(wanted.file), currentStateOf(wanted.original)])
    const decides = original ?? file
    if (decides === undefined) return GONE
    const { refusal } = await this.#register.accessOf(decides)
    if (refusal !== undefined) return refusal
    // One that somebody compressed already is good as long as it is not older than what it was made from.
    if (file !== undefined && (original === undefined || file.modified >= original.modified)) {
      return this.#open(name, file.path, stateOf(file))
    }
    if (original === undefined || wanted.format === undefined) return GONE
    try {
      return await this.#openCompressed(name, original, wanted.format)
    } catch (error) {
      if (error instanceof BusyError) return { status: 503, reason: `${error.message}; try again` }
      throw error
    }
  }

  async #openCompressed(name: string, file: ServedFile, format: UzFormat): Promise<Sendable | Refusal> {
    for (let attempt = 0; ; attempt++) {
      const made = await this.#compressed.get(file, format)
      if (made.tookMs !== undefined) {
        this.metrics.compressions++
        this.metrics.compressSeconds += made.tookMs / 1000
      }
      const note = made.tookMs === undefined ? 'compressed before' : `compressed in ${Math.round(made.tookMs)} ms`
      const state = { etag: `"${made.key}-${made.size.toString(36)}"`, modified: file.modified, note }
      if (typeof made.at !== 'string') return { ...state, source: Buffer.from(made.at) }
      const opened = await this.#open(name, made.at, state)
      // It may have been evicted between being found and being opened.
      if (!('status' in opened) || attempt > 0) return opened
    }
  }

  async #open(name: string, path: string, state: Omit<Sendable, 'source'>): Promise<Sendable | Refusal> {
    const same = this.#hot.getIfSame(name, state.etag)
    if (same !== undefined) return { ...state, source: same.body }
    const file = await openPlain(path)
    if (file === undefined) return GONE
    let handedOn = false
    try {
      const stats = await file.stat()
      if (!stats.isFile()) return { status: 404, reason: 'it is not a file' }
      if (stats.size > MOST_HOT) {
        handedOn = true
        return { ...state, source: { file, size: stats.size } }
      }
      const body = await file.readFile()
      const hot: HotFile = { body, etag: state.etag, modified: state.modified, note: 'from memory' }
      this.#hot.put(name, hot)
      return { ...state, source: body }
    } finally {
      if (!handedOn) await file.close()
    }
  }

  async #answerIndex(exchange: Exchange): Promise<void> {
    if (this.#options.filesOnly === true) {
      exchange.refuse({ status: 404, reason: 'there is no index here' })
      return
    }
    const rows = (await this.packages()).map((entry) => ({
      package: entry,
      files: [{ name: entry.name, size: entry.size }, { name: `${entry.name}.${uzFormatOf(entry.engine)}` }],
    }))
    exchange.page('text/html; charset=utf-8', indexPage('Packages', rows))
  }

  /** The pages that are not files; a file of that name comes first. */
  async #answerPage(exchange: Exchange, names: readonly string[]): Promise<boolean> {
    if (this.#options.filesOnly === true) return false
    if (names.includes('manifest.json')) {
      exchange.page('application/json', jsonText({ packages: await this.packages() }, 1))
      return true
    }
    if (!names.includes('metrics')) return false
    exchange.page('text/plain; version=0.0.4; charset=utf-8', this.metrics.text(this.#gauges()))
    return true
  }

  #gauges() {
    return {
      files: ['Files in the folders.', this.#folders.size],
      collisions: ['Files hidden by one of the same name.', this.#folders.collisions.length],
      cache_bytes: ['Bytes of compressed files on disk.', this.#compressed.bytes],
      memory_bytes: ['Bytes of small files in memory.', this.#hot.bytes],
      compress_waiting: ['Files being compressed or waiting for it.', this.#compressor.waiting],
      resident_bytes: ['Memory of the process.', process.memoryUsage.rss()],
    } as const
  }
}

/** What distinguishes one state of a file from another. */
function stateOf({ size, modified }: Pick<ServedFile, 'size' | 'modified'>): Omit<Sendable, 'source'> {
  return { etag: `"${size.toString(36)}-${Math.round(modified * 1000).toString(36)}"`, modified, note: '' }
}

/** The file as the disk has it now; `undefined` when it is gone. */
async function currentStateOf(file: ServedFile | undefined): Promise<ServedFile | undefined> {
  if (file === undefined) return undefined
  const stats = await stat(systemPath(file.path)).catch(() => undefined)
  if (stats?.isFile() !== true) return undefined
  return stats.size === file.size && stats.mtimeMs === file.modified
    ? file
    : { ...file, size: stats.size, modified: stats.mtimeMs }
}

/**
 * Opens a file that was found before; `undefined` when it is gone, or has become a link: that could lead
 * anywhere.
 */
async function openPlain(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(systemPath(path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENOTDIR') return undefined
    throw error
  }
}

function firstOf<T, R>(items: readonly T[], map: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const result = map(item)
    if (result !== undefined) return result
  }
  return undefined
}
