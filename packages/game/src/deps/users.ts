import type { PackageTables } from '../index-file/package-tables.js'
import { hashPath } from '../index-file/path-hash.js'
import { importGroups } from './package-need.js'

/** A package that needs another one, or an object of it. */
export interface PackageUser {
  /** The package that uses it. */
  readonly user: PackageTables
  /** Objects that it imports: those of the package, or the requested object and the objects inside it. */
  readonly rows: readonly number[]
}

/** The requested package, or object in it. */
export interface UsedThing {
  /** Name of the package that it is in. */
  readonly package: string
  /** Path inside the package; empty for the package itself. */
  readonly object: string
}

/** Reads `Package` or `Package.Group.Object`. */
export function parseUsedThing(text: string): UsedThing {
  const dot = text.indexOf('.')
  return dot < 0 ? { package: text, object: '' } : { package: text.slice(0, dot), object: text.slice(dot + 1) }
}

/**
 * *Which packages use this package or object?* By import tables: a package uses an object when it imports it,
 * or something inside it.
 *
 * @param packages where users are looked for; those that import nothing of it are left out.
 */
export function usersOf(thing: UsedThing, packages: Iterable<PackageTables>): PackageUser[] {
  const key = thing.package.toLowerCase()
  const inside = `${key}.${thing.object.toLowerCase()}.`
  const hash = hashPath(thing.object)
  const found: PackageUser[] = []
  for (const user of packages) {
    if (!user.roots.some((root) => root.toLowerCase() === key)) continue
    const rows = importGroups(user).find(({ name }) => name.toLowerCase() === key)?.rows ?? []
    if (thing.object === '') {
      found.push({ user, rows })
      continue
    }
    // An object is imported together with its outers: if the object itself is not imported, nothing inside it
    // is.
    const isIt = (row: number) => user.hashOf(row).low === hash.low && user.hashOf(row).high === hash.high
    if (!rows.some(isIt)) continue
    const path = (row: number) => `${user.imported(row).path.toLowerCase()}.`
    found.push({ user, rows: rows.filter((row) => isIt(row) || path(row).startsWith(inside)) })
  }
  return found
}
