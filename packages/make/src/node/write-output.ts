import { constants, copyFile, link, lstat, readdir, realpath, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, type FileState, makeFolders, onDisk, saveFile } from '@ukit/files/node'

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

/** Writes the files of a project. */
export class OutputWriter {
  /** Folders without what killed processes left: finding these takes a look at all files in them. */
  readonly #tidied = new Set<string>()

  /**
   * *Writes a file whole or not at all*, into a folder that is made if there is none. The one that was there
   * before is kept as `FILE.bak`, unless there is such a file already: the first file stays, even after a
   * hundred builds.
   *
   * @throws {SourceError} `io` when the system refuses, `changed` when it is not the file that `replaces`
   *   says. The old file is as it was then.
   */
  async write({ path, pieces }: OutputFile, options: WriteOptions): Promise<Written> {
    const { replaces, signal } = options
    const backup = options.backup ? await keep(path) : null
    const folder = dirname(path)
    await makeFolders(folder)
    if (!this.#tidied.has(folder)) await removeLeftovers(folder)
    this.#tidied.add(folder)
    const bytes = await saveFile(path, pieces, {
      force: true,
      ...(replaces === undefined ? {} : { replaces }),
      ...(signal === undefined ? {} : { signal }),
    })
    return { bytes, backup }
  }
}

/**
 * A temporary file that is this old is of a process that was killed: one that is written changes all the
 * time.
 */
const LEFT_AFTER_MS = 600_000

/** Removes what killed processes left half written: otherwise each kill would leave one more file. */
async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    if (!/^\.ukit-[0-9a-f]{16}\.tmp$/.test(name)) continue
    const found = await lstat(join(folder, name)).catch(() => undefined)
    if (found?.isFile() === true && Date.now() - found.mtimeMs > LEFT_AFTER_MS)
      await unlink(join(folder, name)).catch(() => undefined)
  }
}

/** Gives a file a second name; copies it where the file system has no links. */
async function keep(path: string): Promise<string | null> {
  const real = await realpath(path).catch(() => undefined)
  if (real === undefined) return null
  const name = `${real}.bak`
  try {
    await link(real, name)
    return name
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null
  }
  try {
    await onDisk(() => copyFile(real, name, constants.COPYFILE_EXCL))
    return name
  } catch (error) {
    if (error instanceof Error && codeOf(error.cause) === 'EEXIST') return null
    throw error
  }
}
