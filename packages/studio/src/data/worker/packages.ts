import { packageFlagNames } from '@ukit/core'
import type { Filter, OpenedPackage, TableRow } from '../package-calls.js'
import type { Given } from '../protocol.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'
import { buffersOf, tableOf } from './table.js'

/** Opens a file, for the page. */
export async function openedPackage(
  packages: OpenedPackages,
  given: Given<'open'>,
  work: Work,
): Promise<OpenedPackage> {
  const { id, pkg, fileName, size } = await packages.open(given, work)
  const { context, game, summary } = pkg
  const table = tableOf(pkg)
  work.handOver(...buffersOf(table).filter((buffer) => buffer instanceof ArrayBuffer))
  return {
    id,
    fileName,
    name: pkg.name,
    size,
    game: { id: game.id, name: game.name },
    engine: context.engine,
    version: pkg.version,
    licensee: pkg.licensee,
    guid: pkg.guid.toString(),
    flags: packageFlagNames(summary.flags, pkg.version),
    layers: pkg.layers.map(({ name }) => name),
    generations: summary.generations.map(({ exportCount, nameCount }) => ({ exports: exportCount, names: nameCount })),
    counts: pkg.counts,
    table,
    isBigEndian: context.bigEndian,
  }
}

/** Searches in the export table of a package. */
export async function searchIn(packages: OpenedPackages, given: Filter, { handOver }: Work): Promise<Uint32Array> {
  const { matches, pathsOf } = await import('./search.js')
  const opened = packages.get(given.id)
  let known = opened.search
  if (known === undefined) {
    const table = tableOf(opened.pkg)
    known = { table, paths: pathsOf(table) }
    opened.search = known
  }
  const rows = matches(known.table, known.paths, given)
  if (rows.buffer instanceof ArrayBuffer) handOver(rows.buffer)
  return rows
}

/** The table of imports or of names as text. */
export function rowsOf(packages: OpenedPackages, { id, table }: Given<'rows'>): TableRow[] {
  const { pkg } = packages.get(id)
  return table === 'imports'
    ? pkg.imports.map(({ path, className }) => ({ text: path, detail: className }))
    : pkg.names.map((text) => ({ text, detail: '' }))
}
