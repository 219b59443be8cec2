import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { SourceError, systemError } from '../source/source-error.js'
import { waitForLock } from './lock.js'
import { holderOf } from './lock-holder.js'
import { digitsOf } from './unique-digits.js'
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

/** How long to wait for a lock that is held for the moment of a rename, in milliseconds. */
const LOCK_PATIENCE = 600

/**
 * Keeps others that ask the same from replacing a file until it is let go: between the last look at it and
 * the new file in its place there is a moment. Gives what lets it go.
 *
 * @throws {SourceError} `changed` when somebody else is replacing it.
 */
export async function lockFile(path: string): Promise<() => void> {
  const lock = join(dirname(path), lockName(basename(path)))
  const held = await waitForLock(lock, LOCK_PATIENCE).catch((error: unknown) => {
    throw writeFailure(path, error instanceof SourceError ? error.cause : error)
  })
  if (held !== undefined) return held.release
  const message = `"${path}" is being written by another program; nothing was written: ${holderOf(lock)}`
  throw new SourceError('changed', message, { path })
}

/** Longest name of a file, in UTF-16 units, to which more can be added on any system. */
const LONG_NAME = 70

/** The name of a file's lock, which no system finds too long. */
function lockName(name: string): string {
  return `.ukit-${name.length > LONG_NAME ? `${name.slice(0, LONG_NAME)}-${digitsOf(name)}` : name}.lock`
}

function changed(path: string, how: string): SourceError {
  const message = `"${path}" is not the file that was read: ${how} in the meantime; nothing was written: run it again`
  return new SourceError('changed', message, { path })
}
