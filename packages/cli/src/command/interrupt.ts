import { Worker } from 'node:worker_threads'

/**
 * Milliseconds after which a run is prepared for Ctrl-C. Preparing takes as much CPU time as starting Node,
 * and most runs are over by then; what a shorter one was writing is swept by the next.
 */
const SOON = 1000

/** Milliseconds that code has to notice the first Ctrl-C. */
const GRACE = 1000

/**
 * *Ctrl-C*: the first one asks the verb to stop and to clean up, a second one ends the process at once. So
 * does the first if the verb does not notice it, since its code runs without pause.
 *
 * A signal handler of Node only runs between two pieces of work, and there may be only one that never ends.
 * So a second thread takes the signal. Until it does the system's own handling is in force: the process ends
 * at once.
 */
export class Interrupt {
  readonly #controller = new AbortController()
  readonly #timer: NodeJS.Timeout
  #watcher: Worker | undefined
  #prepared: Promise<void> | undefined
  readonly #abort = () => this.#controller.abort()

  constructor() {
    this.#timer = setTimeout(() => this.prepare(), SOON)
    this.#timer.unref()
  }

  /** Aborted by the first Ctrl-C. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Waits until Ctrl-C asks before it ends the process. */
  prepare(): Promise<void> {
    this.#prepared ??= this.#prepare()
    return this.#prepared
  }

  async #prepare(): Promise<void> {
    clearTimeout(this.#timer)
    const watcher = new Worker(WATCHER, { eval: true, execArgv: [], workerData: GRACE })
    this.#watcher = watcher
    await new Promise<void>((resolve) => {
      watcher.on('message', (message: 'ready' | 'stop') => {
        if (message === 'ready') {
          watcher.unref()
          resolve()
        } else {
          watcher.postMessage('noticed')
          this.#abort()
        }
      })
      watcher.on('error', () => {
        // A Node without that binding: Ctrl-C works while the verb pauses.
        process.once('SIGINT', this.#abort)
        resolve()
      })
    })
  }

  /** Ends the preparations, at the end of the run. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    process.off('SIGINT', this.#abort)
    await this.#watcher?.terminate()
  }
}

/**
 * The second thread. Node gives signals to the main thread alone, but the binding that it uses itself works
 * in others. Without its handler, the process ends by the signal as programs that have none do.
 */
const WATCHER = `
process.noDeprecation = true
const { parentPort, workerData } = require('node:worker_threads')
const { Signal } = process.binding('signal_wrap')
const { SIGINT } = require('node:os').constants.signals
const signal = new Signal()
let isAsked = false
let timer
const end = () => {
  signal.close()
  process.kill(process.pid, 'SIGINT')
}
signal.onsignal = () => {
  if (isAsked) return end()
  isAsked = true
  parentPort.postMessage('stop')
  timer = setTimeout(end, workerData)
}
signal.start(SIGINT)
parentPort.on('message', () => clearTimeout(timer))
parentPort.postMessage('ready')
`
