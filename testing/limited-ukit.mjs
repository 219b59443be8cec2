// Runs the built command many times in one process under limits: the other half of limited-calls.mjs. A
// message {args, cwd} starts a run; the answer is {status, stdout, stderr, cpu, peak}: milliseconds of the
// processor with all threads, and bytes of memory at most.
//
// A second thread ends the process by a signal of its own when a run takes more of the processor or of the
// memory than it may (SIGALRM, SIGUSR2), or neither works nor ends (SIGHUP): no load of the machine can cause
// the first two.

import { readFileSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

const [cpuLimit, memoryLimit] = process.argv.slice(2).map(Number)
/** Longer output is not kept. */
const MOST_OUTPUT = 1 << 25

// Microseconds of the processor at the start of the run, or -1 between two of them.
const start = new BigInt64Array(new SharedArrayBuffer(8)).fill(-1n)
const WATCH = `
const { workerData: { start, cpuLimit, memoryLimit } } = require('node:worker_threads')
const used = () => { const { user, system } = process.cpuUsage(); return user + system }
const end = (signal) => process.kill(process.pid, signal)
let run = -1n
let quiet = 0
let last = 0
setInterval(() => {
  const began = Atomics.load(start, 0)
  if (began < 0n) return void (run = began)
  const now = used()
  if (began !== run) [run, quiet, last] = [began, 0, now]
  if (now - Number(began) > cpuLimit * 1000) end('SIGALRM')
  if (process.memoryUsage.rss() > memoryLimit) end('SIGUSR2')
  // This thread itself takes a little.
  quiet = now - last < 20_000 ? quiet + 1 : 0
  last = now
  if (quiet > 300) end('SIGHUP')
}, 200)
`
new Worker(WATCH, { eval: true, workerData: { start, cpuLimit, memoryLimit } }).unref()

const { main } = await import('../packages/ukit/dist/command/main.js')
const HOME = process.cwd()

process.on('message', async ({ args, cwd }) => {
  const written = { stdout: [], stderr: [] }
  const writes = Object.fromEntries(Object.keys(written).map((name) => [name, process[name].write]))
  for (const [name, pieces] of Object.entries(written)) process[name].write = collectInto(pieces)
  process.chdir(cwd)
  process.exitCode = 0
  forgetPeak()
  const before = used()
  Atomics.store(start, 0, BigInt(before))
  try {
    await main(args)
  } finally {
    Atomics.store(start, 0, -1n)
    for (const [name, write] of Object.entries(writes)) {
      process[name].write = write
      process[name].removeAllListeners('error')
    }
    process.removeAllListeners('SIGINT')
    process.chdir(HOME)
  }
  process.send({
    status: process.exitCode,
    stdout: Buffer.concat(written.stdout).toString(),
    stderr: Buffer.concat(written.stderr).toString(),
    cpu: (used() - before) / 1000,
    peak: peak(),
  })
})
process.on('disconnect', () => process.exit())

function used() {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Linux notes the largest size since it was last told to forget it; elsewhere it is that of all runs. */
function forgetPeak() {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5')
}

function peak() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}

function collectInto(pieces) {
  let length = 0
  return (piece, encoding, done) => {
    if (length < MOST_OUTPUT) pieces.push(typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.slice()))
    length += piece.length
    const callback = typeof encoding === 'function' ? encoding : done
    if (callback !== undefined) setImmediate(callback)
    return true
  }
}
