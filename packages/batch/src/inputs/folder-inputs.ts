import { dirname, extname } from 'node:path'
import { withoutBackups } from './backups.js'
import type { Finding } from './container-inputs.js'
import { isArchiveName, isDownloadName, isTaken } from './extensions.js'
import { startsLikePackage } from './first-bytes.js'
import { filesBelow } from './folder.js'
import type { ExpandOptions, Input, Inputs } from './input.js'
import { missingInput } from './missing.js'

/** The packages in a folder and all folders below it; with `archives`, also those in the archives there. */
export async function expandFolder(path: string, find: Finding): Promise<Inputs> {
  const { options } = find
  const all: Input[] = []
  const archives: string[] = []
  const skipped: string[] = []
  for (const { path: found, below, bytes, problem } of filesBelow(path)) {
    // A compressed download is an archive of one package.
    const isWrapped = options.archives === true && isDownloadName(found)
    const taken = isTaken(found, options) || isWrapped || (options.downloads !== true && startsLikePackage(found))
    if (problem !== undefined) all.push({ path: found, file: found, inner: [], below, bytes, problem })
    else if (taken) all.push({ path: found, file: found, inner: [], below, bytes })
    if (problem === undefined && isArchiveName(found) && options.archives === true) {
      const { archiveInputs } = await import('./container-inputs.js')
      const inside = await archiveInputs(found, find)
      for (const input of inside.inputs) all.push({ ...input, below: `${below}/${input.below}` })
      for (const one of inside.skipped) skipped.push(one)
    } else if (problem === undefined && !taken) {
      skipped.push(found)
      if (isArchiveName(found)) archives.push(found)
    }
  }
  if (all.length === 0) {
    const problem = `there is no ${wantedIn(options)} in the folder${downloadsText(skipped)}`
    return { ...missingInput(path, problem), skipped, archives }
  }
  const inputs = options.backups === true ? all : withoutBackups(all)
  const backups = all.filter((input) => !inputs.includes(input)).map((input) => input.path)
  return { inputs, skipped, archives, backups }
}

/** How packages in compressed downloads are named, if there are some instead of packages. */
function downloadsText(skipped: readonly string[]): string {
  const [first, ...more] = skipped.filter(isDownloadName)
  if (first === undefined) return ''
  if (more.length === 0) return `, but there is a compressed download: name "${first}"`
  const pattern = `${dirname(first)}/*${extname(first)}`
  return `, but there are ${more.length + 1} compressed downloads: name them, as in "${pattern}"`
}

/** What is searched for in a folder. */
function wantedIn({ downloads, others }: ExpandOptions): string {
  if (downloads) return 'compressed download'
  return others ? 'package, installer or compressed download' : 'package'
}
