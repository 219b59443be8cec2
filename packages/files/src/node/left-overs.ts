import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freeLock, quietly } from './lock-holder.js'
import { isAlive, newMark, processOf } from './process-mark.js'

/** The name of something temporary of ours. */
export function temporaryName(mark: string = newMark()): string {
  return `.ukit-${mark}.tmp`
}

/** Names of what we write beside files: something temporary, or the lock of a file. */
const OURS = /^\.ukit-(.+)\.(tmp|lock)$/s
/** What earlier versions called something temporary. */
const FORMER = /^(?:[0-9a-f]{16}|lock-\d{1,10}-[0-9a-f]{12}-[\w.-]+)$/
/** If nobody can be asked whether the process lives that writes a file: how long it may be idle. */
const IDLE = 24 * 3600_000

/** How long a folder that was looked at is not looked at again, in milliseconds. */
const LOOKED = 60_000
/** How many folders are remembered; of those forgotten, each is looked at once more. */
const MOST_FOLDERS = 1000
/** When this thread looked at folders last. */
const swept = new Map<string, number>()

/**
 * *Removes what processes that were killed left in a folder*: temporary files and locks. Only what is ours,
 * and only if its process is known to be dead, or has not touched it for a day. Looks at a folder once a
 * minute, since there may be thousands of files to write to it.
 */
export function sweepLeftOvers(at: string): void {
  const folder = resolve(at)
  if (Date.now() - (swept.get(folder) ?? 0) < LOOKED) return
  if (swept.size >= MOST_FOLDERS) swept.clear()
  swept.set(folder, Date.now())
  quietly(() => {
    for (const name of readdirSync(folder)) {
      const [, mark = '', kind] = OURS.exec(name) ?? []
      const path = join(folder, name)
      if (kind === 'lock') freeLock(path, Date.now())
      else if (kind === 'tmp' && isLeftOver(path, mark)) rmSync(path, { recursive: true, force: true })
    }
  })
}

function isLeftOver(path: string, mark: string): boolean {
  if (processOf(mark) === undefined && !FORMER.test(mark)) return false
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return false
  return !(isAlive(mark) ?? Date.now() - stats.mtimeMs < IDLE)
}
