import type { ByteSource, PackageInfo } from '@ukit/core/open'
import type { FileProblem } from '../batch/batch-verb.js'

/** What `info` prints of a file: what core finds, or why there is nothing. */
export type InfoFacts = Omit<PackageInfo, 'bytes' | 'error'> & {
  /** `null` when the file cannot be opened. */
  readonly bytes: number | null
  readonly error: FileProblem | null
}

/** The facts of a file of which nothing is known. */
export function noFacts(bytes: number | null, error: FileProblem): InfoFacts {
  return {
    bytes,
    kind: 'unknown',
    tag: null,
    version: null,
    licensee: null,
    endian: null,
    game: null,
    flags: [],
    guid: null,
    names: null,
    imports: null,
    exports: null,
    generations: [],
    compression: null,
    encryption: null,
    encrypted: false,
    engineVersion: null,
    cookerVersion: null,
    notes: [],
    error,
  }
}

/** Archives by their first bytes, with what to do about them. */
const ARCHIVES: readonly (readonly [start: readonly number[], hint: (path: string) => string])[] = [
  [[0x50, 0x4b, 3, 4], (path) => `it is a zip archive; "${path}!" stands for the packages in it`],
  [[0x52, 0x61, 0x72, 0x21], () => 'it is a RAR archive; unpack it first'],
  [[0x37, 0x7a, 0xbc, 0xaf], () => 'it is a 7z archive; unpack it first'],
  [[0x1f, 0x8b], () => 'it is a gzip file; unpack it first'],
  [[0x4d, 0x5a], () => 'it is a program for Windows'],
]

/** What a file that is no package is instead, as far as its first bytes tell, and what to do. */
export async function archiveHint(source: ByteSource, path: string): Promise<string | undefined> {
  const head = await source.slice(0, Math.min(4, source.byteLength))
  const found = ARCHIVES.find(([start]) => start.every((byte, i) => head[i] === byte))
  return found?.[1](path)
}
