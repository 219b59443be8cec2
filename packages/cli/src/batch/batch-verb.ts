import type { ExpandOptions, Input, Inputs, OpenedInput } from '@ukit/batch'
import type { Options, OptionValues } from '../command/option.js'
import type { Call, Verb } from '../command/verb.js'
import type { Style } from '../terminal/style.js'

/** What a verb must know to work on one file, in any thread: plain data. */
export interface Settings<O extends Options = Options, Prepared = unknown> {
  readonly json: boolean
  readonly colored: boolean
  /** Columns of the terminal; infinite when there is none. */
  readonly width: number
  readonly game: string | undefined
  readonly options: OptionValues<O>
  /** What {@link BatchVerb.prepare} found. */
  readonly prepared: Prepared
  /** How many files there are in this run. */
  readonly files: number
}

/** What became of one file. */
export interface Outcome {
  /** The file has problems: the exit status will be 1. */
  readonly failed: boolean
  /** Lines for standard error, without the file's name. */
  readonly errors: readonly string[]
  /** Further lines for standard error that are not about failures; each is printed once per run. */
  readonly notes?: readonly string[]
  /** Packages that it needs and that were not found; each is named once per run. */
  readonly missing?: readonly string[]
  /** Numbers that the verb sums up over all files. */
  readonly counts?: Readonly<Record<string, number>>
  /** For a part of a file: what {@link BatchVerb.join} needs; plain data. */
  readonly piece?: unknown
}

/** What a verb yields for a file: text, {@link NEXT}, or bytes for standard output. */
export type Piece = string | typeof NEXT | Uint8Array

/** Yielded before each thing in a file that is an element of its own, as a file is for most verbs. */
export const NEXT = { next: true } as const

/** One of several parts of the work on a file. */
export interface Part {
  /** From 0. */
  readonly number: number
  readonly of: number
}

/** What a verb is given for one file. */
export interface Work<O extends Options = Options, Prepared = unknown> {
  readonly input: Input
  readonly opened: OpenedInput
  readonly settings: Settings<O, Prepared>
  readonly style: Style
  readonly signal: AbortSignal
  /** The part of the work on the file that is to be done; all of it when absent. */
  readonly part?: Part | undefined
  /** Reports the progress of the work on this file. */
  progress(done: number, total: number, unit: string): void
}

/**
 * *A verb that works on many files, one by one*: the part that runs once per file, in this thread or another
 * one.
 *
 * With `--json` the text of a file is one element of the array, without the commas around it.
 */
export interface BatchVerb<O extends Options = Options, Prepared = unknown> extends Verb<O> {
  /** Whether files of these kinds are taken from folders. */
  readonly expand?: ExpandOptions
  /** Finds the files of a call; by default, those that all of its words name, as `expand` finds them. */
  inputs?(call: Call<O>): Promise<Inputs>
  /** Whether to work on compressed downloads themselves instead of the files in them. */
  readonly asIs?: boolean
  /**
   * The amount of work from which further threads are worth starting: a number of files, or of bytes.
   * `measured`: the run begins in one thread, and others take over if enough work is left. `never`: this
   * thread works on all files, in their order.
   */
  readonly worthThreads: { readonly files: number; readonly bytes: number } | 'measured' | 'never'
  /**
   * Whether a note that several files have in common is printed for each of them, and not only once. An error
   * is printed for a few files, and then for the rest together.
   */
  readonly repeats?: boolean
  /** Whether the verb only prints: it then stops in the middle of a file when nobody reads that any more. */
  readonly onlyPrints?: boolean
  /** The number of parts to divide the work on a file into, for a number of threads. */
  parts?(input: Input, options: OptionValues<O>, threads: number): number
  /** Combines the results of the parts of a file: the pieces of those parts that completed. */
  join?(
    input: Input,
    pieces: readonly unknown[],
    settings: Settings<O, Prepared>,
    style: Style,
  ): AsyncGenerator<string, Outcome>
  /**
   * Finds what all files of a run share. Called once, before the first file; the result is given to every
   * thread and has to be plain data.
   */
  prepare?(inputs: readonly Input[], call: Call<O>): Prepared | Promise<Prepared>
  /** Printed between the texts of two files; not with `--json`. */
  between(settings: Settings<O, Prepared>): string
  /** Printed before the first file; not with `--json`. */
  head?(settings: Settings<O, Prepared>, style: Style): string
  /** Printed after the last file; not with `--json`. */
  tail?(files: number, failed: number, counts: Readonly<Record<string, number>>, style: Style): string
  /** The text of a file, in pieces. Errors may only be thrown before the first piece. */
  report(work: Work<O, Prepared>): AsyncGenerator<Piece, Outcome>
  /** The text for a file that could not be processed at all. */
  failure(input: Input, problem: FileProblem, settings: Settings<O, Prepared>, style: Style): string
}

/** Why a file could not be processed; the shape of `error` in the JSON of every verb. */
export interface FileProblem {
  readonly kind: string
  readonly message: string
  readonly offset: number | null
}
