import { lstat, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OWN_FOLDER } from '../own-folder.js'
import { SourceError } from '../source/source-error.js'
import { type FileOperations, NEW_FILE, parseJson } from './file-operations.js'
import { presentAt } from './folder-target.js'
import { openSealed, sealJson } from './seal.js'

/** Name of the file that the journal of a run is in. */
export const JOURNAL = 'journal.json'
/** What the seal of a journal is for. */
const SEALED_AS = 'journal'

/** One change of a file, in the journal. */
export interface Step {
  /** Below the game's folder, with `/`. */
  readonly path: string
  readonly action: 'write' | 'delete'
  /** A file was there before. */
  readonly had: boolean
  /** What becomes of the old file: it gets this name. Without it, it goes. */
  readonly keep?: string
}

/** What is on disk from the moment on when the changes begin, until they are done or undone. */
export interface Journal {
  readonly format: 2
  /** The folder that it is about, links followed: a journal that was carried elsewhere does not count. */
  readonly root: string
  /** What the disk says about a file that was created with the journal; see `witnessOf`. */
  readonly witness?: string
  readonly direction: 'forward' | 'back'
  readonly steps: readonly Step[]
  /** Folders that were not there before, outermost first. */
  readonly made: readonly string[]
  /** Folders to remove at the end when they are empty, innermost first. */
  readonly emptied: readonly string[]
}

/** There is a journal that is not ours. */
export class ForeignJournalError extends SourceError {
  constructor(message: string, path: string) {
    super('io', message, { path })
  }
}

/** Writes the journal in one go: it exists in full, or not at all. */
export async function writeJournal(folder: string, journal: Journal, io: FileOperations): Promise<void> {
  const temporary = join(folder, `${JOURNAL}.tmp`)
  if ((await presentAt(temporary)) !== undefined) await io.remove(temporary)
  await io.write(temporary, [await sealJson(SEALED_AS, journal)], NEW_FILE)
  await io.rename(temporary, join(folder, JOURNAL))
}

/** A file that is created with a run, and not touched again. */
export const WITNESS = 'witness'

/**
 * Which file of its disk the witness is, and when it was created: nobody who packs files into an archive, or
 * copies them from elsewhere, can say that in advance. `undefined` where the system does not tell whose a
 * file is, or another user created one of these.
 */
export async function witnessOf(folder: string): Promise<string | undefined> {
  const own = process.getuid?.()
  if (own === undefined) return undefined
  const stats = await Promise.all(
    [dirname(folder), folder, join(folder, JOURNAL), join(folder, WITNESS)].map((path) =>
      lstat(path, { bigint: true }).catch(() => undefined),
    ),
  )
  if (stats.some((found) => found !== undefined && Number(found.uid) !== own)) return undefined
  const witness = stats[3]
  return witness?.isFile() === true ? `${witness.ino}-${witness.birthtimeNs}` : undefined
}

/**
 * The journal, when it is ours: sealed by this user here, or, where no key is kept between runs, beside the
 * witness that it names. What a stranger put there would delete and replace files of the game at the next
 * harmless run.
 *
 * @throws {SourceError} `io` for any other.
 */
export async function readJournal(bytes: Uint8Array, root: string): Promise<Journal> {
  const sealed = await openSealed(SEALED_AS, bytes)
  if (sealed !== undefined && isJournal(sealed) && sealed.root === (await realpath(root))) return sealed
  const witness = await witnessOf(join(root, OWN_FOLDER, 'transaction'))
  const json = parseJson(bytes)
  if (witness !== undefined && typeof json === 'object' && json !== null && isJournal(json) && json.witness === witness)
    return json
  const folder = join(root, OWN_FOLDER, 'transaction')
  throw new ForeignJournalError(
    `the journal in "${folder}" was not written here by this version of ukit for this user: nothing is done. ` +
      'If another user or another machine was changing files here, let it finish there. ' +
      'Otherwise someone else put it there: remove that folder (what is in "old" below it may be your files)',
    folder,
  )
}

function isJournal(json: object): json is Journal {
  const inside = (path: unknown) => typeof path === 'string' && staysInside(path)
  const paths = (list: unknown) => Array.isArray(list) && list.every(inside)
  if (!('format' in json && json.format === 2 && 'root' in json)) return false
  if (!('steps' in json && 'made' in json && 'emptied' in json && 'direction' in json)) return false
  return (
    paths(json.made) &&
    paths(json.emptied) &&
    Array.isArray(json.steps) &&
    json.steps.every((step) => inside(step?.path) && (step.keep === undefined || inside(step.keep)))
  )
}

/**
 * Whether a path in a file of ours stays below its folder on every system: `\` separates on some, and a drive
 * letter leads away.
 */
export function staysInside(path: string): boolean {
  if (path === '' || path.includes('\0') || /^[\\/]/.test(path) || /^[A-Za-z]:/.test(path)) return false
  return !path.split(/[\\/]/).some((part) => part === '..' || part === '')
}
