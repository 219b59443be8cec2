import { realpath, unlink } from 'node:fs/promises'
import { backUp, type FileState, onDisk, saveFile } from '@ukit/files/node'
import { writeTo } from '../../inputs/standard.js'
import type { Output } from '../../terminal/output.js'

/** How an edited package is written. */
export interface EditSave {
  /** The file that was read. */
  readonly file: string
  /** The state of the file when it was read; `undefined` for a new package. */
  readonly state: FileState | undefined
  /** The file to write; `undefined` to replace the file that was read. */
  readonly out: string | undefined
  readonly backup: boolean
  readonly force: boolean
  /** Where the package is written when `out` is `-`. */
  readonly target: Output
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

/** Where the package was written, and where the original is kept. */
export interface EditSaved {
  readonly output: string
  readonly written: number
  readonly backup: string | null
}

/**
 * Writes an edited package. The original is kept as `FILE.bak`, or `.bak2` and so on if that already exists:
 * no backup is ever replaced.
 *
 * If the process is killed, either the old file or the new one exists; at worst, a backup that the next run
 * uses or a temporary file that it removes is left over.
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
  // If the file is a symbolic link, its target is replaced, and so the target is backed up.
  const real = await realpath(file)
  const replaces = state === undefined ? {} : { replaces: state }
  const backup = save.backup ? await onDisk(() => backUp(real)) : null
  try {
    return {
      output: file,
      written: await saveFile(real, pieces, { ...replaces, force: true, signal, onProgress }),
      backup: backup?.path ?? null,
    }
  } catch (error) {
    if (backup?.existed === false) await unlink(backup.path).catch(() => undefined)
    throw error
  }
}
