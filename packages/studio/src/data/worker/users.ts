import { ExportObject, ObjectReader, type PackageObject, ReferenceIndex } from '@ukit/core'
import type { ObjectAt, UsersOf } from '../package-calls.js'
import type { Given } from '../protocol.js'
import { linkTo } from './objects.js'
import type { Opened, OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** More than that many users are counted, not listed. */
const MOST_LISTED = 500

/** What refers to an object, in all open packages. */
export async function usersOf(
  packages: OpenedPackages,
  { id, index }: ObjectAt,
  { signal, progress }: Work,
): Promise<UsersOf[]> {
  const { pkg } = packages.get(id)
  const target = pkg.objectAt(index + 1)
  if (!(target instanceof ExportObject)) return []
  const found: UsersOf[] = []
  for (const opened of packages.all) {
    signal.throwIfAborted()
    const inIt = await indexOf(packages, opened, (done, total) => progress({ done, total, label: opened.fileName }))
    const isOwn = opened.pkg === pkg
    const targets: readonly PackageObject[] = isOwn ? [target] : importsOf(opened, target)
    const references = targets.flatMap((one) => inIt.to(one)).filter(({ from }) => from instanceof ExportObject)
    if (references.length === 0) continue
    found.push({
      id: opened.id,
      package: opened.fileName,
      users: references.slice(0, MOST_LISTED).map(({ from, field }) => ({ link: linkTo(packages, from), field })),
      total: references.length,
    })
  }
  return found
}

/** Rows of a package whose objects others refer to, in all open packages: 1 for each, else 0. */
export async function referredRows(
  packages: OpenedPackages,
  { id }: Given<'referred'>,
  { signal, progress, handOver }: Work,
): Promise<Uint8Array> {
  const { pkg } = packages.get(id)
  const rows = new Uint8Array(pkg.exports.length)
  const byPath = new Map(pkg.exports.map((one) => [`${pkg.name}.${one.path}`.toLowerCase(), one.index]))
  for (const opened of packages.all) {
    signal.throwIfAborted()
    const inIt = await indexOf(packages, opened, (done, total) => progress({ done, total, label: opened.fileName }))
    const isReferred = (to: PackageObject, own?: ExportObject) =>
      inIt.to(to).some(({ from }) => from instanceof ExportObject && from !== own)
    if (opened.pkg === pkg) {
      for (const one of pkg.exports) if (isReferred(one, one)) rows[one.index] = 1
      continue
    }
    for (const one of opened.pkg.imports) {
      const row = byPath.get(one.path.toLowerCase())
      if (row !== undefined && isReferred(one)) rows[row] = 1
    }
  }
  handOver(rows.buffer)
  return rows
}

function indexOf(
  packages: OpenedPackages,
  opened: Opened,
  onProgress: (done: number, total: number) => void,
): Promise<ReferenceIndex> {
  // Others may wait for the same index: whoever started it may go.
  opened.references ??= ObjectReader.open(opened.pkg, { packages: packages.set })
    .then((reader) => ReferenceIndex.of(reader, { onProgress }))
    .catch((error: unknown) => {
      delete opened.references
      throw error
    })
  return opened.references
}

/** The imports of a package that mean an object of another. */
function importsOf({ pkg }: Opened, target: ExportObject): PackageObject[] {
  const path = `${target.package.name}.${target.path}`.toLowerCase()
  return pkg.imports.filter((one) => one.path.toLowerCase() === path)
}
