import type { Package } from './package.js'
import { ExportObject, type ImportObject, type PackageObject } from './package-object.js'

/** Finds a package by its name, without extension; nothing when it is not available. */
export type FindPackage = (name: string) => Promise<Package | undefined> | Package | undefined

/** An object in another package that was needed but is not available. */
export interface MissingObject {
  /** Full path of the object: `Engine.Light`. */
  readonly path: string
  /**
   * `package`: no package of that name was found. `object`: the package was found but does not contain the
   * object, as with classes that exist only in native code.
   */
  readonly missing: 'package' | 'object'
}

/**
 * *Packages that belong together*, by name: each is requested once, and what is not available is listed.
 *
 * Readers of one set share its packages and each other, so that a thousand lights whose class is in `Engine`
 * open `Engine` once.
 *
 * ```ts
 * const packages = await folderPackages(['System'])
 * const reader = await ObjectReader.open(pkg, { packages })
 * await reader.value(light, 'LightRadius')
 * packages.missing                       // what could not be followed
 * ```
 *
 * @category Opening
 */
export class PackageSet {
  readonly #find: FindPackage
  readonly #packages = new Map<string, Promise<Package | undefined>>()
  /** Packages by the names that they have themselves, which may differ from those they were requested by. */
  readonly #byOwnName = new Map<string, Package[]>()
  readonly #missing = new Map<string, MissingObject>()
  /** Packages that `find` gave. */
  readonly #found = new Set<Package>()

  /** @param find gives packages, such as the `package` of another set. */
  constructor(find: FindPackage = () => undefined) {
    this.#find = find
  }

  /** What was needed but is not available, each once, in the order of the requests. */
  get missing(): readonly MissingObject[] {
    return [...this.#missing.values()]
  }

  /**
   * The package of a name, ignoring case; `undefined` when it is not available. Errors of `find` are
   * thrown, and the next request calls it again.
   */
  readonly package = (name: string): Promise<Package | undefined> => {
    const key = name.toLowerCase()
    let found = this.#packages.get(key)
    if (found === undefined) {
      found = this.#load(name).catch((error: unknown) => {
        this.#packages.delete(key)
        throw error
      })
      this.#packages.set(key, found)
    }
    return found
  }

  /** Puts a package into the set, so that references to its name lead to it. */
  add(pkg: Package): void {
    this.#packages.set(pkg.name.toLowerCase(), Promise.resolve(pkg))
    this.#noteName(pkg)
  }

  /** @internal The packages of a name: those that have it, and the one that is found by it. */
  async named(name: string): Promise<readonly Package[]> {
    const found = await this.package(name)
    const named = this.#byOwnName.get(name.toLowerCase()) ?? []
    return found === undefined || named.includes(found) ? named : [...named, found]
  }

  /**
   * *The object that a reference means*, in the package that contains it: an export is itself, and an import
   * is looked up by class and path.
   *
   * `undefined` for no object, and for one that is not available; then it is in `missing`.
   */
  async follow(reference: PackageObject | null | undefined): Promise<ExportObject | undefined> {
    if (reference === null || reference === undefined) return undefined
    if (reference instanceof ExportObject) return reference
    const { path } = reference
    const dot = path.indexOf('.')
    const pkg = await this.package(dot < 0 ? path : path.slice(0, dot))
    if (pkg === undefined) return this.#noteMissing(path, 'package')
    if (dot < 0) return undefined
    return findImported(pkg, reference, path.slice(dot + 1)) ?? this.#noteMissing(path, 'object')
  }

  /** Closes the files of all packages that were found by their names, not of those that were put into it. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#packages.values())
    for (const pkg of this.#found) await pkg.file.close?.()
  }

  async #load(name: string): Promise<Package | undefined> {
    const pkg = await this.#find(name)
    if (pkg === undefined) return undefined
    this.#found.add(pkg)
    this.#noteName(pkg)
    return pkg
  }

  #noteName(pkg: Package): void {
    const key = pkg.name.toLowerCase()
    const named = this.#byOwnName.get(key) ?? []
    if (!named.includes(pkg)) this.#byOwnName.set(key, [...named, pkg])
  }

  #noteMissing(path: string, missing: MissingObject['missing']): undefined {
    const key = path.toLowerCase()
    if (!this.#missing.has(key)) this.#missing.set(key, { path, missing })
    return undefined
  }
}

/**
 * The export that an import means in its package: objects with the same path are distinguished by class if
 * possible.
 */
function findImported(pkg: Package, reference: ImportObject, path: string): ExportObject | undefined {
  const exact = pkg.find(`${reference.className}'${path}'`)
  if (exact instanceof ExportObject) return exact
  // An import may name a superclass of the object's class.
  const found = pkg.find(path)
  return found instanceof ExportObject ? found : undefined
}
