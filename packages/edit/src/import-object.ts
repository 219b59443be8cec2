import { ImportObject, type PackageObject, writtenPath } from '@ukit/core'
import { importAt } from './create-object.js'
import type { PackageEdit } from './document.js'
import type { EditImport } from './entries.js'

/**
 * *A reference to an object of another package*, found or added with all that it is in, which may be no
 * group: a component is in the default object of a class.
 *
 * @throws {PackageError} `refused` when its path or that of its class is not one.
 */
export function importObject(edit: PackageEdit, object: PackageObject): EditImport {
  const { outer } = object
  if (outer !== null && outer.className !== 'Package') importObject(edit, outer)
  return importAt(edit, writtenPath(object), classPathOf(object))
}

/** `Engine.Texture`; of a package that was cooked into another one it keeps its own. */
function classPathOf(object: PackageObject): string {
  if (object instanceof ImportObject) return `${object.classPackage}.${object.className}`
  const { class: of } = object
  if (of === null) return 'Core.Class'
  const path = writtenPath(of)
  return path.includes('.') ? path : `Core.${of.name}`
}
