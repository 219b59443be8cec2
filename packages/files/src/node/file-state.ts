import type { Stats } from 'node:fs'
import { open, readFile, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ignoreError, SourceError, systemError } from '../source/source-error.js'
import { codeOf } from './system-errors.js'
import { uniqueDigits } from './unique-digits.js'
import { writeFailure } from './write-failure.js'

/** *The state of a file when it was read*, so that what was made from it does not replace a changed file. */
export interface FileState {
  /** Its length in bytes. */
  readonly size: number
  /** When its content was changed last, in milliseconds since 1970. */
  readonly modified: number
  /** Which file of its disk it is: one that took its place has another number. */
  readonly inode: number
  /** Number of the disk that it is on. */
  readonly device: number
}

/**
 * What a file is now; links are followed. Ask before it is read, and give it to `saveFile` or `saveFiles` as
 * what they are to replace.
 *
 * @throws {SourceError} `io` when there is none, or the system refuses.
 */
export async function fileState(path: string): Promise<FileState> {
  try {
    return stateOf(await stat(path))
  } catch (cause) {
    throw systemError(`cannot open "${path}"`, cause, { path })
  }
}

function stateOf({ size, mtimeMs, ino, dev }: Stats): FileState {
  return { size, modified: mtimeMs, inode: ino, device: dev }
}

/**
 * Sees to it that the file that is about to be replaced is still the one that was read.
 *
 * @throws {SourceError} `changed` when it is not, or is gone.
 */
export async function checkUnchanged(path: string, state: FileState): Promise<void> {
  const now = await stat(path).then(stateOf, () => undefined)
  const isSame =
    now?.size === state.size &&
    now.modified === state.modified &&
    now.inode === state.inode &&
    now.device === state.device
  if (!isSame) throw changed(path, now === undefined ? 'it is gone' : 'another program wrote it')
}

/**
 * Keeps others that ask the same from replacing a file until it is let go: between the last look at it and
 * the new file in its place there is a moment. Gives what lets it go.
 *
 * @throws {SourceError} `changed` when somebody else is replacing it.
 */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = join(dirname(path), `.ukit-${basename(path)}.lock`)
  const mark = `${process.pid} ${uniqueDigits(16)}`
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = await open(lock, 'wx')
      await handle.writeFile(mark).finally(() => handle.close())
      return () => unlink(lock).catch(ignoreError)
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw writeFailure(path, error)
      const owner = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
      if (attempt > 0 || !(owner > 0) || isRunning(owner)) throw changed(path, 'another program is writing it')
      // Left over by a process that was killed.
      await unlink(lock).catch(ignoreError)
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function changed(path: string, how: string): SourceError {
  const message = `"${path}" is not the file that was read: ${how} in the meantime; nothing was written: run it again`
  return new SourceError('changed', message, { path })
}
