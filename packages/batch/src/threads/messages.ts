import type { ErrorInfo } from '@ukit/codecs'

/** To a thread: do this job. */
export interface JobMessage<Job> {
  readonly index: number
  readonly job: Job
}

/** From a thread: what became of a job, or its progress. */
export type JobAnswer<Result> =
  | { readonly kind: 'done'; readonly index: number; readonly result: Result }
  | { readonly kind: 'failed'; readonly index: number; readonly error: ErrorInfo }
  | { readonly kind: 'progress'; readonly index: number; readonly progress: JobProgress }

/** How far the work on one job is. */
export interface JobProgress {
  /** What is done, in a unit of the job's own. */
  readonly done: number
  /** All that is to be done. */
  readonly total: number
  /** The unit, such as `objects`. */
  readonly unit: string
}
