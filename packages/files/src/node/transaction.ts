import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OWN_FOLDER } from '../own-folder.js'
import { ignoreError, SourceError } from '../source/source-error.js'
import { DISK, type FileOperations, NEW_FILE, parseJson, readIfThere } from './file-operations.js'
import { FolderTarget, presentAt } from './folder-target.js'
import {
  JOURNAL,
  type Journal,
  readJournal,
  type Step,
  staysInside,
  WITNESS,
  witnessOf,
  writeJournal,
} from './journal.js'
import { sweepLeftOvers } from './left-overs.js'
import { type HeldLock, tryLock } from './lock.js'
import { holderOf } from './lock-holder.js'
import { codeOf } from './system-errors.js'

/** What a staged file holds. */
export interface Staged {
  /** Checksum of its bytes, in lower-case hex digits. */
  readonly sha256: string
  /** Its length in bytes. */
  readonly size: number
}

const FINISHED = 'finished'
const LOCK = 'lock'
/** A folder that no other run changes in this way in the meantime. */
export interface HeldFolder {
  /** What was found of an earlier run when the folder was taken, and what was done about it. */
  readonly recovery: Recovery
  /** Begins changes that all happen, or none; one after the other. */
  begin(): Promise<Transaction>
}

/**
 * *Changes the files below a folder, excluding other runs*: one run at a time, over all processes. Deals
 * first with a run that was killed; see `Recovery`.
 *
 * @throws {SourceError} `io` when another run is at work, or left something that this user's ukit did not
 *   leave; what the work throws.
 */
export async function changeFolder<T>(
  root: string,
  work: (folder: HeldFolder) => Promise<T>,
  io: FileOperations = DISK,
): Promise<T> {
  const lock = await lockOwnFolder(root)
  try {
    const recovery = await recoverHeld(root, io)
    return await work({ recovery, begin: () => Transaction.begin(root, lock, io) })
  } finally {
    // While the lock is held: a run that comes next may want this folder.
    await removeIfEmpty(join(root, OWN_FOLDER, 'installed'), DISK).catch(ignoreError)
    lock.release()
    await removeIfEmpty(join(root, OWN_FOLDER), DISK).catch(ignoreError)
  }
}

/** How often to make our folder when the run before removes it just then. */
const MOST_TRIES = 100

async function lockOwnFolder(root: string): Promise<HeldLock> {
  const own = join(root, OWN_FOLDER)
  for (let tries = 1; ; tries++) {
    await refuseLinks(root, [OWN_FOLDER, 'transaction'])
    await mkdir(own).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
    try {
      const lock = tryLock(join(own, LOCK))
      if (lock !== undefined) return lock
    } catch (error) {
      if (tries < MOST_TRIES && (await presentAt(own)) === undefined) continue
      throw error
    }
    const message = `another run of ukit is changing "${root}": ${holderOf(join(own, LOCK))}`
    throw new SourceError('io', message, { path: root })
  }
}

/**
 * *Changes of many files below a folder that all happen, or none.*
 *
 * New files are first written to a folder of ours inside the game's, so that taking their places is a rename
 * each. Then the journal is written, and the changes are made: the old file gets a second name in our folder,
 * and the new one takes its place, so that there is a file at every moment. A run that is killed before the
 * journal is written has changed nothing; one that is killed later is carried on by the next `changeFolder`.
 * When a change fails, those made are undone in reverse order.
 */
export class Transaction {
  readonly #root: string
  readonly #lock: HeldLock
  readonly #folder: string
  readonly #io: FileOperations
  readonly #target: FolderTarget
  readonly #steps: Step[] = []
  readonly #paths = new Set<string>()
  readonly #made: string[] = []
  readonly #emptied: string[] = []

  private constructor(root: string, lock: HeldLock, io: FileOperations) {
    this.#root = root
    this.#lock = lock
    this.#folder = join(root, OWN_FOLDER, 'transaction')
    this.#io = io
    this.#target = new FolderTarget(root)
  }

  /** Begins, in a folder that is held. */
  static async begin(root: string, lock: HeldLock, io: FileOperations): Promise<Transaction> {
    const transaction = new Transaction(root, lock, io)
    await io.makeFolder(transaction.#folder)
    for (const name of ['new', 'old']) await io.makeFolder(join(transaction.#folder, name))
    await io.write(join(transaction.#folder, WITNESS), [], NEW_FILE)
    return transaction
  }

  /**
   * Prepares a file that is to be at `path`. The existing file gets the name `keep`, which is free, or
   * goes.
   */
  async write(
    path: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    mode = NEW_FILE,
    keep?: string,
  ): Promise<Staged> {
    this.#claim(path)
    if (keep !== undefined) this.#claim(keep)
    const hash = createHash('sha256')
    let size = 0
    const watched = async function* () {
      for await (const piece of pieces) {
        hash.update(piece)
        size += piece.byteLength
        yield piece
      }
    }
    await this.#io.write(join(this.#folder, 'new', String(this.#steps.length)), watched(), mode)
    this.#steps.push({ path, action: 'write', had: false, ...(keep === undefined ? {} : { keep }) })
    return { sha256: hash.digest('hex'), size }
  }

  /** The file at `path` is to go, or to get the name `keep`, which is free. */
  delete(path: string, keep?: string): void {
    this.#claim(path)
    if (keep !== undefined) this.#claim(keep)
    this.#steps.push({ path, action: 'delete', had: true, ...(keep === undefined ? {} : { keep }) })
  }

  /** The folder is to exist. */
  makeFolder(path: string): void {
    this.#made.push(path)
  }

  /** The folder is to go when it is empty at the end. */
  removeFolder(path: string): void {
    this.#emptied.push(path)
  }

  /**
   * Makes the changes.
   *
   * @param onPlaced called when all files are in place, before what says so is removed: after a run that is
   *   killed then, the next one looks beside them for what it left.
   * @throws {SourceError} if one failed; then all are undone.
   */
  async commit(onPlaced: () => void = () => undefined): Promise<void> {
    const steps: Step[] = []
    for (const { path, action, keep } of this.#steps) {
      const { parts } = await this.#target.resolve(path.split('/'))
      const present = await presentAt(join(this.#root, ...parts))
      if (present !== undefined && present !== 'file') throw new SourceError('io', `"${path}" is not a file`, { path })
      if (keep !== undefined && (await presentAt(join(this.#root, keep))) !== undefined)
        throw new SourceError('exists', `"${keep}" already exists`, { path: keep })
      steps.push({ path: parts.join('/'), action, had: present === 'file', ...(keep === undefined ? {} : { keep }) })
    }
    const made = await this.#missingFolders(steps)
    const emptied = [...new Set(this.#emptied)].sort((a, b) => b.length - a.length)
    const root = await realpath(this.#root)
    if (!this.#lock.isHeld()) {
      const message =
        `another run of ukit took over "${this.#root}", since this one stood still for minutes; ` +
        'nothing was changed: start again'
      throw new SourceError('io', message, { path: this.#root })
    }
    const witness = await witnessOf(this.#folder)
    const journal: Journal = {
      format: 2,
      root,
      ...(witness === undefined ? {} : { witness }),
      direction: 'forward',
      steps,
      made,
      emptied,
    }
    await writeJournal(this.#folder, journal, this.#io)
    try {
      await forward(this.#root, this.#folder, journal, this.#io)
    } catch (error) {
      await back(this.#root, this.#folder, journal, this.#io)
      throw error
    }
    onPlaced()
    await finish(this.#folder, this.#io)
  }

  /** Gives up before `commit`: nothing has changed. */
  async abort(): Promise<void> {
    await finish(this.#folder, this.#io)
  }

  #claim(path: string): void {
    if (!staysInside(path)) throw new SourceError('io', `"${path}" leads out of "${this.#root}"`, { path })
    const key = path.toLowerCase()
    if (this.#paths.has(key)) throw new RangeError(`two changes of "${path}" in one transaction`)
    this.#paths.add(key)
  }

  async #missingFolders(steps: readonly Step[]): Promise<string[]> {
    const wanted = new Set<string>()
    const folders = [
      ...this.#made,
      ...steps.filter(({ action }) => action === 'write').map(({ path }) => dirname(path)),
    ]
    for (const folder of folders) {
      if (folder === '.') continue
      const { parts } = await this.#target.resolve(folder.split('/'))
      for (let depth = 1; depth <= parts.length; depth++) wanted.add(parts.slice(0, depth).join('/'))
    }
    const missing: string[] = []
    for (const folder of wanted) {
      const present = await presentAt(join(this.#root, folder))
      if (present === undefined) missing.push(folder)
      else if (present !== 'folder') throw new SourceError('io', `"${folder}" is not a folder`, { path: folder })
    }
    return missing.sort((a, b) => a.length - b.length)
  }
}

/**
 * What was found of an earlier run: nothing; a run that had changed nothing yet; one whose changes were
 * undone, or completed.
 */
export type Recovery = 'nothing' | 'discarded' | 'undone' | 'completed'

/**
 * *Deals with a run that was killed*: completes it when its changes had begun, forgets it when not.
 *
 * @throws {SourceError} `io` when the run is still at work, or the journal is not one that this user's ukit
 *   wrote for this folder: then nothing is touched.
 */
export async function recover(root: string, io: FileOperations = DISK): Promise<Recovery> {
  const own = join(root, OWN_FOLDER)
  if ((await presentAt(own)) !== 'folder') return 'nothing'
  if ((await presentAt(join(own, 'transaction'))) === undefined && (await presentAt(join(own, LOCK))) === undefined) {
    await removeIfEmpty(join(own, 'installed'), io)
    await removeIfEmpty(own, io)
    return 'nothing'
  }
  return changeFolder(root, async ({ recovery }) => recovery, io)
}

async function recoverHeld(root: string, io: FileOperations): Promise<Recovery> {
  const folder = join(root, OWN_FOLDER, 'transaction')
  if ((await presentAt(folder)) !== 'folder') return 'nothing'
  const bytes = await readIfThere(join(folder, JOURNAL))
  if (bytes === undefined) {
    const left = await readIfThere(join(folder, FINISHED))
    const isEmpty = left === undefined && (await readdir(folder)).length === 0
    await finish(folder, io)
    // The last step of a run that was done, or the first of one that did nothing.
    if (isEmpty) return 'nothing'
    return left === undefined ? 'discarded' : isUndone(left) ? 'undone' : 'completed'
  }
  const journal = await readJournal(bytes, root)
  for (const { path, keep } of journal.steps) {
    await refuseLinks(root, path.split('/'))
    if (keep !== undefined) await refuseLinks(root, keep.split('/'))
    // The run held locks beside its files.
    sweepLeftOvers(dirname(join(root, path)))
  }
  if (journal.direction === 'forward') {
    try {
      await forward(root, folder, journal, io)
    } catch {
      await back(root, folder, journal, io)
      return 'undone'
    }
    await finish(folder, io)
    return 'completed'
  }
  await back(root, folder, journal, io)
  return 'undone'
}

async function forward(
  root: string,
  folder: string,
  { steps, made, emptied }: Journal,
  io: FileOperations,
): Promise<void> {
  for (const path of made) if ((await presentAt(join(root, path))) === undefined) await io.makeFolder(join(root, path))
  for (const [i, { path, action, had, keep }] of steps.entries()) {
    const fresh = join(folder, 'new', String(i))
    const old = keep === undefined ? join(folder, 'old', String(i)) : join(root, keep)
    const place = join(root, path)
    await refuseLinks(root, path.split('/'))
    // Each step can be recognised from the files alone, so that it does not matter where an earlier run
    // ended.
    const isDone = action === 'write' ? (await presentAt(fresh)) === undefined : (await presentAt(place)) === undefined
    if (isDone) continue
    // A file that is to be replaced has its place until the new one takes it, in one step.
    if (had && (await presentAt(old)) === undefined)
      await (action === 'write' ? io.link(place, old) : io.rename(place, old))
    if (action === 'write') await io.rename(fresh, place)
  }
  for (const path of emptied) await removeIfEmpty(join(root, path), io)
}

async function back(root: string, folder: string, journal: Journal, io: FileOperations): Promise<void> {
  if (journal.direction === 'forward') await writeJournal(folder, { ...journal, direction: 'back' }, io)
  for (const [i, { path, action, had, keep }] of [...journal.steps.entries()].reverse()) {
    const fresh = join(folder, 'new', String(i))
    const old = keep === undefined ? join(folder, 'old', String(i)) : join(root, keep)
    const place = join(root, path)
    const isPlaced = action === 'write' && (await presentAt(fresh)) === undefined
    if (!had) {
      if (isPlaced) await io.rename(place, fresh)
    } else if ((await presentAt(old)) !== undefined) {
      await makeParents(root, dirname(path), io)
      // Of two names of one file, a rename would leave both.
      if (action === 'write' && !isPlaced && (await presentAt(place)) !== undefined) await io.remove(old)
      else await io.rename(old, place)
    }
  }
  for (const path of [...journal.made].reverse()) await removeIfEmpty(join(root, path), io)
  await finish(folder, io)
}

async function makeParents(root: string, folder: string, io: FileOperations): Promise<void> {
  if (folder === '.' || (await presentAt(join(root, folder))) !== undefined) return
  await makeParents(root, dirname(folder), io)
  await io.makeFolder(join(root, folder))
}

/**
 * From here on the run counts as done, and only its leftovers remain. What says that it was done goes last:
 * without it, the next run would take the rest for a run that had not begun.
 */
async function finish(folder: string, io: FileOperations): Promise<void> {
  if ((await presentAt(join(folder, JOURNAL))) !== undefined)
    await io.rename(join(folder, JOURNAL), join(folder, FINISHED))
  for (const name of await readdir(folder)) if (name !== FINISHED) await io.removeAll(join(folder, name))
  await io.removeAll(join(folder, FINISHED))
  await io.removeAll(folder)
}

/** Whether the journal of a run that is done says that it was undone; only told, so without its seal. */
function isUndone(journal: Uint8Array): boolean {
  const json = parseJson(journal)
  return typeof json === 'object' && json !== null && 'direction' in json && json.direction === 'back'
}

async function removeIfEmpty(path: string, io: FileOperations): Promise<void> {
  if ((await presentAt(path)) !== 'folder') return
  try {
    await io.removeFolder(path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw error
  }
}

/** No part of a path below the folder may be a link. */
async function refuseLinks(root: string, parts: readonly string[]): Promise<void> {
  for (let depth = 1; depth <= parts.length; depth++) {
    const path = join(root, ...parts.slice(0, depth))
    const stats = await lstat(path).catch(() => undefined)
    if (stats === undefined) return
    if (stats.isSymbolicLink())
      throw new SourceError('io', `"${path}" is a symbolic link; ukit does not write through links`, { path })
  }
}
