import { plural } from '@ukit/text/internal'
import type { InstallProblem } from '../problem.js'
import { editionsText } from '../stock/stock-list.js'
import type { PatchLevel } from './patch-level.js'

/** Maximum number of files that a message names. */
const MOST_NAMED = 4

/** Checks that the game's own code is of one release: code of different patches does not fit together. */
export function checkPatches(level: PatchLevel | undefined): InstallProblem[] {
  if (level === undefined || level.others.length === 0) return []
  const { files, others } = level
  const named = others.slice(0, MOST_NAMED).map(({ path, editions }) => `${path} (${editionsText(editions)})`)
  const more = others.length > named.length ? ` and ${others.length - named.length} more` : ''
  const message =
    `the game's own packages are of different patches: ${plural(files.length, 'package')} of ` +
    `${releaseText(level)}, but ${named.join(', ')}${more}. Install the last patch again`
  return [{ kind: 'mixed-patches', message, paths: others.map(({ path }) => path) }]
}

function releaseText({ edition, version }: PatchLevel): string {
  if (edition !== 'stock') return edition
  return version === undefined ? 'the game as it was sold' : `the game as it was sold (${version})`
}
