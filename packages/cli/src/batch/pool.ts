import { type Input, runJobs, ThreadError } from '@ukit/batch'
import type { UkitError } from '@ukit/codecs'
import type { FileProblem } from './batch-verb.js'
import type { FileResult, Job, WorkerSetup } from './messages.js'

/** Settings of {@link runPool}. */
export interface PoolOptions {
  readonly jobs: number
  readonly setup: WorkerSetup
  readonly signal: AbortSignal
  /** The text of a file whose thread died. */
  failure(input: Input, problem: FileProblem): string
  onProgress(done: number, label: string): void
}

/**
 * *Works on files in several threads*, and yields the results in the order of the inputs. If a thread dies,
 * its file gets the error.
 */
export async function* runPool(work: readonly Job[], options: PoolOptions): AsyncGenerator<FileResult & Job> {
  const { jobs, setup, signal, failure, onProgress } = options
  const results = runJobs<Job, FileResult>(work, {
    worker: new URL('./worker.js', import.meta.url),
    workerData: setup,
    threads: jobs,
    signal,
    onProgress: ({ done, job }) => onProgress(done, job.input.path),
  })
  for await (const { job, result, error } of results) {
    if (error === undefined) {
      yield { ...job, ...result }
      continue
    }
    const problem = deathOf(error)
    const outcome = { failed: true, errors: [problem.message] }
    yield { ...job, texts: [failure(job.input, problem)], outcome }
  }
}

function deathOf(error: UkitError): FileProblem {
  if (error instanceof ThreadError && error.kind === 'memory') {
    return { kind: 'limit', message: 'its thread ran out of memory', offset: null }
  }
  const { cause } = error
  const text = cause instanceof Error ? cause.message : error.message
  return {
    kind: 'internal',
    message: `its thread died, which is a bug in ukit; please report it: ${text}`,
    offset: null,
  }
}
