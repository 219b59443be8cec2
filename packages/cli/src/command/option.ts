import { readGame } from './game-word.js'
import { wholeNumber } from './values.js'

/** What every option declares. */
interface AnyOption {
  readonly short?: string
  /** What it does, in one sentence without a full stop. */
  readonly does: string
  /** What happens without the option, as the help shows it; taken from the library's constants. */
  readonly default?: string
  /**
   * The options that it adds to. Without any of them it would do nothing, though a user may expect a file
   * from it, so the command line is refused.
   */
  readonly goesWith?: readonly string[]
}

/** An option without a value (`--force`). */
interface SwitchOption extends AnyOption {
  readonly takes: 'nothing'
  /**
   * With this option, standard output is for programs: it is not adapted to the terminal or the locale. A
   * `list` is a JSON array, which is closed even when an error ends the verb.
   */
  readonly data?: true | 'list'
}

/**
 * An option with a value: after its name (`--game ID`), or after `=` if it is optional (`--compress=zlib`).
 */
interface ValueOption extends AnyOption {
  readonly takes: 'value' | 'optional value'
  /** Name of the value in the help: `ID`, `N`. */
  readonly value: string
  /** The values that are allowed, when they are few. */
  readonly choices?: readonly string[]
  /**
   * Converts the text to the value that the verb gets, which has to be plain data, since it is sent to other
   * threads.
   *
   * @throws {UsageError} when the text is not valid.
   */
  readonly read?: (text: string, option: string) => unknown
}

/** An option with several values: separated by commas, or given several times. */
interface ListOption extends AnyOption {
  readonly takes: 'list'
  readonly value: string
  readonly choices?: readonly string[]
  /** Splits the text that was given once into values. @throws {UsageError} when the text is not valid. */
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

/** The values of the options in a table: `false` or `undefined` for those that were not given. */
export type OptionValues<O extends Options = Options> = { readonly [Name in keyof O]: OptionValue<O[Name]> }

/** The names of a table's options. */
export function namesOf<O extends Options>(options: O): (keyof O & string)[] {
  // Tables are constants, so they have no keys besides those in their type.
  return Object.keys(options) as (keyof O & string)[]
}

/** `--json`; each verb describes the elements that it prints. */
export const jsonOption = (elements: string) =>
  ({ takes: 'nothing', data: 'list', does: `Print JSON for programs: an array with one element${elements}` }) as const

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

/** The option of the verbs whose dry run shows what would change. */
export const ALL_CHANGES_OPTION = {
  all: { takes: 'nothing', does: 'With --dry-run, print lists in full', goesWith: ['dry-run'] },
} as const satisfies Options

/** `--force`, for verbs that write files. */
export const FORCE_OPTION = {
  force: { takes: 'nothing', short: 'f', does: 'Replace existing files' },
} as const satisfies Options

/** `--archives`, for verbs that go through folders. */
export const ARCHIVES_OPTION = {
  archives: {
    takes: 'nothing',
    does:
      'Also look into archives, installers and compressed downloads, named or found in folders, and into those ' +
      'inside them',
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
