import { parentPort, workerData } from 'node:worker_threads'
import { VERBS } from '../command/verbs.js'
import { closeContainers } from '../inputs/open.js'
import type { Piece } from './batch-verb.js'
import { isBatchVerb } from './is-batch-verb.js'
import type { Answer, Task, WorkerSetup } from './messages.js'
import { reportOne } from './one-file.js'

// A thread of batch/pool.ts: works on one file after the other, and answers with the complete text of each.

/** Interval between reports of progress, in milliseconds. */
const PROGRESS_INTERVAL = 100

const port = parentPort
if (port === null) throw new Error('batch/worker.js runs in a worker thread only')
const setup: WorkerSetup = workerData
const loading = load()
// Never aborted: the pool terminates a thread that is no longer needed.
const { signal } = new AbortController()
const send = (answer: Answer) => port.postMessage(answer)

port.on('message', (task: Task | null) => {
  if (task === null) {
    port.close()
    void closeContainers()
    return
  }
  void work(task)
})

async function load() {
  const verb = await VERBS[setup.verb]?.load()
  if (verb === undefined || !isBatchVerb(verb)) throw new Error(`no batch verb is called ${setup.verb}`)
  return verb
}

async function work({ index, input, part }: Task): Promise<void> {
  let last = Date.now()
  const progress = (done: number, total: number, unit: string) => {
    const now = Date.now()
    if (now - last < PROGRESS_INTERVAL) return
    last = now
    send({ kind: 'progress', index, done, total, unit })
  }
  const texts: Piece[] = []
  const report = reportOne(await loading, input, setup.settings, { signal, progress, part })
  for (;;) {
    const { done, value } = await report.next()
    if (done) {
      send({ kind: 'done', index, texts, outcome: value })
      return
    }
    texts.push(value)
  }
}
