import { lstat } from 'node:fs/promises'
import { SourceError } from '../source/source-error.js'
import { DISK } from './file-operations.js'
import { codeOf } from './system-errors.js'

/** Maximum number of backups beside one file; with more, the user should clean up first. */
const MAX_BACKUPS = 1000

/** What a file is backed up as. */
export interface BackUp {
  /** The path of the backup. */
  readonly path: string
  /** It was there before: a run that was killed left it, or somebody else gave the same file two names. */
  readonly existed: boolean
}

/** The names that backups of a file can have, the first first. */
export function* backupNames(file: string): Generator<string> {
  yield `${file}.bak`
  for (let number = 2; number <= MAX_BACKUPS; number++) yield `${file}.bak${number}`
}

/** The file that one of this name is a backup of; `undefined` if it does not have the name of a backup. */
export function backedUpFile(path: string): string | undefined {
  return /^(.*[^/\\])\.bak\d*$/.exec(path)?.[1]
}

/** None of them is free. */
export function tooManyBackups(file: string): SourceError {
  return new SourceError('exists', `there are already ${MAX_BACKUPS} backups of "${file}"`, { path: file })
}

/**
 * *Gives a file a second name*, `FILE.bak`, or `.bak2` and so on: no other file is ever replaced. Where the
 * file system has no links, it is copied.
 *
 * @throws {SourceError} `exists` when there are too many; what the system throws.
 */
export async function backUp(file: string): Promise<BackUp> {
  for (const path of backupNames(file)) {
    if (await isSameFile(file, path)) return { path, existed: true }
    try {
      await DISK.link(file, path)
      return { path, existed: false }
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
  throw tooManyBackups(file)
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => lstat(path, { bigint: true }).catch(() => undefined)))
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev && a.ino > 0
}
