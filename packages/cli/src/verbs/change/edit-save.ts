import { link, realpath, unlink } from 'node:fs/promises'
import { piecesOf, SourceError } from '@ukit/files'
import { codeOf, type FileState, fileSource, saveFile } from '@ukit/files/node'
import { writeTo } from '../../inputs/standard.js'
import type { Output } from '../../terminal/output.js'

/** What an edited package is written as. */
export interface EditSave {
  /** The file that was read. */
  readonly file: string
  /** What it was when it was read; `undefined` for a new package. */
  readonly state: FileState | undefined
  /** Where to; the file itself when it is `undefined`. */
  readonly out: string | undefined
  readonly backup: boolean
  readonly force: boolean
  /** Takes the package when `out` is `-`. */
  readonly target: Output
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/** Where it went, and where the original is kept. */
export interface EditSaved {
  readonly output: string
  readonly written: number
  readonly backup: string | null
}

/** Most backups beside one file; anyone who has more should look at them. */
const MAX_BACKUPS = 1000

/**
 * Writes an edited package. The original is kept as `FILE.bak` (`.bak2` and so on when that already exists:
 * no backup is ever replaced).
 *
 * A process that is killed leaves the old file or the new one; at worst a backup that is not needed, or a
 * temporary file, is left over.
 */
export async function saveEdited(pieces: AsyncIterable<Uint8Array>, save: EditSave): Promise<EditSaved> {
  const { file, state, out, signal, onProgress } = save
  if (out !== undefined) {
    return {
      output: out,
      written: await writeTo(out, pieces, save.target, { force: save.force, signal, onProgress }),
      backup: null,
    }
  }
  // Behind a symbolic link it is the real file that is replaced, and so the real one that is kept.
  const real = await realpath(file)
  const replaces = state === undefined ? {} : { replaces: state }
  const backup = save.backup ? await backUp(real) : null
  try {
    return {
      output: file,
      written: await saveFile(real, pieces, { ...replaces, force: true, signal, onProgress }),
      backup,
    }
  } catch (error) {
    if (backup !== null) await unlink(backup).catch(() => undefined)
    throw error
  }
}

/** Gives the file a second name; copies it where the file system has no links. */
async function backUp(file: string): Promise<string> {
  for (let number = 1; number <= MAX_BACKUPS; number++) {
    const name = `${file}.bak${number === 1 ? '' : number}`
    try {
      await link(file, name)
      return name
    } catch (error) {
      if (codeOf(error) === 'EEXIST') continue
    }
    const source = await fileSource(file)
    try {
      await saveFile(name, piecesOf(source))
      return name
    } catch (error) {
      if (!(error instanceof SourceError) || error.kind !== 'exists') throw error
    } finally {
      await source.close()
    }
  }
  throw new SourceError('exists', `there are already ${MAX_BACKUPS} backups of "${file}"`, { path: file })
}
