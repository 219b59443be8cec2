import { isArchiveName, isTaken } from './extensions.js'
import type { ExpandOptions, Input, Inputs } from './input.js'
import { missingInput, realFile, statOf } from './missing.js'
import { STANDARD } from './standard.js'

const PATTERN = /[*?[\]{}]/

/**
 * What the words on the command line represent: files, folders (searched with all folders in them), patterns
 * (shells on Windows do not expand them), and `outer!inner` for files inside containers. A word that names an
 * existing file means that file, whatever characters it contains.
 *
 * `-` is standard input; a file of that name is `./-`. A word that names nothing gives an input with a
 * `problem`, at its position.
 */
export async function expand(words: readonly string[], options: ExpandOptions = {}): Promise<Inputs> {
  return gather(words, async (word) => {
    if (word === STANDARD) return { inputs: [realFile(word, 0)], skipped: [] }
    const existing = (await expandExisting(word, options)) ?? (await expandUnshown(word, options))
    return existing ?? expandWord(word, options)
  })
}

/** An existing file or folder. */
async function expandExisting(path: string, options: ExpandOptions): Promise<Inputs | undefined> {
  const stats = statOf(path)
  if (stats === undefined) return undefined
  if ('reason' in stats) return missingInput(path, stats.reason)
  if (!stats.isDirectory()) {
    const isArchive = options.archives === true && isArchiveName(path)
    return isArchive ? expandNamedArchive(realFile(path, stats.size), options) : plain(realFile(path, stats.size))
  }
  const { expandFolder } = await import('./folder-inputs.js')
  return expandFolder(path, options)
}

/** With `--archives`: the contents of an archive or installer that was named on the command line. */
async function expandNamedArchive(file: Input, options: ExpandOptions): Promise<Inputs> {
  const { expandArchive } = await import('./container-inputs.js')
  const inside = await expandArchive(file.path, options)
  const isTakenItself = isTaken(file.path, options)
  if (inside.inputs.length === 0) return { ...plain(file), skipped: inside.skipped }
  return isTakenItself ? { ...inside, inputs: [file, ...inside.inputs] } : inside
}

function plain(file: Input): Inputs {
  return { inputs: [file], skipped: [] }
}

/** A file or folder whose name is not UTF-8. */
async function expandUnshown(word: string, options: ExpandOptions): Promise<Inputs | undefined> {
  const { pathAsShown } = await import('./list-folder.js')
  const path = pathAsShown(word)
  return path === undefined ? undefined : expandExisting(path, options)
}

/** A word that is not an existing file: a pattern, a place in a container, or a mistake. */
async function expandWord(word: string, options: ExpandOptions): Promise<Inputs> {
  const isPattern = PATTERN.test(word)
  if (isPattern) {
    // Files take precedence: `[!a]*!.u` may be a pattern for file names, not a path into a container.
    const { filesMatching } = await import('./pattern.js')
    const paths = [...filesMatching(word)]
    if (paths.length > 0) {
      return gather(
        paths,
        async (path) => (await expandExisting(path, options)) ?? missingInput(path, 'it no longer exists'),
      )
    }
  }
  if (word.includes('!')) {
    const { expandContainer } = await import('./container-inputs.js')
    const found = await expandContainer(word, options)
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
  const inputs: Input[] = []
  const archives: string[] = []
  const skipped: string[] = []
  const backups: string[] = []
  for (const word of words) {
    const found = await expandOne(word)
    for (const input of found.inputs) inputs.push(input)
    for (const path of found.skipped) skipped.push(path)
    archives.push(...(found.archives ?? []))
    backups.push(...(found.backups ?? []))
  }
  return { inputs, skipped, archives, backups }
}
