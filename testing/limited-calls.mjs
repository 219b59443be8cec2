// Calls of the built command under limits of processor and memory, many in one process; what takes too much
// there is called again in a process of its own, which decides. Shared by tests and scripts/fuzz-verbs.mjs.

import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

const CHILD = fileURLToPath(new URL('./limited-ukit.mjs', import.meta.url))
const MB = 0x10_0000

/** What the signals of the other half mean. */
const LIMITS = {
  SIGALRM: 'takes too much of the processor',
  SIGUSR2: 'takes too much memory',
  SIGHUP: 'waits forever',
}

/** Runs in a process until it is replaced: garbage of many would count as the memory of one. */
const RUNS = 400

/** Calls of the command that may each take `seconds` of the processor and `megabytes` of memory. */
export class LimitedCalls {
  #child
  #runs = 0
  #options

  constructor({ seconds = 10, megabytes = 1024, env = {} } = {}) {
    this.#options = { seconds, megabytes, env }
  }

  /**
   * Runs the command with these words. `fault` says what is wrong with how it ended: not by 0, 1 or 2, by a
   * limit, or with the words "bug in ukit"; `undefined` if nothing is.
   */
  async run(args, cwd) {
    const shared = await this.#run(args, cwd)
    if (shared.fault === undefined) return shared
    // Another call may have left something behind.
    this.close()
    const alone = await this.#run(args, cwd)
    this.close()
    return alone
  }

  /** Ends the process, until the next call. */
  close() {
    this.#child?.removeAllListeners()
    this.#child?.kill('SIGKILL')
    this.#child = undefined
    this.#runs = 0
  }

  async #run(args, cwd) {
    if (++this.#runs > RUNS) this.close()
    this.#child ??= this.#start()
    const child = this.#child
    child.errors = ''
    const ended = await new Promise((resolve) => {
      const onExit = (status, signal) => {
        this.#child = undefined
        resolve({ status, signal, stdout: '', stderr: child.errors, cpu: 0, peak: 0 })
      }
      child.once('exit', onExit)
      child.once('message', (message) => {
        child.off('exit', onExit)
        resolve({ signal: null, ...message })
      })
      child.send({ args, cwd })
    })
    return { ...ended, fault: faultOf(args, ended, this.#options) }
  }

  #start() {
    const { seconds, megabytes, env } = this.#options
    const child = fork(CHILD, [String(seconds * 1000), String(megabytes * MB)], {
      cwd: tmpdir(),
      env: { ...process.env, LC_ALL: 'C.UTF-8', NO_COLOR: '1', ...env },
      execArgv: ['--max-old-space-size=1024'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child.stderr.on('data', (piece) => {
      child.errors = (child.errors + piece).slice(-4000)
    })
    return child
  }
}

function faultOf(args, { status, signal, stdout, stderr, cpu, peak }, { seconds, megabytes }) {
  if (signal !== null) return LIMITS[signal] ?? `ended by ${signal}`
  if (![0, 1, 2].includes(status)) return `status ${status}`
  if (/bug in ukit|"kind": ?"internal"/.test(stdout) || /bug in ukit/.test(stderr)) return 'bug in ukit'
  if (cpu > seconds * 1000) return LIMITS.SIGALRM
  if (peak > megabytes * MB) return LIMITS.SIGUSR2
  // As grep itself, which says nothing if it finds nothing.
  const isSilent = stderr === '' && stdout === '' && !args.includes('grep')
  return status !== 0 && isSilent ? 'fails without a message' : undefined
}
