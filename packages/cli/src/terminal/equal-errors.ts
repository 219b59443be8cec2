import type { Output } from './output.js'
import { count } from './text.js'

/** So many files with the same error each get a line; any further ones are named together at the end. */
const MOST_EQUAL = 3
/** So many of those are named: a file can have very many members. */
const MOST_NAMED = 50

/** *Prints the errors of many files*: one that most of them have is not printed for each. */
export class EqualErrors {
  readonly #output: Output
  /** The files with the same error, by its text. */
  readonly #files = new Map<string, string[]>()

  constructor(output: Output) {
    this.#output = output
  }

  /** Adds what is wrong with a file. */
  add(path: string, message: string): void {
    const files = this.#files.get(message) ?? []
    if (files.push(path) <= MOST_EQUAL) this.#output.error(`${path}: ${message}`)
    this.#files.set(message, files)
  }

  /** Prints the files that did not get a line. */
  finish(): void {
    for (const [message, files] of this.#files) {
      const more = files.slice(MOST_EQUAL)
      if (more.length === 0) continue
      const rest = more.length - MOST_NAMED
      const others = rest > 0 ? ` and ${count(rest)} more` : ''
      this.#output.error(`${more.slice(0, MOST_NAMED).join(', ')}${others}: ${message}`)
    }
    this.#files.clear()
  }
}
