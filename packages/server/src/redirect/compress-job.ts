import { readFile, stat } from 'node:fs/promises'
import { memorySource } from '@ukit/core'
import { type PackageFacts, readPackageFacts } from '../package-facts.js'
import { compressAs, decompressAs, type UzFormat } from '../uz-format.js'

/** Work that would hold up the serving. */
export type CompressJob =
  /** Compress a file; `name` is what a `.uz` holds. */
  | { readonly task: 'compress'; readonly path: string; readonly name: string; readonly format: UzFormat }
  /** Look into a compressed package; to at most `limit` bytes. */
  | {
      readonly task: 'facts'
      readonly path: string
      readonly name: string
      readonly format: UzFormat
      readonly limit: number
    }

/** What came of it. */
export interface CompressOutcome {
  /** The compressed file, for `compress`. */
  readonly bytes?: Uint8Array
  /** For `facts`; the GUID as text, since objects lose their class on the way between threads. */
  readonly facts?: Omit<PackageFacts, 'guid'> & { readonly guid: string }
}

/** Does a job, here and now. */
export async function doCompressJob(job: CompressJob): Promise<CompressOutcome> {
  const before = await stat(job.path)
  const bytes = await readFile(job.path)
  const after = await stat(job.path)
  if (before.mtimeMs !== after.mtimeMs || bytes.length !== after.size) {
    throw new Error(`${job.path} changed while it was being read`)
  }
  if (job.task === 'compress') return { bytes: await compressAs(job.format, bytes, job.name) }
  const plain = await decompressAs(job.format, bytes, job.limit)
  const facts = await readPackageFacts(memorySource(plain.bytes), job.name)
  return { facts: { ...facts, guid: facts.guid.toString() } }
}
