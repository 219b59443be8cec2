import type { ObjectAt, OpenedPackage } from '../../data/package-calls.js'
import { pathOf } from '../../state/packages.js'

/** A picture on the wall. */
export interface Entry {
  readonly pkg: OpenedPackage
  readonly row: number
}

/** Pictures of one group. */
export interface Group {
  /** `Package` or `Package.Group`. */
  readonly title: string
  readonly entries: readonly Entry[]
  readonly bytes: number
}

/** Tells an entry apart from all others. */
export function keyOf({ pkg, row }: Entry): string {
  return `${pkg.id}/${row}`
}

/** Name of an object's class. */
export function classOf({ table }: OpenedPackage, row: number): string {
  return table.classes[table.class[row] ?? 0] ?? ''
}

/** All textures of a package; of a group all that is in it. */
export function entriesOf(pkg: OpenedPackage, inside?: number): Entry[] {
  const { table } = pkg
  const entries: Entry[] = []
  for (let row = 0; row < table.names.length; row++) {
    const isWanted =
      inside === undefined ? /texture|cubemap/i.test(classOf(pkg, row)) : (table.outer[row] ?? -1) === inside
    if (isWanted && (table.sizes[row] ?? 0) > 0) entries.push({ pkg, row })
  }
  return entries
}

/** Entries by the group that they are in, the packages in their order. */
export function groupsOf(entries: readonly Entry[]): Group[] {
  const groups = new Map<string, { pkg: OpenedPackage; outer: number; entries: Entry[]; bytes: number }>()
  for (const entry of entries) {
    const { pkg, row } = entry
    const outer = pkg.table.outer[row] ?? -1
    const key = `${pkg.id}/${outer}`
    const group = groups.get(key) ?? { pkg, outer, entries: [], bytes: 0 }
    groups.set(key, group)
    group.entries.push(entry)
    group.bytes += pkg.table.sizes[row] ?? 0
  }
  return [...groups.values()]
    .map(({ pkg, outer, entries: found, bytes }) => ({
      title: outer < 0 ? pkg.name : `${pkg.name}.${pathOf(pkg, outer)}`,
      entries: found,
      bytes,
    }))
    .sort((a, b) => a.title.localeCompare(b.title))
}

/** Entries of what was looked at, the last first; what has been closed is left out. */
export function recentEntries(seen: readonly ObjectAt[], packages: readonly OpenedPackage[]): Entry[] {
  return seen.flatMap(({ id, index }) => {
    const pkg = packages.find((one) => one.id === id)
    return pkg === undefined ? [] : [{ pkg, row: index }]
  })
}

/** Keys from one to another, in the order of the wall; only the last when the first is not there. */
export function rangeOf(keys: readonly string[], from: string | undefined, to: string): string[] {
  const [a, b] = [from === undefined ? -1 : keys.indexOf(from), keys.indexOf(to)]
  return a < 0 || b < 0 ? [to] : keys.slice(Math.min(a, b), Math.max(a, b) + 1)
}
