import { type DependencyGraph, gatherDependencies } from '@ukit/game'
import { EqualErrors } from '../../terminal/equal-errors.js'
import { printable } from '../../terminal/text.js'
import type { DepsCall } from './options.js'
import type { Places, StartGroup } from './places.js'
import type { Start } from './start.js'

/** Packages that were asked about and what they need. */
export interface GatheredGroup {
  readonly group: StartGroup
  readonly graph: DependencyGraph
}

/** The packages that a call is about: the files that it names, or all of the game. */
export async function groupsOf(places: Places, call: DepsCall): Promise<StartGroup[]> {
  return call.positionals.length > 0 ? places.named(call) : [await places.all(call, 'deps without a file')]
}

/** Gathers what the packages of a group need; reports those that cannot be read. */
export async function gatherGroup(group: StartGroup, places: Places, call: DepsCall): Promise<GatheredGroup> {
  const { options, output, signal } = call
  const tables = group.starts.flatMap((start) => (start.tables === undefined ? [] : [start.tables]))
  const graph = await gatherDependencies(tables, group.finder, places.reader, {
    shipped: group.shipped,
    direct: options.direct,
    signal,
    onProgress: (done, total, name) => output.progress.update(done, total, name, 'packages'),
  })
  return { group, graph }
}

/** Prints why files cannot be read; returns their number. */
export function printErrors(starts: readonly Start[], { output }: DepsCall): number {
  const errors = new EqualErrors(output)
  let failed = 0
  for (const { label, error } of starts) {
    if (error === undefined) continue
    failed++
    errors.add(printable(label), error.message)
  }
  errors.finish()
  return failed
}
