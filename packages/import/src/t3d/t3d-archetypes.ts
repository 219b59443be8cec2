import { type EditObject, importAt, type PackageEdit } from '@ukit/edit'
import type { T3dObject } from '@ukit/media/internal'
import type { T3dClasses } from './t3d-classes.js'
import type { T3dReferences } from './t3d-references.js'

/** Prefix of the object that holds a class's defaults. */
const DEFAULT = 'Default__'

/** A word on the line that begins an object, such as `ObjName` (UE3). */
function headerOf({ header }: T3dObject, key: string): string | undefined {
  const text = header.find((word) => word.key.toLowerCase() === key)?.text
  return text === '' ? undefined : text
}

/** The name that an object has: in UE3 that of a component's template is in front of it. */
export function nameOf(object: T3dObject): string {
  return headerOf(object, 'objname') ?? object.name
}

/**
 * The class of an object, with its package if the line says it, as `Archetype=Light'Engine.Default__Light'`
 * does (UE3).
 */
export function classPathOf(object: T3dObject): string {
  const { className } = object
  const match = /^\w+'(\w+)\.Default__(\w+)'$/.exec(headerOf(object, 'archetype') ?? '')
  const [, root, of] = match ?? []
  return root !== undefined && of?.toLowerCase() === className.toLowerCase() ? `${root}.${className}` : className
}

/**
 * What an object of UE3 was made from: an object of the map, or a component in the defaults of a class. Those
 * of its own class are nothing that a package stores.
 */
export async function archetypeOf(
  edit: PackageEdit,
  classes: T3dClasses,
  references: T3dReferences,
  object: T3dObject,
  of: EditObject,
): Promise<EditObject | null> {
  const [, path] = /^\w+'([^']+)'$/.exec(headerOf(object, 'archetype') ?? '') ?? []
  if (path === undefined) return null
  const parts = path.split(/[.:]/)
  const [root, owner, ...inside] = parts
  if (root === undefined || owner === undefined || !owner.startsWith(DEFAULT)) {
    const plain = parts.join('.')
    const found = references.find(object.className, plain)
    if (found !== undefined) return found
    return references.isOwn(plain) ? null : importAt(edit, plain, classes.pathOf(of))
  }
  if (inside.length === 0) return null
  // The object with the defaults is of the class that it is called after, not a group.
  const declared = await classes.find(`${root}.${owner.slice(DEFAULT.length)}`, object.at)
  importAt(edit, `${root}.${owner}`, classes.pathOf(declared))
  return importAt(edit, parts.join('.'), classes.pathOf(of))
}
