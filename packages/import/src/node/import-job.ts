import { hash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { SourceError } from '@ukit/files'
import { reasonWithoutPath } from '@ukit/files/internal'
import { codeOf, readWhole } from '@ukit/files/node'
import type { ExtractedState } from '@ukit/media'
import { crc32Of } from './crc32-of.js'

/** A file to import as a new object, or into an existing one. */
export interface ImportJob {
  /** Path of the object: `Group.Name`. */
  readonly path: string
  /** The file. */
  readonly file: string
  /** Class of the object, from the manifest. */
  readonly className?: string
  /** Its row in the export table when it was extracted. */
  readonly index?: number
  /** The manifest that lists the file, and what it calls it. */
  readonly listed?: { readonly manifest: string; readonly file: string }
  /** The state of the file when it was extracted: a file that has not changed is not imported. */
  readonly was?: ExtractedState
}

/** *What is to be imported.* */
export interface ImportPlan {
  /** The files, in the order in which they are imported. */
  readonly jobs: readonly ImportJob[]
  /** Whether the files come from an extracted package, so that their objects are replaced. */
  readonly isExtracted: boolean
  /** What is left alone, in words. */
  readonly notes: readonly string[]
}

/**
 * The bytes of a file; `unchanged` when it has not changed since it was extracted, `gone` when it was deleted
 * since then.
 *
 * @throws {SourceError} `io` when it cannot be read.
 */
export async function changedBytes({ file, was, className }: ImportJob): Promise<Uint8Array | 'unchanged' | 'gone'> {
  const isListed = className !== undefined
  if (isListed && codeOf(await stat(file).catch((error: unknown) => error)) === 'ENOENT') return 'gone'
  const bytes = await bytesOf(file)
  return was !== undefined && isStill(bytes, was) ? 'unchanged' : bytes
}

function isStill(bytes: Uint8Array, { bytes: length, crc32, sha256 }: ExtractedState): boolean {
  if (crc32 !== undefined) return bytes.length === length && crc32Of(bytes) === crc32
  return sha256 !== undefined && hash('sha256', bytes, 'hex') === sha256
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readWhole(file)
  } catch (error) {
    const problem = new SourceError('io', reasonWithoutPath(error), { path: file, cause: error })
    throw problem
  }
}
