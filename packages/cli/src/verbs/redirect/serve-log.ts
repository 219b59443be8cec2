import { type AccessRecord, accessLine } from '@ukit/server'
import { printableJson } from '@ukit/text/internal'
import type { Output } from '../../terminal/output.js'
import { plural } from '../../terminal/text.js'

/** Maximum number of lines that wait while the reader of standard output is slow. */
const MOST_WAITING = 100_000

/**
 * *The log of a server on standard output*. Many lines are written at once, which is cheap; lines that are
 * not read in time are dropped and counted.
 */
export class ServeLog {
  readonly #output: Output
  readonly #json: boolean
  #lines: string[] = []
  #dropped = 0
  #writing: Promise<void> | undefined

  constructor(output: Output, json: boolean) {
    this.#output = output
    this.#json = json
  }

  add(record: AccessRecord): void {
    if (this.#lines.length >= MOST_WAITING) {
      this.#dropped++
      return
    }
    this.#lines.push(this.#json ? printableJson(JSON.stringify(record)) : accessLine(record))
    this.#writing ??= this.#write()
  }

  /** Waits until everything is written. */
  async end(): Promise<void> {
    await this.#writing
    if (this.#dropped > 0)
      this.#output.note(
        `${plural(this.#dropped, 'line of the log was', 'lines of the log were')} dropped, because nothing ` +
          `was reading them`,
      )
  }

  async #write(): Promise<void> {
    // All lines of this turn of the event loop are written together.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.#lines.length > 0) {
      const lines = this.#lines
      this.#lines = []
      await this.#output.write(`${lines.join('\n')}\n`)
    }
    this.#writing = undefined
  }
}
