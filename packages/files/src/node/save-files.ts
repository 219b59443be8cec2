import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, parse, relative, resolve, sep } from 'node:path'
import { OWN_FOLDER } from '../own-folder.js'
import { ignoreError, SourceError } from '../source/source-error.js'
import { backupNames, tooManyBackups } from './back-up.js'
import { DISK, type FileOperations } from './file-operations.js'
import { checkUnchanged, type FileState, lockFile } from './file-state.js'
import { presentAt } from './folder-target.js'
import { ForeignJournalError } from './journal.js'
import { isForeign } from './seal.js'
import { onDisk } from './system-errors.js'
import { changeFolder, type Recovery, recover } from './transaction.js'

/** A file to be written, or to go. */
export interface FileChange {
  /** The file to change. */
  readonly path: string
  /** The new content; `undefined` if the file is to be removed. */
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined
  /** The file is a new one: `exists` when there is one already. */
  readonly isNew?: boolean
  /** What the file that is replaced has to be still: what it was when it was read. See `fileState`. */
  readonly replaces?: FileState
}

/** How to write files together. */
export interface SaveFilesOptions {
  /** Keep what is replaced, as `FILE.bak`, then `.bak2` and so on: no backup is ever replaced. */
  readonly backup?: boolean | undefined
  /** Replace files that are to be new ones. */
  readonly force?: boolean | undefined
  /** Ends the work before anything is put in place: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Told how many bytes are written so far, of all files. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  /** The disk, for tests of what happens when it fails in the middle. */
  readonly io?: FileOperations | undefined
}

/** The defaults of `saveFiles`. */
export const SAVE_FILES_DEFAULTS = { backup: true, force: false } as const satisfies SaveFilesOptions

/** A file that was written, or that went (`bytes` is `null`). */
export interface SavedFile {
  /** The file that was written. */
  readonly path: string
  /** Its length in bytes; `null` when it was removed. */
  readonly bytes: number | null
  /** Where the old file is. */
  readonly backup: string | null
}

/**
 * *Writes several files: all of them, or none.*
 *
 * The new files are first written to a folder of ours (`.ukit`) in the innermost folder that all of them are
 * below, which has to be on one disk with them; then each takes its place. Whatever goes wrong before that
 * leaves everything as it was; a process that is killed in between leaves a journal, by which `recoverFiles`
 * completes the run. Behind a symbolic link the real file is replaced.
 *
 * @throws {SourceError} `exists` when a file that is to be new already exists; `changed` when one is not
 *   what `replaces` says; `io` when the system refuses, or another run is at work there. Errors of the pieces
 *   pass through.
 */
export function saveFiles(changes: readonly FileChange[], options: SaveFilesOptions = {}): Promise<SavedFile[]> {
  return onDisk(() => saveAll(changes, options))
}

async function saveAll(changes: readonly FileChange[], options: SaveFilesOptions): Promise<SavedFile[]> {
  const { backup = SAVE_FILES_DEFAULTS.backup, force = SAVE_FILES_DEFAULTS.force, signal, io = DISK } = options
  if (changes.length === 0) return []
  const places: { change: FileChange; real: string; keep: string | undefined; mode: number | undefined }[] = []
  for (const change of changes) {
    const real = await realPlace(change.path)
    if (change.replaces !== undefined) await checkUnchanged(change.path, change.replaces)
    if ((await presentAt(dirname(real))) !== 'folder')
      throw new SourceError('io', `there is no folder "${dirname(change.path)}"`, { path: change.path })
    const old = await lstat(real).catch(() => undefined)
    if (change.isNew === true && old !== undefined && !force) {
      const message = `"${change.path}" already exists; it is overwritten only with force`
      throw new SourceError('exists', message, { path: change.path })
    }
    const keep = backup && old !== undefined ? await freeBackup(real) : undefined
    places.push({ change, real, keep, mode: old === undefined ? undefined : old.mode & 0o777 })
  }
  const root = commonFolder(places.map(({ real }) => real))
  const inside = (path: string) => relative(root, path).split(sep).join('/')
  return changeFolder(
    root,
    async (held) => {
      if (held.recovery === 'completed' || held.recovery === 'undone') {
        const message =
          `an earlier run that was killed in "${root}" has just been ${held.recovery}, so files ` +
          'are no longer the ones that were read: start again'
        throw new SourceError('changed', message, { path: root })
      }
      const transaction = await held.begin()
      const saved: SavedFile[] = []
      let release: () => void
      try {
        let bytes = 0
        for (const { change, real, keep, mode } of places) {
          const kept = keep === undefined ? undefined : inside(keep)
          if (change.pieces === undefined) transaction.delete(inside(real), kept)
          else {
            const watched = watch(change.pieces, signal, (length) => {
              bytes += length
              options.onProgress?.(bytes)
            })
            const { size } = await transaction.write(inside(real), watched, mode, kept)
            saved.push({ path: change.path, bytes: size, backup: named(change.path, real, keep) })
            continue
          }
          saved.push({ path: change.path, bytes: null, backup: named(change.path, real, keep) })
        }
        signal?.throwIfAborted()
        release = await holdUnchanged(places)
      } catch (error) {
        // What went wrong first is worth telling; leftovers are dealt with by the next run.
        await transaction.abort().catch(ignoreError)
        throw error
      }
      try {
        await transaction.commit(release)
      } finally {
        release()
      }
      return saved
    },
    io,
  )
}

/**
 * Holds the files that have to be still what was read, and sees to it that they are; gives what lets them go.
 */
async function holdUnchanged(
  places: readonly { readonly change: FileChange; readonly real: string }[],
): Promise<() => void> {
  const held: (() => void)[] = []
  const release = () => {
    for (const letGo of held) letGo()
  }
  try {
    for (const { change, real } of places) {
      if (change.replaces === undefined) continue
      held.push(await lockFile(real))
      await checkUnchanged(change.path, change.replaces)
    }
    return release
  } catch (error) {
    release()
    throw error
  }
}

/** A run that was killed, and what was done about it. */
export interface RecoveredFiles {
  /** The folder that its files are below. */
  readonly folder: string
  /** `not ours`: another user's, or put there by somebody; nothing was done. */
  readonly recovery: Exclude<Recovery, 'nothing'> | 'not ours'
}

/**
 * *Deals with runs of `saveFiles` that were killed*, where they concern files in or below the folders of
 * these: completes those that had begun to change files, and forgets the others.
 *
 * @throws {SourceError} `io` when such a run is still at work.
 */
export function recoverFiles(
  paths: readonly string[],
  options: Pick<SaveFilesOptions, 'io'> = {},
): Promise<RecoveredFiles[]> {
  return onDisk(() => recoverAll(paths, options))
}

async function recoverAll(paths: readonly string[], options: Pick<SaveFilesOptions, 'io'>): Promise<RecoveredFiles[]> {
  const folders = new Set<string>()
  for (const path of paths) {
    let at = dirname(await realPlace(path))
    for (;;) {
      folders.add(at)
      if (at === parse(at).root) break
      at = dirname(at)
    }
  }
  const found: RecoveredFiles[] = []
  for (const folder of folders) {
    // Also where nothing but the folder itself is left.
    const stats = await lstat(join(folder, OWN_FOLDER)).catch(() => undefined)
    if (stats?.isDirectory() !== true) continue
    // In folders such as /tmp others can put one there: what is not ours must not keep us from our work.
    const recovery = isForeign(stats.uid) ? 'not ours' : await recover(folder, options.io).catch(foreignJournal)
    if (recovery !== 'nothing') found.push({ folder, recovery })
  }
  return found
}

function foreignJournal(error: unknown): 'not ours' {
  if (error instanceof ForeignJournalError) return 'not ours'
  throw error
}

/** Where a path leads, links followed; of a file that does not exist its folder's place. */
async function realPlace(path: string): Promise<string> {
  const whole = resolve(path)
  const real = await realpath(whole).catch(() => undefined)
  if (real !== undefined) return real
  const folder = await realpath(dirname(whole)).catch(() => dirname(whole))
  return join(folder, parse(whole).base)
}

/** The backup as the caller would call it, unless the file is behind a link. */
function named(path: string, real: string, backup: string | undefined): string | null {
  if (backup === undefined) return null
  return resolve(path) === real ? `${path}${backup.slice(real.length)}` : backup
}

async function freeBackup(file: string): Promise<string> {
  for (const name of backupNames(file)) if ((await presentAt(name)) === undefined) return name
  throw tooManyBackups(file)
}

/** @throws {SourceError} `io` when files are on different disks, as Windows has them. */
function commonFolder(paths: readonly string[]): string {
  let folder = dirname(paths[0] ?? '')
  for (const path of paths) {
    while (relative(folder, path).split(sep)[0] === '..' || parse(relative(folder, path)).root !== '') {
      if (folder === dirname(folder)) {
        throw new SourceError(
          'io',
          `files on different disks cannot be written together: "${paths[0]}" and "${path}"`,
          {
            path,
          },
        )
      }
      folder = dirname(folder)
    }
  }
  return folder
}

async function* watch(
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
  onBytes: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    signal?.throwIfAborted()
    onBytes(piece.byteLength)
    yield piece
  }
}
