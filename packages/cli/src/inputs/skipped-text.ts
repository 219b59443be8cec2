import { extname } from 'node:path'
import type { Inputs } from '@ukit/batch'
import { isDownloadName } from '@ukit/batch/internal'
import { count, plural } from '../terminal/text.js'

/** Up to this number of files, each is named; more are counted by their extensions. */
const MOST_NAMED = 4
/** Maximum number of extensions that are listed. */
const MOST_EXTENSIONS = 6

/** How the files of a run are searched for, as far as the note depends on it. */
interface SkippedTextOptions {
  /** Whether the verb has an option that looks into archives. */
  readonly mayOpen?: boolean | undefined
  /** Whether compressed downloads are searched for instead of packages. */
  readonly downloads?: boolean | undefined
}

/**
 * A note about the files in folders that were skipped: which they are, how the archives among them are
 * opened, and which backups. `undefined` when there are none.
 */
export function skippedText(
  { skipped, archives, backups = [] }: Pick<Inputs, 'skipped' | 'archives' | 'backups'>,
  options: SkippedTextOptions = {},
): string | undefined {
  const others = othersText(skipped, archives, options)
  if (backups.length === 0) return others
  const one = backups.length === 1
  const which = backups.length > MOST_NAMED ? '' : `: ${backups.join(', ')}`
  const text = `${plural(backups.length, 'backup')} in these folders ${one ? 'was' : 'were'} skipped${which}`
  return others === undefined ? text : `${others}; ${text}`
}

/** The files that are neither packages nor backups of packages. */
function othersText(
  skipped: readonly string[],
  archives: readonly string[] = [],
  { mayOpen = false, downloads = false }: SkippedTextOptions,
): string | undefined {
  if (skipped.length === 0) return undefined
  const one = skipped.length === 1
  const wanted = downloads ? 'compressed download' : 'package'
  const others = skipped.filter((path) => !archives.includes(path))
  const which = others.length === 0 ? '' : `: ${whichFiles(others)}`
  const text =
    `${plural(skipped.length, 'file')} in these folders ${one ? `is not a ${wanted}` : `are not ${wanted}s`}, ` +
    `and ${one ? 'was' : 'were'} skipped${which}`
  if (archives.length === 0) return text + wrappedText(downloads ? [] : others.filter(isDownloadName), mayOpen)
  const some = archives.slice(0, 3).map((path) => `"${path}!"`)
  const rest = archives.length > some.length ? ` and ${archives.length - some.length} more` : ''
  const them = archives.length === 1 ? 'is an archive' : 'are archives'
  return `${text}; ${some.join(', ')}${rest} ${them}${mayOpen ? ', which --archives looks into' : ''}`
}

/** What to do about packages that are compressed for download. */
function wrappedText(paths: readonly string[], mayOpen: boolean): string {
  if (paths.length === 0) return ''
  const them = paths.length === 1 ? '1 is a compressed download' : `${count(paths.length)} are compressed downloads`
  return `; ${them}, ${mayOpen ? 'which --archives looks into' : 'opened when named'}`
}

/** `Maps/readme.txt, notes.md` for a few files; `12 .ini, 3 .txt, 2 without extension` for many. */
function whichFiles(paths: readonly string[]): string {
  if (paths.length <= MOST_NAMED) return paths.join(', ')
  const numbers = new Map<string, number>()
  for (const path of paths) {
    const extension = extname(path.replace(/^.*[/\\!]/, '')).toLowerCase()
    numbers.set(extension, (numbers.get(extension) ?? 0) + 1)
  }
  const sorted = [...numbers].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const listed = sorted.slice(0, sorted.length > MOST_EXTENSIONS ? MOST_EXTENSIONS - 1 : MOST_EXTENSIONS)
  const parts = listed.map(([extension, number]) => `${count(number)} ${extension || 'without extension'}`)
  const rest = sorted.slice(listed.length).reduce((sum, [, number]) => sum + number, 0)
  return [...parts, ...(rest === 0 ? [] : [`${count(rest)} others`])].join(', ')
}
