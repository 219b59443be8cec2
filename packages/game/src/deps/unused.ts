import { IniFile } from '@ukit/files/ini'
import { addTo } from '@ukit/files/internal'
import type { Install } from '../install/install.js'
import { joinPath } from '../paths.js'
import type { InstalledPackage } from '../search/search-entry.js'
import type { DependencyGraph, DependencyNode } from './gather.js'
import { isMapFile, kindOfPackage } from './package-kind.js'

/** A package of an installed game that nothing uses. */
export interface UnusedPackage {
  /** The package that nothing needs. */
  readonly package: InstalledPackage
  /** Names of the packages that need it, which are unused too. */
  readonly neededBy: readonly string[]
  /** It is never found by its name, because this file is found first. */
  readonly shadowedBy: string | undefined
}

/**
 * *Packages that could be removed*: no map, ini, menu or used package needs them.
 *
 * Used packages are maps, everything that a value of the game's ini names (`ServerPackages`, `EditPackages`,
 * the classes of engine, console and game types), packages that a menu offers (a localised file of their name
 * with `[Public]` objects, or a `.ucl`), and everything that these need. Packages that code loads by a name
 * that it builds at run time are not in any table.
 *
 * @param graph of all packages of the game.
 */
export async function unusedPackages(install: Install, graph: DependencyGraph): Promise<UnusedPackage[]> {
  const named = namesInIni(install.ini)
  const menus = await menuFiles(install)
  const byPath = new Map(graph.nodes.map((node) => [node.file?.path, node]))
  const inUse = new Set<DependencyNode>()
  const queue: DependencyNode[] = []
  const use = (node: DependencyNode) => {
    if (inUse.has(node)) return
    inUse.add(node)
    queue.push(node)
  }
  const packages = await install.packages()
  for (const { path, name, fileName, shadowedBy } of packages) {
    const node = byPath.get(path)
    if (node === undefined || shadowedBy !== undefined) continue
    const isMap = node.tables === undefined ? isMapFile(fileName) : kindOfPackage(node.tables) === 'map'
    const key = name.toLowerCase()
    if (isMap || named.has(key) || (await isOffered(install, menus.get(key) ?? []))) use(node)
  }
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) for (const target of node.targets) use(target)

  const users = new Map<DependencyNode, string[]>()
  for (const node of graph.nodes) {
    for (const target of node.targets) {
      if (target === node) continue
      const list = users.get(target)
      if (list === undefined) users.set(target, [node.name])
      else list.push(node.name)
    }
  }
  return packages.flatMap((one) => {
    const node = byPath.get(one.path)
    if (node === undefined || inUse.has(node)) return []
    return [{ package: one, neededBy: users.get(node) ?? [], shadowedBy: one.shadowedBy }]
  })
}

/** Words of all values, in lower case: a package is named alone or before a class. */
function namesInIni(ini: IniFile): ReadonlySet<string> {
  const names = new Set<string>()
  for (const section of ini.sections()) {
    // Sections are named after classes: `[Botpack.DeathMatchPlus]`.
    for (const text of [section, ...ini.entries(section).map(({ value }) => value)]) {
      for (const [word] of text.matchAll(/[^\s.,;:'"=()\\/]+/g)) names.add(word.toLowerCase())
    }
  }
  return names
}

/** Localised files and lists of the base folder by the package that they are named after. */
async function menuFiles(install: Install): Promise<Map<string, string[]>> {
  const files = new Map<string, string[]>()
  const extension = install.settings.language.toLowerCase()
  for (const { name, kind } of await install.files.list(install.base)) {
    const match = /^(.+)\.([^.]+)$/.exec(name.toLowerCase())
    const [, key, ending] = match ?? []
    if (kind !== 'file' || key === undefined || ending === undefined) continue
    if (ending !== 'int' && ending !== 'ucl' && ending !== extension) continue
    addTo(files, key, joinPath(install.base, name))
  }
  return files
}

/** A localised file is small; a larger file is something else. */
const MOST_BYTES = 1 << 22

async function isOffered(install: Install, paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    if (path.toLowerCase().endsWith('.ucl')) return true
    const source = await install.files.open(path)
    try {
      if (source.byteLength > MOST_BYTES) continue
      const ini = IniFile.parse(await source.slice(0, source.byteLength))
      if (ini.values('Public', 'Object').length > 0) return true
    } finally {
      await source.close?.()
    }
  }
  return false
}
