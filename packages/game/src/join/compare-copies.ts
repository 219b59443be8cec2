import { openPackage, type Package } from '@ukit/core'
import { type ConformReport, checkConform } from '@ukit/edit'
import { sameBytes } from '@ukit/files'
import type { GameFiles } from '../game-files.js'
import { packagesNeededBy } from '../map/imported-packages.js'
import { lastPart } from '../paths.js'

/** A file of one of the two games. */
interface Copy {
  readonly files: GameFiles
  readonly path: string
}

/** How two files of one GUID are related. */
export interface CopiesReport {
  readonly conform: ConformReport
  /** Packages that the second file imports. */
  readonly imports: readonly string[]
  /**
   * True if they are the same to the last byte; `null` when that was not requested, or their sizes differ.
   */
  readonly sameBytes: boolean | null
}

/** How to compare. */
export interface CompareOptions {
  /** Reads the files to their ends, where their sizes are the same. */
  readonly content?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * *Compares the tables of two files of one package*: over the network, objects and names are sent as rows of
 * these tables.
 *
 * @throws {PackageError} when one of them cannot be read.
 */
export async function compareCopies(server: Copy, client: Copy, options: CompareOptions = {}): Promise<CopiesReport> {
  return withPackage(server, (first) =>
    withPackage(client, async (second) => ({
      conform: await checkConform(first, second, { problemLimit: DIFFERENCE_LIMIT }),
      imports: packagesNeededBy(second),
      sameBytes:
        options.content === true && first.file.byteLength === second.file.byteLength
          ? await sameBytes(first.file, second.file, options.signal)
          : null,
    })),
  )
}

/** Maximum number of differences that are named; one is enough to know that two files are not compatible. */
const DIFFERENCE_LIMIT = 5

async function withPackage<T>({ files, path }: Copy, work: (pkg: Package) => Promise<T>): Promise<T> {
  const source = await files.open(path)
  try {
    return await work(await openPackage(source, { fileName: lastPart(path) }))
  } finally {
    await source.close?.()
  }
}
