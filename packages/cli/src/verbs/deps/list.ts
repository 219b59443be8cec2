import { type UsedImports, usedImports } from '@ukit/game'
import { problemOf } from '../../batch/one-file.js'
import type { ExitStatus } from '../../command/verb.js'
import { JsonArray } from '../../terminal/json-array.js'
import { printable } from '../../terminal/text.js'
import { type DepsReport, depsFacts, indirectOf, isSatisfied } from './facts.js'
import { gatherGroup, groupsOf, printErrors } from './gather.js'
import { librariesOf } from './libraries.js'
import type { DepsCall } from './options.js'
import type { Places } from './places.js'
import type { Start } from './start.js'
import { depsText } from './text.js'

/** Prints what packages need, as text or as JSON. */
export async function list(places: Places, call: DepsCall): Promise<ExitStatus> {
  const { options, output, signal } = call
  const text = { objects: options.objects, all: options.all }
  const groups = await groupsOf(places, call)
  const single = groups.reduce((sum, { starts }) => sum + starts.length, 0) === 1
  let failed = 0
  let shown = 0
  const array = options.json ? new JsonArray(output) : undefined
  for (const group of groups) {
    const { graph } = await gatherGroup(group, places, call)
    const allLibraries = await librariesOf(graph, group)
    const nodes = new Map(graph.starts.map((node) => [node.tables, node]))
    failed += printErrors(group.starts, call)
    for (const start of group.starts) {
      signal.throwIfAborted()
      if (output.isClosed) return failed > 0 ? 1 : 0
      const node = start.tables === undefined ? undefined : nodes.get(start.tables)
      const indirect = node === undefined ? [] : indirectOf(node)
      const used = options.used && node !== undefined ? await usedBy(start, call) : undefined
      const reached = node === undefined ? [] : [node, ...node.targets, ...indirect.map((one) => one.node)]
      const libraries = new Map([...allLibraries].filter(([of]) => reached.includes(of)))
      const report: DepsReport = { label: start.label, node, error: start.error, indirect, used, libraries }
      const fine = isSatisfied(report)
      if (!fine && start.error === undefined) failed++
      if (array !== undefined) await array.add(depsFacts(report))
      else if (node !== undefined) {
        if (shown > 0) await output.write('\n')
        for (const line of depsText(report, { ...text, isLookedFor: group.install !== undefined }, output.style))
          await output.write(line)
        if (single && !fine && places.install === undefined) {
          const where =
            group.install === undefined
              ? 'the file is not in the folder of a game'
              : `looked in ${printable(group.install.root)}`
          output.note(`${where}; --game DIR says which game to look in`)
        }
      }
      shown++
    }
  }
  await array?.end()
  return failed > 0 ? 1 : 0
}

/** Which imports are really used. Errors in bodies are reported and do not affect the rest of the report. */
async function usedBy(start: Start, { output }: DepsCall): Promise<UsedImports | undefined> {
  try {
    const { pkg, close } = await start.open()
    try {
      return await usedImports(pkg)
    } finally {
      await close()
    }
  } catch (error) {
    output.error(`${start.label}: its objects cannot be read: ${problemOf(error).message}`)
    return undefined
  }
}
