import { ObjectFlag, Version } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { adoptNames } from './adopt-names.js'
import { checkFree, checkObjectName } from './collision.js'
import type { PackageEdit } from './document.js'
import { EditExport, EditImport, type EditObject } from './entries.js'
import { groupAt } from './move-object.js'

/**
 * Flags of an object that has none of its own: Public, LoadForClient, LoadForServer, LoadForEdit; in UE3 in
 * the upper word.
 */
export const NEW_OBJECT_FLAGS =
  ObjectFlag.Public | ObjectFlag.LoadForClient | ObjectFlag.LoadForServer | ObjectFlag.LoadForEdit

/** *Details of a new object.* */
export interface NewObject {
  /**
   * Object flags, in the word in which the package's version has Public: the only one before UE3, there the
   * upper one.
   */
  readonly flags?: number
  /** What it starts from (UE3). */
  readonly archetype?: EditObject | null
  /** The super of a class, struct, state or function. */
  readonly super?: EditObject | null
  /** What the engine loads with it (UE3, since version 415); nothing, as in cooked packages, by default. */
  readonly depends?: readonly EditObject[]
}

/**
 * *Adds an object*, its groups made where they do not exist.
 *
 * @param path of the object: `Group.Name`. What is in front of the last dot may be any object of the package;
 *   groups are made where there is none.
 * @param className a class of this package, or another package's with that in front: `Engine.Texture`;
 *   `Class` for a class.
 * @param content an object of a codec, such as `new ue1.Palette()`; or bytes with the indices that the
 *   package had when it was opened. Names in an object may be of any
 * origin, they become names of this package; objects that it refers to have to be of this document.
 * @throws {PackageError} `refused` when the name is taken or not one, there is no such class, or the object
 *   refers to one of another package.
 */
export function addObject(
  edit: PackageEdit,
  path: string,
  className: string,
  content: UnrealObject | Uint8Array,
  what: NewObject = {},
): EditExport {
  const dot = path.lastIndexOf('.')
  const outerPath = dot < 0 ? undefined : path.slice(0, dot)
  const name = path.slice(dot + 1)
  const owner = outerPath === undefined ? undefined : ownerAt(edit, outerPath)
  // Before anything is added: a refused object leaves no groups and imports.
  checkObjectName(name)
  if (outerPath !== undefined && !(owner instanceof EditExport)) outerPath.split('.').forEach(checkObjectName)
  const objectClass = className === 'Class' ? null : classAt(edit, className)
  const outer = outerPath === undefined ? null : owner instanceof EditExport ? owner : groupAt(edit, outerPath)
  checkFree(edit, name, outer, { class: objectClass })
  if (content instanceof UnrealObject) adoptNames(edit, content, path)
  const isUE3 = edit.package.context.since(Version.Flags64)
  const given = what.flags ?? NEW_OBJECT_FLAGS
  const flags = isUE3 ? { flags: 0, flagsHigh: given } : { flags: given, flagsHigh: 0 }
  const entry = edit.addExport({ name, outer, class: objectClass, ...flags }, content)
  entry.archetype = what.archetype ?? null
  entry.super = what.super ?? null
  entry.depends = what.depends
  return entry
}

/** What has a path: of a group and another object (UE1 and UE2 let both have it) the group. */
function ownerAt(edit: PackageEdit, path: string): EditObject | undefined {
  const group = /['#]/.test(path) ? undefined : edit.lookUp(`Package'${path}'`)
  return group ?? edit.lookUp(path)
}

/**
 * *A reference to an object of another package*, found or added with all that it is in.
 *
 * @param path with the package in front: `Engine.S_Actor`, `Botpack.Skins.Wall`.
 * @param className the object's class, with its package in front: `Engine.Texture`. What is between package
 *   and object is what is imported there already, otherwise groups.
 * @throws {PackageError} `refused` when these are no such paths.
 */
export function importAt(edit: PackageEdit, path: string, className: string): EditImport {
  const [classPackage, own, ...more] = className.split('.')
  if (classPackage === undefined || own === undefined || more.length > 0)
    throw new PackageError('refused', `expected a class as Package.Class, found ${JSON.stringify(className)}`)
  const dot = path.lastIndexOf('.')
  if (dot <= 0 && own.toLowerCase() !== 'package')
    throw new PackageError('refused', `expected an object as Package.Name, found ${JSON.stringify(path)}`)
  const outer = dot < 0 ? null : outerAt(edit, path.slice(0, dot))
  const name = path.slice(dot + 1)
  const key = own.toLowerCase()
  const known = edit
    .objectsNamed(outer, name)
    .find((entry) => entry instanceof EditImport && entry.className.toLowerCase() === key)
  const what = { name, outer, className: own, classPackage }
  return known instanceof EditImport ? edit.askFor(known, what) : edit.addImport(what)
}

/**
 * What an imported object is in: a group rather than another object of that name, which UE1 and UE2 let both
 * be.
 */
function outerAt(edit: PackageEdit, path: string): EditImport {
  const dot = path.lastIndexOf('.')
  const outer = dot < 0 ? null : outerAt(edit, path.slice(0, dot))
  const name = path.slice(dot + 1)
  const known = edit.objectsNamed(outer, name).filter((entry) => entry instanceof EditImport)
  const group = known.find(({ className }) => className.toLowerCase() === 'package') ?? known[0]
  if (group === undefined) return edit.addImport({ name, outer, className: 'Package', classPackage: 'Core' })
  return edit.askFor(group, { name, className: group.className, classPackage: group.classPackage })
}

/** A class by its path; of another package it is imported. */
function classAt(edit: PackageEdit, path: string): EditObject {
  const known = edit.lookUp(path)
  if (known instanceof EditImport && known.className === 'Class') return importAt(edit, known.path, 'Core.Class')
  if (known !== undefined) {
    if (known.className === 'Class') return known
    throw new PackageError('refused', `expected a class, found a ${known.className}`, { object: path })
  }
  if (path.split('.').length !== 2) {
    throw new PackageError(
      'refused',
      `expected a class of this package, or Package.Class, found ${JSON.stringify(path)}`,
    )
  }
  return importAt(edit, path, 'Core.Class')
}
