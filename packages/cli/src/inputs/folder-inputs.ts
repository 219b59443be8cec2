import { isTaken } from './extensions.js'
import { startsLikePackage } from './first-bytes.js'
import { filesBelow } from './folder.js'
import type { ExpandOptions, Input, Inputs } from './input.js'
import { missing } from './missing.js'

/** The packages in a folder and in all folders below it. */
export function expandFolder(path: string, options: ExpandOptions): Inputs {
  const inputs: Input[] = []
  let skipped = 0
  for (const { path: found, below, bytes, problem } of filesBelow(path)) {
    const taken = isTaken(found, options) || (options.downloads !== true && startsLikePackage(found))
    if (problem !== undefined) inputs.push({ path: found, file: found, inner: [], below, bytes, problem })
    else if (taken) inputs.push({ path: found, file: found, inner: [], below, bytes })
    else skipped++
  }
  if (inputs.length === 0)
    return {
      ...missing(path, `there is no ${options.downloads ? 'compressed download' : 'package'} in the folder`),
      skipped,
    }
  return { inputs, skipped }
}
