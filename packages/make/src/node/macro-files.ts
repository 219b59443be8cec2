import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Package } from '@ukit/core'
import { definedMacros, type Macro, type MacroOptions } from '@ukit/script/syntax'
import { readSource } from './read-source.js'

/** Where the macros of a package are looked for. */
export interface MacroFiles {
  /** The folder of all sources: `Development/Src`. */
  readonly project: string
  /** The package. */
  readonly name: string
  /** Macros that are defined before all others. */
  readonly defined?: ReadonlyMap<string, Macro> | undefined
  /** The packages that it is built against. */
  readonly bases: readonly Package[]
}

/**
 * *What UE3's macros mean in the texts of a package*: those of the `Globals.uci` of each package that it is
 * built against, of the package itself, and of files that `` `include `` names. UDK's documentation puts
 * `Globals.uci` into the folder of a package. Packages that need that package know its macros too: Killing
 * Floor 2's sources rely on it (`DialogManager` of KFGame in 13 classes of KFGameContent).
 *
 * @throws what Node throws when a file exists and cannot be read.
 */
export function macrosFor({ project, name, defined, bases }: MacroFiles): MacroOptions {
  const files = macroFilesIn(project)
  const read = (path: string | undefined) => (path === undefined ? undefined : readSource(path))
  const include = (path: string) => {
    const parts = path.trim().split(/[\\/]/)
    return read(files.get(keyOf(parts.length === 1 ? [name, ...parts] : parts)))
  }
  const texts = [...inOrderOfNeed(bases), name].map((one) => read(files.get(keyOf([one, 'Globals.uci']))) ?? '')
  return { defined: definedMacros(texts, { include, defined }), include }
}

/**
 * *What UE3's macros mean in one text that is in the folder `Classes` of a package*, as `macrosFor` finds
 * them; `undefined` for a file that is elsewhere, where no macros are looked for.
 *
 * @param path of the file of the class.
 * @param bases the packages that it is compiled against.
 */
export function macrosAround(path: string, bases: readonly Package[]): MacroOptions | undefined {
  const folder = dirname(resolve(path))
  if (basename(folder).toLowerCase() !== 'classes') return undefined
  const own = dirname(folder)
  return macrosFor({ project: dirname(own), name: basename(own), bases })
}

/** All files of macros in the folders of packages and in their `Classes`, by package and name. */
function macroFilesIn(project: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const folder of readdirSync(project, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue
    for (const inside of ['', 'Classes']) {
      const place = join(project, folder.name, inside)
      for (const name of namesIn(place))
        if (/\.uci$/i.test(name)) files.set(keyOf([folder.name, name]), join(place, name))
    }
  }
  return files
}

/** Texts name the folder `Classes` or leave it out. */
function keyOf(parts: readonly string[]): string {
  const [folder = '', ...rest] = parts
  return [folder, ...rest.filter((part) => part.toLowerCase() !== 'classes')].join('/').toLowerCase()
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The names of packages, each after those that it imports: what it defines again counts. */
function inOrderOfNeed(packages: readonly Package[]): string[] {
  const byName = new Map(packages.map((pkg) => [pkg.name.toLowerCase(), pkg]))
  const ordered = new Set<string>()
  const visit = (pkg: Package) => {
    const key = pkg.name.toLowerCase()
    if (!byName.delete(key)) return
    for (const { name, outer, className } of pkg.imports) {
      const needed = outer === null && className === 'Package' ? byName.get(name.toLowerCase()) : undefined
      if (needed !== undefined) visit(needed)
    }
    ordered.add(pkg.name)
  }
  for (const pkg of packages) visit(pkg)
  return [...ordered]
}
