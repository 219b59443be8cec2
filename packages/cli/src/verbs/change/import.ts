import type { NewPackage, PackageSet } from '@ukit/core'
import { type ExecSources, type ImportPlan, readExecSources } from '@ukit/import/node'
import type { FileProblem } from '../../batch/batch-verb.js'
import { newPackageVersion } from '../../command/new-package.js'
import {
  ALL_CHANGES_OPTION,
  COMMON_OPTIONS,
  FORCE_OPTION,
  type Options,
  type OptionValues,
} from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { STANDARD } from '../../inputs/standard.js'
import { writeJson } from '../../terminal/json-array.js'
import type { Output } from '../../terminal/output.js'
import { plural, printable } from '../../terminal/text.js'
import { baseNotes } from '../script/base-notes.js'
import { basePackages } from '../script/base-packages.js'
import { freshPackage, packagesIn } from './edit-files.js'
import { failureText } from './import-class.js'
import { IMPORT_OPTIONS, importOptions } from './import-options.js'
import { type ImportRound, type ImportRoundResult, importProblem, importRound } from './import-round.js'
import { asInputError, importPlan } from './import-words.js'

const OPTIONS = {
  replace: { takes: 'nothing', short: 'r', does: 'Replace the content of existing objects' },
  class: {
    takes: 'value',
    value: 'CLASS',
    does: 'Class of the object, if a file can become one of several, such as Font for a picture',
    default: 'that of the object it replaces, else by the kind of file',
  },
  new: {
    takes: 'value',
    value: 'VERSION|GAME',
    does:
      'Start with an empty package of this file version (69, or 128/29 with a licensee version), or of this ' +
      'game (its ID), and write it to FILE',
    read: newPackageVersion,
  },
  out: {
    takes: 'value',
    value: 'OUT',
    short: 'o',
    does: 'Write the changed package to OUT, and leave FILE alone',
  },
  ...IMPORT_OPTIONS,
  exec: {
    takes: 'value',
    value: 'SOURCE',
    does: 'Carry out the #exec lines of a source (.uc), or of all sources in a folder',
  },
  watch: {
    takes: 'nothing',
    short: 'w',
    does: 'Keep running, and import each file again whenever it changes, until Ctrl-C',
  },
  'dry-run': { takes: 'nothing', short: 'n', does: 'Print what would change, and write nothing' },
  ...ALL_CHANGES_OPTION,
  'no-backup': { takes: 'nothing', does: 'Do not keep the original as FILE.bak' },
  packages: {
    takes: 'value',
    value: 'DIR',
    does: 'Look in DIR for packages that objects in FILE refer to',
  },
  ...FORCE_OPTION,
  ...COMMON_OPTIONS,
} as const satisfies Options

/** `ukit import FILE PATH PICTURE` */
export const importFiles: Verb<typeof OPTIONS> = {
  when: [
    'You have painted a picture, recorded a sound or made a model, and want it in a package. What the file ' +
      'becomes is decided by the object that it replaces, by --class, or by the kind of file. An object that ' +
      'is replaced keeps its name, group, flags and format, and everything that refers to it.',
    'Several files in one call are one transaction: all of them are imported, or none. Only sources of ' +
      'classes that cannot be compiled are left out, with status 1. The original is kept as FILE.bak.',
    'A folder that ukit extract wrote imports back as a whole: only files that changed since are ' +
      'imported, once, and their objects are replaced; sources of classes are compiled. In any other folder, ' +
      'folders are groups, and files are named as their objects are to be.',
    'A T3D file, as editors and ukit t3d write it, adds its actors and brushes to a map; ' +
      '-r replaces those of the same names. Their classes are looked up in the game around the map, in --game or ' +
      '--packages. The editor then builds geometry, light and paths.',
  ],
  options: OPTIONS,
  notes: [
    [
      'JSON',
      'path, output, bytes, written, backup, imported [{file, path, className, objects, notes}], failed [{file, ' +
        'className, errors [{line, column, message}], needs, missing}], unchanged, notes, error.',
    ],
  ],
  examples: [
    ['ukit import -r Walls.utx Bricks.Wall wall.png', 'replace a texture'],
    ['ukit import Walls.utx Bricks.Moss moss.tga Bricks.Door door.bmp', 'add two'],
    ['ukit import --new 69 Mine.uax Sounds', 'a sound pack: Sounds/Ambient/Wind.wav becomes Ambient.Wind'],
    ['ukit extract Walls.utx -o Out; ukit import Walls.utx Out', 'what was changed in Out since'],
    ['ukit import DM-Deck.unr lights.t3d -o DM-Deck2.unr', 'actors and brushes, as the editor pastes them'],
    ['ukit import --watch Walls.utx Out', 'while you paint'],
    ['ukit import --new 69 Mod.u --exec Mod/Classes', 'what the #exec lines of a mod ask for'],
  ],
  run,
}

type Values = OptionValues<typeof OPTIONS>

/** The plan of a call that names no files. */
const NOTHING: ImportPlan = { jobs: [], isExtracted: false, notes: [] }

async function run({ positionals, options, output, signal }: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const [file, ...words] = positionals
  if (file === undefined) throw new UsageError('import needs a package')
  checkUsage(file, options)
  const exec = options.exec === undefined ? undefined : await readExecSources(options.exec).catch(asInputError)
  const plan = words.length === 0 && exec !== undefined ? NOTHING : await importPlan(file, words)
  const game = options.new?.game ?? (await gameIdOf(options.game))
  const packages = options.packages === undefined ? undefined : await packagesIn(options.packages)
  const fresh = options.new === undefined ? undefined : freshPackage(file, { ...options.new, game })
  const round = roundOf({ file, plan, exec, options, game, fresh, packages, output, signal })
  try {
    const first = await report(round, options, plan)
    if (!options.watch) return first.status
    const { watchImports } = await import('./import-watch.js')
    const again = (next: ImportRound) => report(next, options, { ...plan, notes: [] })
    await watchImports({ ...round, isSaved: first.isSaved }, first.failed ?? [], again)
    return 0
  } finally {
    await packages?.close()
  }
}

function checkUsage(file: string, options: Values): void {
  if (file === STANDARD || options.out === STANDARD) throw new UsageError('import reads and writes files: name one')
  if (options.new !== undefined && options.out !== undefined)
    throw new UsageError('--new writes FILE itself: leave out --out')
  if (!options.watch) return
  for (const other of ['json', 'dry-run', 'exec'] as const)
    if (options[other]) throw new UsageError(`--watch and --${other} cannot be used together`)
}

function roundOf(call: {
  readonly file: string
  readonly plan: ImportPlan
  readonly exec: ExecSources | undefined
  readonly options: Values
  readonly game: string | undefined
  readonly fresh: NewPackage | undefined
  readonly packages: PackageSet | undefined
  readonly output: Output
  readonly signal: AbortSignal
}): ImportRound {
  const { plan, options, ...rest } = call
  const { packages, game } = options
  const bases = { game, packages: packages === undefined ? undefined : [packages] }
  return {
    ...rest,
    bases: () => basePackages(call.file, bases),
    jobs: plan.jobs,
    options: { ...importOptions(options), className: options.class, replace: options.replace || plan.isExtracted },
    out: options.out,
    dryRun: options['dry-run'],
    all: options.all,
    backup: !options['no-backup'],
    isSaved: false,
    force: options.force,
  }
}

/** Makes one import and prints the result. */
async function report(
  round: ImportRound,
  options: Values,
  plan: ImportPlan,
): Promise<{ readonly status: ExitStatus; readonly isSaved: boolean; readonly failed: readonly string[] | undefined }> {
  const { file, output, signal } = round
  let result: ImportRoundResult | undefined
  let error: FileProblem | null = null
  try {
    result = await importRound(round)
  } catch (thrown) {
    if (signal.aborted || thrown instanceof CallError) throw thrown
    error = importProblem(thrown)
    output.error(`${printable(file)}: ${error.message}`)
  }
  output.progress.clear()
  const { failed = [] } = result ?? {}
  for (const one of failed) output.error(failureText(one))
  const missingPackages = [...new Set(failed.flatMap(({ missing }) => missing))]
  for (const note of baseNotes({ missingPackages, standIns: [] })) output.note(note)
  const notes = [...plan.notes, ...(result?.notes ?? [])]
  if (options.json) {
    const { saved, imported = [], unchanged = 0, bytes = null } = result ?? {}
    const { output: to = null, written = null, backup = null } = saved ?? {}
    const facts = { path: file, output: to, bytes, written, backup, imported, failed, unchanged, notes, error }
    await writeJson([facts], output)
  } else if (result !== undefined) {
    for (const note of notes) await output.write(`${printable(note)}\n`)
    await output.write(resultText(result, output))
  }
  const isDone = error === null && failed.length === 0
  return { status: isDone ? 0 : 1, isSaved: result?.saved !== undefined, failed: result?.failed.map((one) => one.file) }
}

function resultText({ imported, failed, unchanged, saved, preview }: ImportRoundResult, { style }: Output): string {
  const lines = imported.flatMap(({ file, path, className, notes }) => [
    `${printable(file)} → ${className} ${style.bold(printable(path))}`,
    ...notes.map((note) => `  ${printable(note)}`),
  ])
  if (unchanged > 0)
    lines.push(`${plural(unchanged, 'file unchanged since it was', 'files unchanged since they were')} extracted`)
  if (saved !== undefined) {
    const kept = saved.backup === null ? '' : `; the original is ${printable(saved.backup)}`
    lines.push(
      `${style.green('ok')}  ${style.bold(printable(saved.output))}: ${plural(imported.length, 'file')} imported, ` +
        `${plural(saved.written, 'byte')}${kept}`,
    )
  } else if (preview === '') lines.push(failed.length > 0 ? 'nothing is imported' : 'nothing to import')
  return `${lines.join('\n')}\n${preview}`
}
