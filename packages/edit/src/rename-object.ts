import { Version } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { checkFree } from './collision.js'
import type { PackageEdit } from './document.js'
import { EditExport, EditName, type EditObject } from './entries.js'
import { splitName } from './names.js'

/**
 * Objects that are found by name in bytecode, tags of properties and other packages' declarations, and not
 * only by reference.
 */
export const FOUND_BY_NAME = /^(?:const|enum|scriptstruct|struct|function|state|\w+property)$/i

/**
 * *Renames an object, a group or an import.* References to it stay intact; packages that
 * import it by its old path do not.
 *
 * In UE3 the defaults of a class (`Default__Name`) are renamed with it.
 *
 * @throws {PackageError} `refused` when the name is taken in the same outer, is too long, or when the object
 *   is one that scripts and tags of properties find by name (a
 * variable, struct, enum, function or state).
 */
export function renameObject(edit: PackageEdit, object: EditObject, name: string): void {
  if (object instanceof EditExport && FOUND_BY_NAME.test(object.className)) {
    const message =
      'it is found by its name in bytecode and in tags of properties, which would still say ' +
      `${object.name} (${object.className})`
    throw new PackageError('refused', message, { object: object.path })
  }
  checkFree(edit, name, object.outer, { object })
  const before = object.name
  const defaults = edit.package.context.since(Version.Flags64) ? defaultsOf(edit, object) : undefined
  if (defaults !== undefined) checkFree(edit, `Default__${name}`, defaults.outer, { object: defaults })
  changeName(edit, object, name)
  if (defaults !== undefined && before.toLowerCase() !== name.toLowerCase())
    changeName(edit, defaults, `Default__${name}`)
}

function changeName(edit: PackageEdit, object: EditObject, text: string): void {
  const name = edit.addName(text)
  object.storedName = name
  const { entry } = name
  // Only the case differs: there is one entry for both, so the entry itself is changed, for all that have the
  // name.
  if (entry instanceof EditName && name.toString() !== text)
    edit.recase(entry, name.number === 0 ? text : splitName(text).base)
  edit.revision++
}

function defaultsOf(edit: PackageEdit, object: EditObject): EditExport | undefined {
  if (!(object instanceof EditExport) || object.class !== null) return undefined
  const named = edit.objectsNamed(object.outer, `default__${object.name}`)
  return named.filter((entry) => entry instanceof EditExport).find((entry) => entry.class === object)
}
