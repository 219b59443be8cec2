import { ImportObject, type Package } from '@ukit/core'
import { type EditExport, type EditObject, importObject, type PackageEdit } from '@ukit/edit'

/**
 * *Objects that lines of `#exec` refer to by name alone*: objects of the document, in any group, then those
 * of packages that `OBJ LOAD` has loaded, which become imports.
 */
export class ExecObjects {
  readonly #edit: PackageEdit
  readonly #loaded: Package[] = []

  constructor(edit: PackageEdit) {
    this.#edit = edit
  }

  /** Adds a package whose objects may be referred to from now on. */
  add(pkg: Package): void {
    this.#loaded.push(pkg)
  }

  /**
   * The object with this name or path, ignoring case; the first if several have the name.
   *
   * @param className the class of the object, or one that its class extends: `Texture`.
   */
  find(name: string, className: string): EditObject | undefined {
    const path = name.toLowerCase()
    const own = this.#edit.exports.find((entry) => isNamed(entry, path) && this.#isA(entry, className))
    if (own !== undefined) return own
    for (const pkg of this.#loaded) {
      const inside = path.startsWith(`${pkg.name.toLowerCase()}.`) ? path.slice(pkg.name.length + 1) : path
      const found = pkg.exports.find((object) => isNamed(object, path) || isNamed(object, inside))
      // Whether a class of another package extends the wanted one is not known; the engine would not ask
      // either.
      if (found?.class instanceof ImportObject) return importObject(this.#edit, found)
    }
    return undefined
  }

  #isA(entry: EditExport, className: string): boolean {
    const wanted = className.toLowerCase()
    return this.#edit.ancestryOf(entry.class).some((own) => own.toLowerCase() === wanted)
  }
}

function isNamed(object: { readonly name: string; readonly path: string }, name: string): boolean {
  return object.name.toLowerCase() === name || object.path.toLowerCase() === name
}
