import { stat } from 'node:fs/promises'
import { nodeCodecs } from '@ukit/core/node'
import { PackageError } from '@ukit/files'
import { uzKind } from '@ukit/files/containers'
import { fileSource, readWhole, systemPath } from '@ukit/files/node'
import { type PackageFacts, readPackageFacts } from '../package-facts.js'
import { compressAs, type UzFormat } from '../uz-format.js'

/** Work that would hold up the serving. */
export type CompressJob =
  /** Compress a file; `name` is what a `.uz` holds. */
  | { readonly task: 'compress'; readonly path: string; readonly name: string; readonly format: UzFormat }
  /** Look into a compressed package; `name` is that of the download. */
  | { readonly task: 'facts'; readonly path: string; readonly name: string; readonly format: UzFormat }

/** What came of it. */
export interface CompressOutcome {
  /** The compressed file, for `compress`. */
  readonly bytes?: Uint8Array
  /** For `facts`; the GUID as text, since objects lose their class on the way between threads. */
  readonly facts?: Omit<PackageFacts, 'guid'> & { readonly guid: string }
}

/** Does a job, here and now. */
export async function doCompressJob(job: CompressJob): Promise<CompressOutcome> {
  if (job.task === 'facts') return { facts: await factsInside(job.path, job.name, job.format) }
  const path = systemPath(job.path)
  const before = await stat(path)
  const bytes = await readWhole(job.path)
  const after = await stat(path)
  if (before.mtimeMs !== after.mtimeMs || bytes.length !== after.size) {
    throw new Error(`${job.path} changed while it was being read`)
  }
  return { bytes: await compressAs(job.format, bytes, job.name) }
}

/**
 * No more is unpacked than the header takes, where the format allows it, and never more than a file of its
 * length can hold.
 */
async function factsInside(
  path: string,
  name: string,
  format: UzFormat,
): Promise<NonNullable<CompressOutcome['facts']>> {
  const source = await fileSource(path)
  try {
    const container = await uzKind(nodeCodecs).open(source, name)
    const [entry] = container.entries
    if (entry === undefined || container.kind !== format) {
      throw new PackageError('not-a-package', `expected a .${format}, found a .${container.kind}`)
    }
    const facts = await readPackageFacts(await container.open(entry.name), entry.name)
    return { ...facts, guid: facts.guid.toString() }
  } finally {
    await source.close()
  }
}
