import { parentPort } from 'node:worker_threads'
import { reasonOf } from '@ukit/files/internal'
import { fromSystem } from '@ukit/files/node'
import { type CompressJob, doCompressJob } from './compress-job.js'

/** What comes in. */
interface Request {
  readonly id: number
  readonly job: CompressJob
}

parentPort?.on('message', ({ id, job }: Request) => {
  doCompressJob(job).then(
    (outcome) => {
      // The bytes move over instead of being copied, unless they are a part of a larger memory.
      const { buffer } = outcome.bytes ?? {}
      const own = buffer instanceof ArrayBuffer && outcome.bytes?.byteLength === buffer.byteLength
      parentPort?.postMessage({ id, outcome }, own && buffer !== undefined ? [buffer] : [])
    },
    (error: unknown) => parentPort?.postMessage({ id, problem: reasonOf(fromSystem(error)) }),
  )
})
