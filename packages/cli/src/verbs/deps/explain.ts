import { type FoundPackage, resolutionText } from '@ukit/game'
import type { ExitStatus } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { printable } from '../../terminal/text.js'
import type { DepsCall } from './options.js'
import type { Places } from './places.js'

/** Prints step by step where a package is looked up by its name. */
export async function explain(places: Places, { options, output }: DepsCall, name: string): Promise<ExitStatus> {
  const { found } = await places.finder('--explain').resolve(name)
  const resolution = await places.install?.resolve(name)
  // Folders that were named take precedence; the game is only searched if they do not contain the package.
  const fromFolder = found !== undefined && found.path !== resolution?.found?.path
  const others =
    places.install === undefined ? [] : (await places.install.packages()).filter((one) => isCalled(one, name))
  if (options.json) {
    const tried = fromFolder ? [] : (resolution?.tried.map((step) => ({ ...step, found: step.found ?? null })) ?? [])
    const facts = {
      name,
      found: found?.path ?? null,
      tried,
      others: others.map(({ path }) => path).filter((path) => path !== found?.path),
    }
    await writeJson([facts], output)
    return found === undefined ? 1 : 0
  }
  if (fromFolder) await output.write(`${printable(found.path)}: found in a folder of --packages, which come first\n`)
  else if (resolution === undefined) await output.write(`${printable(name)} is not in any folder of --packages\n`)
  else for (const line of resolutionText(resolution)) await output.write(`${printable(line)}\n`)
  for (const { path } of others) {
    if (path !== found?.path) await output.write(`${printable(path)}: has the same name, and is never found\n`)
  }
  return found === undefined ? 1 : 0
}

function isCalled({ name }: { readonly name: string } & Partial<FoundPackage>, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase()
}
