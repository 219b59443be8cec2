import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Package } from '@ukit/core'
import { readWhole } from '@ukit/files/node'
import { checkTexts } from '@ukit/make'
import { macrosAround, macrosFor } from '@ukit/make/node'
import type { SourceCheck } from '@ukit/script/analysis'
import { decodeSource, problemExcerpt, problemLine } from '@ukit/script/syntax'
import { JSON_OPTION, type Options } from '../../command/option.js'
import { UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { reasonOf } from '../../inputs/reason.js'
import { refusePackage } from '../../inputs/refuse-package.js'
import { JsonArray } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { standInNotes } from './base-notes.js'
import { BASE_OPTIONS, basePackages } from './base-packages.js'
import { aloneNote, bestOf, packagesAlone } from './check-alone.js'

const OPTIONS = { ...JSON_OPTION, ...BASE_OPTIONS } as const satisfies Options

/** `ukit script check FILE.uc…` */
export const scriptCheck: Verb<typeof OPTIONS> = {
  when: [
    'You write UnrealScript and want to know at once what the compiler of the game would say: the classes are ' +
      'parsed, their declarations, default properties and the objects that they name are checked, and every ' +
      'function, state and replication condition is compiled. Nothing is written.',
  ],
  files: [
    'FILE is a class (Gun.uc), or a folder of them. Other classes in its folder are known too; ' +
      'the folder above Classes gives ' +
      'the name of the package.',
  ],
  options: OPTIONS,
  notes: [
    [
      'Packages',
      'Classes that the text refers to are looked up in the packages (.u) of the folders of --packages, and in ' +
        'System beside the folder of the package (UE3: Script of the folders beside Development, or of --game). ' +
        'The first of them says for which engine the code is compiled. Where none is found, a class is checked ' +
        'against built-in declarations: of the game of --game ID, or of the one of Unreal Tournament, Unreal ' +
        'Tournament 2004 and UDK in which fewest errors are found. A note says of which.',
    ],
    [
      'Macros',
      'UE3: Globals.uci of the packages around it and of the package are read first; `include names files from Src on.',
    ],
    ['JSON', 'path, scripts (that were compiled), problems [{line, column, level, message, suggestion}], error.'],
  ],
  result: 'Exit status 1 when there is an error.',
  examples: [
    ['ukit script check MyMod/Classes/*.uc', 'with the packages in System'],
    ['ukit script check Gun.uc --packages ~/ut99/System', 'a class that is elsewhere'],
  ],
  run,
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { options, output } = call
  const positionals = await classesIn(call.positionals)
  const [first] = positionals
  if (first === undefined) throw new UsageError('script check needs at least one class: FILE.uc')
  for (const path of positionals) refusePackage(path, 'sources; ukit script prove compiles the ones in it')
  const base = await basesOf(first, call)
  let failed = false
  let scripts = 0
  const array = options.json ? new JsonArray(output) : undefined
  for (const [folder, files] of byFolder(positionals)) {
    const { texts, unread } = await textsOf(folder, files)
    for (const [path, message] of unread) {
      failed = true
      output.error(`${files.find((file) => resolve(file) === path) ?? path}: ${message}`)
      await array?.add({ path, scripts: 0, problems: [], error: message })
    }
    const name = packageName(folder)
    const isAlone = base.length === 0
    const macros = isAlone
      ? macrosAround(files[0] ?? folder, [])
      : macrosFor({ project: dirname(dirname(folder)), name, bases: base })
    const packages = await basePackages(first, options)
    const checkAgainst = (bases: readonly Package[]) =>
      checkTexts(
        [...texts].map(([file, text]) => ({ file, text })),
        bases,
        {
          packageName: name,
          code: true,
          standIns: isAlone ? 'all' : true,
          packages,
          macros: ({ path }) => ({ ...macros, className: basename(path, extname(path)) }),
        },
      )
    const against = isAlone ? (await packagesAlone(options)).map((one) => [one]) : [base]
    const tried = await Promise.all(against.map(checkAgainst))
    const checks = bestOf(tried)
    const standIns = checks[0]?.standIns ?? []
    for (const text of isAlone ? [aloneNote(standIns, tried.length > 1)] : standInNotes(standIns)) output.note(text)
    for (const check of checks) {
      if (!files.some((file) => resolve(file) === check.path)) continue
      scripts += check.scripts
      failed ||= check.problems.some(({ level }) => level === 'error')
      const path = files.find((file) => resolve(file) === check.path) ?? check.path
      if (array !== undefined) await array.add({ path, scripts: check.scripts, problems: facts(check), error: null })
      else await writeProblems(path, check, call)
    }
  }
  if (array !== undefined) await array.end()
  else if (!failed) await output.write(`${output.style.green('ok')}  ${plural(scripts, 'script')} without errors\n`)
  return failed ? 1 : 0
}

function facts({ problems, lines }: SourceCheck) {
  return problems.map(({ start, level, message, suggestion }) => {
    const line = lines.lineOf(start)
    return { line, column: start - lines.startOf(line) + 1, level, message, suggestion: suggestion ?? null }
  })
}

async function writeProblems(path: string, check: SourceCheck, { output }: Call<typeof OPTIONS>): Promise<void> {
  for (const problem of check.problems) {
    const meant = problem.suggestion === undefined ? '' : `; did you mean '${problem.suggestion}'?`
    await output.write(`${printable(problemLine(problem, path, check.lines) + meant)}\n`)
    for (const line of problemExcerpt(problem, check.text, check.lines).split('\n'))
      await output.write(`    ${line.split('\t').map(printable).join('\t')}\n`)
  }
}

/** The given classes; for a folder, the classes in it or in its `Classes` folder. */
async function classesIn(given: readonly string[]): Promise<string[]> {
  const files: string[] = []
  for (const path of given) {
    const names = await readdir(path).catch(() => undefined)
    const inside = names?.find((name) => name.toLowerCase() === 'classes')
    if (names === undefined) files.push(path)
    else if (inside !== undefined) files.push(...(await classesIn([join(path, inside)])))
    else for (const name of names.sort()) if (/\.uc$/i.test(name)) files.push(join(path, name))
  }
  return files
}

/** Files by their folders: the sources in a folder are one package. */
function byFolder(files: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const file of files) {
    const folder = dirname(resolve(file))
    const list = folders.get(folder)
    if (list === undefined) folders.set(folder, [file])
    else list.push(file)
  }
  return folders
}

function packageName(folder: string): string {
  const name = basename(folder)
  return name.toLowerCase() === 'classes' ? basename(dirname(folder)) : name
}

/** The texts of the classes of a folder, and why those that cannot be read are not among them. */
interface Texts {
  readonly texts: ReadonlyMap<string, string>
  readonly unread: ReadonlyMap<string, string>
}

/** The texts of the given classes, and of the other classes if they are in a `Classes` folder. */
async function textsOf(folder: string, files: readonly string[]): Promise<Texts> {
  const paths = new Set(files.map((file) => resolve(file)))
  if (basename(folder).toLowerCase() === 'classes')
    for (const name of await readdir(folder)) if (/\.uc$/i.test(name)) paths.add(join(folder, name))
  const texts = new Map<string, string>()
  const unread = new Map<string, string>()
  for (const path of paths) {
    try {
      texts.set(path, decodeSource(await readWhole(path)))
    } catch (error) {
      unread.set(path, reasonOf(error))
    }
  }
  return { texts, unread }
}

/**
 * All packages in the folders that are named, in the game, and in the folders for packages near the sources:
 * `System` beside the folder of the package, or `UDKGame/Script` beside `Development`. Core comes first.
 */
async function basesOf(file: string, { options }: Call<typeof OPTIONS>): Promise<Package[]> {
  const above = dirname(dirname(dirname(resolve(file))))
  const place = options.game !== undefined && 'place' in options.game ? options.game.place : undefined
  const root = basename(above).toLowerCase() === 'src' ? dirname(dirname(above)) : above
  const places = await Promise.all([...(place === undefined ? [] : [place]), root].map(scriptFolders))
  const set = await basePackages(file, {
    ...options,
    packages: [...(options.packages ?? []), ...places.flat()],
  })
  const names = new Set(['Core', 'Engine'])
  for (const folder of [...(options.packages ?? []), ...places.flat()]) {
    const found = await readdir(folder).catch(() => [])
    for (const name of found) if (/\.u$/i.test(name)) names.add(basename(name, extname(name)))
  }
  const packages: Package[] = []
  for (const name of names) {
    const found = await set.package(name)
    if (found !== undefined) packages.push(found)
  }
  return packages
}

/** The folders for compiled scripts in a game: `System`, and in UE3 `Script` in each of its folders. */
async function scriptFolders(root: string): Promise<string[]> {
  const inside = await readdir(root, { withFileTypes: true }).catch(() => [])
  const folders = [join(root, 'System')]
  for (const entry of inside) if (entry.isDirectory()) folders.push(join(root, entry.name, 'Script'))
  return folders.filter((folder) => existsSync(folder))
}
