import { Archive, Generation, Guid, Version } from '@ukit/container'
import { openSummary } from '@ukit/core'
import { type ByteSource, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { PackageStamp } from './package-stamp.js'
import { lastPart, withoutExtension } from './paths.js'

/** What a folder listing contains about a file. */
export interface FilePlace {
  /** Its path. */
  readonly path: string
  /** Its length in bytes. */
  readonly size: number
  /** When it was last changed: milliseconds since 1970. */
  readonly modified: number
}

/**
 * *Reads the facts in a package's header*: one small read; before version 68, a second one for the GUID.
 *
 * @throws {PackageError} as `openSummary`; `SourceError` when the file cannot be read.
 */
export async function stampOf(source: ByteSource, { path, size, modified }: FilePlace): Promise<PackageStamp> {
  const fileName = lastPart(path)
  const { summary, inner, context } = await openSummary(source, { fileName })
  let { guid, generations } = summary
  if (!context.since(Version.GuidAndGenerations)) {
    generations = [Object.assign(new Generation(), { exportCount: summary.exportCount, nameCount: summary.nameCount })]
    // A list of the GUIDs of all releases; the last one is the package's own (seed 002).
    const at = summary.heritageOffset + 16 * (summary.heritageCount - 1)
    if (summary.heritageCount > 0) {
      if (summary.heritageOffset < 0 || at + 16 > inner.byteLength) {
        const message =
          `expected ${plural(summary.heritageCount, 'GUID')} inside the file ` + `(${plural(inner.byteLength, 'byte')})`
        throw new PackageError('bad-offset', message, { field: 'heritage', offset: summary.heritageOffset })
      }
      guid = Archive.load(await inner.slice(at, at + 16), context, { base: at }).guid(Guid.ZERO, 'guid')
    }
  }
  return {
    path,
    fileName,
    name: withoutExtension(fileName),
    size,
    modified,
    version: summary.version,
    licensee: summary.licensee,
    guid,
    flags: summary.flags,
    generations,
  }
}
