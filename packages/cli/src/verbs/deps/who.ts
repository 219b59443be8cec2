import { type PackageTables, parseUsedThing, usersOf } from '@ukit/game'
import type { ExitStatus } from '../../command/verb.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { gatherGroup, groupsOf, printErrors } from './gather.js'
import type { DepsCall } from './options.js'
import type { Places } from './places.js'

/** Maximum number of objects of one user that are printed without `--all`. */
const MOST_LINES = 20

/** Prints which packages use a package or an object. */
export async function printUsers(places: Places, call: DepsCall, asked: string): Promise<ExitStatus> {
  const { options, output } = call
  const labels = new Map<PackageTables, string>()
  const redirecting = new Set<PackageTables>()
  let failed = 0
  for (const group of await groupsOf(places, call)) {
    failed += printErrors(group.starts, call)
    for (const { label, tables } of group.starts) if (tables !== undefined) labels.set(tables, label)
    // All packages of a game are here already; of files, what they need may have redirectors.
    const all = call.positionals.length === 0 ? group.starts : (await gatherGroup(group, places, call)).graph.nodes
    for (const { tables } of all) if (tables !== undefined && tables.redirects.length > 0) redirecting.add(tables)
  }
  const users = usersOf(parseUsedThing(asked), labels.keys(), redirecting)
  const facts = users.map(({ user, rows, redirected }) => {
    const path = (row: number) => user.imported(row).path
    const objects = [...new Set(rows.map(path))]
    return { path: labels.get(user) ?? user.path, name: user.name, objects, redirected: [...redirected].map(path) }
  })
  if (options.json) {
    await writeJson([{ path: asked, users: facts }], output)
    return failed > 0 ? 1 : 0
  }
  await output.write(
    `${output.style.bold(printable(asked))}: used by ${users.length} of ${plural(labels.size, 'package')}\n`,
  )
  const most = options.all ? Number.POSITIVE_INFINITY : MOST_LINES
  for (const { path, objects, redirected } of facts) {
    await output.write(`  ${printable(path)}  ${plural(objects.length, 'object')}${by(redirected.length)}\n`)
    if (!options.objects) continue
    for (const object of objects.slice(0, most)) {
      const how = redirected.includes(object) ? ' (a redirector)' : ''
      await output.write(`    ${printable(object)}${how}\n`)
    }
    if (objects.length > most) await output.write(`    and ${objects.length - most} more; --all lists them\n`)
  }
  return failed > 0 ? 1 : 0
}

function by(count: number): string {
  return count === 0 ? '' : ` (${count} by ${count === 1 ? 'a redirector' : 'redirectors'})`
}
