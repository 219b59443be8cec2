import { Worker } from 'node:worker_threads'
import type { Input } from '@ukit/batch'
import type { FileProblem, Outcome, Part, Piece } from './batch-verb.js'
import type { Answer, Task, WorkerSetup } from './messages.js'

/** A file, or a part of the work on one. */
export interface Job {
  readonly input: Input
  readonly part?: Part | undefined
}

/** The text of a file and what became of it. */
interface Result {
  readonly texts: readonly Piece[]
  readonly outcome: Outcome
}

/**
 * How many files per thread may be started ahead of the next one to print, to limit the results that wait in
 * memory.
 */
const AHEAD = 16

/** Settings of {@link PooledRun}. */
export interface PoolOptions {
  readonly jobs: number
  readonly setup: WorkerSetup
  readonly signal: AbortSignal
  /** The text of a file whose thread died. */
  failure(input: Input, problem: FileProblem): string
  onProgress(done: number, label: string): void
}

/**
 * *Works on files in several threads*, and yields the results in the order of the inputs, each as soon as
 * those before it are complete.
 *
 * If a thread dies (most likely because it ran out of memory), its file gets the error, and a new thread
 * takes its place.
 */
export async function* runPool(work: readonly Job[], options: PoolOptions): AsyncGenerator<Result & Job> {
  const run = new PooledRun(work, options)
  try {
    yield* run.results()
  } finally {
    await run.stop()
  }
}

class PooledRun {
  readonly #work: readonly Job[]
  readonly #options: PoolOptions
  /** What each thread is working on; `undefined` when it is waiting. */
  readonly #threads = new Map<Worker, number | undefined>()
  readonly #results = new Map<number, Result>()
  #nextTask = 0
  #nextResult = 0
  #done = 0
  #stopped = false
  #wake: () => void = () => undefined
  #failure: unknown

  constructor(work: readonly Job[], options: PoolOptions) {
    this.#work = work
    this.#options = options
  }

  async *results(): AsyncGenerator<Result & Job> {
    const { jobs, signal } = this.#options
    signal.addEventListener('abort', () => this.#wake(), { once: true })
    for (let i = 0; i < Math.min(jobs, this.#work.length); i++) this.#startThread()
    for (; this.#nextResult < this.#work.length; this.#nextResult++) {
      this.#feed()
      let result = this.#results.get(this.#nextResult)
      while (result === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          // The event may have come before there was something to wake.
          if (signal.aborted || this.#failure !== undefined || this.#results.has(this.#nextResult)) resolve()
        })
        signal.throwIfAborted()
        if (this.#failure !== undefined) throw this.#failure
        result = this.#results.get(this.#nextResult)
      }
      this.#results.delete(this.#nextResult)
      const job = this.#work[this.#nextResult]
      if (job !== undefined) yield { ...job, ...result }
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([...this.#threads.keys()].map((thread) => thread.terminate()))
  }

  #startThread(): void {
    const thread = new Worker(new URL('./worker.js', import.meta.url), { workerData: this.#options.setup })
    this.#threads.set(thread, undefined)
    let reason: unknown
    thread.on('message', (answer: Answer) => this.#onAnswer(thread, answer))
    thread.on('error', (error) => {
      reason = error
    })
    thread.on('exit', (code) =>
      this.#onThreadLost(thread, reason ?? new Error(`the thread ended with exit code ${code}`)),
    )
  }

  /** Hands out work to the waiting threads, up to the limit for results that wait. */
  #feed(): void {
    const limit = this.#nextResult + AHEAD * this.#options.jobs
    for (const [thread, task] of this.#threads) {
      if (task !== undefined) continue
      const index = this.#nextTask
      const job = this.#work[index]
      if (job === undefined || index >= limit) return
      this.#nextTask++
      this.#threads.set(thread, index)
      thread.postMessage({ index, ...job } satisfies Task)
    }
  }

  #onAnswer(thread: Worker, answer: Answer): void {
    const label = this.#work[answer.index]?.input.path ?? ''
    if (answer.kind === 'done') {
      this.#threads.set(thread, undefined)
      this.#finish(answer.index, { texts: answer.texts, outcome: answer.outcome })
    }
    this.#options.onProgress(this.#done, label)
  }

  #onThreadLost(thread: Worker, error: unknown): void {
    const index = this.#threads.get(thread)
    this.#threads.delete(thread)
    if (this.#stopped) return
    const input = index === undefined ? undefined : this.#work[index]?.input
    if (index === undefined || input === undefined) {
      // The thread died before it got any work, so the next one would die, too.
      this.#failure = error
      this.#wake()
      return
    }
    const problem = deathOf(error)
    const texts = [this.#options.failure(input, problem)]
    this.#startThread()
    this.#finish(index, { texts, outcome: { failed: true, errors: [problem.message] } })
  }

  #finish(index: number, result: Result): void {
    this.#results.set(index, result)
    this.#done++
    this.#feed()
    if (index === this.#nextResult) this.#wake()
  }
}

function deathOf(error: unknown): FileProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return { kind: 'limit', message: 'its thread ran out of memory', offset: null }
  }
  const text = error instanceof Error ? error.message : String(error)
  return {
    kind: 'internal',
    message: `its thread died, which is a bug in ukit; please report it: ${text}`,
    offset: null,
  }
}
