// Types of verb-calls.mjs.

/** What calls need besides the untrusted file. */
export interface Around {
  /** A package without faults. */
  readonly good: string
  /** The folder of a game. */
  readonly game: string
  /** Folders of a Core.u of UE1 and of UE3, which sources are compiled with. */
  readonly cores: readonly [ue1: string, ue3: string]
  /** The folder that the file is in. */
  readonly folder: string
  /** An address whose every answer is the file. */
  readonly url: string
}

/** The words of a call, and its verb. */
export interface VerbCall {
  readonly verb: string
  readonly args: readonly string[]
}

/** The calls of each verb. */
export const VERB_CALLS: Readonly<
  Record<string, readonly ((verb: readonly string[], file: string, around: Around) => string[])[]>
>
/** The names of all verbs, as the command's own register lists them. */
export function verbNames(): string[]
/** Every call on one file. */
export function callsOn(file: string, around: Around): VerbCall[]
