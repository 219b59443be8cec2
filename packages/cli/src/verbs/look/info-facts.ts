import { NO_INFO, type PackageInfo } from '@ukit/inspect'
import type { LevelFacts } from '@ukit/media/level'
import type { FileProblem } from '../../batch/batch-verb.js'

/** What `info` prints about a file: what core finds, or why it finds nothing. */
export type InfoFacts = Omit<PackageInfo, 'bytes' | 'error'> & {
  /** `null` when the file cannot be opened. */
  readonly bytes: number | null
  readonly error: FileProblem | null
  /** What a map says of itself; `null` for what is not a map. */
  readonly level: LevelFacts | null
  /** The checksums that were asked for. */
  readonly hashes?: Readonly<Record<string, string>>
}

/** The facts about a file that cannot be read. */
export function emptyFacts(bytes: number | null, error: FileProblem): InfoFacts {
  return { ...NO_INFO, bytes, error, level: null }
}
