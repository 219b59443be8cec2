import { basename } from 'node:path'
import { type ByteSource, type Guid, openSummary, openTables, PackageError, SourceError, Version } from '@ukit/core'
import { fileSource, nodeCodecs } from '@ukit/core/node'

/** *What a redirect must know of a package*: enough to tell whether it may be downloaded, and for a manifest. */
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

/**
 * Reads the header of a package.
 *
 * @throws {PackageError} when it is none, or cannot be read.
 */
export async function readPackageFacts(source: ByteSource, fileName: string): Promise<PackageFacts> {
  const opened = await openSummary(source, { fileName, codecs: nodeCodecs })
  const { summary, context } = opened
  // Before version 68 the GUID stands outside the summary.
  const listed = context.since(Version.Generations)
  const guid = listed ? summary.guid : (await openTables(opened, { codecs: nodeCodecs })).guid
  return {
    guid,
    version: summary.version,
    licensee: summary.licensee,
    flags: summary.flags >>> 0,
    generations: summary.generations.length,
    engine: context.engine,
  }
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

/** True for what is wrong with the bytes of others, not with this program. */
export function isFileProblem(error: unknown): error is PackageError | SourceError {
  return error instanceof PackageError || error instanceof SourceError
}
