import type { NameEntry } from '@ukit/container'
import { ExportObject, ImportObject, type Package, type PackageObject } from '@ukit/core'
import type { PackageEdit } from '@ukit/edit'
import { CORE_CLASSES } from './core-classes.js'
import { HARDCODED_NAMES } from './hardcoded-names.js'

/** Set for what a DLL brings along. */
const NATIVE = 0x400_0000

/** The packages whose DLLs are there when the compiler starts; others come when their package is loaded. */
const FIRST = /^(?:core|engine)$/i

/**
 * *What a compiler's process holds before it makes a package*, in the order in which it came to be: names,
 * and the objects of the packages that were loaded.
 *
 * First come the names that the engine numbers, then classes that DLLs register, each package in front of its
 * own, then each package's name table and objects. That order, which no file says, decides between rows that are
 * needed equally often.
 */
export class LoadedPackages {
  readonly #names = new Map<string, number>()
  readonly #rows = new Map<string, NameEntry>()
  readonly #objects = new Map<string, number>()
  readonly #classes = new Map<string, ExportObject>()

  /** @param packages in the order in which they were loaded. */
  constructor(packages: readonly Package[]) {
    for (const name of HARDCODED_NAMES) this.#addName(name)
    for (const pkg of packages) {
      for (const object of pkg.exports) if (object.class === null) this.#classes.set(fullPath(object), object)
      if (FIRST.test(pkg.name)) this.#register(pkg)
    }
    for (const pkg of packages) {
      for (const row of pkg.nameTable) {
        const { text } = row.text
        this.#addName(text)
        const key = text.toLowerCase()
        if (!this.#rows.has(key)) this.#rows.set(key, row)
      }
      this.#addObject(pkg.name.toLowerCase())
      for (const object of pkg.exports) this.#load(object)
    }
  }

  /** Where a name came, from 0; `undefined` for one that nothing had. */
  nameRank(text: string): number | undefined {
    return this.#names.get(text.toLowerCase())
  }

  /** How the first of the packages that has a name writes it, and with which flags. */
  nameRow(text: string): NameEntry | undefined {
    return this.#rows.get(text.toLowerCase())
  }

  /** Where an object came, by its full path: `Engine.Actor.Tick`. */
  objectRank(path: string): number | undefined {
    return this.#objects.get(path.toLowerCase())
  }

  /** The full paths of a class and its supers, topmost first. */
  chainOf(path: string): string[] {
    const chain: string[] = []
    let at: PackageObject | null | undefined = this.#classes.get(path.toLowerCase())
    while (at !== null && at !== undefined && !chain.includes(fullPath(at))) {
      chain.unshift(fullPath(at))
      const found: PackageObject | null = at instanceof ExportObject ? at.super : null
      at = found instanceof ImportObject ? this.#classes.get(fullPath(found)) : found
    }
    return chain
  }

  /** The classes that a DLL brings along, those that no package holds last. */
  #register(pkg: Package): void {
    const own = pkg.name.toLowerCase()
    this.#addObject(own)
    if (own === 'core') for (const name of CORE_CLASSES) this.#addObject(`core.${name}`.toLowerCase())
    for (const object of pkg.exports) {
      if (object.class !== null || (object.flags & NATIVE) === 0) continue
      this.#addName(object.name)
      this.#addObject(fullPath(object))
    }
    for (const { name, className, outer } of pkg.imports) {
      if (className !== 'Class' || outer?.outer !== null || outer.name.toLowerCase() !== own) continue
      this.#addName(name)
      this.#addObject(`${own}.${name.toLowerCase()}`)
    }
  }

  /** Creates an object after what it cannot be without: what it is in, and what it inherits from. */
  #load(object: ExportObject): void {
    const path = fullPath(object)
    if (this.#objects.has(path)) return
    for (const needed of [object.outer, object.super])
      if (needed instanceof ExportObject && needed !== object) this.#load(needed)
    this.#addObject(path)
  }

  #addName(text: string): void {
    const key = text.toLowerCase()
    if (!this.#names.has(key)) this.#names.set(key, this.#names.size)
  }

  #addObject(path: string): void {
    if (!this.#objects.has(path)) this.#objects.set(path, this.#objects.size)
  }
}

/**
 * Those of some packages that a document imports from, and those that these import from, in the given order:
 * what the compiler has loaded for certain. So the order of a package does not depend on what else is
 * available.
 */
export function importedPackages(edit: PackageEdit, packages: readonly Package[]): Package[] {
  const waiting = rootsOf(edit.imports)
  const needed = new Set<string>()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (needed.has(next)) continue
    needed.add(next)
    for (const pkg of packages) if (pkg.name.toLowerCase() === next) waiting.push(...rootsOf(pkg.imports))
  }
  return packages.filter(({ name }) => needed.has(name.toLowerCase()))
}

function rootsOf(imports: readonly { readonly outer: unknown; readonly name: string }[]): string[] {
  return imports.filter(({ outer }) => outer === null).map(({ name }) => name.toLowerCase())
}

/** Path with the package in front, in lower case. */
function fullPath(object: PackageObject): string {
  const { path } = object
  return (object instanceof ExportObject ? `${object.package.name}.${path}` : path).toLowerCase()
}
