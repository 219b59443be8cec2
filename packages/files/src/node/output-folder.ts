import { lstatSync } from 'node:fs'
import { lstat, mkdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { uptime } from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { fileNameProblem, safePath } from '../safe-path.js'
import { reasonWithoutPath } from '../source/reason-without-path.js'
import { SourceError } from '../source/source-error.js'
import { makeFolders } from './make-folders.js'
import { readWhole } from './read-file.js'
import { saveFile } from './save-file.js'
import { saveNewFile } from './save-new-file.js'
import { codeOf } from './system-errors.js'

/**
 * Files are written synchronously; after this time, in seconds, the program checks whether it was
 * interrupted.
 */
const BREATH = 0.05

/** A file that was not written. */
export interface NotWritten {
  /** False. */
  readonly ok: false
  /**
   * `exists`: a file of that name already exists, which `force` would replace. `blocked`: something else has
   * that name, such as a link. `io`: its path cannot be used, or the system refused it.
   */
  readonly reason: 'exists' | 'blocked' | 'io'
  /** What is wrong, without the path. */
  readonly message: string
}

/** The result for a file: written, or why it was not. */
export type Written = { readonly ok: true } | NotWritten

/** Settings of an `OutputFolder`. */
export interface OutputFolderOptions {
  /** Replace files that already exist. */
  readonly force?: boolean | undefined
  /** Ends the writing. */
  readonly signal?: AbortSignal | undefined
}

/**
 * *A folder into which files with untrusted names are written.* Nothing is ever written outside it: paths
 * come from packages, and the folder's contents may come from archives, so a symbolic link in a path is
 * refused and never followed. The folder itself may be a link, since the user named it.
 *
 * @example
 * const folder = new OutputFolder('Out')
 * const written = await folder.write('Sounds/Door.wav', bytes)
 * if (!written.ok) console.log(written.message)
 */
export class OutputFolder {
  readonly #root: string
  readonly #force: boolean
  readonly #signal: AbortSignal | undefined
  /** Folders that were checked or created by this run. */
  readonly #known = new Set<string>()
  /** The folders of paths, by the part of the path up to its last `/`. */
  readonly #folders = new Map<string, string>()
  /** By the clock of the process, since loading `performance` would take 5 ms. */
  #lastBreath = uptime()

  /** @param root the folder; it is created with the first file. */
  constructor(root: string, { force = false, signal }: OutputFolderOptions = {}) {
    this.#root = root
    this.#force = force
    this.#signal = signal
  }

  /**
   * Writes a file at a path with `/` between folders; the file is written completely or not at all.
   *
   * @param isShared whether several packages write the file: then it may exist, if it has the same bytes.
   */
  write(path: string, bytes: Uint8Array, isShared = false): Promise<Written> {
    return this.#write(path, bytes, { isShared })
  }

  /**
   * Writes a new file in a folder that was written to before, without a promise, which would take longer than
   * writing a small file; `undefined` if that is not possible: then `write` does it.
   */
  writeNow(path: string, bytes: Uint8Array): Written | undefined {
    const nameAt = path.lastIndexOf('/') + 1
    const folder = this.#folders.get(path.slice(0, nameAt))
    const isDue = uptime() - this.#lastBreath >= BREATH
    if (folder === undefined || this.#force || isDue) return undefined
    const name = path.slice(nameAt)
    if (fileNameProblem(name) !== undefined) return undefined
    try {
      return isSavedAsNew(folder + name, bytes, folder) ? WRITTEN : undefined
    } catch (error) {
      return failed(error)
    }
  }

  /** The content of a file that is there; `undefined` if there is none, or if it is not a plain file. */
  async read(path: string): Promise<Uint8Array | undefined> {
    const target = join(this.#root, ...path.split('/'))
    return lstatSync(target, { throwIfNoEntry: false })?.isFile() ? readWhole(target) : undefined
  }

  /** Writes a file over one that is there: only for files that the program itself keeps in the folder. */
  async replace(path: string, bytes: Uint8Array): Promise<Written> {
    return this.#write(path, bytes, { force: true })
  }

  async #write(path: string, bytes: Uint8Array, { isShared = false, force = this.#force }): Promise<Written> {
    const safe = safePath(path)
    if ('problem' in safe || safe.parts.join('/') !== path) {
      const reason = 'problem' in safe ? safe.problem : 'it has an empty part, or separators of Windows'
      return { ok: false, reason: 'io', message: `its path ${JSON.stringify(path)} cannot be used: ${reason}` }
    }
    const { parts } = safe
    try {
      const folder = await this.#folder(path.slice(0, path.lastIndexOf('/') + 1), parts.slice(0, -1))
      const target = join(folder, parts.at(-1) ?? '')
      await this.#breathe()
      // A new file is not flushed to the disk: it can be extracted again, and waiting takes longer than
      // making it.
      if (!force && isSavedAsNew(target, bytes, folder)) return WRITTEN
      const old = lstatSync(target, { throwIfNoEntry: false })
      if (old === undefined) saveNewFile(target, bytes)
      else if (!old.isFile())
        return blocked(old.isSymbolicLink() ? 'a symbolic link is in the way' : 'it exists and is not a file')
      else if (force) await saveFile(target, [bytes], { force: true, ...(this.#signal && { signal: this.#signal }) })
      else if (!isShared || !(await hasBytes(target, bytes)))
        return { ok: false, reason: 'exists', message: 'it already exists' }
      return WRITTEN
    } catch (error) {
      if (this.#signal?.aborted) throw error
      return failed(error)
    }
  }

  async #breathe(): Promise<void> {
    if (uptime() - this.#lastBreath < BREATH) return
    await setImmediate()
    this.#lastBreath = uptime()
    this.#signal?.throwIfAborted()
  }

  /** A folder below the root, with a separator at its end; it is created if it does not exist. */
  async #folder(key: string, parts: readonly string[]): Promise<string> {
    let folder = this.#folders.get(key)
    if (folder === undefined) {
      folder = join(await this.#makeFolder(parts), sep)
      this.#folders.set(key, folder)
    }
    return folder
  }

  async #makeFolder(parts: readonly string[]): Promise<string> {
    let folder = this.#root
    for (const part of ['', ...parts]) {
      folder = part === '' ? folder : join(folder, part)
      if (this.#known.has(folder)) continue
      if (part === '') await makeFolders(folder)
      else await makeOne(folder)
      const stats = await lstat(folder)
      if (part !== '' && !stats.isDirectory()) {
        const what = stats.isSymbolicLink() ? 'a symbolic link' : 'a file'
        throw new SourceError('io', `"${part}" in its path is ${what}, not a folder`, { path: folder })
      }
      this.#known.add(folder)
    }
    return folder
  }
}

const WRITTEN: Written = { ok: true }

function failed(error: unknown): Written {
  if (error instanceof SourceError && error.kind === 'exists')
    return { ok: false, reason: 'exists', message: `"${error.path ?? ''}" already exists` }
  return { ok: false, reason: 'io', message: reasonWithoutPath(error) }
}

/** Writes a new file; false when something of that name already exists. */
function isSavedAsNew(target: string, bytes: Uint8Array, folder: string): boolean {
  try {
    saveNewFile(target, bytes, folder)
    return true
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'exists') return false
    throw error
  }
}

function blocked(message: string): Written {
  return { ok: false, reason: 'blocked', message }
}

async function hasBytes(path: string, bytes: Uint8Array): Promise<boolean> {
  const stats = await lstat(path)
  if (!stats.isFile() || stats.size !== bytes.length) return false
  return Buffer.compare(await readWhole(path), bytes) === 0
}

/** Creates a folder in an existing one, unless something with its name exists. */
async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    // Reports why it cannot be created although the folder above exists.
    if (codeOf(error) === 'ENOENT') await makeFolders(folder)
    throw error
  }
}
