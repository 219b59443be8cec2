import { realpath, unlink } from 'node:fs/promises'
import { backUp } from './back-up.js'
import type { FileState } from './file-state.js'
import { saveFile } from './save-file.js'
import { onDisk } from './system-errors.js'

/** Settings of {@link replaceFile}. */
export interface ReplaceFileOptions {
  /** The state of the file when it was read: if it has changed since, it is not replaced. */
  readonly state?: FileState | undefined
  /** Keep the original as `FILE.bak`, or `.bak2` and so on if that already exists. */
  readonly backup?: boolean | undefined
  /** Ends the writing; the file is then as it was. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of bytes written so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined
}

/** What `replaceFile` does by default. */
export const REPLACE_FILE_DEFAULTS = { backup: true } as const

/** A file that was replaced. */
export interface ReplacedFile {
  /** Number of bytes written. */
  readonly written: number
  /** Where the original is kept; `null` without a backup. */
  readonly backup: string | null
}

/**
 * *Replaces a file by its changed content, and keeps the original*: no backup is ever replaced.
 *
 * If the process is killed, either the old file or the new one exists; at worst, a backup that the next run
 * uses or a temporary file that it removes is left over. If the file is a symbolic link, its target is
 * replaced, and so the target is backed up.
 *
 * @throws {SourceError} `changed` when another program has changed it; `io` when it cannot be written.
 *
 * @example
 * const state = await fileState('Walls.utx')
 * // … read and change it …
 * const { backup } = await replaceFile('Walls.utx', savePackage(changed), { state })
 */
export async function replaceFile(
  file: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { state, backup = REPLACE_FILE_DEFAULTS.backup, signal, onProgress }: ReplaceFileOptions = {},
): Promise<ReplacedFile> {
  const real = await realpath(file)
  const kept = backup ? await onDisk(() => backUp(real)) : undefined
  try {
    const written = await saveFile(real, pieces, {
      force: true,
      ...(state && { replaces: state }),
      ...(signal && { signal }),
      ...(onProgress && { onProgress }),
    })
    return { written, backup: kept?.path ?? null }
  } catch (error) {
    if (kept?.existed === false) await unlink(kept.path).catch(() => undefined)
    throw error
  }
}
