import { basename } from 'node:path'
import { formatContext, type Guid } from '@ukit/container'
import { type ByteSource, PackageError, SourceError } from '@ukit/files'
import { fileSource } from '@ukit/files/node'
import { isStubFile, stampOf } from '@ukit/game'
import { plural } from '@ukit/text/internal'

/**
 * *What a redirect must know about a package*: enough to decide whether it may be downloaded, and for a
 * manifest.
 */
export interface PackageFacts {
  readonly guid: Guid
  readonly version: number
  readonly licensee: number
  /** Package flags as stored. */
  readonly flags: number
  /** Number of its generations. */
  readonly generations: number
  readonly engine: 1 | 2 | 3
}

/** A file that is shorter than the tag of a package is none. */
const TAG_BYTES = 4

/**
 * Reads the header of a package.
 *
 * @throws {PackageError} when it is none, or cannot be read.
 */
export async function readPackageFacts(source: ByteSource, fileName: string): Promise<PackageFacts> {
  if (source.byteLength < TAG_BYTES)
    throw new PackageError('not-a-package', `${fileName} has ${plural(source.byteLength, 'byte')}`)
  const stamp = await stampOf(source, { path: fileName, size: source.byteLength, modified: 0 })
  const { guid, version, licensee, flags, generations } = stamp
  const { engine } = formatContext({}, version, licensee, false)
  return { guid, version, licensee, flags: flags >>> 0, generations: generations.length, engine }
}

/**
 * The same of a file.
 *
 * @throws {PackageError} as above; `SourceError` when the file cannot be read.
 */
export async function readFileFacts(path: string): Promise<PackageFacts> {
  const source = await fileSource(path)
  try {
    return await readPackageFacts(source, basename(path))
  } finally {
    await source.close()
  }
}

/** Whether a package is a stub, made from what others need of it; `false` if its tables cannot be read. */
export async function isStubAt(path: string): Promise<boolean> {
  const source = await fileSource(path)
  try {
    return await isStubFile(source, basename(path))
  } catch (error) {
    // Players download a damaged package like any other.
    if (!(error instanceof PackageError)) throw error
    return false
  } finally {
    await source.close()
  }
}

/** True for what is wrong with the bytes of others, not with this program. */
export function isFileProblem(error: unknown): error is PackageError | SourceError {
  return error instanceof PackageError || error instanceof SourceError
}
