#!/usr/bin/env node
// Opens mutated packages and checks that there are only typed errors, no hangs, and no use of memory beyond
// four times the file plus 64 MB.
//
//   npm run fuzz -- [--runs N] [--seed N] [--minutes N] [--workers N] [--timeout SECONDS] [--no-corpus]
//                   [--only RUN] [--out DIR]
//
// Works on the built library. Mutates packages that it makes itself and, if ../shared/corpus exists, small
// real ones. A run is identified by its seed and its number: `--seed S --only R` repeats one. Files that fail
// are written to DIR (default .out/fuzz), together with their errors.
//
// Exit status: 0 nothing was found, 1 something was, 2 wrong usage.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import v8 from 'node:v8'
import vm from 'node:vm'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { library } from '../bench/lib/library.js'
// biome-ignore lint/correctness/useImportExtensions: the rule would make it .mjs.js, because of the types beside it.
import { exercise, fixtureOf, makeFixtures, mutantOf } from './fuzz-engine.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CORPUS = join(ROOT, '../shared/corpus')
const MB = 0x10_0000
const SLACK = 64 * MB

/** Real files up to this length are mutated: larger ones take time without finding more. */
const MOST_FILE = 100_000
/**
 * Old-generation heap of a worker: the slack, four times the largest file, and the memory of the library and
 * the fixtures.
 */
const WORKER_HEAP_MB = 256
/** Runs between two reports of a worker. */
const BATCH = 500

/** Slots of the memory that a worker shares with the watchdog. */
const RUN = 0
const DONE = 1

if (isMainThread) await main()
else await work()

async function main() {
  const options = readOptions()
  const started = Date.now()
  if (options.only !== undefined) return repeat(options)
  const totals = { done: 0, failures: 0, outcomes: {} }
  const deadline = options.minutes === undefined ? Number.POSITIVE_INFINITY : started + options.minutes * 60_000
  mkdirSync(options.out, { recursive: true })
  const timer = setInterval(() => progress(totals, started), 10_000)
  await Promise.all(Array.from({ length: options.workers }, (_, i) => drive(options, i, deadline, totals)))
  clearInterval(timer)
  progress(totals, started)
  console.log(
    `${totals.done} files, seed ${options.seed}: ` +
      `${totals.failures === 0 ? 'nothing found' : `${totals.failures} failures, see ${options.out}`}`,
  )
  process.exitCode = totals.failures === 0 ? 0 : 1
}

/**
 * Runs one share of the runs in a worker, and starts it again after a run that hung or ran out of memory.
 */
async function drive(options, share, deadline, totals) {
  let from = share
  while (from < options.runs && Date.now() < deadline) {
    const shared = new Int32Array(new SharedArrayBuffer(8))
    Atomics.store(shared, RUN, -1)
    const worker = new Worker(new URL(import.meta.url), {
      workerData: { ...options, from, step: options.workers, deadline, shared },
      resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    })
    let hung = false
    let last = -1
    let since = Date.now()
    const watchdog = setInterval(() => {
      const run = Atomics.load(shared, RUN)
      if (run !== last) {
        last = run
        since = Date.now()
      } else if (run >= 0 && Date.now() - since > options.timeout * 1000) {
        hung = true
        void worker.terminate()
      }
    }, 500)
    const end = await new Promise((resolve) => {
      worker.on('message', (message) => {
        if (message.kind === 'failure') record(options, totals, message)
        else for (const [outcome, count] of Object.entries(message.outcomes)) add(totals.outcomes, outcome, count)
      })
      worker.on('error', (error) => resolve(error))
      worker.on('exit', () => resolve(undefined))
    })
    clearInterval(watchdog)
    const run = Atomics.load(shared, RUN)
    totals.done += Atomics.load(shared, DONE)
    if (!hung && end === undefined) return
    const error = hung ? `no end after ${options.timeout} s` : String(end?.stack ?? end)
    const fixtures = await loadFixtures(options)
    const { bytes, what } = mutantOf(fixtures.list, options.seed, Math.max(0, run))
    record(options, totals, { run, what, bytes, error })
    if (run < 0) return
    from = run + options.workers
  }
}

async function work() {
  const { seed, runs, from, step, deadline, shared } = workerData
  const { core, codecs, list } = await loadFixtures(workerData)
  // Makes `gc` available in this thread: live memory is measured, not garbage that has not been collected
  // yet.
  v8.setFlagsFromString('--expose-gc')
  const gc = vm.runInNewContext('gc')
  // Stacks of the many expected errors take more time than everything else; `--only` shows the stack of the
  // relevant error.
  Error.stackTraceLimit = 0
  let outcomes = {}
  for (let run = from; run < runs && Date.now() < deadline; run += step) {
    Atomics.store(shared, RUN, run)
    const { bytes, what, fixture } = mutantOf(list, seed, run)
    const before = memory()
    const allowed = 4 * bytes.length + SLACK
    const check = (when) => {
      if (memory() - before <= allowed) return
      gc()
      const growth = memory() - before
      if (growth > allowed)
        throw new Error(`${when}: ${(growth / MB).toFixed(1)} MB for a file of ${bytes.length} bytes`)
    }
    try {
      add(outcomes, await exercise(core, codecs, bytes, fixture.compress, check), 1)
    } catch (error) {
      parentPort.postMessage({ kind: 'failure', run, what, bytes, error: String(error?.stack ?? error) })
      add(outcomes, 'failed', 1)
    }
    if (Atomics.add(shared, DONE, 1) % BATCH === BATCH - 1) {
      parentPort.postMessage({ kind: 'outcomes', outcomes })
      outcomes = {}
      // Lets messages out; without it the loop would never leave the microtasks.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  parentPort.postMessage({ kind: 'outcomes', outcomes })
}

function memory() {
  const { used_heap_size: heap, external_memory: external } = v8.getHeapStatistics()
  return heap + external
}

/** One run in this process, with the error as it is. */
async function repeat(options) {
  const { core, codecs, list } = await loadFixtures(options)
  const { bytes, what, fixture } = mutantOf(list, options.seed, options.only)
  console.log(`seed ${options.seed}, run ${options.only}: ${what}, ${bytes.length} bytes`)
  console.log(await exercise(core, codecs, bytes, fixture.compress))
}

async function loadFixtures({ corpus }) {
  const [core, { nodeCodecs: codecs }] = await Promise.all([library(ROOT), import('../packages/core/build/node.js')])
  const list = await makeFixtures(core, codecs)
  if (corpus) {
    const made = [...list]
    const real = await realFixtures(core, codecs)
    // Made packages are small and have every feature: seven of eight mutants are made from them.
    while (list.length < 7 * real.length) list.push(...made)
    list.push(...real)
  }
  return { core, codecs, list }
}

async function realFixtures(core, codecs) {
  const fixtures = []
  const [, ...rows] = readFileSync(join(CORPUS, 'INDEX.tsv'), 'utf8').trimEnd().split('\n')
  for (const row of rows) {
    const [path = '', length] = row.split('\t')
    if (Number(length) > MOST_FILE) continue
    const fixture = await fixtureOf(core, codecs, basename(path), new Uint8Array(readFileSync(join(CORPUS, path))))
    if (fixture !== undefined) fixtures.push(fixture)
  }
  return fixtures
}

function record({ seed, out }, totals, { run, what, bytes, error }) {
  totals.failures++
  const path = join(out, `seed-${seed}-run-${run}`)
  writeFileSync(`${path}.bin`, bytes)
  writeFileSync(`${path}.txt`, `${what}\n\n${error}\n`)
  if (totals.failures <= 20)
    console.log(`FAILED: seed ${seed}, run ${run} (${what}): ${error.split('\n')[0]}\n  ${path}.bin`)
}

function progress({ outcomes }, started) {
  const done = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  const seconds = (Date.now() - started) / 1000
  const parts = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`)
  console.log(`${done} files in ${seconds.toFixed(0)} s, ${Math.round(done / seconds)} files/s: ${parts.join(', ')}`)
}

function add(counts, key, count) {
  counts[key] = (counts[key] ?? 0) + count
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '100000' },
        seed: { type: 'string', default: '1' },
        minutes: { type: 'string' },
        workers: { type: 'string', default: '1' },
        timeout: { type: 'string', default: '20' },
        'no-corpus': { type: 'boolean', default: false },
        only: { type: 'string' },
        out: { type: 'string', default: join(ROOT, '.out/fuzz') },
      },
    })
    const number = (name) => {
      if (values[name] === undefined) return undefined
      const parsed = Number(values[name])
      if (!(parsed >= 0)) throw new Error(`--${name} takes a number, not "${values[name]}"`)
      return parsed
    }
    return {
      runs: number('runs'),
      seed: number('seed'),
      minutes: number('minutes'),
      workers: Math.max(1, number('workers')),
      timeout: number('timeout'),
      only: number('only'),
      out: values.out,
      corpus: !values['no-corpus'] && existsSync(join(CORPUS, 'INDEX.tsv')),
    }
  } catch (error) {
    console.error(
      `${error.message}\nusage: npm run fuzz -- [--runs N] [--seed N] [--minutes N] [--workers N] [--timeout SECONDS] [--no-corpus] [--only RUN] [--out DIR]`,
    )
    process.exit(2)
  }
}
