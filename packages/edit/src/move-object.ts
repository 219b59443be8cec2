import { ObjectFlag, Version } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { checkFree } from './collision.js'
import { isInDefault, type PackageEdit } from './document.js'
import { EditExport, EditImport, type EditObject } from './entries.js'
import { FOUND_BY_NAME } from './rename-object.js'

/**
 * Flags of nearly all groups: Public, LoadForClient, LoadForServer, LoadForEdit (146 of 146 in the corpus);
 * in UE3 in the upper word.
 */
const GROUP_FLAGS = ObjectFlag.Public | ObjectFlag.LoadForClient | ObjectFlag.LoadForServer | ObjectFlag.LoadForEdit

/**
 * *Moves an object, with all that is in it, into another group or outer*; `null` for the top of the package.
 *
 * @throws {PackageError} `refused` when the name is taken there, when it would be inside itself, when it is
 *   declared where it is (a variable, function, state and the like), or when it would leave or enter the
 *   defaults of a class (UE3), which changes
 * how it is stored.
 */
export function moveObject(edit: PackageEdit, object: EditExport, outer: EditExport | null): void {
  for (let at: EditObject | null = outer; at !== null; at = at.outer) {
    if (at === object)
      throw new PackageError('refused', `it would contain itself: ${outer?.path} is in it`, { object: object.path })
  }
  if (object.outer === outer) return
  if (FOUND_BY_NAME.test(object.className)) {
    const message = `a declaration (${object.className}) belongs to the class, struct, state or function that it is in`
    throw new PackageError('refused', message, { object: object.path })
  }
  if (edit.package.context.since(Version.Flags64) && isInDefault(object.outer) !== isInDefault(outer)) {
    throw new PackageError(
      'refused',
      'it would leave or enter the defaults of a class, where objects are stored differently',
      { object: object.path },
    )
  }
  checkFree(edit, object.name, outer, { object })
  object.outer = outer
  edit.revision++
}

/**
 * The group at a path; made, with those around it, where it does not exist.
 *
 * @param isBeside UE1 and UE2: another object with the path, such as a class, is not taken for the group,
 *   which is beside it. Engines make the group of an import this way.
 * @throws {PackageError} `refused` when something there cannot hold objects of others: it is not a group.
 */
export function groupAt(edit: PackageEdit, path: string, isBeside = false): EditExport {
  const isOnly = isBeside && edit.package.context.engine !== 3
  const found = isOnly ? edit.lookUp(`Package'${path}'`) : edit.find(path)
  if (found instanceof EditExport && found.path.toLowerCase() === path.toLowerCase()) return found
  const dot = path.lastIndexOf('.')
  const outer = dot < 0 ? null : groupAt(edit, path.slice(0, dot), isBeside)
  const name = path.slice(dot + 1)
  checkFree(edit, name, outer, { class: packageClass(edit) })
  return addGroup(edit, outer, name)
}

/**
 * A new group in an outer; `null` for the top of the package. The caller has seen to it that the name is free
 * (`checkFree`).
 */
export function addGroup(edit: PackageEdit, outer: EditExport | null, name: string): EditExport {
  const packages = packageClass(edit)
  // A group holds no properties, and so the name that ends them.
  const empty = new UnrealObject()
  empty.properties.end = edit.addName('None')
  return edit.addExport({ name, outer, class: packages, ...groupFlags(edit) }, empty)
}

function groupFlags(edit: PackageEdit): { flags: number; flagsHigh: number } {
  const isUE3 = edit.package.context.since(Version.Flags64)
  return isUE3 ? { flags: 0, flagsHigh: GROUP_FLAGS } : { flags: GROUP_FLAGS, flagsHigh: 0 }
}

/** The import of `Core.Package`, added if it does not exist. */
function packageClass(edit: PackageEdit): EditObject {
  const imported = (outer: EditObject | null, name: string) =>
    edit.objectsNamed(outer, name).find((entry) => entry instanceof EditImport)
  const core =
    imported(null, 'Core') ?? edit.addImport({ name: 'Core', outer: null, className: 'Package', classPackage: 'Core' })
  const known = imported(core, 'Package')
  if (known !== undefined) return known
  return edit.addImport({ name: 'Package', outer: core, className: 'Class', classPackage: 'Core' })
}
