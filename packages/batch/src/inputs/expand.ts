import type { Finding } from './container-inputs.js'
import { isArchiveName, isTaken } from './extensions.js'
import type { ExpandOptions, Input, Inputs } from './input.js'
import { InputOpener } from './input-opener.js'
import { missingInput, namedFile, statOf } from './missing.js'

const PATTERN = /[*?[\]{}]/

/**
 * *What the words of a user mean*: files, folders (searched with all folders in them), patterns (shells on
 * Windows do not expand them), and `outer!inner` for files inside containers. A word that names an existing
 * file means that file, whatever characters it contains.
 *
 * A word that names nothing gives an input with a `problem`, at its position. Nothing is opened but archives
 * that are searched, and files whose first bytes show whether they are packages.
 *
 * @param opener keeps the archive open that was searched last; without it, none stays open.
 */
export async function expandInputs(
  words: readonly string[],
  options: ExpandOptions = {},
  opener?: InputOpener,
): Promise<Inputs> {
  const find: Finding = { options, opener: opener ?? new InputOpener() }
  try {
    return await gather(words, async (word) => {
      const existing = (await expandExisting(word, find)) ?? (await expandUnshown(word, find))
      return existing ?? expandWord(word, find)
    })
  } finally {
    if (opener === undefined) await find.opener.close()
  }
}

/**
 * All packages in an archive and in archives inside it; none if there are none. An archive that cannot be
 * read gives one input with a `problem`.
 *
 * @param opener keeps the archive open that was searched last; without it, none stays open.
 */
export async function expandArchive(file: string, options: ExpandOptions = {}, opener?: InputOpener): Promise<Inputs> {
  const find: Finding = { options, opener: opener ?? new InputOpener() }
  const { archiveInputs } = await import('./container-inputs.js')
  try {
    return await archiveInputs(file, find)
  } finally {
    if (opener === undefined) await find.opener.close()
  }
}

/** Several results as one, in their order. */
export function joinInputs(found: readonly Inputs[]): Inputs {
  const inputs: Input[] = []
  const archives: string[] = []
  const skipped: string[] = []
  const backups: string[] = []
  // Not with spread arguments: an archive may contain a million files.
  for (const each of found) {
    for (const input of each.inputs) inputs.push(input)
    for (const path of each.skipped) skipped.push(path)
    for (const path of each.archives ?? []) archives.push(path)
    for (const path of each.backups ?? []) backups.push(path)
  }
  return { inputs, skipped, archives, backups }
}

/** An existing file or folder. */
async function expandExisting(path: string, find: Finding): Promise<Inputs | undefined> {
  const stats = statOf(path)
  if (stats === undefined) return undefined
  if ('reason' in stats) return missingInput(path, stats.reason)
  if (!stats.isDirectory()) {
    const isArchive = find.options.archives === true && isArchiveName(path)
    return isArchive ? expandNamedArchive(namedFile(path, stats.size), find) : plain(namedFile(path, stats.size))
  }
  const { expandFolder } = await import('./folder-inputs.js')
  return expandFolder(path, find)
}

/** With `--archives`: the contents of an archive or installer that was named on the command line. */
async function expandNamedArchive(file: Input, find: Finding): Promise<Inputs> {
  const { archiveInputs } = await import('./container-inputs.js')
  const inside = await archiveInputs(file.path, find)
  const isTakenItself = isTaken(file.path, find.options)
  if (inside.inputs.length === 0) return { ...plain(file), skipped: inside.skipped }
  return isTakenItself ? { ...inside, inputs: [file, ...inside.inputs] } : inside
}

function plain(file: Input): Inputs {
  return { inputs: [file], skipped: [] }
}

/** A file or folder whose name is not UTF-8. */
async function expandUnshown(word: string, find: Finding): Promise<Inputs | undefined> {
  const { pathAsShown } = await import('./list-folder.js')
  const path = pathAsShown(word)
  return path === undefined ? undefined : expandExisting(path, find)
}

/** A word that is not an existing file: a pattern, a place in a container, or a mistake. */
async function expandWord(word: string, find: Finding): Promise<Inputs> {
  const isPattern = PATTERN.test(word)
  if (isPattern) {
    // Files take precedence: `[!a]*!.u` may be a pattern for file names, not a path into a container.
    const { filesMatching } = await import('./pattern.js')
    const paths = [...filesMatching(word)]
    if (paths.length > 0) {
      return gather(
        paths,
        async (path) => (await expandExisting(path, find)) ?? missingInput(path, 'it no longer exists'),
      )
    }
  }
  if (word.includes('!')) {
    const { expandContainer } = await import('./container-inputs.js')
    const found = await expandContainer(word, find)
    if (found !== undefined) return found
  }
  // Square brackets and braces are usual in names of files (`DM-Mill[v2].unr`); stars are not.
  if (/[*?]/.test(word)) return missingInput(word, 'no file matches the pattern')
  const outer = word.slice(0, Math.max(0, word.indexOf('!')))
  const also = outer === '' ? '' : `, and none called "${outer}" that it could be in`
  const pattern = isPattern ? ', and none matches it as a pattern' : ''
  const { similarPath } = await import('./similar-path.js')
  const meant = similarPath(outer === '' ? word : outer)
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  return missingInput(word, `there is no such file or folder${also}${pattern}${hint}`)
}

async function gather(words: readonly string[], expandOne: (word: string) => Promise<Inputs>): Promise<Inputs> {
  const found: Inputs[] = []
  for (const word of words) found.push(await expandOne(word))
  return joinInputs(found)
}
