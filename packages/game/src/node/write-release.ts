import { dirname, join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { writeZip } from '@ukit/codecs/zip'
import { piecesOf } from '@ukit/files'
import { fileSource, makeFolders, readWhole, saveFile } from '@ukit/files/node'
import type { ReleaseFile } from '../release/release.js'

/** What writing a file of a release takes. */
export type WrittenFile = Pick<ReleaseFile, 'path' | 'target' | 'modified'>

/** Settings of `zipRelease` and `copyRelease`. */
export interface WriteReleaseOptions {
  /** Replace existing files. */
  readonly force?: boolean | undefined
  /** Ends the work: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Told before each file. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

/** The defaults of `zipRelease` and `copyRelease`. */
export const WRITE_RELEASE_DEFAULTS = { force: false } as const

/**
 * *Packs a release into a zip*, in the folders of a game; gives the zip's length in bytes. Whole or not at
 * all.
 *
 * @throws {SourceError} `exists`, or `io`; `ZipError` when a zip cannot hold it.
 */
export async function zipRelease(
  out: string,
  files: readonly WrittenFile[],
  options: WriteReleaseOptions = {},
): Promise<number> {
  const { force = WRITE_RELEASE_DEFAULTS.force, signal, onProgress } = options
  const inputs = files.map(({ path, target, modified }, i) => ({
    name: target,
    modified: new Date(modified),
    read: () => {
      onProgress?.(i, files.length, path)
      return readWhole(path)
    },
  }))
  const pieces = writeZip(inputs, { deflate: (bytes) => deflateRawSync(bytes, { level: 9 }) })
  return saveFile(out, pieces, { force, signal })
}

/**
 * *Copies a release into a folder*, in the folders of a game; gives the number of bytes.
 *
 * Each file is whole or not there; those that were copied before an error stay.
 *
 * @throws {SourceError} `exists` for the first file that already exists, or `io`.
 */
export async function copyRelease(
  folder: string,
  files: readonly WrittenFile[],
  options: WriteReleaseOptions = {},
): Promise<number> {
  const { force = WRITE_RELEASE_DEFAULTS.force, signal, onProgress } = options
  let bytes = 0
  for (const [i, { path, target }] of files.entries()) {
    onProgress?.(i, files.length, path)
    const out = join(folder, target)
    await makeFolders(dirname(out))
    const source = await fileSource(path)
    try {
      bytes += await saveFile(out, piecesOf(source), { force, signal })
    } finally {
      await source.close()
    }
  }
  return bytes
}
