import { lstatSync } from 'node:fs'
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { uptime } from 'node:process'
import { setImmediate } from 'node:timers/promises'
import { fileNameProblem, SourceError, safePath } from '@ukit/files'
import { saveFile, saveNewFile } from '@ukit/files/node'
import { reasonOf } from '../../inputs/reason.js'

/**
 * Files are written at once, without waiting; after so many seconds the program looks whether it was
 * interrupted.
 */
const BREATH = 0.05

/** What became of a file: written, or why it was not. */
export type Written = { readonly ok: true } | { readonly ok: false; readonly exists: boolean; readonly message: string }

/**
 * *The folder that files are extracted into.* Nothing is ever written outside it: paths come from strangers'
 * packages, and what is in the folder may come from strangers' archives, so a symbolic link on the way is
 * refused and never followed. The folder itself may be one: the user named it.
 */
export class ExtractFolder {
  readonly #root: string
  readonly #force: boolean
  readonly #signal: AbortSignal
  /** Folders that were looked at, or made, by this run. */
  readonly #known = new Set<string>()
  /** The folders of whole paths, by the part of the path up to its last `/`. */
  readonly #folders = new Map<string, string>()
  /** By the clock of the process: `performance` is not loaded before it is asked for, which takes 5 ms. */
  #lastBreath = uptime()

  constructor(root: string, force: boolean, signal: AbortSignal) {
    this.#root = root
    this.#force = force
    this.#signal = signal
  }

  /**
   * Writes a file at a path with `/` between folders; the bytes are there in full or not at all.
   *
   * A new file in a folder that was written to before is written at once, without a promise.
   *
   * @param isShared several packages give the file: it may exist, if it has the same bytes.
   */
  write(path: string, bytes: Uint8Array, isShared = false): Written | Promise<Written> {
    const nameAt = path.lastIndexOf('/') + 1
    const folder = this.#folders.get(path.slice(0, nameAt))
    const isDue = uptime() - this.#lastBreath >= BREATH
    if (folder === undefined || this.#force || isDue) return this.#write(path, bytes, { isShared })
    const name = path.slice(nameAt)
    if (fileNameProblem(name) !== undefined) return this.#write(path, bytes, { isShared })
    try {
      if (isSavedAsNew(folder + name, bytes, folder)) return WRITTEN
    } catch (error) {
      return failed(error)
    }
    return this.#write(path, bytes, { isShared, isTaken: true })
  }

  async #write(path: string, bytes: Uint8Array, { isShared = false, isTaken = false }): Promise<Written> {
    const safe = safePath(path)
    if ('problem' in safe || safe.parts.join('/') !== path) {
      const reason = 'problem' in safe ? safe.problem : 'it has an empty part, or separators of Windows'
      return { ok: false, exists: false, message: `its path ${JSON.stringify(path)} cannot be used: ${reason}` }
    }
    const { parts } = safe
    try {
      const folder = await this.#folder(path.slice(0, path.lastIndexOf('/') + 1), parts.slice(0, -1))
      const target = join(folder, parts.at(-1) ?? '')
      await this.#breathe()
      // A new file can be extracted again, and waiting for the disk takes longer than making it.
      if (!this.#force && !isTaken && isSavedAsNew(target, bytes, folder)) return WRITTEN
      const old = lstatSync(target, { throwIfNoEntry: false })
      if (old === undefined) saveNewFile(target, bytes)
      else if (!old.isFile())
        return inTheWay(old.isSymbolicLink() ? 'a symbolic link is in the way' : 'it exists and is not a file')
      else if (this.#force) await saveFile(target, [bytes], { force: true, signal: this.#signal })
      else if (!isShared || !(await hasBytes(target, bytes))) return inTheWay('it already exists; --force replaces it')
      return WRITTEN
    } catch (error) {
      if (this.#signal.aborted) throw error
      return failed(error)
    }
  }

  async #breathe(): Promise<void> {
    if (uptime() - this.#lastBreath < BREATH) return
    await setImmediate()
    this.#lastBreath = uptime()
    this.#signal.throwIfAborted()
  }

  /** The folder below the root with a separator at its end, made if it does not exist. */
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
      await mkdir(folder, { recursive: part === '' }).catch(ignoreExisting)
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
  const exists = error instanceof SourceError && error.kind === 'exists'
  return { ok: false, exists, message: reasonOf(error) }
}

/** False when there is something of that name. */
function isSavedAsNew(target: string, bytes: Uint8Array, folder: string): boolean {
  try {
    saveNewFile(target, bytes, folder)
    return true
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'exists') return false
    throw error
  }
}

function inTheWay(message: string): Written {
  return { ok: false, exists: true, message }
}

async function hasBytes(path: string, bytes: Uint8Array): Promise<boolean> {
  const { size } = await lstat(path)
  return size === bytes.length && Buffer.compare(await readFile(path), bytes) === 0
}

function ignoreExisting(error: unknown): void {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
}
