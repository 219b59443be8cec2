import { decodeIni } from '@ukit/files/ini'
import { readWhole } from '@ukit/files/node'
import {
  editionsText,
  folderFinder,
  type Install,
  isInEveryCopy,
  mergeReleases,
  type Release,
  type ReleaseFile,
  releaseOf,
  type StockFile,
} from '@ukit/game'
import { copyRelease, folderFiles, openGame, zipRelease } from '@ukit/game/node'
import { CallError, InputError, UsageError } from '../../command/usage-error.js'
import type { ExitStatus } from '../../command/verb.js'
import { reasonOf } from '../../inputs/reason.js'
import { writeJson } from '../../terminal/json-array.js'
import { padStart, plural, printable, shortBytes } from '../../terminal/text.js'
import { gatherGroup, groupsOf, printErrors } from './gather.js'
import type { DepsCall } from './options.js'
import type { Places, StartGroup } from './places.js'

/** Lists the files that others need to use some packages, and writes them to a zip or a folder. */
export async function release(places: Places, call: DepsCall): Promise<ExitStatus> {
  const { options, output } = call
  if (call.positionals.length === 0)
    throw new UsageError('a release needs the packages to release: ukit deps FILE… --release')
  if (options.direct) throw new UsageError('a release needs everything: leave out --direct')
  const groups = await groupsOf(places, call)
  const broken = groups.reduce((sum, { starts }) => sum + printErrors(starts, call), 0)
  for (const { label, isFile, error } of groups.flatMap(({ starts }) => starts)) {
    if (!isFile && error === undefined)
      throw new UsageError(`a release is made of files: unpack ${label} first (ukit decompress, ukit umod extract)`)
  }
  const [group] = groups
  const stock = await stockOf(group?.install, call)
  const found = await releaseOfGroups(groups, places, stock, call)
  const isKnown = stock !== undefined || groups.every(({ shipped }) => shipped !== undefined)
  const files = found.files.filter((file) => !file.stock)
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const complete = found.missing.length === 0 && broken === 0
  const written = complete || options.incomplete ? await write(files, call) : undefined
  const asked = zipOf(call) ?? options.copy
  if (options.json) {
    const facts = found.files.map(({ modified: _, ...file }) => file)
    const { libraries } = found
    const missing = found.missing.map((one) => ({ ...one, error: one.error ?? null }))
    const path = call.positionals.join(', ')
    await writeJson([{ path, files: facts, missing, libraries, bytes, written: written ?? null }], output)
  } else {
    for (const line of releaseText(found, isKnown, call)) await output.write(line)
    if (typeof written === 'string') await output.write(`written to ${printable(written)}\n`)
  }
  if (!complete && asked !== undefined && written === undefined) {
    output.error(`nothing was written, because the release is not complete; --incomplete writes it anyway`)
  }
  return complete && written !== null ? 0 : 1
}

async function releaseOfGroups(
  groups: readonly StartGroup[],
  places: Places,
  stock: readonly StockFile[] | undefined,
  call: DepsCall,
): Promise<Release> {
  const releases: Release[] = []
  for (const group of groups) {
    const { install, shipped } = group
    const { graph } = await gatherGroup(group, places, call)
    const release = await releaseOf(graph, folderFiles, {
      shipped,
      stock,
      ...(install === undefined ? {} : { root: install.root, base: install.base }),
    })
    releases.push(release)
  }
  return mergeReleases(releases)
}

/** The files that players already have; `undefined` when the user did not say. */
async function stockOf(install: Install | undefined, { options }: DepsCall): Promise<StockFile[] | undefined> {
  const { base, stock } = options
  const found: StockFile[] = []
  if (base !== undefined) {
    try {
      const game = await openGame(base)
      const packages = await game.packages()
      const list = packages.length > 0 ? packages : await folderFinder(folderFiles, [base]).packages()
      if (list.length === 0) throw new InputError(`--base ${base}: there is no package in it`)
      for (const { path, size } of list) found.push({ name: nameOf(path), size })
    } catch (error) {
      if (error instanceof CallError) throw error
      throw new InputError(`--base ${base}: ${reasonOf(error)}`, { cause: error })
    }
  }
  if (stock === 'none') return base === undefined ? undefined : found
  if (stock === 'ini') {
    if (install === undefined) throw new UsageError('--stock ini needs the game: --game DIR')
    const { editPackages, serverPackages } = install.settings
    for (const name of [...editPackages, ...serverPackages]) found.push({ name, size: undefined })
  } else if (stock !== undefined) {
    for (const name of await namesIn(stock)) found.push({ name, size: undefined })
  }
  return base === undefined && stock === undefined ? undefined : found
}

/** Reads names, one per line, with or without extension; `;` and `#` begin comments. */
async function namesIn(path: string): Promise<string[]> {
  try {
    return decodeIni(await readWhole(path))
      .text.split(/\r\n|\r|\n/)
      .map((line) => line.replace(/[;#].*$/, '').trim())
      .filter((line) => line !== '')
      .map(nameOf)
  } catch (error) {
    throw new InputError(`--stock ${path}: ${reasonOf(error)}`, { cause: error })
  }
}

function nameOf(path: string): string {
  const file = path.replace(/^.*[/\\]/, '')
  const dot = file.lastIndexOf('.')
  return dot > 0 ? file.slice(0, dot) : file
}

/** The zip to write: `-o` of a release is one, since a release has nothing else that could go to a file. */
function zipOf({ options }: DepsCall): string | undefined {
  return options.zip ?? options.out
}

/** Writes the release; returns its path, `undefined` when none was asked for, or `null` when it failed. */
async function write(files: readonly ReleaseFile[], call: DepsCall): Promise<string | undefined | null> {
  const { options, output, signal } = call
  const zip = zipOf(call)
  const { copy } = options
  const settings = {
    force: options.force,
    signal,
    onProgress: (done: number, total: number, path: string) => output.progress.update(done, total, path, 'files'),
  }
  try {
    if (zip !== undefined) await zipRelease(zip, files, settings)
    if (copy !== undefined) await copyRelease(copy, files, settings)
  } catch (error) {
    if (signal.aborted) throw error
    output.error(`the release was not written: ${reasonOf(error)}`)
    return null
  }
  const targets = [zip, copy].filter((one) => one !== undefined)
  return targets.length > 0 ? targets.join(' and ') : undefined
}

function* releaseText(
  { files, missing, libraries }: Release,
  isKnown: boolean,
  { output }: DepsCall,
): Generator<string> {
  const { style } = output
  const own = files.filter(({ stock }) => !stock)
  const bytes = own.reduce((sum, { size }) => sum + size, 0)
  for (const { target, size, reason, neededBy, differs } of own) {
    const by =
      neededBy.length > 3 ? `${neededBy.slice(0, 3).join(', ')} and ${neededBy.length - 3} more` : neededBy.join(', ')
    const why = { asked: '', text: `texts of ${by}`, library: `native code of ${by}`, needed: `needed by ${by}` }[
      reason
    ]
    const note = differs ? style.yellow('  the game has a different file of this name') : ''
    yield `  ${padStart(shortBytes(size), 8)}  ` +
      `${printable(target)}${why === '' ? '' : `  ${style.dim(printable(why))}`}${note}\n`
  }
  yield `${plural(own.length, 'file')}, ${shortBytes(bytes)}\n`
  const stock = files.filter((file) => file.stock)
  if (stock.length > 0)
    yield `left out, since the game has them: ${stock.map(({ target }) => printable(target)).join(', ')}\n`
  for (const { target } of stock.filter(({ differs }) => differs)) {
    yield `${style.yellow(
      `${printable(target)} is not the file that the game has: its content differs, and what you ` +
        'see may differ from what players see',
    )}\n`
  }
  // Players who only have the plain game lack these.
  const extra = stock.filter(
    ({ editions }) => editions.length > 0 && !isInEveryCopy(editions.map((edition) => ({ edition }))),
  )
  for (const { target, editions } of extra) {
    yield `${style.yellow(
      `${printable(target)} comes with ${editionsText(editions)} only: tell players that they need it`,
    )}\n`
  }
  for (const { package: name, libraries: names } of libraries) {
    if (names.length > 0)
      yield `${style.yellow(
        `${printable(name)} needs ${names[0]}, which is missing: without it the package does not load`,
      )}\n`
  }
  for (const { name, neededBy, error } of missing) {
    yield `${style.red(
      `${printable(name)} ${error === undefined ? 'is missing' : `cannot be read (${error})`}; ` +
        `needed by ${neededBy.map(printable).join(', ')}`,
    )}\n`
  }
  if (!isKnown) {
    output.note(
      "the game's own packages are in the list: ukit does not know what this game ships; --base DIR " +
        '(an unmodified game) or --stock FILE leaves them out',
    )
  }
}
