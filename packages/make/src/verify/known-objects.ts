import { ExportObject, ImportObject, type Package, type PackageObject } from '@ukit/core'
import type { EditObject, PackageEdit } from '@ukit/edit'
import { environmentOf, type FoundObject } from '@ukit/script/compile'
import type { World } from '@ukit/script/symbols'
import type { FindObject } from '../draft/draft.js'

/**
 * *Finds what literals mean among the objects of a finished package*, for a document that is built to be the
 * same: an import is imported there too, and for an object of the package itself, such as a texture, a place
 * is kept.
 */
export function objectsOf(pkg: Package, world: World, edit: PackageEdit): FindObject {
  const { findObject } = environmentOf(pkg, world)
  const copies = new Map<PackageObject, EditObject>()
  const copyOf = (object: PackageObject): EditObject => {
    const known = copies.get(object) ?? edit.find(`${object.className}'${object.path}'`)
    if (known !== undefined) return known
    const outer = object.outer === null ? null : copyOf(object.outer)
    const copy =
      object instanceof ImportObject
        ? edit.addImport({
            name: object.name,
            outer,
            className: object.className,
            classPackage: object.classPackage,
          })
        : placeFor(object, outer)
    copies.set(object, copy)
    return copy
  }
  const placeFor = (object: PackageObject, outer: EditObject | null): EditObject => {
    const of = object instanceof ExportObject && object.class !== null ? copyOf(object.class) : null
    return edit.addExport({ name: object.name, outer, class: of, flags: 0 }, new Uint8Array())
  }
  return (className, path): FoundObject | undefined => {
    const found = findObject(className, path)
    if (found === undefined || !(found.reference instanceof ExportObject || found.reference instanceof ImportObject))
      return undefined
    return { reference: copyOf(found.reference), class: found.class }
  }
}
