/** One option of a verb: what the parser accepts and what the help says, in one place. */
export interface Option {
  /** What follows the name: nothing, a value (`--game ID`), or a value behind `=` that may be left out (`--compress=zlib`). */
  readonly takes: 'nothing' | 'value' | 'optional value'
  /** Name of the value in the help: `ID`, `N`. */
  readonly value?: string
  readonly short?: string
  /** What it does, in one sentence without a full stop. */
  readonly does: string
  /** What happens without it, as the help shows it; from the constants that the library uses. */
  readonly default?: string
  /** The values that are allowed, when they are few. */
  readonly choices?: readonly string[]
}

/** Options by their long names. */
export type Options = Readonly<Record<string, Option>>

/** The options given: `true` for one without a value. */
export type OptionValues = Readonly<Record<string, string | true | undefined>>

/** Options of every verb that reads packages. */
export const COMMON_OPTIONS = {
  json: { takes: 'nothing', does: 'Print JSON for programs: an array with one element per file' },
  game: {
    takes: 'value',
    value: 'ID',
    does: "Read the files as this game's, because detection can be wrong",
    default: 'found from versions and content',
  },
} as const satisfies Options

/** Options of the verbs that work on many files at a time. */
export const BATCH_OPTIONS = {
  jobs: {
    takes: 'value',
    value: 'N',
    short: 'j',
    does: 'Work on N files at a time',
    default: 'one per processor core',
  },
} as const satisfies Options

/** The options that the command itself answers, everywhere. */
export const HELP_OPTIONS = {
  help: { takes: 'nothing', short: 'h', does: 'Print this help' },
} as const satisfies Options
