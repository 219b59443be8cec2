import type { Input } from '@ukit/batch'
import type { Outcome, Part, Piece, Settings } from './batch-verb.js'

/** What a thread is started with. */
export interface WorkerSetup {
  readonly verb: string
  readonly settings: Settings
}

/** A file, or a part of the work on one. */
export interface Job {
  readonly input: Input
  readonly part?: Part | undefined
}

/** The text of a file and what became of it. */
export interface FileResult {
  readonly texts: readonly Piece[]
  readonly outcome: Outcome
}
