import { PackageError, SourceError } from '@ukit/files'
import { Folders } from '../folders.js'
import type { TableReader } from '../index-file/table-reader.js'
import type { Install } from '../install/install.js'
import { joinPath } from '../paths.js'
import type { InstallProblem } from '../problem.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import { isInEveryCopy } from '../stock/stock-list.js'

/**
 * Checks the list of packages to compile: each may only need packages before it, because the compiler goes
 * through the list once.
 *
 * A package that does not exist is fine if its source does: it has not been compiled yet.
 */
export async function checkEditPackages(
  install: Install,
  reader: TableReader,
  shipped?: ShippedFiles,
): Promise<InstallProblem[]> {
  const { editPackages } = install.settings
  const problems: InstallProblem[] = []
  const places = new Map<string, number>()
  for (const [place, name] of editPackages.entries()) {
    const key = name.toLowerCase()
    if (places.has(key)) {
      problems.push({
        kind: 'edit-packages',
        message: `EditPackages names ${name} twice; remove one line`,
        paths: [name],
      })
    } else places.set(key, place)
  }
  const folders = new Folders(install.files)
  const missing: string[] = []
  for (const [key, place] of places) {
    const name = editPackages[place] ?? key
    const { found } = await install.resolve(name)
    if (found === undefined) {
      if ((await folders.actualPath(joinPath(install.root, `${name}/Classes`))) !== undefined) continue
      missing.push(name)
      continue
    }
    const all = (await neededBy(reader, found)).filter((need) => (places.get(need.toLowerCase()) ?? -1) > place)
    // The games' own lists are in an order of their own, and nobody compiles those packages.
    const isOwn = shipped !== undefined && isInEveryCopy(shipped.rows(name, found.path))
    const later = isOwn ? all.filter((need) => !isInEveryCopy(shipped.rows(need))) : all
    for (const need of later) {
      const message = `${name} needs ${need}, which comes after it in EditPackages; move the line of ${need} in front of it`
      problems.push({ kind: 'edit-packages', message, paths: [name, need] })
    }
  }
  if (missing.length > 0) {
    const what =
      missing.length === 1
        ? 'there is neither such a package nor its source'
        : 'there are neither such packages nor their sources'
    const message = `EditPackages names ${missing.join(', ')}, but ${what}`
    problems.push({ kind: 'edit-packages', message, paths: missing })
  }
  return problems
}

async function neededBy(
  reader: TableReader,
  file: { readonly path: string; readonly size: number; readonly modified: number },
): Promise<readonly string[]> {
  try {
    return (await reader.tables(file)).roots
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return []
    throw error
  }
}
