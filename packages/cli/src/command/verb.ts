import type { Output } from '../terminal/output.js'
import type { Options, OptionValues } from './option.js'

/** 0 fine, 1 the input has problems or a check failed, 2 wrong usage. */
export type ExitStatus = 0 | 1 | 2

/** What a verb is called with. */
export interface Call {
  readonly positionals: readonly string[]
  readonly options: OptionValues
  readonly output: Output
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

/** *A verb of the command*, with everything that its help says. */
export interface Verb {
  readonly name: string
  /** The line in the list of verbs. */
  readonly summary: string
  /** What is written behind `ukit`. */
  readonly usage: string
  /** When somebody wants this verb: a paragraph or two. */
  readonly when: readonly string[]
  readonly options: Options
  /** Commands, and what each is for. */
  readonly examples: readonly (readonly [command: string, purpose: string])[]
  /** Further sections: a heading and paragraphs. */
  readonly notes?: readonly (readonly [heading: string, ...paragraphs: string[]])[]
  run(call: Call): Promise<ExitStatus>
}
