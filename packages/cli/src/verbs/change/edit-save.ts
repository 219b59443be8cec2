import { type FileState, replaceFile } from '@ukit/files/node'
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

/** Writes an edited package: over the file that was read, as `replaceFile` does, or to `out`. */
export async function saveEdited(pieces: AsyncIterable<Uint8Array>, save: EditSave): Promise<EditSaved> {
  const { file, state, out, signal, onProgress } = save
  if (out !== undefined) {
    return {
      output: out,
      written: await writeTo(out, pieces, save.target, { force: save.force, signal, onProgress }),
      backup: null,
    }
  }
  return { output: file, ...(await replaceFile(file, pieces, { state, backup: save.backup, signal, onProgress })) }
}
