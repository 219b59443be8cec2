import type { Output } from '../terminal/output.js'
import type { Options, OptionValues } from './option.js'

/** 0 fine, 1 the input has problems or a check failed, 2 wrong usage. */
export type ExitStatus = 0 | 1 | 2

/** What a verb is called with, whatever its options are. */
export interface AnyCall {
  /** The name of the verb, as in the register. */
  readonly verb: string
  readonly positionals: readonly string[]
  readonly output: Output
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

/** What a verb is called with: its options as its own table declares them. */
export interface Call<O extends Options> extends AnyCall {
  readonly options: OptionValues<O>
}

/**
 * *A verb of the command*, with everything that its own help says; its name, usage and summary are in the
 * register (`verbs.ts`).
 *
 * `O` is its table of options. The command calls a verb only with what it has parsed by the verb's own table,
 * which is why a verb of any table is a `Verb`.
 */
export interface Verb<O extends Options = Options> {
  /** When somebody wants this verb: a paragraph or two. */
  readonly when: readonly string[]
  /** What may be named as a file, when the verb takes files. */
  readonly files?: readonly string[]
  readonly options: O
  /** Commands, and what each is for. */
  readonly examples: readonly (readonly [command: string, purpose: string])[]
  /** Further sections: a heading and paragraphs. */
  readonly notes?: readonly (readonly [heading: string, ...paragraphs: string[]])[]
  /** What the exit status means, where it is not what it is everywhere. */
  readonly result?: string
  run(call: Call<O>): Promise<ExitStatus>
}
