import { Guid } from '@ukit/container'
import { newPackageVersion } from '../../command/new-package.js'
import { ARCHIVES_OPTION, BATCH_OPTIONS, type Options, type OptionValues } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import { BASE_OPTIONS } from '../script/base-packages.js'

/** Options of `ukit make`. */
export const MAKE_OPTIONS = {
  ini: {
    takes: 'value',
    value: 'INI',
    does: 'The ini of a game: its EditPackages say which packages there are, and in which order',
    read: (text: string) => text,
  },
  out: {
    takes: 'value',
    value: 'FILE|DIR',
    short: 'o',
    does: 'Write the package to FILE (.u, .utx …), or the packages into DIR',
    default: 'the System folder beside the package’s, in UE3 a Script folder',
  },
  all: {
    takes: 'nothing',
    does: 'Build packages that are up to date too; with --verify, print every difference',
  },
  check: { takes: 'nothing', does: 'Report errors, and write nothing' },
  first: { takes: 'nothing', does: 'Stop after the first package with errors, as UCC does, and print one error' },
  new: {
    takes: 'value',
    value: 'VERSION|GAME',
    does: 'The file version of the package (69, or 128/29 with a licensee version), or a game (its ID)',
    default: 'those of Core',
    read: newPackageVersion,
  },
  guid: {
    takes: 'value',
    value: 'GUID',
    does: 'The GUID of the package: 32 hex digits',
    default: 'a new one',
    read: guidOf,
  },
  conform: {
    takes: 'value',
    value: 'OLD.u',
    does: 'Keep network compatibility with an older release of the package',
    read: (text: string) => text,
  },
  'order-of': {
    takes: 'value',
    value: 'REFERENCE.u',
    does: 'Put names, imports and exports in the order that they have in this package',
    read: (text: string) => text,
  },
  int: { takes: 'nothing', does: 'Write FOLDER.int beside the package: its localized texts, and what the game lists' },
  ucl: {
    takes: 'nothing',
    does:
      'UT2004: write FOLDER.ucl beside the package, from which the game lists game types, mutators, weapons and ' +
      'the like',
  },
  headers: { takes: 'nothing', does: 'Write FOLDER/Inc/FOLDERClasses.h: its native classes for C++' },
  watch: {
    takes: 'nothing',
    short: 'w',
    does: 'Keep running, and build packages again whenever a source changes, until Ctrl-C',
  },
  debug: {
    takes: 'nothing',
    does: 'UE2, UE3: store line numbers in the code, for script debuggers, as ucc make -debug does',
  },
  'strip-source': { takes: 'nothing', does: 'Leave the source of the classes out of the package' },
  assets: {
    takes: 'list',
    value: 'OLD.u,…',
    does:
      'Take objects that sources refer to but do not create (fonts, sound cues, meshes) from these older packages; ' +
      'their imports say where objects are that sources name without a package',
  },
  'allow-missing': {
    takes: 'nothing',
    does:
      'Import textures, sounds and the like from packages that are not available, unchecked: a warning, not an ' +
      'error',
  },
  'allow-outside': { takes: 'nothing', does: 'Let #exec lines import files from outside the project' },
  set: {
    takes: 'list',
    value: 'MACRO[=TEXT],…',
    does: 'UE3: define macros, as `define does',
  },
  'no-backup': { takes: 'nothing', does: 'Do not keep the previous package as FILE.bak' },
  verify: {
    takes: 'nothing',
    does: 'Build each package again in memory, from the text that it carries, and compare it with the file',
  },
  sources: {
    takes: 'value',
    value: 'DIR',
    does: 'With --verify: take the text of classes from the .uc files of this folder',
    default: 'what the package carries',
    read: (text: string) => text,
  },
  defaults: {
    takes: 'value',
    value: 'TEXT',
    choices: ['decompiled'],
    does: 'With --verify: compare default properties too, using the decompiled ones if the package has no text of them',
    default: 'compared with --sources only',
  },
  json: { takes: 'nothing', data: true, does: 'Print JSON for programs' },
  ...BASE_OPTIONS,
  ...ARCHIVES_OPTION,
  ...BATCH_OPTIONS,
} as const satisfies Options

/** The values of the options of `ukit make`. */
export type MakeValues = OptionValues<typeof MAKE_OPTIONS>

/** Options that only work with `--verify`, and options that only work without it. */
const ONLY_VERIFY = ['sources', 'defaults', 'archives', 'jobs'] as const satisfies (keyof MakeValues)[]
const ONLY_BUILD = [
  'ini',
  'out',
  'check',
  'first',
  'new',
  'guid',
  'conform',
  'order-of',
  'int',
  'ucl',
  'headers',
  'watch',
  'debug',
  'strip-source',
  'assets',
  'allow-missing',
  'allow-outside',
  'set',
  'no-backup',
] as const satisfies (keyof MakeValues)[]

/** @throws {UsageError} when options for building and options for verifying are mixed. */
export function checkMakeUsage(options: MakeValues): void {
  const isGiven = (name: keyof MakeValues) => options[name] !== undefined && options[name] !== false
  const wrong = (options.verify ? ONLY_BUILD : ONLY_VERIFY).find(isGiven)
  if (options.watch && options.json) throw new UsageError('--watch and --json cannot be used together')
  if (wrong === undefined) return
  throw new UsageError(
    options.verify ? `--verify writes nothing: leave out --${wrong}` : `--${wrong} belongs to --verify: leave it out`,
  )
}

function guidOf(text: string, option: string): string {
  if (Guid.parse(text) === undefined) throw new UsageError(`${option} needs 32 hex digits, not "${text}"`)
  return text
}
