import { lstatSync, readdirSync, readFileSync, rmdirSync, type Stats, unlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isAlive, isRunning, processOf } from './process-mark.js'

/**
 * A holder that nobody can ask for is taken for dead when its file is older than this; a living one writes to
 * it all the time. In milliseconds.
 */
export const STALE = 120_000

/** What the file of a holder contains: `PID on HOST`. */
export function holderText(): string {
  return `${process.pid} on ${safeHost()}`
}

/** Who has a lock, and what to do about it, as the end of a message. */
export function holderOf(path: string): string {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  const [mark = ''] = stats?.isDirectory() === true ? namesIn(path) : []
  const text = textIn(stats?.isFile() === true ? path : join(path, mark))
  const [, number, host] = /^(\d{1,10})(?: on (\S{1,255})$)?/.exec(text) ?? []
  const pid = number ?? processOf(mark)
  const where = host === undefined || host === safeHost() ? '' : ` on "${host}"`
  const who = pid === undefined ? 'a program' : `process ${pid}${where}`
  const what = 'run this again when it has ended, or remove the lock if there is no such process'
  return `${who} has the lock "${path}"; ${what}`
}

/**
 * Removes dead holders of a lock; returns whether it is free.
 *
 * @param now the time of the disk.
 */
export function freeLock(lock: string, now: number): boolean {
  // Behind a link that somebody put there are files of others.
  const stats = lstatSync(lock, { throwIfNoEntry: false })
  if (stats === undefined) return true
  // Only a file is removed by this, never the lock that another process has put there in the meantime.
  if (stats.isFile()) return isDeadFile(lock, stats, now) && quietly(() => unlinkSync(lock))
  if (!stats.isDirectory()) return false
  for (const holder of namesIn(lock)) {
    if (isHolderAlive(join(lock, holder), holder, now)) return false
    quietly(() => unlinkSync(join(lock, holder)))
  }
  return quietly(() => rmdirSync(lock)) || lstatSync(lock, { throwIfNoEntry: false }) === undefined
}

/** Names of holders of earlier versions: process, digits, machine. */
const FORMER_HOLDER = /^\d{1,10}-[0-9a-f]{12}-[\w.-]+$/

function isHolderAlive(path: string, holder: string, now: number): boolean {
  // Not a holder that we could judge, nor a file that we may remove.
  if (processOf(holder) === undefined && !FORMER_HOLDER.test(holder)) return true
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return false
  return isAlive(holder) ?? now - stats.mtimeMs < STALE
}

/** How long earlier versions may have taken from the creation of their lock until it named its holder. */
const FILLING = 500

/** Earlier versions locked with a file that contains the number of their process, for some milliseconds. */
function isDeadFile(path: string, stats: Stats, now: number): boolean {
  const age = now - stats.mtimeMs
  if (age > STALE) return true
  const pid = Number.parseInt(textIn(path), 10)
  return pid > 0 ? !isRunning(pid) : age > FILLING
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function textIn(path: string): string {
  try {
    return readFileSync(path, 'latin1').slice(0, 300)
  } catch {
    return ''
  }
}

/** Runs a step whose failure changes nothing; returns whether it succeeded. */
export function quietly(step: () => void): boolean {
  try {
    step()
    return true
  } catch {
    return false
  }
}

function safeHost(): string {
  return hostname().replace(/[^\w.-]/g, '_') || 'host'
}
