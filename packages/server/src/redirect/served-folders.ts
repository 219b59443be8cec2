import { isUtf8 } from 'node:buffer'
import { type FSWatcher, watch } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ignoreError } from '@ukit/files'
import { fromWindows1252, reasonOf } from '@ukit/files/internal'
import { codeOf, fileNameText, systemPath } from '@ukit/files/node'
import { parseCacheName } from '@ukit/game'
import { notAFolder, systemFailure } from '../system-failure.js'

/** A file that may be asked for. */
export interface ServedFile {
  /** Where it really is: absolute, links followed. A byte that is not UTF-8 is as in `fileNameText`. */
  readonly path: string
  /** File name as it is written on the disk; in Windows-1252, if it is not UTF-8. */
  readonly name: string
  /** Path below its folder, with `/`. */
  readonly below: string
  /** Bytes. */
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

/** Two files of one name: a flat layout can hold only one of them. */
export interface NameCollision {
  /** The file that is served. */
  readonly served: ServedFile
  /** The file of the same name that is not. */
  readonly hidden: ServedFile
}

/** How {@link ServedFolders} keeps up with the disk. */
export interface ServedFoldersOptions {
  /** Watch the folders, and look at all of them every so many milliseconds besides; 0: never unless asked. */
  readonly rescanMs?: number | undefined
  /**
   * Called with what is noteworthy: a link that points out of the folder, a folder that cannot be read; also
   * with what is in `collisions`.
   */
  readonly onNote?: ((message: string, isCollision: boolean) => void) | undefined
}

/** Not every system reports every change (network folders, for one), so that watching is not enough. */
export const SERVED_FOLDERS_DEFAULTS = { rescanMs: 30_000 } as const

/** Deeper folders are not looked into: a game has three levels. */
const MAX_DEPTH = 32
/** After a change: more changes usually follow. */
const SETTLE_MS = 100
/**
 * A name that is asked for without success looks at the disk again, at most this often, and never more than a
 * tenth of the time.
 */
const MISS_MS = 1000
/** Left over from writing, by us or the games. */
const TEMPORARY = /^\.|\.tmp$/i

/**
 * *The folders of a redirect as one flat list of file names*, in any case.
 *
 * Where two files have one name, the first folder wins, then the path that comes first by code units. Links
 * are followed as long as they stay inside their folder.
 */
export class ServedFolders {
  readonly #folders: readonly string[]
  readonly #rescanMs: number
  readonly #onNote: (message: string, isCollision: boolean) => void
  readonly #watchers: FSWatcher[] = []
  readonly #noted = new Set<string>()
  #files: ReadonlyMap<string, ServedFile> = new Map()
  #collisions: readonly NameCollision[] = []
  #scanning: Promise<void> | undefined
  #scannedAt = 0
  #scanMs = 0
  #timer: NodeJS.Timeout | undefined
  #settle: NodeJS.Timeout | undefined
  #closed = false

  private constructor(folders: readonly string[], options: ServedFoldersOptions) {
    this.#folders = folders
    this.#rescanMs = options.rescanMs ?? SERVED_FOLDERS_DEFAULTS.rescanMs
    this.#onNote = options.onNote ?? ignoreError
  }

  /**
   * Looks at the folders once, and keeps watching them until {@link close}.
   *
   * @throws {SourceError} `io` for a folder that does not exist, is not a folder, or cannot be read.
   */
  static async open(folders: readonly string[], options: ServedFoldersOptions = {}): Promise<ServedFolders> {
    const real = await Promise.all(folders.map(readable))
    const served = new ServedFolders([...new Set(real)], options)
    await served.scan()
    if (served.#rescanMs > 0) served.#watch()
    return served
  }

  /** The file of a name, in any case. */
  find(name: string): ServedFile | undefined {
    return this.#files.get(keyOf(name))
  }

  /** Every file, in the order of the folders and then of paths. */
  all(): Iterable<ServedFile> {
    return this.#files.values()
  }

  get size(): number {
    return this.#files.size
  }

  get collisions(): readonly NameCollision[] {
    return this.#collisions
  }

  /** Looks at the disk now; those who ask meanwhile wait for the same look. */
  scan(): Promise<void> {
    this.#scanning ??= this.#look().finally(() => {
      this.#scanning = undefined
    })
    return this.#scanning
  }

  /**
   * Looks at the disk because a name was asked for without success, unless that has just been done; tells
   * whether it has.
   */
  async scanAfterMiss(): Promise<boolean> {
    if (performance.now() - this.#scannedAt < Math.max(MISS_MS, this.#scanMs * 10)) return false
    await this.scan()
    return true
  }

  /** Stops watching. */
  close(): void {
    this.#closed = true
    clearInterval(this.#timer)
    clearTimeout(this.#settle)
    for (const watcher of this.#watchers.splice(0)) watcher.close()
  }

  #watch(): void {
    for (const folder of this.#folders) {
      try {
        const watcher = watch(folder, { recursive: true, persistent: false }, () => this.#changed())
        watcher.on('error', (error) =>
          this.#note(`watching ${folder} ended (${reasonOf(error)}); it is still checked from time to time`),
        )
        this.#watchers.push(watcher)
      } catch (error) {
        this.#note(`${folder} cannot be watched (${reasonOf(error)}); it is checked from time to time`)
      }
    }
    this.#timer = setInterval(() => void this.scan().catch(ignoreError), this.#rescanMs)
    this.#timer.unref()
  }

  #changed(): void {
    if (this.#closed) return
    clearTimeout(this.#settle)
    this.#settle = setTimeout(() => void this.scan().catch(ignoreError), SETTLE_MS)
    this.#settle.unref()
  }

  async #look(): Promise<void> {
    const start = performance.now()
    const found = new Map<string, ServedFile>()
    const collisions: NameCollision[] = []
    for (const root of this.#folders) {
      const files: ServedFile[] = []
      await this.#walk(root, root, 0, new Set([root]), files)
      files.sort((a, b) => (a.below < b.below ? -1 : 1))
      for (const file of files) {
        const key = keyOf(file.name)
        const served = found.get(key)
        if (served === undefined) found.set(key, file)
        else if (served.path !== file.path) {
          collisions.push({ served, hidden: file })
          this.#note(`${file.path} is hidden by ${served.path}: a redirect has only one file of each name`, true)
        }
      }
    }
    this.#files = found
    this.#collisions = collisions
    this.#scannedAt = performance.now()
    this.#scanMs = this.#scannedAt - start
  }

  async #walk(root: string, folder: string, depth: number, seen: Set<string>, files: ServedFile[]): Promise<void> {
    const entries = await readdir(systemPath(folder), {
      withFileTypes: true,
      encoding: 'buffer',
    }).catch((error: unknown) => {
      this.#note(`${folder} cannot be read: ${reasonOf(error)}`)
      return []
    })
    for (const entry of entries) {
      const fileName = fileNameText(entry.name)
      // Nor what the game downloaded itself: nobody asks for a package by the name it has in a cache.
      if (TEMPORARY.test(fileName) || parseCacheName(fileName) !== undefined) continue
      const path = entry.isSymbolicLink() ? await this.#target(root, join(folder, fileName)) : join(folder, fileName)
      if (path === undefined) continue
      const stats = await stat(systemPath(path)).catch(() => undefined)
      if (stats?.isDirectory() === true) {
        if (depth >= MAX_DEPTH || seen.has(path)) continue
        seen.add(path)
        await this.#walk(root, path, depth + 1, seen, files)
      } else if (stats?.isFile() === true) {
        const below = relative(root, join(folder, fileName)).split(sep).join('/')
        const name = requestedName(fileName, entry.name)
        if (name !== fileName) this.#note(`the name of ${path} is not UTF-8: it is offered as "${name}"`)
        files.push({ path, name, below, size: stats.size, modified: stats.mtimeMs })
      }
    }
  }

  /** Where a link leads, if that is inside the folder. */
  async #target(root: string, link: string): Promise<string | undefined> {
    const real = await realpath(systemPath(link), 'buffer').catch(() => undefined)
    const target = real === undefined ? undefined : fileNameText(real)
    if (target === undefined || target.startsWith(root.endsWith(sep) ? root : root + sep)) return target
    this.#note(`${link} leads out of the folder, to ${target}, and is left out`)
    return undefined
  }

  /** Says something once. */
  #note(message: string, isCollision = false): void {
    if (this.#noted.has(message)) return
    this.#noted.add(message)
    this.#onNote(message, isCollision)
  }
}

/** Where a folder really is, once it has been read. */
async function readable(folder: string): Promise<string> {
  try {
    const real = await realpath(folder)
    await readdir(real)
    return real
  } catch (cause) {
    const isFile = codeOf(cause) === 'ENOTDIR' && (await stat(folder).catch(() => undefined)) !== undefined
    throw isFile ? notAFolder(folder, cause) : systemFailure(folder, cause)
  }
}

/**
 * What clients call a file: a name that is not UTF-8 is one of Windows, as the same bytes are in a request
 * (see `readRequestPath`).
 */
function requestedName(text: string, bytes: Uint8Array): string {
  return isUtf8(bytes) ? text : fromWindows1252(Buffer.from(bytes).toString('latin1'))
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
