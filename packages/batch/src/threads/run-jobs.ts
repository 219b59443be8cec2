import { type ResourceLimits, Worker } from 'node:worker_threads'
import { errorFromInfo, type UkitError } from '@ukit/codecs'
import type { JobAnswer, JobProgress } from './messages.js'
import { ThreadError } from './thread-error.js'

/** Settings of {@link runJobs}. */
export interface RunJobsOptions<Job> {
  /** The program of each thread, a module that calls `serveJobs`. */
  readonly worker: URL
  /** What each thread is started with, as `workerData`; plain data. */
  readonly workerData?: unknown | undefined
  /** Maximum number of threads; no more than there are jobs are started. */
  readonly threads: number
  /**
   * How many jobs per thread may be started ahead of the next result to give, to limit the results that wait
   * in memory.
   */
  readonly ahead?: number | undefined
  /** Limits on the memory of each thread; a job that needs more fails, and its thread is replaced. */
  readonly resourceLimits?: ResourceLimits | undefined
  /** Ends all threads. */
  readonly signal?: AbortSignal | undefined
  /** Called when a job is done, and while a thread works on one. */
  readonly onProgress?: ((state: RunProgress<Job>) => void) | undefined
}

/** How far a run is. */
export interface RunProgress<Job> {
  /** The number of jobs that are done. */
  readonly done: number
  /** The number of all jobs. */
  readonly total: number
  /** The job that a thread reports on. */
  readonly job: Job
  /** How far that job is, if it is not done. */
  readonly within?: JobProgress
}

/** A job with its result, or with the reason why there is none. */
export type JobDone<Job, Result> =
  | { readonly job: Job; readonly result: Result; readonly error?: undefined }
  | { readonly job: Job; readonly result?: undefined; readonly error: UkitError }

/** What `runJobs` does by default. */
export const RUN_JOBS_DEFAULTS = { ahead: 16 } as const

/**
 * *Does jobs in several threads*, and gives the results in the order of the jobs, each as soon as those
 * before it are complete.
 *
 * A thread that dies, most likely because it ran out of memory, costs one job: that job gets a `ThreadError`,
 * and a new thread takes the place of the dead one. Jobs and results are copied between threads, so they have
 * to be plain data. All threads are ended when the last result was given, or when nobody asks for more.
 *
 * @throws the reason of `signal` when that is aborted.
 *
 * @example
 * const worker = new URL('./count-exports.js', import.meta.url)
 * for await (const { job, result, error } of runJobs<string, number>(paths, { worker, threads: 4 }))
 *   console.log(job, error?.message ?? result)
 */
export async function* runJobs<Job extends NonNullable<unknown>, Result>(
  jobs: readonly Job[],
  options: RunJobsOptions<Job>,
): AsyncGenerator<JobDone<Job, Result>> {
  const { signal } = options
  signal?.throwIfAborted()
  const run = new JobRun<Job, Result>(jobs, options)
  const wake = () => run.wake()
  signal?.addEventListener('abort', wake, { once: true })
  try {
    yield* run.results()
  } finally {
    signal?.removeEventListener('abort', wake)
    await run.stop()
  }
}

class JobRun<Job extends NonNullable<unknown>, Result> {
  readonly #jobs: readonly Job[]
  readonly #options: RunJobsOptions<Job>
  /** What each thread is working on; `undefined` when it is waiting. */
  readonly #threads = new Map<Worker, number | undefined>()
  readonly #results = new Map<number, JobDone<Job, Result>>()
  #nextJob = 0
  #nextResult = 0
  #done = 0
  #stopped = false
  #wake: () => void = () => undefined
  #failure: ThreadError | undefined

  constructor(jobs: readonly Job[], options: RunJobsOptions<Job>) {
    this.#jobs = jobs
    this.#options = options
  }

  async *results(): AsyncGenerator<JobDone<Job, Result>> {
    const { threads } = this.#options
    for (let i = 0; i < Math.min(threads, this.#jobs.length); i++) this.#startThread()
    for (; this.#nextResult < this.#jobs.length; this.#nextResult++) {
      this.#feed()
      const result = this.#results.get(this.#nextResult) ?? (await this.#nextDone())
      this.#results.delete(this.#nextResult)
      yield result
    }
  }

  /** Waits for the next result in the order of the jobs. */
  async #nextDone(): Promise<JobDone<Job, Result>> {
    const { signal } = this.#options
    for (;;) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        // The event may have come before there was something to wake.
        if (signal?.aborted || this.#failure !== undefined || this.#results.has(this.#nextResult)) resolve()
      })
      signal?.throwIfAborted()
      if (this.#failure !== undefined) throw this.#failure
      const result = this.#results.get(this.#nextResult)
      if (result !== undefined) return result
    }
  }

  wake(): void {
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([...this.#threads.keys()].map((thread) => thread.terminate()))
  }

  #startThread(): void {
    const { worker, workerData, resourceLimits } = this.#options
    const thread = new Worker(worker, { workerData, ...(resourceLimits && { resourceLimits }) })
    this.#threads.set(thread, undefined)
    let reason: unknown
    thread.on('message', (answer: JobAnswer<Result>) => this.#onAnswer(thread, answer))
    thread.on('error', (error) => {
      reason = error
    })
    thread.on('exit', (code) =>
      this.#onThreadLost(thread, reason ?? new Error(`the thread ended with exit code ${code}`)),
    )
  }

  /** Hands out work to the waiting threads, up to the limit for results that wait. */
  #feed(): void {
    const { ahead = RUN_JOBS_DEFAULTS.ahead, threads } = this.#options
    const limit = Math.min(this.#jobs.length, this.#nextResult + ahead * threads)
    for (const [thread, at] of this.#threads) {
      if (at !== undefined) continue
      const index = this.#nextJob
      if (index >= limit) return
      this.#nextJob++
      this.#threads.set(thread, index)
      thread.postMessage({ index, job: this.#jobs[index] })
    }
  }

  #onAnswer(thread: Worker, answer: JobAnswer<Result>): void {
    const { index } = answer
    const job = this.#jobs[index]
    if (job === undefined) return
    if (answer.kind !== 'progress') {
      this.#threads.set(thread, undefined)
      const isDone = answer.kind === 'done'
      this.#finish(index, isDone ? { job, result: answer.result } : { job, error: errorFromInfo(answer.error) })
    }
    const within = answer.kind === 'progress' ? { within: answer.progress } : {}
    this.#options.onProgress?.({ done: this.#done, total: this.#jobs.length, job, ...within })
  }

  #onThreadLost(thread: Worker, cause: unknown): void {
    const index = this.#threads.get(thread)
    this.#threads.delete(thread)
    if (this.#stopped) return
    const error = new ThreadError(cause)
    const job = index === undefined ? undefined : this.#jobs[index]
    if (index === undefined || job === undefined) {
      // The thread died before it got any work, so the next one would die, too.
      this.#failure = error
      this.#wake()
      return
    }
    this.#startThread()
    this.#finish(index, { job, error })
  }

  #finish(index: number, result: JobDone<Job, Result>): void {
    this.#results.set(index, result)
    this.#done++
    this.#feed()
    if (index === this.#nextResult) this.#wake()
  }
}
