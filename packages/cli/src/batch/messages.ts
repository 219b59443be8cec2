import type { Input } from '@ukit/batch'
import type { Outcome, Part, Piece, Settings } from './batch-verb.js'

/** What a worker is started with. */
export interface WorkerSetup {
  readonly verb: string
  readonly settings: Settings
}

/** To a worker: work on this file. */
export interface Task {
  readonly index: number
  readonly input: Input
  readonly part?: Part | undefined
}

/** From a worker: the result for a file, or its progress. */
export type Answer =
  | { readonly kind: 'done'; readonly index: number; readonly texts: readonly Piece[]; readonly outcome: Outcome }
  | {
      readonly kind: 'progress'
      readonly index: number
      readonly done: number
      readonly total: number
      readonly unit: string
    }
