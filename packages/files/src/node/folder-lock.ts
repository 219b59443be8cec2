import { randomBytes } from 'node:crypto'
import { lstat, mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ignoreError, SourceError, systemError } from '../source/source-error.js'
import { codeOf } from './system-errors.js'

/** The folder that shows that a program is at work here. */
const LOCK = '.ukit-lock'
/**
 * Short work takes milliseconds; anyone who holds a lock for it longer than this is no longer there (or on
 * another machine that is not). In milliseconds.
 */
const STALE = 60_000
const POLL = 25
/** How often a lock that seems free is tried, before it counts as taken. */
const MOST_TRIES = 100

/** How long to wait for others at work in the folder, in milliseconds, before giving up. */
const LOCK_PATIENCE = 2 * STALE

/** Locks that this process holds, by the names of their holders. */
const held = new Set<string>()

/**
 * *Runs one short step at a time in a folder, over all processes that do it this way*; for reading a file,
 * changing it and putting it back.
 *
 * @throws {SourceError} `io` when the folder cannot be written, or somebody else stays at work for too long;
 *   the signal's reason.
 */
export async function withFolderLock<T>(folder: string, signal: AbortSignal | undefined, step: () => Promise<T>) {
  const end = Date.now() + LOCK_PATIENCE
  for (;;) {
    signal?.throwIfAborted()
    const lock = await tryLock(folder, LOCK, STALE)
    if (lock !== undefined) {
      try {
        return await step()
      } finally {
        await lock.release()
      }
    }
    if (Date.now() > end) {
      const message =
        `another program has been at work in "${folder}" for too long: if there is none, remove ` +
        `the folder "${LOCK}" in it`
      throw new SourceError('io', message, { path: folder })
    }
    await wait(POLL, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted())
  }
}

/** A lock that is held until it is given back. */
export interface FolderLock {
  /** Gives it back. Never fails: what it cannot remove is found to be without a holder by the next one. */
  release(): Promise<void>
}

/**
 * *Takes a lock of this name in a folder*, or gives `undefined` at once while somebody has it.
 *
 * The lock is a folder with one file in it, named after its holder. It comes into being whole, by a rename,
 * which fails while it holds a file; it is given back, or taken from a dead holder, by removing the file of
 * that one name. So no two can take over from a dead one at a time, and a process that is killed is in
 * nobody's way: on this machine its number tells that it is gone. On another machine, and where numbers are
 * used again, only its age can: a holder that is older than `stale` milliseconds is taken for dead, wherever
 * it is.
 *
 * @throws {SourceError} `io` if the folder does not exist, or cannot be written.
 */
export async function tryLock(
  folder: string,
  name: string,
  stale = Number.POSITIVE_INFINITY,
): Promise<FolderLock | undefined> {
  const owner = `${process.pid}-${randomBytes(6).toString('hex')}-${safeHost()}`
  const lock = join(folder, name)
  const own = `${lock}-${owner}.tmp`
  // Known before it exists: otherwise a sweep of the folder in between would take it for the rest of a dead
  // process.
  held.add(owner)
  try {
    await mkdir(own)
    await (await open(join(own, owner), 'wx')).close()
    for (let tries = 1; !(await take(own, lock)); tries++) {
      if (tries < MOST_TRIES && (await isFree(lock, stale))) continue
      held.delete(owner)
      await rm(own, { recursive: true, force: true })
      return undefined
    }
  } catch (cause) {
    held.delete(owner)
    await rm(own, { recursive: true, force: true }).catch(ignoreError)
    throw systemError(`cannot write in "${folder}"`, cause, { path: folder })
  }
  await sweep(folder, name, stale)
  return {
    async release() {
      held.delete(owner)
      await unlink(join(lock, owner)).catch(ignoreError)
      await rmdir(lock).catch(ignoreError)
    },
  }
}

/** Gives the prepared folder the lock's name; `false` while somebody has it. */
async function take(own: string, lock: string): Promise<boolean> {
  try {
    await rename(own, lock)
    return true
  } catch (error) {
    // What systems answer when the name is taken by a folder: Windows one that is empty, too.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY', 'ENOTDIR'].includes(codeOf(error))) return false
    throw error
  }
}

/** Removes dead holders; returns whether the lock is free to be tried again. */
async function isFree(lock: string, stale: number): Promise<boolean> {
  // Behind a link that somebody put there are files of others.
  const stats = await lstat(lock).catch(() => undefined)
  if (stats === undefined) return true
  if (!stats.isDirectory()) return false
  const holders = await readdir(lock).catch((): string[] => [])
  for (const holder of holders) {
    if (await isHolderAlive(join(lock, holder), holder, stale)) return false
    await unlink(join(lock, holder)).catch(ignoreError)
  }
  return rmdir(lock).then(
    () => true,
    (error: unknown) => codeOf(error) === 'ENOENT',
  )
}

/** Removes what those left who were killed before they had the lock. */
async function sweep(folder: string, name: string, stale: number): Promise<void> {
  for (const other of await readdir(folder).catch((): string[] => [])) {
    const holder = other.slice(name.length + 1, -'.tmp'.length)
    if (other !== `${name}-${holder}.tmp` || !HOLDER.test(holder)) continue
    if (!(await isHolderAlive(join(folder, other), holder, stale)))
      await rm(join(folder, other), { recursive: true, force: true }).catch(ignoreError)
  }
}

/** The name of a holder: process, random number, machine. */
const HOLDER = /^\d{1,10}-[0-9a-f]{12}-[\w.-]+$/

async function isHolderAlive(path: string, holder: string, stale: number): Promise<boolean> {
  // Not a holder that we could judge, nor a file that we may remove.
  if (!HOLDER.test(holder)) return true
  const [pid, , ...host] = holder.split('-')
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined || Date.now() - stats.mtimeMs > stale) return false
  if (host.join('-') !== safeHost()) return true
  // A number of our own that we do not know was another process's: numbers are used again, in containers at
  // once.
  return Number(pid) === process.pid ? held.has(holder) : isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function safeHost(): string {
  return hostname().replace(/[^\w.-]/g, '_') || 'host'
}
