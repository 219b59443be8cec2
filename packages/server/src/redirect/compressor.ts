import { Worker } from 'node:worker_threads'
import { type CompressJob, type CompressOutcome, doCompressJob } from './compress-job.js'

/** *Does compress jobs one after the other.* */
export interface Compressor {
  /** Does a job when those before it are done; rejects with what went wrong. */
  run(job: CompressJob): Promise<CompressOutcome>
  /** Jobs that wait or run. */
  readonly waiting: number
  /** Ends it; jobs that wait are rejected. */
  close(): Promise<void>
}

/** What a worker answers. */
interface Answer {
  readonly id: number
  readonly outcome?: CompressOutcome
  readonly problem?: string
}

interface Waiting {
  readonly resolve: (outcome: CompressOutcome) => void
  readonly reject: (error: Error) => void
}

/**
 * Does the jobs in a thread of its own, so that serving goes on meanwhile. The thread starts with the first
 * job; one that dies (out of memory, most likely) takes its jobs with it, and the next job starts another.
 */
export function threadCompressor(): Compressor {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let next = 0

  const fail = (started: Worker, error: Error) => {
    if (worker === started) worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = () => {
    const started = new Worker(workerUrl())
    started.unref()
    started.on('message', ({ id, outcome, problem }: Answer) => {
      const job = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
      if (outcome !== undefined) job?.resolve(outcome)
      else job?.reject(new Error(problem ?? 'the compressing thread gave no answer'))
    })
    started.on('error', (error) =>
      fail(started, new Error(`the compressing thread died: ${error.message}`, { cause: error })),
    )
    started.on('exit', () => fail(started, new Error('the compressing thread ended')))
    return started
  }
  return {
    run(job) {
      worker ??= start()
      worker.ref()
      const id = next++
      const result = new Promise<CompressOutcome>((resolve, reject) => waiting.set(id, { resolve, reject }))
      worker.postMessage({ id, job })
      return result
    },
    get waiting() {
      return waiting.size
    },
    async close() {
      await worker?.terminate()
    },
  }
}

/** Does the jobs in this thread: for programs that do nothing else meanwhile. */
export function inlineCompressor(): Compressor {
  let count = 0
  return {
    async run(job) {
      count++
      return await doCompressJob(job).finally(() => count--)
    },
    get waiting() {
      return count
    },
    async close() {
      // Nothing is open.
    },
  }
}

/** The worker beside this file. Run from the sources, as tests do, this is the built one. */
function workerUrl(): URL {
  const isSource = import.meta.url.endsWith('.ts')
  return new URL(isSource ? '../../build/redirect/compress-worker.js' : './compress-worker.js', import.meta.url)
}
