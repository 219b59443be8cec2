import type { Stats } from 'node:fs'
import { type FileHandle, link, lstat, open, realpath, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ignoreError, SourceError } from '../source/source-error.js'
import { checkUnchanged, type FileState, lockFile } from './file-state.js'
import { sweepLeftOvers, temporaryName } from './left-overs.js'
import { codeOf } from './system-errors.js'
import { writeFailure } from './write-failure.js'

/** Settings of {@link saveFile}. */
export interface SaveFileOptions {
  /** Replace a file that already exists. */
  readonly force?: boolean | undefined
  /** What the file that is replaced has to be still: what it was when it was read. See `fileState`. */
  readonly replaces?: FileState | undefined
  /** Ends the writing: the promise fails with the signal's reason, and nothing has changed. */
  readonly signal?: AbortSignal | undefined
  /**
   * Waits until the disk has the file, so that it survives a power cut from then on. Without that a power cut
   * within the next seconds may leave an empty file: for files that can be made again, where there are many.
   */
  readonly flush?: boolean | undefined
  /**
   * Told after each piece how many bytes were handed to the system so far. An error it throws ends the
   * writing like any other.
   */
  readonly onProgress?: ((bytes: number) => void) | undefined
}

/** The defaults of {@link saveFile}. */
export const SAVE_FILE_DEFAULTS = { force: false, flush: true } as const

/**
 * Writes a file whole or not at all, piece by piece; gives its length in bytes.
 *
 * The pieces go to a temporary file beside the target (`.ukit-….tmp`), which takes the target's place once it
 * is safely on disk. Whatever goes wrong before that (an error of `pieces`, a full disk, an abort), the
 * temporary file is removed and an old file stays as it was. A process that is killed, or a machine that
 * loses power, leaves the old file or the new one, never a mixture; at worst the temporary file is left over,
 * which the next process that writes in the folder removes.
 *
 * One piece is written while the next is made: a piece must stay as it is until the one after the next is
 * asked for. `pieces` may read from the file that is being replaced.
 *
 * Without `force` an existing file is an error, also one that appears while writing: the file gets its name
 * by a hard link, which never replaces anything. Where the file system has no links (FAT), an empty file is
 * created to hold the name for the moment of the rename. With `force` the new file takes over the permissions
 * of the old one, its owner where the system lets us, and goes to where a symbolic link points.
 *
 * @throws {SourceError} `exists` if the target exists and `force` is not set; `io` when the system
 *   refuses, or the target
 * is not a regular file; `changed` when it is not what `replaces` says. Errors of `pieces` and `onProgress`,
 * and the signal's reason, pass through as they are.
 */
export async function saveFile(
  path: string,
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  options: SaveFileOptions = {},
): Promise<number> {
  const { replaces, force = replaces !== undefined || SAVE_FILE_DEFAULTS.force, signal, onProgress } = options
  const { flush = SAVE_FILE_DEFAULTS.flush } = options
  signal?.throwIfAborted()
  if (replaces !== undefined) await checkUnchanged(path, replaces)
  const old = await inspectTarget(path, force)
  const target = old?.target ?? path
  sweepLeftOvers(dirname(target))
  const temporary = join(dirname(target), temporaryName())
  // While it is being written, the new file may be read only by those who may read the old one.
  const handle = await attempt(path, () => open(temporary, 'wx', (old?.stats.mode ?? 0o666) & 0o777))
  try {
    let bytes = 0
    try {
      const writer = new Writer(path, handle)
      try {
        for await (const piece of untilAborted(pieces, signal)) {
          await writer.add(piece)
          bytes += piece.byteLength
          onProgress?.(bytes)
        }
        await writer.finish()
      } finally {
        // The file must not be closed under it, whatever ended the loop.
        await writer.finish().catch(ignoreError)
      }
      if (old !== undefined) await inherit(handle, old.stats)
      if (flush) await attempt(path, () => handle.sync())
    } finally {
      await attempt(path, () => handle.close())
    }
    signal?.throwIfAborted()
    const release = replaces === undefined ? undefined : await lockFile(target)
    try {
      if (replaces !== undefined) await checkUnchanged(path, replaces)
      await attempt(path, () => (force ? rename(temporary, target) : linkOrRename(path, temporary)))
    } finally {
      release?.()
    }
    if (flush) await syncFolder(dirname(target))
    return bytes
  } catch (error) {
    // Gone already when only what came after the rename failed.
    await unlink(temporary).catch(ignoreError)
    throw error
  }
}

/** Looks at what is there before any work is done; gives the file to be replaced, if there is one. */
async function inspectTarget(path: string, force: boolean): Promise<{ target: string; stats: Stats } | undefined> {
  const entry = await attempt(path, () => lstat(path).catch(undefinedIfMissing))
  if (entry === undefined) return undefined
  if (!force) throw alreadyThere(path)
  // A symbolic link that points nowhere is replaced itself.
  const stats = await attempt(path, () => stat(path).catch(undefinedIfMissing))
  if (stats === undefined) return undefined
  if (!stats.isFile()) throw new SourceError('io', `cannot write "${path}": it exists, and is not a file`, { path })
  return { target: await attempt(path, () => realpath(path)), stats }
}

function undefinedIfMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined
  throw error
}

/**
 * The pieces, until the signal fires: also while a piece is being waited for, which may be forever. The
 * producer is told to stop (`return`), whatever ends the loop.
 */
async function* untilAborted(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (signal === undefined) {
    yield* pieces
    return
  }
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  let onAbort: (() => void) | undefined
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    signal.addEventListener('abort', onAbort)
  })
  aborted.catch(ignoreError)
  let finished = false
  try {
    for (;;) {
      signal.throwIfAborted()
      const step = await Promise.race([iterator.next(), aborted])
      if (step.done === true) {
        finished = true
        return
      }
      yield step.value
    }
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort)
    // Not waited for: a producer that hangs would keep us here, which is what the abort is to end.
    if (!finished) Promise.resolve(iterator.return?.()).catch(ignoreError)
  }
}

/** The disk is given work each time so many bytes were written. */
const FLUSH_LENGTH = 0x200_0000

/**
 * Writes pieces one after the other: one is written while the next is made, and the disk does not wait for
 * the last before it begins.
 */
class Writer {
  readonly #path: string
  readonly #handle: FileHandle
  #writing: Promise<void> = Promise.resolve()
  #flushing: Promise<void> = Promise.resolve()
  #isFlushing = false
  #written = 0

  constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  /** Begins to write a piece once the one before is written. */
  async add(piece: Uint8Array): Promise<void> {
    await this.#writing
    if (this.#written >= FLUSH_LENGTH && !this.#isFlushing) this.#flush()
    this.#written += piece.byteLength
    this.#writing = attempt(this.#path, () => writeFully(this.#handle, piece))
    // Anyone who waits for it hears of its failure; until then it is not an unhandled one.
    this.#writing.catch(ignoreError)
  }

  /**
   * Waits for all that was begun. An error of the disk is told once, and only to anyone who asked it then:
   * none may be lost.
   */
  async finish(): Promise<void> {
    const ends = await Promise.allSettled([this.#writing, this.#flushing])
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }

  #flush(): void {
    this.#written = 0
    this.#isFlushing = true
    // One at a time, so that the first failure stays.
    const flushing = this.#flushing.then(() => attempt(this.#path, () => this.#handle.datasync()))
    this.#flushing = flushing.finally(() => {
      this.#isFlushing = false
    })
    this.#flushing.catch(ignoreError)
  }
}

/** One `write` may take less than it is given. */
async function writeFully(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let done = 0; done < piece.byteLength; ) {
    const { bytesWritten } = await handle.write(piece, done)
    done += bytesWritten
  }
}

/**
 * Owner and permissions of the file that is replaced, as far as the system allows: neither is worth failing
 * for.
 */
async function inherit(handle: FileHandle, old: Stats): Promise<void> {
  await handle.chown(old.uid, old.gid).catch(ignoreError)
  await handle.chmod(old.mode & 0o777).catch(ignoreError)
}

/** What a file system without hard links may answer. */
export const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES', 'EINVAL', 'UNKNOWN'])

/** Gives the temporary file its name, unless the name is taken. */
async function linkOrRename(path: string, temporary: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw alreadyThere(path)
    if (!NO_LINKS.has(codeOf(error))) throw error
    await reserveAndRename(path, temporary)
    return
  }
  await unlink(temporary)
}

async function reserveAndRename(path: string, temporary: string): Promise<void> {
  try {
    await (await open(path, 'wx')).close()
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? alreadyThere(path) : error
  }
  try {
    await rename(temporary, path)
  } catch (error) {
    await unlink(path).catch(ignoreError)
    throw error
  }
}

/**
 * Makes the new name itself safe against a power cut. Not every system can open a folder; the file is whole
 * anyway.
 */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
  } catch {
    // Windows, some network file systems.
  }
}

/** A file that must not be replaced. */
export function alreadyThere(path: string): SourceError {
  return new SourceError('exists', `"${path}" already exists; it is overwritten only with force`, { path })
}

/** Runs one step of the system; its error becomes ours. */
async function attempt<T>(path: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof SourceError) throw cause
    throw writeFailure(path, cause)
  }
}
