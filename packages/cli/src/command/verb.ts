import type { Output } from '../terminal/output.js'
import type { Options, OptionValues } from './option.js'

/** 0: no problems; 1: the input has problems or a check failed; 2: wrong usage. */
export type ExitStatus = 0 | 1 | 2

/** What every verb is called with, regardless of its options. */
export interface AnyCall {
  /** The name of the verb, as in the register. */
  readonly verb: string
  readonly positionals: readonly string[]
  readonly output: Output
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /**
   * Waits until Ctrl-C asks before it ends the process, which it does anyway after a second: for work that is
   * long enough to pay for that.
   */
  prepareInterrupt(): Promise<void>
}

/** What a verb is called with: its options as its own table declares them. */
export interface Call<O extends Options> extends AnyCall {
  readonly options: OptionValues<O>
}

/**
 * *A verb of the command*, with all texts of its own help; its name, usage and summary are in the register
 * (`verbs.ts`).
 *
 * `O` is its table of options. The command calls a verb only with options parsed by that verb's table, so a
 * verb with any table can be used as a `Verb`.
 */
export interface Verb<O extends Options = Options> {
  /** When to use this verb: a paragraph or two. */
  readonly when: readonly string[]
  /** What can be named as a file, if the verb takes files. */
  readonly files?: readonly string[]
  readonly options: O
  /** Commands and their purposes. */
  readonly examples: readonly (readonly [command: string, purpose: string])[]
  /** Further sections: a heading and paragraphs. */
  readonly notes?: readonly (readonly [heading: string, ...paragraphs: string[]])[]
  /** What the exit status means, if it differs from {@link ExitStatus}. */
  readonly result?: string
  /** What was probably meant by an option that the verb does not have. */
  unknownOption?(name: string): string | undefined
  run(call: Call<O>): Promise<ExitStatus>
}
