import { PackageError } from '@ukit/files'
import type { PackageEdit } from './document.js'
import { EditExport, EditImport, type EditObject } from './entries.js'
import { checkName } from './names.js'

/** Which object is to have a name: one of the document, or a future one. */
export interface NameClaim {
  /** The object that is to have the name; absent for a future one. */
  readonly object?: EditObject
  /** The class of a future one; `null` for a class. */
  readonly class?: EditObject | null
  /** The name of that class, when it need not be in the document yet. */
  readonly className?: string
}

/** @throws {PackageError} `refused` for a name that the engine would not take for an object. */
export function checkObjectName(name: string): void {
  checkName(name)
  if (name.toLowerCase() === 'none')
    throw new PackageError('refused', 'no object can be called None: that name means "no object"')
  if (/[.\s'":,()]/.test(name)) {
    const expected = 'expected a name without dots, spaces, quotes, colons, commas and parentheses'
    throw new PackageError('refused', `${expected}, found ${JSON.stringify(name)}`)
  }
}

/**
 * Refuses a name that another object of the same outer has; exports and imports are told apart, as their top
 * levels are different things.
 *
 * In UE1 and UE2 objects of different classes may share a name (a texture and its palette often do); in UE3
 * none may.
 *
 * @throws {PackageError} `refused`; also for a name that the engine would not take.
 */
export function checkFree(edit: PackageEdit, name: string, outer: EditObject | null, claim: NameClaim): void {
  const { object } = claim
  // Its present name is always allowed.
  if (object?.name.toString() !== name) checkObjectName(name)
  const isImport = object instanceof EditImport
  const claimed = object instanceof EditExport ? object.class : claim.class
  const wanted = claim.className?.toLowerCase()
  const isOfClass = (other: EditExport) =>
    wanted === undefined ? other.class === claimed : other.className.toLowerCase() === wanted
  const clashes = (other: EditObject) =>
    edit.package.context.engine === 3 ||
    (other instanceof EditExport ? isOfClass(other) : isImport && other.className === object.className)
  const taken = edit
    .objectsNamed(outer, name)
    .find((other) => other !== object && other instanceof EditImport === isImport && clashes(other))
  if (taken !== undefined) {
    throw new PackageError('refused', `the name is taken: ${taken.className}'${taken.path}'`, {
      object: object?.path ?? name,
    })
  }
}
