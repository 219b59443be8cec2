import { unusedPackages } from '@ukit/game'
import { UsageError } from '../../command/usage-error.js'
import type { ExitStatus } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { padEnd, plural, printable, shortBytes } from '../../terminal/text.js'
import { gatherGroup, groupsOf, printErrors } from './gather.js'
import type { DepsCall } from './options.js'
import type { Places } from './places.js'

/** Prints the packages of a game that no other package leads to. */
export async function printUnused(places: Places, call: DepsCall): Promise<ExitStatus> {
  const { options, output } = call
  const { install } = places
  if (install === undefined) throw new UsageError('deps --unused needs the game: --game DIR')
  const [group] = await groupsOf(places, call)
  if (group === undefined) return 0
  const failed = printErrors(group.starts, call)
  const { graph } = await gatherGroup(group, places, call)
  const found = await unusedPackages(install, graph)
  const bytes = found.reduce((sum, one) => sum + one.package.size, 0)
  if (options.json) {
    const facts = found.map(({ package: { name, path, size }, neededBy, shadowedBy }) => ({
      name,
      path,
      size,
      neededBy,
      shadowedBy: shadowedBy ?? null,
    }))
    await writeJson([{ path: install.root, unused: facts, bytes }], output)
    return failed > 0 ? 1 : 0
  }
  const total = group.starts.length
  await output.write(
    `${output.style.bold(printable(install.root))}: ` +
      (found.length === 0 && total > 0
        ? `something leads to each of ${plural(total, 'package')}\n`
        : `nothing leads to ${found.length} of ${plural(total, 'package')} (${shortBytes(bytes)})\n`),
  )
  for (const { package: one, neededBy, shadowedBy } of found) {
    const why =
      shadowedBy !== undefined
        ? `never found: ${shadowedBy} comes first`
        : neededBy.length > 0
          ? 'needed only by ' +
            `${neededBy.slice(0, 3).join(', ')}${neededBy.length > 3 ? ` and ${neededBy.length - 3} more` : ''}, ` +
            'which nothing leads to'
          : 'not needed by anything'
    await output.write(
      `  ${padEnd(shortBytes(one.size), 8)}  ${printable(one.path)}  ${output.style.dim(printable(why))}\n`,
    )
  }
  if (found.length > 0) {
    output.note(
      'packages that code loads by a name built at run time are not in any table: move files away before you ' +
        'delete them',
    )
  }
  return failed > 0 ? 1 : 0
}
