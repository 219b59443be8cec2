// A thread of the tests of runJobs: does what each job says.
import { workerData } from 'node:worker_threads'
import { serveJobs } from '@ukit/batch'
import { PackageError } from '@ukit/files'

const started = workerData?.started

serveJobs(({ does, value }, onProgress) => {
  if (started !== undefined) Atomics.add(started, 0, 1)
  if (does === 'fail') throw new PackageError('damaged', 'the tables are damaged', { offset: value })
  if (does === 'throw') throw new TypeError('a mistake')
  if (does === 'exit') process.exit(value)
  if (does === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (does === 'fill') {
    const kept = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })))
  }
  if (does === 'count') {
    const end = Date.now() + 150
    while (Date.now() < end);
    onProgress({ done: 1, total: 2, unit: 'objects' })
  }
  return does === 'odd' ? () => value : { twice: 2 * value, started: started?.[0] }
})
