import type { NameEntry } from '@ukit/container'
import { ExportObject, ImportObject, type Package, type PackageObject } from '@ukit/core'
import type { PackageEdit } from '@ukit/edit'
import { CORE_CLASSES } from './core-classes.js'
import { ENGINE_CLASSES } from './engine-classes.js'
import { ENGINE_NAMES, isHardcoded, NUMBERED_NAMES } from './hardcoded-names.js'

/** Set for what a DLL brings along, objects and names. */
const NATIVE = 0x400_0000

/**
 * The packages whose DLLs are there when the compiler starts, with what is known of the order of their
 * classes; other DLLs come when their package is loaded.
 */
const FIRST: ReadonlyMap<string, readonly string[]> = new Map([
  ['core', CORE_CLASSES],
  ['engine', ENGINE_CLASSES],
])

/**
 * *What a compiler's process holds before it makes a package*, in the order in which it came to be: names,
 * and the objects of the packages that were loaded.
 *
 * First come the names that the engine numbers, then classes that DLLs register, each package in front of its
 * own, the names that Engine asks for, then each package's name table and objects. That order, which no file
 * says, decides between rows that are needed equally often.
 */
export class LoadedPackages {
  readonly #names = new Map<string, number>()
  readonly #rows = new Map<string, NameEntry>()
  readonly #objects = new Map<string, number>()
  readonly #classes = new Map<string, ExportObject>()

  /**
   * @param packages in the order in which they were loaded.
   * @param needed those of them of which objects may be asked for; of others only names count.
   */
  constructor(packages: readonly Package[], needed: readonly Package[] = packages) {
    for (const name of NUMBERED_NAMES) this.#addName(name)
    for (const pkg of needed) {
      for (const object of pkg.exports) if (object.class === null) this.#classes.set(fullPath(object), object)
      const order = FIRST.get(pkg.name.toLowerCase())
      if (order !== undefined) this.#register(pkg, order)
    }
    for (const name of ENGINE_NAMES) this.#addName(name)
    for (const pkg of packages) {
      for (const row of pkg.nameTable) {
        const { text } = row.text
        this.#addName(text)
        const key = text.toLowerCase()
        if (!this.#rows.has(key)) this.#rows.set(key, row)
      }
    }
    for (const pkg of needed) {
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

  /** What a DLL brings along: names that it gives to the variables it declares, and its classes. */
  #register(pkg: Package, order: readonly string[]): void {
    const own = pkg.name.toLowerCase()
    const classes = nativeClasses(pkg)
    const names = new Set(classes.map((name) => name.toLowerCase()))
    for (const {
      flags,
      text: { text },
    } of pkg.nameTable)
      if ((flags & NATIVE) !== 0 && !isHardcoded(text) && !names.has(text.toLowerCase())) this.#addName(text)
    this.#addObject(own)
    // Some of them are in no package.
    const scripted = new Set(pkg.exports.filter((one) => one.class === null).map(({ name }) => name.toLowerCase()))
    const known = order.filter((name) => names.has(name.toLowerCase()) || !scripted.has(name.toLowerCase()))
    for (const name of [...known, ...classes]) {
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

/** Names of the classes that a package's DLL declares, those that no package contains last. */
function nativeClasses(pkg: Package): string[] {
  const own = pkg.name.toLowerCase()
  const contained = pkg.exports.filter(({ class: of, flags }) => of === null && (flags & NATIVE) !== 0)
  const others = pkg.imports.filter(
    ({ className, outer }) => className === 'Class' && outer?.outer === null && outer.name.toLowerCase() === own,
  )
  return [...contained, ...others].map(({ name }) => name)
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
