import { parentPort } from 'node:worker_threads'
import { UkitError } from '@ukit/codecs/internal'
import type { JobAnswer, JobMessage, JobProgress } from './messages.js'

/** Interval between reports of progress, in milliseconds. */
const PROGRESS_INTERVAL = 100

/**
 * *The other side of `runJobs`*: does the jobs that are sent to this thread, one after the other. A
 * `UkitError` is the job's result; anything else that is thrown ends the thread, and another one takes its
 * place.
 *
 * @param work does one job; its result has to be plain data.
 *
 * @example
 * serveJobs(async (path: string) => (await openFile(path)).exports.length)
 */
export function serveJobs<Job, Result>(
  work: (job: Job, onProgress: (progress: JobProgress) => void) => Result | Promise<Result>,
): void {
  const port = parentPort
  if (port === null) throw new Error('serveJobs runs in a worker thread only')
  const send = (answer: JobAnswer<Result>) => port.postMessage(answer)
  port.on('message', ({ index, job }: JobMessage<Job>) => {
    let last = Date.now()
    const onProgress = (progress: JobProgress) => {
      const now = Date.now()
      if (now - last < PROGRESS_INTERVAL) return
      last = now
      send({ kind: 'progress', index, progress })
    }
    void answerOne(index, async () => work(job, onProgress), send)
  })
}

async function answerOne<Result>(
  index: number,
  work: () => Promise<Result>,
  send: (answer: JobAnswer<Result>) => void,
): Promise<void> {
  let result: Result
  try {
    result = await work()
  } catch (error) {
    if (!(error instanceof UkitError)) throw error
    send({ kind: 'failed', index, error: error.toInfo() })
    return
  }
  try {
    send({ kind: 'done', index, result })
  } catch (error) {
    // A DOMException, which loses its message on its way out of a thread that it ends.
    const reason = error instanceof Error ? error.message : String(error)
    throw new TypeError(`the result of a job has to be plain data: ${reason}`, { cause: error })
  }
}
