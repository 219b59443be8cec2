import { lstatSync } from 'node:fs'
import { lstat, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { SourceError, safePath } from '@ukit/files'
import { saveFile, saveNewFile } from '@ukit/files/node'
import { reasonOf } from '../../inputs/reason.js'

/**
 * Files are written at once, without waiting; after so many milliseconds the program looks whether it was
 * interrupted.
 */
const BREATH = 50

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
  /** The folders of whole paths, by the path. */
  readonly #folders = new Map<string, string>()
  #lastBreath = performance.now()

  constructor(root: string, force: boolean, signal: AbortSignal) {
    this.#root = root
    this.#force = force
    this.#signal = signal
  }

  /**
   * Writes a file at a path with `/` between folders; the bytes are there in full or not at all.
   *
   * A file that several packages give (`isShared`) may exist, if it has the same bytes.
   */
  async write(path: string, bytes: Uint8Array, { isShared = false } = {}): Promise<Written> {
    const safe = safePath(path)
    if ('problem' in safe || safe.parts.join('/') !== path) {
      const reason = 'problem' in safe ? safe.problem : 'it has an empty part, or separators of Windows'
      return { ok: false, exists: false, message: `its path ${JSON.stringify(path)} cannot be used: ${reason}` }
    }
    const { parts } = safe
    try {
      const folder = await this.#folder(parts.slice(0, -1))
      const target = join(folder, parts.at(-1) ?? '')
      await this.#breathe()
      // A new file can be extracted again, and waiting for the disk takes longer than making it.
      if (!this.#force && isSavedAsNew(target, bytes)) return { ok: true }
      const old = lstatSync(target, { throwIfNoEntry: false })
      if (old === undefined) saveNewFile(target, bytes)
      else if (!old.isFile())
        return inTheWay(old.isSymbolicLink() ? 'a symbolic link is in the way' : 'it exists and is not a file')
      else if (this.#force) await saveFile(target, [bytes], { force: true, signal: this.#signal })
      else if (!isShared || !(await hasBytes(target, bytes))) return inTheWay('it already exists; --force replaces it')
      return { ok: true }
    } catch (error) {
      if (this.#signal.aborted) throw error
      const exists = error instanceof SourceError && error.kind === 'exists'
      return { ok: false, exists, message: reasonOf(error) }
    }
  }

  async #breathe(): Promise<void> {
    if (performance.now() - this.#lastBreath < BREATH) return
    await setImmediate()
    this.#lastBreath = performance.now()
    this.#signal.throwIfAborted()
  }

  /** The folder below the root, made when it is not there. */
  async #folder(parts: readonly string[]): Promise<string> {
    const key = parts.join('/')
    let folder = this.#folders.get(key)
    if (folder === undefined) {
      folder = await this.#makeFolder(parts)
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

/** False when there is something of that name. */
function isSavedAsNew(target: string, bytes: Uint8Array): boolean {
  try {
    saveNewFile(target, bytes)
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
