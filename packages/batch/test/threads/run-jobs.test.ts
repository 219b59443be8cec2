import { type RunJobsOptions, type RunProgress, runJobs, ThreadError } from '@ukit/batch'
import { expect, test } from 'vitest'

interface Job {
  readonly does: 'twice' | 'fail' | 'throw' | 'exit' | 'hang' | 'fill' | 'count' | 'odd'
  readonly value: number
}

const worker = new URL('./work.mjs', import.meta.url)
const twice = (value: number): Job => ({ does: 'twice', value })
const run = (jobs: readonly Job[], options: Partial<RunJobsOptions<Job>> = {}) =>
  runJobs<Job, { twice: number; started: number }>(jobs, { worker, threads: 2, ...options })

/** The results of a run: a number, or the name and message of an error. */
async function resultsOf(jobs: readonly Job[], options: Partial<RunJobsOptions<Job>> = {}) {
  const found: unknown[] = []
  for await (const { job, result, error } of run(jobs, options)) {
    expect(jobs[found.length]).toEqual(job)
    found.push(error === undefined ? result.twice : `${error.name}: ${error.message}`)
  }
  return found
}

test('results come in the order of the jobs, and no job gives none', async () => {
  const jobs = Array.from({ length: 40 }, (_, i) => twice(i))
  expect(await resultsOf(jobs, { threads: 3 })).toEqual(jobs.map(({ value }) => 2 * value))
  expect(await resultsOf([])).toEqual([])
})

test('a thread that dies costs one job; the others are done by a new thread', async () => {
  const jobs: Job[] = [
    twice(1),
    { does: 'throw', value: 0 },
    twice(2),
    { does: 'exit', value: 3 },
    twice(3),
    { does: 'odd', value: 0 },
    twice(4),
  ]
  const found = await resultsOf(jobs, { threads: 1 })
  expect(found.slice(0, 5)).toEqual([
    2,
    'ThreadError: the thread died: a mistake',
    4,
    'ThreadError: the thread died: the thread ended with exit code 3',
    6,
  ])
  // A function cannot be sent to another thread.
  expect(found[5]).toMatch(/^ThreadError: .*: the result of a job has to be plain data: .*could not be cloned/s)
  expect(found[6]).toBe(8)
})

test('a job that needs too much memory fails alone', async () => {
  const jobs: Job[] = [twice(1), { does: 'fill', value: 0 }, twice(2)]
  const kinds: unknown[] = []
  for await (const { error } of run(jobs, { threads: 1, resourceLimits: { maxOldGenerationSizeMb: 24 } }))
    kinds.push(error instanceof ThreadError ? error.kind : error)
  expect(kinds).toEqual([undefined, 'memory', undefined])
})

test('an error of ours comes over with its facts, and its thread lives on', async () => {
  const errors: unknown[] = []
  const started = new Int32Array(new SharedArrayBuffer(4))
  for await (const { error } of run([{ does: 'fail', value: 64 }, twice(1)], { threads: 1, workerData: { started } }))
    errors.push(error?.toInfo())
  expect(errors).toEqual([
    {
      name: 'PackageError',
      message: expect.stringContaining('the tables are damaged'),
      facts: expect.objectContaining({ kind: 'damaged', offset: 64 }),
    },
    undefined,
  ])
})

test('a signal ends all threads, also those that never answer', async () => {
  const stop = new AbortController()
  const found: unknown[] = []
  const all = async () => {
    for await (const { result } of run([twice(1), { does: 'hang', value: 0 }, twice(2)], { signal: stop.signal })) {
      found.push(result?.twice)
      stop.abort(new Error('enough'))
    }
  }
  await expect(all()).rejects.toThrow('enough')
  expect(found).toEqual([2])
  await expect(run([twice(1)], { signal: stop.signal }).next()).rejects.toThrow('enough')
})

test('threads end when nobody asks for more', async () => {
  for await (const { result } of run([twice(7), { does: 'hang', value: 0 }])) {
    expect(result?.twice).toBe(14)
    break
  }
})

test('only some jobs are started before the results of earlier ones are taken', async () => {
  const started = new Int32Array(new SharedArrayBuffer(4))
  const jobs: Job[] = [{ does: 'count', value: 0 }, ...Array.from({ length: 30 }, (_, i) => twice(i))]
  const counts: number[] = []
  for await (const { result } of run(jobs, { threads: 2, ahead: 3, workerData: { started } }))
    counts.push(result?.started ?? Number.NaN)
  // The first job and the five after it: three for each of two threads.
  expect(counts[0]).toBeLessThanOrEqual(6)
  expect(Atomics.load(started, 0)).toBe(jobs.length)
})

test('progress is that of the run, and that within a job', async () => {
  const states: RunProgress<Job>[] = []
  const jobs: Job[] = [{ does: 'count', value: 0 }, twice(1)]
  await resultsOf(jobs, { threads: 1, onProgress: (state) => states.push(state) })
  expect(states).toEqual([
    { done: 0, total: 2, job: jobs[0], within: { done: 1, total: 2, unit: 'objects' } },
    { done: 1, total: 2, job: jobs[0] },
    { done: 2, total: 2, job: jobs[1] },
  ])
})
