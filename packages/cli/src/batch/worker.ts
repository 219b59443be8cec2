import { workerData } from 'node:worker_threads'
import { serveJobs } from '@ukit/batch'
import { VERBS } from '../command/verbs.js'
import type { Piece } from './batch-verb.js'
import { isBatchVerb } from './is-batch-verb.js'
import type { FileResult, Job, WorkerSetup } from './messages.js'
import { reportOne } from './one-file.js'

// A thread of batch/pool.ts: works on one file after the other, and answers with the complete text of each.

const setup: WorkerSetup = workerData
const loading = load()
// Never aborted: the pool terminates a thread that is no longer needed.
const { signal } = new AbortController()

serveJobs<Job, FileResult>(async ({ input, part }, onProgress) => {
  const progress = (done: number, total: number, unit: string) => onProgress({ done, total, unit })
  const texts: Piece[] = []
  const report = reportOne(await loading, input, setup.settings, { signal, progress, part })
  for (;;) {
    const { done, value } = await report.next()
    if (done) return { texts, outcome: value }
    texts.push(value)
  }
})

async function load() {
  const verb = await VERBS[setup.verb]?.load()
  if (verb === undefined || !isBatchVerb(verb)) throw new Error(`no batch verb is called ${setup.verb}`)
  return verb
}
