import type { ExportObject, ObjectReader } from '@ukit/core'
import { EditExport, EditImport, type EditObject, importAt, type PackageEdit } from '@ukit/edit'
import type { T3dPlace } from '@ukit/media/internal'
import { suggest } from '@ukit/text/internal'
import { T3dError } from './t3d-error.js'

/** Packages that are searched for a class; those of a game are fewer. */
const MOST_PACKAGES = 128

/** *The classes that a T3D file names*, which says of most of them only the name. */
export class T3dClasses {
  readonly #edit: PackageEdit
  readonly #known = new Map<string, EditObject>()
  readonly #declared = new Map<EditObject, ExportObject | undefined>()

  constructor(edit: PackageEdit) {
    this.#edit = edit
    for (const entry of [...edit.exports, ...edit.imports])
      if (entry.className === 'Class' && !this.#known.has(entry.name.toLowerCase()))
        this.#known.set(entry.name.toLowerCase(), entry)
  }

  /**
   * The class of this name, `Light` or `Engine.Light`: of the map, or of a package that it uses.
   *
   * @throws {T3dError} when there is none.
   */
  async find(name: string, at: T3dPlace | undefined): Promise<EditObject> {
    const own = name.slice(name.lastIndexOf('.') + 1)
    const key = own.toLowerCase()
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const found = own === name ? await this.#search(key) : name
    if (found === undefined) {
      const meant = suggest(
        own,
        [...this.#known.values()].map((entry) => entry.name),
      )
      const hint = meant === undefined ? ':' : `; did you mean ${meant}? Otherwise`
      throw new T3dError(
        at,
        `there is no class ${own} in the map, nor in packages that it uses and that were found${hint} write its ` +
          `package, Class=Package.${own}, or say where the game is`,
      )
    }
    const entry = importAt(this.#edit, found, 'Core.Class')
    this.#known.set(key, entry)
    return entry
  }

  /** What declares a class: itself in its own package; `undefined` when that is not available. */
  async declared(entry: EditObject): Promise<ExportObject | undefined> {
    if (!this.#declared.has(entry)) this.#declared.set(entry, await this.#follow(entry))
    return this.#declared.get(entry)
  }

  async #follow(entry: EditObject): Promise<ExportObject | undefined> {
    const { reader } = this.#edit
    if (entry instanceof EditExport) return entry.origin
    if (entry.origin !== undefined) return reader.follow(entry.origin)
    const dot = entry.path.indexOf('.')
    const pkg = await reader.packages.package(entry.path.slice(0, dot))
    return pkg?.exports.find(({ className, path }) => className === 'Class' && isSame(path, entry.path.slice(dot + 1)))
  }

  /** Looks in the packages that the map imports, and in those that they import: the path of the class. */
  async #search(key: string): Promise<string | undefined> {
    const { reader } = this.#edit
    const names = new Set(rootsOf(reader))
    for (const name of names) {
      if (names.size > MOST_PACKAGES) break
      const pkg = await reader.packages.package(name)
      if (pkg === undefined) continue
      const found = pkg.exports.find(({ className, name: own }) => className === 'Class' && own.toLowerCase() === key)
      if (found !== undefined) return `${pkg.name}.${found.name}`
      for (const root of rootsOf({ package: pkg })) names.add(root)
    }
    return undefined
  }

  /** A class with the package that declares it, as owners of new objects are named. */
  pathOf(entry: EditObject): string {
    return entry instanceof EditImport ? entry.path : `${this.#edit.package.name}.${entry.path}`
  }
}

function rootsOf({ package: { imports } }: Pick<ObjectReader, 'package'>): string[] {
  return imports.flatMap(({ outer, className, name }) =>
    outer === null && className === 'Package' ? [name.toLowerCase()] : [],
  )
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
