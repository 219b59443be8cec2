import type { Options, OptionValues } from '../command/option.js'
import type { Call, Verb } from '../command/verb.js'
import type { ExpandOptions, Input } from '../inputs/input.js'
import type { Opened } from '../inputs/open.js'
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
  /** Further lines for standard error, not about failures: each is printed once in a run. */
  readonly notes?: readonly string[]
  /** Numbers that the verb sums up over all files. */
  readonly counts?: Readonly<Record<string, number>>
  /** Of a part of a file: what {@link BatchVerb.join} needs; plain data. */
  readonly piece?: unknown
}

/** One of several parts of the work on a file. */
export interface Part {
  /** From 0. */
  readonly number: number
  readonly of: number
}

/** What a verb is handed for one file. */
export interface Work<O extends Options = Options, Prepared = unknown> {
  readonly input: Input
  readonly opened: Opened
  readonly settings: Settings<O, Prepared>
  readonly style: Style
  readonly signal: AbortSignal
  /** What is to be done of the work on the file; all of it when absent. */
  readonly part?: Part | undefined
  /** Says how far the work on this file is. */
  progress(done: number, total: number, unit: string): void
}

/**
 * *A verb that works on many files, each by itself*: the part that runs once per file, in this thread or
 * another one.
 *
 * With `--json` the text of a file is one element of the array, without the commas around it.
 */
export interface BatchVerb<O extends Options = Options, Prepared = unknown> extends Verb<O> {
  /** Whether files of these kinds are taken from folders. */
  readonly expand?: ExpandOptions
  /** Works on compressed downloads as they are; else on the files in them. */
  readonly asIs?: boolean
  /** Work that makes further threads worth starting: so many files, or so many bytes. */
  readonly worthThreads: { readonly files: number; readonly bytes: number }
  /** In how many parts the work on a file may be done by so many threads. */
  parts?(input: Input, options: OptionValues<O>, threads: number): number
  /** Puts together what the parts of a file found: the pieces of those that came to an end. */
  join?(
    input: Input,
    pieces: readonly unknown[],
    settings: Settings<O, Prepared>,
    style: Style,
  ): AsyncGenerator<string, Outcome>
  /**
   * What all files of a run share: found once, before the first of them, and given to every thread; plain
   * data.
   */
  prepare?(inputs: readonly Input[], call: Call<O>): Prepared
  /** Printed between the texts of two files; not with `--json`. */
  between(settings: Settings<O, Prepared>): string
  /** Printed before the first file; not with `--json`. */
  head?(settings: Settings<O, Prepared>, style: Style): string
  /** Printed after the last file; not with `--json`. */
  tail?(files: number, failed: number, counts: Readonly<Record<string, number>>, style: Style): string
  /** The text of a file, in pieces. Errors may be thrown before the first piece only. */
  report(work: Work<O, Prepared>): AsyncGenerator<string, Outcome>
  /** The text of a file that could not be worked on at all. */
  failure(input: Input, problem: FileProblem, settings: Settings<O, Prepared>, style: Style): string
}

/** Why a file could not be worked on; the shape of `error` in every `--json`. */
export interface FileProblem {
  readonly kind: string
  readonly message: string
  readonly offset: number | null
}
