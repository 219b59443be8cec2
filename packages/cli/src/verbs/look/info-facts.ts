import { NO_INFO, type PackageInfo } from '@ukit/inspect'
import type { FileProblem } from '../../batch/batch-verb.js'

/** What `info` prints of a file: what core finds, or why there is nothing. */
export type InfoFacts = Omit<PackageInfo, 'bytes' | 'error'> & {
  /** `null` when the file cannot be opened. */
  readonly bytes: number | null
  readonly error: FileProblem | null
  /** Checksums that were asked for. */
  readonly hashes?: Readonly<Record<string, string>>
}

/** The facts of a file of which nothing is known. */
export function emptyFacts(bytes: number | null, error: FileProblem): InfoFacts {
  return { ...NO_INFO, bytes, error }
}
