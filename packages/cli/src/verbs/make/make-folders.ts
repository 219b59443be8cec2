import { readdir } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { Guid } from '@ukit/container'
import type { Package } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import { PackageError, SourceError } from '@ukit/files'
import type { Install } from '@ukit/game'
import { openGame } from '@ukit/game/node'
import type { ProjectProblem } from '@ukit/make'
import {
  baseFolders,
  findProject,
  type MadeProject,
  type Project,
  ProjectMaker,
  type ProjectResult,
} from '@ukit/make/node'
import type { Macro } from '@ukit/script/syntax'
import { InputError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus } from '../../command/verb.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { reasonWithPath } from '../../inputs/reason.js'
import { writeJson } from '../../terminal/json-array.js'
import type { Output } from '../../terminal/output.js'
import { count, plural, printable } from '../../terminal/text.js'
import { basePackagesNow } from '../script/base-packages.js'
import type { MAKE_OPTIONS, MakeValues } from './options.js'
import { SourceChanges } from './watch-sources.js'

/** Maximum number of errors and warnings that are printed; further ones are only counted. */
const MOST_PRINTED = 1000

type MakeCall = Call<typeof MAKE_OPTIONS>

/** Makes the packages of folders, or of a game's ini. */
export async function makeFolders(call: MakeCall): Promise<ExitStatus> {
  const { positionals, options, output } = call
  if (positionals.length === 0 && options.ini === undefined)
    throw new UsageError('make needs the folder of a package, or --ini with the ini of a game')
  const game = await gameOf(options)
  const project = await usable(() =>
    findProject({ folders: positionals, game, out: options.out, check: options.check }),
  )
  const opened: Package[] = []
  const changes = options.watch ? changesOf(project, call.signal) : undefined
  try {
    const maker = await makerOf(call, project, opened)
    const round = async () => {
      const made = await maker.make().finally(() => output.progress.clear())
      // An error may only come from a file that was read while it was being written: it is made again
      // directly.
      if (hasErrors(made) && (await changes?.changedMeanwhile()) === true) return 1
      await print(made, options, output)
      return hasErrors(made) ? 1 : 0
    }
    const status = await round()
    if (changes === undefined) return status
    output.note('watching the sources; Ctrl-C stops')
    for await (const _ of changes) await round()
    return 0
  } finally {
    changes?.close()
    for (const pkg of opened) await pkg.file.close?.()
  }
}

/** Changes of the sources from now on, including those saved during the first build. */
function changesOf({ packages }: Project, signal: AbortSignal): SourceChanges {
  return new SourceChanges(
    packages.map(({ folder }) => folder.path),
    signal,
  )
}

/** The maker of a project. @throws {InputError} if something that options name is missing or unreadable. */
async function makerOf(call: MakeCall, project: Project, opened: Package[]): Promise<ProjectMaker> {
  const { options, output, signal } = call
  const open = async (path: string | undefined) => {
    if (path === undefined) return undefined
    const pkg = await usable(() => openFile(path, { signal, codecs: nodeCodecs }), path)
    opened.push(pkg)
    return pkg
  }
  const openAll = async (paths: readonly string[]) =>
    (await Promise.all(paths.map(open))).filter((pkg) => pkg !== undefined)
  const [first] = project.packages
  const folders = [...new Set((await Promise.all(project.packages.map(baseFolders))).flat())]
  const packages = await basePackagesNow(first?.output ?? '.', {
    game: options.ini === undefined ? options.game : { place: options.ini },
    packages: [...(options.packages ?? []), ...folders],
  })
  const game = options.new?.game ?? (await gameIdOf(options.game))
  return new ProjectMaker({
    project,
    packages,
    baseNames: await scriptPackagesIn([...(options.packages ?? []), ...folders]),
    all: options.all,
    first: options.first,
    check: options.check,
    again: options.watch,
    format: options.new === undefined ? undefined : { ...options.new, game },
    guid: options.guid === undefined ? undefined : Guid.parse(options.guid),
    conform: await open(options.conform),
    orderOf: await open(options['order-of']),
    further: { int: options.int, cache: options.ucl, headers: options.headers },
    stripSource: options['strip-source'],
    debug: options.debug,
    ...(options.assets === undefined ? {} : { assets: await openAll(options.assets) }),
    allowMissing: options['allow-missing'],
    allowOutside: options['allow-outside'],
    backup: !options['no-backup'],
    macros: macrosOf(options.set ?? []),
    signal,
    onPackage: (name, done, total) => output.progress.update(done, total, name, 'packages'),
  })
}

/**
 * The game whose ini was named; without one, the game of `--game`, whose order is used if no folder is given.
 */
async function gameOf({ ini, game }: MakeValues): Promise<Install | undefined> {
  if (ini !== undefined) return usable(() => openGame(ini))
  return game !== undefined && 'place' in game ? usable(() => openGame(game.place)) : undefined
}

/**
 * Runs work that reads what the user named; its errors end the call, since nothing can be built then.
 *
 * @param path of a package, to print before what is wrong in it.
 */
async function usable<T>(work: () => Promise<T>, path?: string): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SourceError) && !(error instanceof PackageError)) throw error
    const place = path === undefined || error instanceof SourceError ? '' : `${path}: `
    throw new InputError(place + reasonWithPath(error), { cause: error })
  }
}

/** Names of the script packages in folders: texts may refer to any of them. */
async function scriptPackagesIn(folders: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const folder of folders)
    for (const name of (await readdir(folder).catch(() => [])).sort())
      if (/\.u$/i.test(name)) names.push(basename(name, extname(name)))
  return names
}

function macrosOf(words: readonly string[]): ReadonlyMap<string, Macro> {
  return new Map(
    words.map((word) => {
      const [name = '', ...text] = word.split('=')
      return [name.toLowerCase(), { parameters: [], text: text.length === 0 ? '1' : text.join('=') }] as const
    }),
  )
}

function hasErrors({ packages }: MadeProject): boolean {
  return packages.some(({ problems }) => problems.some(({ severity }) => severity === 'error'))
}

async function print(made: MadeProject, options: MakeValues, output: Output): Promise<void> {
  if (options.json) {
    await writeJson([facts(made)], output)
    return
  }
  for (const note of made.notes) output.note(printable(note))
  const problems = made.packages.flatMap((one) => one.problems)
  const firstError = problems.find(({ severity }) => severity === 'error')
  const shown = options.first && firstError !== undefined ? [firstError] : problems.slice(0, MOST_PRINTED)
  for (const problem of shown) await output.write(problemText(problem, output))
  if (shown.length < problems.length && !options.first)
    await output.write(`and ${count(problems.length - shown.length)} more\n`)
  for (const one of made.packages) await output.write(`${resultText(one, options, output)}\n`)
}

function facts({ packages, notes }: MadeProject) {
  return {
    packages: packages.map(({ name, path, built, classes, why, written, further }) => ({
      name,
      path,
      built,
      classes,
      why: why === '' ? null : why,
      bytes: written?.bytes ?? null,
      backup: written?.backup ?? null,
      further,
    })),
    errors: packages.flatMap(({ problems }) =>
      problems.map(({ file, line, column, severity, message, package: name }) => ({
        file,
        line,
        column,
        severity,
        message,
        package: name,
      })),
    ),
    notes,
  }
}

/** `MyMod/Classes/Gun.uc(12,5) : Error, …`: the format of the engine's compiler, with the column added. */
function problemText({ severity, file, line, column, message, excerpt }: ProjectProblem, { style }: Output): string {
  const place = line === 0 ? '' : `(${line}${column === 0 ? '' : `,${column}`})`
  const level = severity === 'error' ? style.red('Error') : style.yellow('Warning')
  const lines = excerpt === '' ? [] : excerpt.split('\n')
  const shown = lines.map((text) => `    ${text.split('\t').map(printable).join('\t')}\n`)
  return `${printable(file)}${place} : ${level}, ${printable(message)}\n${shown.join('')}`
}

function resultText(result: ProjectResult, { check }: MakeValues, { style }: Output): string {
  const { name, path, built, why, classes, written, further, problems } = result
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const warned = warnings === 0 ? '' : `, ${plural(warnings, 'warning')}`
  if (errors > 0) return `${style.red('failed')}  ${style.bold(printable(name))}: ${plural(errors, 'error')}${warned}`
  if (!built)
    return `${style.dim(why === 'up to date' ? 'ok    ' : 'left  ')}  ${style.bold(printable(name))}: ${printable(why)}`
  const what = `${plural(classes, 'class', 'classes')}${warned}`
  if (written === null)
    return `${style.green('ok    ')}  ${style.bold(printable(name))}: ${what}${check ? ', not written' : ''}`
  const more = further.map((file) => `\n        ${printable(file)}`).join('')
  const kept = written.backup === null ? '' : `; the old one is ${printable(written.backup)}`
  return (
    `${style.green('ok    ')}  ${style.bold(printable(path))}: ${what}, ` +
    `${plural(written.bytes, 'byte')}${kept}${more}`
  )
}
