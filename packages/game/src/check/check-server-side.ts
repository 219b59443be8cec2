import { PackageError, SourceError } from '@ukit/files'
import { NetFlag } from '../flags/net-flag.js'
import type { PackageTables } from '../index-file/package-tables.js'
import type { TableReader } from '../index-file/table-reader.js'
import type { Install } from '../install/install.js'
import type { FilePlace } from '../stamp.js'

/** A package that players load, and that needs a package that they never get. */
export interface ServerSideNeed {
  /** The package that players load. */
  readonly user: PackageTables
  /** The package that is flagged ServerSideOnly. */
  readonly needed: PackageTables
  /** Why players need it: the names of the packages from one that players are told about to `user`. */
  readonly way: readonly string[]
  /** A sentence: what is wrong, and what to do. */
  readonly message: string
}

/** Where packages are found by name. */
export interface FindsPackages {
  /** Finds the file of the package with this name; `found` is absent when there is none. */
  resolve(name: string): Promise<{ readonly found?: FilePlace | undefined }>
}

/**
 * *Checks that no package that players load needs one that is ServerSideOnly*: clients are never told about
 * it, so players who do not happen to have it cannot load the first one.
 *
 * @param clients packages that players load: maps, and those that `ServerPackages` names. Players also load
 *   the packages that these import. Packages that are ServerSideOnly themselves are skipped.
 * @param isShipped whether a package comes with the game: players have it from there, so it is not reported
 *   (UWindow.u of UT has the flag, and players' menus need it).
 */
export async function checkServerSideOnly(
  clients: readonly FilePlace[],
  finder: FindsPackages,
  reader: TableReader,
  isShipped: (name: string) => Promise<boolean>,
): Promise<ServerSideNeed[]> {
  const found: ServerSideNeed[] = []
  const seen = new Set<string>()
  const pending: { file: FilePlace; way: readonly string[] }[] = clients.map((file) => ({ file, way: [] }))
  for (let i = 0; i < pending.length; i++) {
    const next = pending[i]
    if (next === undefined || seen.has(next.file.path)) continue
    seen.add(next.file.path)
    const user = await tablesOf(reader, next.file)
    if (user === undefined || isServerSide(user)) continue
    const way = [...next.way, user.name]
    for (const root of user.roots) {
      const { found: file } = await finder.resolve(root)
      const needed = file === undefined ? undefined : await tablesOf(reader, file)
      if (file === undefined || needed === undefined || needed.path === user.path) continue
      if (!needsServerSide(user, needed)) pending.push({ file, way })
      else if (!(await isShipped(needed.name))) {
        found.push({ user, needed, way, message: messageOf(user, needed, way) })
      }
    }
  }
  return found
}

/** The packages of a game that players load: its maps, and those that `ServerPackages` names. */
export async function clientPackages(install: Install): Promise<FilePlace[]> {
  const files = new Map<string, FilePlace>()
  const maps = new RegExp(`\\.${install.settings.mapExtension.replace(/\W/g, '')}$`, 'i')
  for (const file of await install.packages()) if (maps.test(file.fileName)) files.set(file.path, file)
  for (const name of install.settings.serverPackages) {
    const { found } = await install.resolve(name)
    if (found !== undefined) files.set(found.path, found)
  }
  return [...files.values()]
}

/**
 * Tells whether players load the first package but never get the second one, which it needs, from a server:
 * that does no harm if it comes with the game (`comesWithGame`).
 */
export function needsServerSide(user: { readonly flags: number }, needed: { readonly flags: number }): boolean {
  return isServerSide(needed) && !isServerSide(user)
}

function isServerSide({ flags }: { readonly flags: number }): boolean {
  return (flags & NetFlag.ServerSideOnly) !== 0
}

function messageOf(user: PackageTables, needed: PackageTables, way: readonly string[]): string {
  const by = way.length > 1 ? ` (players need it because of ${way.slice(0, -1).join(', then ')})` : ''
  return (
    `${user.name}${by} needs ${needed.name}, which is flagged ServerSideOnly: players are never ` +
    `told about it, and those who lack it cannot load ${user.name}; clear the flag (ukit edit ` +
    `${needed.path} flags -ServerSideOnly) or remove the reference`
  )
}

async function tablesOf(reader: TableReader, file: FilePlace): Promise<PackageTables | undefined> {
  try {
    return await reader.tables(file)
  } catch (error) {
    // Another check reports unreadable packages.
    if (error instanceof PackageError || error instanceof SourceError) return undefined
    throw error
  }
}
