import { ExportObject, type Package, type PackageSet } from '@ukit/core'
import { type EditObject, importAt, type PackageEdit } from '@ukit/edit'
import { environmentOf } from '@ukit/script/compile'
import type { World } from '@ukit/script/symbols'
import type { FindObject } from '../draft/draft.js'

/** `Texture'Botpack.Skins.Red'`: a class, and a path with a package in front. */
const LITERAL = /\b([A-Za-z_]\w*)'([\w-]+(?:\.[\w-]+)+)'/g

/**
 * *Finds what the literals of a text mean*: objects of the document, what it imports, and objects of packages
 * that the text names, which are imported then.
 *
 * @param pkg the document as the world read it: its tables are in the same order.
 */
export async function namedObjects(
  edit: PackageEdit,
  pkg: Package,
  world: World,
  text: string,
  packages: PackageSet,
): Promise<FindObject> {
  const { findObject } = environmentOf(pkg, world)
  const elsewhere = new Map<string, { readonly path: string; readonly className: string }>()
  for (const [, , path = ''] of text.matchAll(LITERAL)) {
    const dot = path.indexOf('.')
    if (elsewhere.has(path.toLowerCase()) || path.slice(0, dot).toLowerCase() === edit.name.toLowerCase()) continue
    const other = await packages.package(path.slice(0, dot))
    const found = other?.find(path.slice(dot + 1))
    if (other === undefined || !(found instanceof ExportObject)) continue
    const classPackage = found.class === null ? 'Core' : packageOf(found.class.path, found.class, other)
    elsewhere.set(path.toLowerCase(), {
      path: `${other.name}.${found.path}`,
      className: `${classPackage}.${found.className}`,
    })
  }
  return (className, path) => {
    const found = findObject(className, path)
    if (found !== undefined) {
      const reference = inDocument(edit, found.reference.reference)
      return reference === undefined ? undefined : { ...found, reference }
    }
    const other = elsewhere.get(path.toLowerCase())
    if (other === undefined) return undefined
    return { reference: importAt(edit, other.path, other.className), class: world.class(other.className) }
  }
}

function inDocument(edit: PackageEdit, reference: number): EditObject | undefined {
  return reference > 0 ? edit.exports[reference - 1] : edit.imports[-reference - 1]
}

/** The package of a class: that of the file, when the file holds the class itself. */
function packageOf(path: string, of: object, { name }: Package): string {
  return of instanceof ExportObject ? name : (path.split('.', 1)[0] ?? name)
}
