import type { PackageTables } from '../index-file/package-tables.js'
import { hashPath, type PathHash } from '../index-file/path-hash.js'
import { importGroups } from './package-need.js'

/** A package that needs another one, or an object of it. */
export interface PackageUser {
  /** The package that uses it. */
  readonly user: PackageTables
  /** Objects that it imports: those of the package, or the requested object and the objects inside it. */
  readonly rows: readonly number[]
  /** Those of `rows` that are redirectors to the requested object or package. */
  readonly redirected: ReadonlySet<number>
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
 * or something inside it, or a redirector (UE3) that leads there.
 *
 * @param packages where users are looked for; those that import nothing of it are left out.
 * @param redirecting packages whose redirectors count.
 */
export function usersOf(
  thing: UsedThing,
  packages: Iterable<PackageTables>,
  redirecting: Iterable<PackageTables> = packages,
): PackageUser[] {
  const key = thing.package.toLowerCase()
  const inside = `${key}.${thing.object.toLowerCase()}.`
  const hash = hashPath(thing.object)
  const redirectors = redirectorsTo(thing, [...redirecting])
  const found: PackageUser[] = []
  for (const user of packages) {
    const redirected = new Set<number>()
    for (const { name, rows } of redirectors.size === 0 ? [] : importGroups(user))
      for (const row of rows) if (redirectors.has(placeOf(name, user.hashOf(row)))) redirected.add(row)
    const own = user.roots.some((root) => root.toLowerCase() === key)
      ? (importGroups(user).find(({ name }) => name.toLowerCase() === key)?.rows ?? [])
      : undefined
    if (thing.object === '') {
      if (own !== undefined || redirected.size > 0)
        found.push({ user, rows: [...(own ?? []), ...redirected], redirected })
      continue
    }
    // An object is imported together with its outers: if the object itself is not imported, nothing inside it
    // is.
    const isIt = (row: number) => user.hashOf(row).low === hash.low && user.hashOf(row).high === hash.high
    const path = (row: number) => `${user.imported(row).path.toLowerCase()}.`
    const direct = own?.some(isIt) === true ? own.filter((row) => isIt(row) || path(row).startsWith(inside)) : []
    const rows = [...direct, ...redirected]
    if (rows.length > 0) found.push({ user, rows, redirected })
  }
  return found
}

/** Where the redirectors are that lead to a package or an object, through others too. */
function redirectorsTo(thing: UsedThing, packages: readonly PackageTables[]): Set<string> {
  const asked = `${thing.package}${thing.object === '' ? '' : `.${thing.object}`}`.toLowerCase()
  const found = new Set<string>()
  for (let before = -1; found.size > before; ) {
    before = found.size
    for (const { name, redirects } of packages) {
      // A redirector in the package itself is a part of it.
      if (thing.object === '' && name.toLowerCase() === asked) continue
      for (const { at, to } of redirects) {
        const lower = to.toLowerCase()
        const dot = to.indexOf('.')
        const next = dot < 0 ? '' : placeOf(to.slice(0, dot), hashPath(to.slice(dot + 1)))
        if (lower === asked || lower.startsWith(`${asked}.`) || found.has(next)) found.add(placeOf(name, at))
      }
    }
  }
  return found
}

function placeOf(name: string, { low, high }: PathHash): string {
  return `${name.toLowerCase()}:${low}:${high}`
}
