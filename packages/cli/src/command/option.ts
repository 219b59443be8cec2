import { readGame } from './game-word.js'
import { wholeNumber } from './values.js'

/** What every option says of itself. */
interface AnyOption {
  readonly short?: string
  /** What it does, in one sentence without a full stop. */
  readonly does: string
  /** What happens without it, as the help shows it; from the constants that the library uses. */
  readonly default?: string
}

/** An option without a value (`--force`). */
interface SwitchOption extends AnyOption {
  readonly takes: 'nothing'
  /** With it, standard output is for programs: neither fitted to the terminal nor to the locale. */
  readonly data?: true
}

/**
 * An option with a value: after its name (`--game ID`), or after `=`, where it may be left out
 * (`--compress=zlib`).
 */
interface ValueOption extends AnyOption {
  readonly takes: 'value' | 'optional value'
  /** Name of the value in the help: `ID`, `N`. */
  readonly value: string
  /** The values that are allowed, when they are few. */
  readonly choices?: readonly string[]
  /**
   * What the text means: verbs get what this gives, which has to be plain data, since it goes to other
   * threads.
   *
   * @throws {UsageError} when it means nothing.
   */
  readonly read?: (text: string, option: string) => unknown
}

/** An option with several values: with commas between them, or given several times. */
interface ListOption extends AnyOption {
  readonly takes: 'list'
  readonly value: string
  readonly choices?: readonly string[]
  /** Cuts what was given once into values. @throws {UsageError} when it cannot be. */
  readonly read?: (text: string, option: string) => readonly string[]
}

/**
 * *One option of a verb*: what the parser accepts, what the help says and what the verb gets, in one place.
 */
export type Option = SwitchOption | ValueOption | ListOption

/** Options by their long names. */
export type Options = Readonly<Record<string, Option>>

/** What a verb gets for an option. */
type OptionValue<O extends Option> = O extends { readonly takes: 'nothing' }
  ? boolean
  : O extends { readonly takes: 'list' }
    ? readonly Choice<O>[] | undefined
    : O extends { readonly read: (...args: never[]) => infer T }
      ? T | undefined
      : Choice<O> | undefined | (O extends { readonly takes: 'optional value' } ? true : never)

type Choice<O extends Option> = O extends { readonly choices: readonly (infer C)[] } ? C : string

/**
 * The options that were given, by the table that declares them: `false` and `undefined` for those that were
 * not.
 */
export type OptionValues<O extends Options = Options> = { readonly [Name in keyof O]: OptionValue<O[Name]> }

/** The names of a table's options. */
export function namesOf<O extends Options>(options: O): (keyof O & string)[] {
  // What a table has is what its type says: tables are constants.
  return Object.keys(options) as (keyof O & string)[]
}

/** `--json`: what it prints is said by each verb. */
export const jsonOption = (elements: string) =>
  ({ takes: 'nothing', data: true, does: `Print JSON for programs: an array with one element${elements}` }) as const

/** `--json` of the verbs that go through files. */
export const JSON_OPTION = { json: jsonOption(' per file') } as const satisfies Options

/** `--game`, which means the same everywhere. */
export const GAME_OPTION = {
  game: {
    takes: 'value',
    value: 'ID|DIR',
    does:
      'The game that the files are from, in case detection is wrong: its ID, or the folder or ini ' +
      'of an installed game',
    default: 'detected from versions and content',
    read: readGame,
  },
} as const satisfies Options

/** Options of every verb that reads packages. */
export const COMMON_OPTIONS = { ...JSON_OPTION, ...GAME_OPTION } as const satisfies Options

/** `--force`, for verbs that write files. */
export const FORCE_OPTION = {
  force: { takes: 'nothing', short: 'f', does: 'Replace existing files' },
} as const satisfies Options

/** `--archives`, for verbs that go through folders. */
export const ARCHIVES_OPTION = {
  archives: {
    takes: 'nothing',
    does: 'Also look into archives and installers, named or found in folders, and into those inside them',
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
    read: wholeNumber(1, 1024),
  },
} as const satisfies Options
