import { gatherDependencies } from '../deps/gather.js'
import type { PackageFinder } from '../deps/package-finder.js'
import { type ObjectNeed, type PackageNeed, redirectorText } from '../deps/package-need.js'
import type { PackageTables } from '../index-file/package-tables.js'
import type { TableReader } from '../index-file/table-reader.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import { editionsOf, editionsText, isName } from '../stock/stock-list.js'

/** An import that an installed game cannot satisfy. */
export interface ImportProblem {
  /**
   * - `package`: there is no package of this name, or it cannot be read;
   * - `library`: there is none, but there is a library of its name, which clients accept;
   * - `stock`: there is none, though the game ships it: this installation is not complete;
   * - `missing`: the package found has no such object;
   * - `class`: the object found has a different class;
   * - `private`: the object found is not public.
   */
  readonly reason: 'package' | 'library' | 'stock' | 'missing' | 'class' | 'private'
  /** Path of the import; the package's name for `package`, `library` and `stock`. */
  readonly object: string
  /** What was expected and what was found, in a sentence. */
  readonly message: string
}

/** Maximum number of objects of a missing package that a message names. */
const MOST_NAMED = 3

/**
 * *Does this game have what a package imports?* Every import is looked up in the file that the game finds for
 * its package: a missing package is one problem, and so is each object that is missing, has a different
 * class, or is not public.
 *
 * @param finder the installed game, or folders: see `folderFinder`.
 * @param reader reads the files that are found. It keeps its answers, so use one reader for many packages.
 * @param shipped packages that the game ships: they are reported as `stock` instead of missing.
 */
export async function checkImports(
  tables: PackageTables,
  finder: PackageFinder,
  reader: TableReader,
  shipped?: ShippedFiles,
): Promise<ImportProblem[]> {
  const { starts } = await gatherDependencies([tables], finder, reader, { direct: true, shipped })
  const problems: ImportProblem[] = []
  for (const need of starts[0]?.needs ?? []) {
    if (need.name === '' || (need.own && need.provider?.tables === undefined)) continue
    if (need.provider?.tables === undefined) {
      if (need.isShipped) {
        problems.push({ reason: 'stock', object: need.name, message: shippedText(need) })
        continue
      }
      const { library } = await finder.resolve(need.name)
      problems.push(missingPackage(need, need.provider === undefined ? library : undefined))
      continue
    }
    for (const object of need.missing()) problems.push(missingObject(object, need.provider.file.path))
  }
  return problems
}

function shippedText({ name, stock }: PackageNeed): string {
  const file = stock.find((row) => !isName(row.path))?.path ?? name
  return (
    `the package ${name} is missing, though it comes with the game ("${file}", ` +
    `${editionsText(editionsOf(stock))}): this installation is not complete`
  )
}

function missingPackage(need: PackageNeed, library: string | undefined): ImportProblem {
  const { name, provider } = need
  if (library !== undefined) {
    const message = `the package ${name} is missing, but "${library}" takes its place`
    return { reason: 'library', object: name, message }
  }
  const named: string[] = []
  for (const { path } of need.objects()) {
    if (named.length === MOST_NAMED) break
    named.push(path)
  }
  const more = need.count - named.length
  const what = named.length === 0 ? '' : `; it is needed for ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  const message =
    provider === undefined
      ? `the package ${name} is missing${what}`
      : `the package ${name} ("${provider.file.path}") cannot be read: ${provider.error ?? ''}${what}`
  return { reason: 'package', object: name, message }
}

function missingObject({ path, class: needed, refusal, redirectedTo }: ObjectNeed, file: string): ImportProblem {
  const name = needed.slice(needed.indexOf('.') + 1)
  if (redirectedTo !== null) {
    const message = `${name} ${path} is a redirector in "${file}", ${redirectorText(redirectedTo, needed, refusal)}`
    return { reason: refusal?.reason === 'retyped' ? 'class' : 'missing', object: path, message }
  }
  if (refusal?.reason === 'retyped') {
    const message = `${path} is of class ${refusal.found ?? '?'} in "${file}"; ${needed} is needed`
    return { reason: 'class', object: path, message }
  }
  if (refusal?.reason === 'private') {
    const message = `${name} ${path} is in "${file}", but not public: others cannot import it`
    return { reason: 'private', object: path, message }
  }
  return { reason: 'missing', object: path, message: `${name} ${path} was not found in "${file}"` }
}
