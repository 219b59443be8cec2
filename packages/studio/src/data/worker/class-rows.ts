import { ExportObject, type Package } from '@ukit/core'
import { classTree } from '@ukit/script/analysis'
import { loadWorld } from '@ukit/script/symbols'
import type { ClassRow } from '../code-calls.js'
import { linkTo } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** *The classes of all open packages and those that they extend*, each before its subclasses. */
export async function classRows(packages: OpenedPackages, { signal, progress }: Work): Promise<ClassRow[]> {
  const byGame = new Map<string, Package[]>()
  for (const { pkg } of packages.all) byGame.set(pkg.game.id, [...(byGame.get(pkg.game.id) ?? []), pkg])
  const rows: ClassRow[] = []
  // Names of one game's classes say nothing of another's.
  for (const own of byGame.values()) {
    const world = await loadWorld(own, {
      packages: packages.set,
      standIns: true,
      signal,
      onProgress: (done, total, label) => progress({ done, total, label }),
    })
    for (const { name, package: packageName, depth } of classTree(own, world)) {
      const symbol = world.byPath(`${packageName}.${name}`)
      const object = symbol === undefined ? undefined : world.exportOf(symbol)
      const to = object instanceof ExportObject ? linkTo(packages, object).to : undefined
      rows.push({ name, package: packageName, depth, to, isBuiltIn: object === undefined })
    }
  }
  return rows
}
