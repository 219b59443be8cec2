import { PackageError, SourceError } from '@ukit/files'
import { isStubTables } from '../deps/stub-tables.js'
import { TableReader } from '../index-file/table-reader.js'
import type { Install } from '../install/install.js'
import type { InstallProblem } from '../problem.js'
import { comesWithGame } from '../stock/comes-with-game.js'
import { ShippedFiles } from '../stock/shipped-files.js'
import { checkDownloads, checkServerPackages } from './check-downloads.js'
import { checkEditPackages } from './check-edit-packages.js'
import { checkDots, checkExtensionless, checkNames } from './check-names.js'
import { checkPatches } from './check-patches.js'
import { checkServerSideOnly, clientPackages } from './check-server-side.js'
import type { CheckedPackage } from './checked-package.js'
import { circlesOf } from './circles.js'
import type { PatchLevel } from './patch-level.js'

/** How to check an install. */
export interface CheckInstallOptions {
  /** Reads the tables; with an index, further checks take little time. */
  readonly reader?: TableReader | undefined
  /** Which release the game's own code is of: if it is a mixture of several, that is a problem. */
  readonly level?: PatchLevel | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called after each package that was read. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

/**
 * *Checks an installed game*: returns `install.problems` and the problems that only its packages show. Reads
 * the header and tables of every package, and the entire files of those that have the same name and GUID.
 *
 * Files that cannot be read are also problems; no error is thrown for them.
 */
export async function checkInstall(install: Install, options: CheckInstallOptions = {}): Promise<InstallProblem[]> {
  const { reader = new TableReader(install.files, { signal: options.signal }), onProgress } = options
  const files = await install.packages()
  await reader.readAll(files, { onProgress })
  const known = new Set(install.problems.flatMap(({ paths }) => paths))
  const problems = [
    ...install.problems,
    ...install.unreadable().filter(({ paths }) => !paths.some((path) => known.has(path))),
  ]
  const packages: CheckedPackage[] = []
  for (const file of files) {
    options.signal?.throwIfAborted()
    try {
      const tables = await reader.tables(file)
      packages.push({ file, tables })
      if (isStubTables(tables)) problems.push({ kind: 'stub', message: stubText(file.path), paths: [file.path] })
    } catch (error) {
      if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
      packages.push({ file, tables: undefined })
      problems.push({ kind: 'unreadable', message: `${file.path}: ${error.message}`, paths: [file.path] })
    }
  }
  problems.push(...(await checkExtensionless(install, packages)))
  const shipped = await ShippedFiles.load(install.game, { root: install.root })
  problems.push(...checkDots(install, packages, shipped))
  problems.push(...(await checkNames(install, packages, options.signal, shipped)))
  problems.push(...checkPatches(options.level))
  problems.push(...(await checkEditPackages(install, reader, shipped)))
  problems.push(...(await checkServerPackages(install, reader)))
  problems.push(...checkDownloads(install))
  const isShipped = (name: string) => comesWithGame(name, { game: install.game, engine: install.generation })
  const clients = await clientPackages(install)
  for (const { user, needed, message } of await checkServerSideOnly(clients, install, reader, isShipped)) {
    problems.push({ kind: 'server-side-only', message, paths: [user.path, needed.path] })
  }
  problems.push(...(await circlesOf(install, packages, shipped)))
  return problems
}

function stubText(path: string): string {
  return `${path} is a stub, made by ukit because the real package was missing: its content is invented`
}
