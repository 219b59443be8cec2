import { ExportObject, ImportObject, type Package, type PackageSet } from '@ukit/core'
import { type EditImport, importAt, type PackageEdit } from '@ukit/edit'
import { addByName } from '../draft/own-objects.js'
import { CODE } from './assets.js'
import { isInside } from './nearest.js'

/** An import of an older package that a literal was taken to mean. */
interface Followed {
  readonly object: ImportObject
  /** `Texture'ConsoleBack'`. */
  readonly written: string
}

/**
 * *What older builds of a package import*: its sources may name objects without their package and groups,
 * since the compiler had that package loaded. Where it is not loaded, only the older build knows the path.
 */
export class OlderImports {
  readonly #edit: PackageEdit
  readonly #byName = new Map<string, ImportObject[]>()
  readonly #followed = new Map<ImportObject, Followed>()

  /** @param packages the older packages; they have to stay open. */
  constructor(edit: PackageEdit, packages: readonly Package[]) {
    this.#edit = edit
    for (const object of packages.flatMap((pkg) => pkg.imports))
      if (isAsset(object, edit.name)) addByName(this.#byName, object)
  }

  /**
   * The import of the only object of a name, which the document gets too; `undefined` when the older packages
   * import none, or several.
   *
   * @param className of the literal.
   * @param path of the literal, of which package and groups may be left out.
   * @param fits whether an object may be of a class.
   */
  find(className: string, path: string, fits: (className: string) => boolean): EditImport | undefined {
    const groups = path.toLowerCase().split('.')
    const possible = (this.#byName.get(groups.pop() ?? '') ?? []).filter((object) => {
      const [root = '', ...outers] = object.path.split('.').slice(0, -1)
      const inside = outers.map((name) => name.toLowerCase())
      return fits(object.className) && isInside(groups, inside, root)
    })
    const [found] = possible
    if (found === undefined || possible.some((one) => keyOf(one) !== keyOf(found))) return undefined
    const isWhole = found.path.toLowerCase() === path.toLowerCase()
    if (!isWhole && !this.#followed.has(found))
      this.#followed.set(found, { object: found, written: `${className}'${path}'` })
    return importAt(this.#edit, found.path, `${found.classPackage}.${found.className}`)
  }

  /** Which paths were taken for literals without a whole one; a sentence for each object. */
  async notes(packages: PackageSet): Promise<string[]> {
    const notes: string[] = []
    for (const { object, written } of this.#followed.values()) {
      const { path, className } = object
      const older = object.package.name
      const [root = ''] = path.split('.')
      const pkg = await packages.package(root)
      const isFound = pkg?.find(`${className}'${path.slice(root.length + 1)}'`) instanceof ExportObject
      const unchecked = pkg === undefined ? `; the package ${root} was not found` : `; the ${root} here lacks it`
      const taken = `${written} is taken to be ${className}'${path}', as in the imports of the older ${older}`
      notes.push(isFound ? taken : taken + unchecked)
    }
    return notes
  }
}

/** Neither code nor a package, and of another package: native code has objects that no file declares. */
function isAsset(object: ImportObject, packageName: string): boolean {
  const isElsewhere = object.path.toLowerCase().split('.')[0] !== packageName.toLowerCase()
  return object.outer instanceof ImportObject && isElsewhere && !CODE.test(object.className)
}

function keyOf({ className, path }: ImportObject): string {
  return `${className}'${path}'`.toLowerCase()
}
