import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ignoreError, SourceError, systemError } from '../source/source-error.js'
import { sweepLeftOvers, temporaryName } from './left-overs.js'
import { freeLock, holderOf, holderText, quietly, STALE } from './lock-holder.js'
import { newMark } from './process-mark.js'
import { codeOf } from './system-errors.js'

/** How often a holder writes to its file, in milliseconds. */
const BEAT = 10_000
const POLL = 25
/** How often a lock that seems free is tried, before it counts as taken. */
const MOST_TRIES = 100

/** A lock that is held until it is given back. */
export interface HeldLock {
  /** Whether it is still ours: a machine that slept for long may have lost it to another. */
  isHeld(): boolean
  /** Gives it back. Never fails: what it cannot remove is found to be without a holder by the next one. */
  release(): void
}

/**
 * *Takes the lock that has this path*, or gives `undefined` at once while somebody has it.
 *
 * The lock is a folder with one file in it, named after its holder. It comes into being whole, by a rename,
 * which fails while the folder contains a file; it is given back, or taken from a dead holder, by removing
 * the file of that one name. So no two can take over from a dead one at a time, a lock is never without a
 * holder, and a process that is killed is in nobody's way: here, its number and when it started tell that it
 * is gone, elsewhere its file gets old.
 *
 * @throws {SourceError} `io` if the folder around it does not exist, or cannot be written.
 */
export function tryLock(path: string): HeldLock | undefined {
  sweepLeftOvers(dirname(path))
  const mark = newMark()
  const fresh = join(dirname(path), temporaryName(mark))
  try {
    mkdirSync(fresh)
    writeFileSync(join(fresh, mark), holderText(), { flag: 'wx' })
    // By the clock of the disk, which may be another machine's.
    const now = statSync(join(fresh, mark)).mtimeMs
    for (let tries = 1; !take(fresh, path); tries++) {
      if (tries < MOST_TRIES && freeLock(path, now)) continue
      rmSync(fresh, { recursive: true, force: true })
      return undefined
    }
  } catch (cause) {
    quietly(() => rmSync(fresh, { recursive: true, force: true }))
    throw systemError(`cannot write in "${dirname(path)}"`, cause, { path: dirname(path) })
  }
  const file = join(path, mark)
  const beat = setInterval(() => quietly(() => writeAgain(file)), BEAT)
  beat.unref()
  return {
    isHeld: () => lstatSync(file, { throwIfNoEntry: false }) !== undefined,
    release() {
      clearInterval(beat)
      quietly(() => unlinkSync(file))
      quietly(() => rmdirSync(path))
    },
  }
}

/**
 * Takes a lock as {@link tryLock} does, and waits for it for a while.
 *
 * @param patience in milliseconds.
 * @throws {SourceError} `io` as `tryLock` does; the signal's reason.
 */
export async function waitForLock(path: string, patience: number, signal?: AbortSignal): Promise<HeldLock | undefined> {
  for (const end = Date.now() + patience; ; ) {
    signal?.throwIfAborted()
    // Before it is tried: what is free only after a while is tried once more then, however slow the machine.
    const isLast = Date.now() > end
    const lock = tryLock(path)
    if (lock !== undefined || isLast) return lock
    await wait(POLL, undefined, { signal }).catch(ignoreError)
  }
}

/** The lock of {@link withFolderLock}. */
const FOLDER_LOCK = '.ukit-lock'

/** How long to wait for others at work in the folder, in milliseconds, before giving up. */
const FOLDER_PATIENCE = 2 * STALE

/**
 * *Runs one short step at a time in a folder, over all processes that do it this way*; for reading a file,
 * changing it and putting it back.
 *
 * @throws {SourceError} `io` when the folder cannot be written, or somebody else stays at work for too long;
 *   the signal's reason.
 */
export async function withFolderLock<T>(folder: string, signal: AbortSignal | undefined, step: () => Promise<T>) {
  const path = join(folder, FOLDER_LOCK)
  const lock = await waitForLock(path, FOLDER_PATIENCE, signal)
  if (lock === undefined) {
    const message = `another program has been at work in "${folder}" for too long: ${holderOf(path)}`
    throw new SourceError('io', message, { path: folder })
  }
  try {
    return await step()
  } finally {
    lock.release()
  }
}

/** Gives the prepared folder the lock's name; `false` while somebody has it. */
function take(fresh: string, lock: string): boolean {
  try {
    renameSync(fresh, lock)
    return true
  } catch (error) {
    // What systems answer when the name is taken by a folder: Windows one that is empty, too.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY', 'ENOTDIR'].includes(codeOf(error))) return false
    throw error
  }
}

function writeAgain(file: string): void {
  // Not created: the folder may be somebody else's by now.
  const handle = openSync(file, 'r+')
  try {
    writeSync(handle, holderText(), 0)
  } finally {
    closeSync(handle)
  }
}
