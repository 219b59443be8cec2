import { isArchiveName, isTaken } from './extensions.js'
import { startsLikePackage } from './first-bytes.js'
import { filesBelow } from './folder.js'
import type { ExpandOptions, Input, Inputs } from './input.js'
import { missingInput } from './missing.js'

/** The packages in a folder and all folders below it; with `archives`, also those in the archives there. */
export async function expandFolder(path: string, options: ExpandOptions): Promise<Inputs> {
  const inputs: Input[] = []
  const archives: string[] = []
  const skipped: string[] = []
  for (const { path: found, below, bytes, problem } of filesBelow(path)) {
    const taken = isTaken(found, options) || (options.downloads !== true && startsLikePackage(found))
    if (problem !== undefined) inputs.push({ path: found, file: found, inner: [], below, bytes, problem })
    else if (taken) inputs.push({ path: found, file: found, inner: [], below, bytes })
    if (problem === undefined && isArchiveName(found) && options.archives === true) {
      const { expandArchive } = await import('./container-inputs.js')
      const inside = await expandArchive(found, options)
      for (const input of inside.inputs) inputs.push({ ...input, below: `${below}/${input.below}` })
      for (const one of inside.skipped) skipped.push(one)
    } else if (problem === undefined && !taken) {
      skipped.push(found)
      if (isArchiveName(found)) archives.push(found)
    }
  }
  if (inputs.length === 0)
    return {
      ...missingInput(path, `there is no ${wantedIn(options)} in the folder`),
      skipped,
      archives,
    }
  return { inputs, skipped, archives }
}

/** What is searched for in a folder. */
function wantedIn({ downloads, others }: ExpandOptions): string {
  if (downloads) return 'compressed download'
  return others ? 'package, installer or compressed download' : 'package'
}
