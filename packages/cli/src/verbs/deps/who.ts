import { type PackageTables, parseUsedThing, usersOf } from '@ukit/game'
import type { ExitStatus } from '../../command/verb.js'
import { jsonResult } from '../../terminal/json.js'
import { plural, printable } from '../../terminal/text.js'
import { groupsOf, printErrors } from './gather.js'
import type { DepsCall } from './options.js'
import type { Places } from './places.js'

/** Maximum number of objects of one user that are printed without `--all`. */
const MOST_LINES = 20

/** Prints which packages use a package or an object. */
export async function printUsers(places: Places, call: DepsCall, asked: string): Promise<ExitStatus> {
  const { options, output } = call
  const labels = new Map<PackageTables, string>()
  let failed = 0
  for (const { starts } of await groupsOf(places, call)) {
    failed += printErrors(starts, call)
    for (const { label, tables } of starts) if (tables !== undefined) labels.set(tables, label)
  }
  const users = usersOf(parseUsedThing(asked), labels.keys())
  const facts = users.map(({ user, rows }) => ({
    path: labels.get(user) ?? user.path,
    name: user.name,
    objects: [...new Set(rows.map((row) => user.imported(row).path))],
  }))
  if (options.json) {
    for (const piece of jsonResult({ path: asked, users: facts })) await output.write(piece)
    return failed > 0 ? 1 : 0
  }
  await output.write(
    `${output.style.bold(printable(asked))}: used by ${users.length} of ${plural(labels.size, 'package')}\n`,
  )
  const most = options.all ? Number.POSITIVE_INFINITY : MOST_LINES
  for (const { path, objects } of facts) {
    await output.write(`  ${printable(path)}  ${plural(objects.length, 'object')}\n`)
    if (!options.objects) continue
    for (const object of objects.slice(0, most)) await output.write(`    ${printable(object)}\n`)
    if (objects.length > most) await output.write(`    and ${objects.length - most} more; --all lists them\n`)
  }
  return failed > 0 ? 1 : 0
}
