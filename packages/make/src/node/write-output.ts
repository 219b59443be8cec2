import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, DISK, type FileState, makeFolders, onDisk, saveFile } from '@ukit/files/node'

/** A file that making a package writes. */
export interface OutputFile {
  readonly path: string
  readonly pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** How files are written. */
export interface WriteOptions {
  /** Keep a file that is replaced, once. */
  readonly backup: boolean
  /** The old file at the beginning of the work; it must not have changed. */
  readonly replaces?: FileState | undefined
  readonly signal?: AbortSignal | undefined
}

/** What was written. */
export interface Written {
  readonly bytes: number
  /** Where the old file is kept; `null` when there was none, or one is kept already. */
  readonly backup: string | null
}

/**
 * *Writes a file whole or not at all*, into a folder that is made if there is none. The one that was there
 * before is kept as `FILE.bak`, unless there is such a file already: the first file stays, even after a
 * hundred builds.
 *
 * @throws {SourceError} `io` when the system refuses, `changed` when it is not the file that `replaces`
 *   says. The old file is as it was then.
 */
export async function writeOutput({ path, pieces }: OutputFile, options: WriteOptions): Promise<Written> {
  const { replaces, signal } = options
  const backup = options.backup ? await keep(path) : null
  await makeFolders(dirname(path))
  const bytes = await saveFile(path, pieces, {
    force: true,
    replaces,
    signal,
  })
  return { bytes, backup }
}

/** Gives a file a second name; copies it where the file system has no links. */
async function keep(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) return null
  const name = `${real}.bak`
  try {
    await onDisk(() => DISK.link(real, name))
    return name
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === 'EEXIST') return null
    throw error
  }
}
