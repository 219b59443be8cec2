import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SourceError, systemError } from '@ukit/files'
import { codeOf } from '@ukit/files/node'

/** The folder that says that somebody is at work here. */
const LOCK = '.ukit-lock'
/** Work under a lock takes milliseconds; whoever holds one for longer than this is no longer there (or on another machine that is not). In milliseconds. */
const STALE = 60_000
const POLL = 25

/** How long to wait for others at work in the folder, in milliseconds, before giving up. */
const LOCK_PATIENCE = 2 * STALE

/**
 * *Runs one step at a time in a folder, over all processes that do it this way*; for reading a file, changing it and putting it back.
 *
 * The lock is a folder with one file in it, named after its holder. It comes into being whole, by a rename, which fails while it holds a file; it is given back,
 * or taken from a dead holder, by removing the file of that one name. So no two can take over from a dead one at a time, and a process that is
 * killed is in nobody's way: on this machine its number tells that it is gone, on another its age.
 *
 * @throws {SourceError} `io` when the folder cannot be written, or somebody else stays at work for too long; the signal's reason.
 */
export async function withFolderLock<T>(folder: string, signal: AbortSignal | undefined, step: () => Promise<T>) {
  const owner = `${process.pid}-${randomBytes(6).toString('hex')}-${safeHost()}`
  const lock = join(folder, LOCK)
  await acquire(folder, lock, owner, signal)
  try {
    return await step()
  } finally {
    await release(lock, owner)
  }
}

async function acquire(folder: string, lock: string, owner: string, signal: AbortSignal | undefined): Promise<void> {
  const own = `${lock}-${owner}.tmp`
  try {
    await mkdir(own)
    await (await open(join(own, owner), 'wx')).close()
    const end = Date.now() + LOCK_PATIENCE
    for (;;) {
      signal?.throwIfAborted()
      if (await take(own, lock)) return
      const others = await removeDead(lock)
      if (others === undefined) continue
      if (Date.now() > end) {
        const message = `another program has been at work in "${folder}" for too long: if there is none, remove the folder "${LOCK}" in it`
        throw new SourceError('io', message, { path: folder })
      }
      await wait(POLL, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted())
    }
  } catch (cause) {
    await rm(own, { recursive: true, force: true })
    if (signal?.aborted === true) throw cause
    throw systemError(`cannot write in "${folder}"`, cause, { path: folder })
  }
}

/** Gives the prepared folder the lock's name; `false` while somebody has it. */
async function take(own: string, lock: string): Promise<boolean> {
  try {
    await rename(own, lock)
    return true
  } catch (error) {
    // What systems answer when the name is taken by a folder: Windows one that is empty, too.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))) return false
    throw error
  }
}

/** Removes dead holders; gives the living one, or `undefined` when the lock is free to be tried again. */
async function removeDead(lock: string): Promise<string | undefined> {
  const holders = await readdir(lock).catch((): string[] => [])
  for (const holder of holders) {
    if (await isAtWork(lock, holder)) return holder
    await unlink(join(lock, holder)).catch(ignore)
  }
  const gone = await rmdir(lock).then(
    () => true,
    (error: unknown) => codeOf(error) === 'ENOENT',
  )
  return gone ? undefined : 'somebody'
}

async function isAtWork(lock: string, holder: string): Promise<boolean> {
  const [pid, , ...host] = holder.split('-')
  const stats = await stat(join(lock, holder)).catch(ignore)
  if (stats === undefined) return false
  if (Date.now() - stats.mtimeMs > STALE) return false
  if (host.join('-') !== safeHost()) return true
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function release(lock: string, owner: string): Promise<void> {
  await unlink(join(lock, owner)).catch(ignore)
  await rmdir(lock).catch(ignore)
}

function safeHost(): string {
  return hostname().replace(/[^\w.-]/g, '_') || 'host'
}

function ignore(): undefined {
  return undefined
}
