import { PackageError } from '../error.js'
import type { PackageEdit } from './document.js'
import { EditExport, type EditName, type EditObject } from './entries.js'
import { type Use, usesOf } from './uses.js'

/** How to remove. */
export interface RemoveOptions {
  /** Remove it even if others refer to it: their references become none. */
  readonly clearReferences?: boolean
}

/** What `removeObject` does unless told otherwise. */
export const REMOVE_DEFAULTS = { clearReferences: false } as const satisfies RemoveOptions

/** Objects that an object is together with: itself and all that is inside it, outermost first. */
export function familyOf(edit: PackageEdit, object: EditObject): EditObject[] {
  const family = new Set<EditObject>([object])
  // Outers may stand behind what is in them.
  for (let size = 0; size !== family.size; ) {
    size = family.size
    for (const entry of [...edit.exports, ...edit.imports])
      if (entry.outer !== null && family.has(entry.outer)) family.add(entry)
  }
  return [...family]
}

/** Who outside would miss an object, or something in it; `opaque` are those of whom it cannot be told. */
export async function dependantsOf(
  edit: PackageEdit,
  object: EditObject,
): Promise<{ dependants: readonly Use[]; opaque: readonly EditExport[] }> {
  const family = new Set(familyOf(edit, object))
  const { uses, opaque, uncertain } = await usesOf(edit, (to) => family.has(to))
  const isCertain = [...family].every((entry) => !uncertain.has(entry))
  return {
    dependants: uses.filter(({ from }) => !family.has(from)),
    opaque: isCertain ? [] : opaque.filter((entry) => !family.has(entry)),
  }
}

/**
 * *Removes an object and all that is in it.* Rows, pictures and depends lists that were about it go with it; the other rows move up.
 *
 * @throws {PackageError} `refused`, with the list, when others refer to it and `clearReferences` is not set, when it is of an earlier generation (clients count on its
 * place) or the class of an object that stays; `unsupported` when an object that stays is not understood: whether it refers to it cannot be told.
 */
export async function removeObject(
  edit: PackageEdit,
  object: EditObject,
  options: RemoveOptions = {},
): Promise<readonly EditObject[]> {
  const { dependants, opaque } = await dependantsOf(edit, object)
  const family = familyOf(edit, object)
  const [unknown] = opaque
  if (unknown !== undefined) {
    throw new PackageError(
      'unsupported',
      `whether it refers to ${object.path} cannot be told: not all of its bytes are understood`,
      { object: unknown.path },
    )
  }
  const firm =
    options.clearReferences === true
      ? dependants.filter(({ field, to }) => field === 'class' || (field === 'outer' && to !== null))
      : dependants
  if (firm.length > 0) {
    const shown = firm.slice(0, SHOWN).map(({ from, field }) => `${from.path} (${field})`)
    const more = firm.length > SHOWN ? ` and ${firm.length - SHOWN} more` : ''
    const advice =
      firm.length === dependants.length && options.clearReferences !== true
        ? '; their references can be cleared instead'
        : ''
    throw new PackageError('refused', `other objects refer to it: ${shown.join(', ')}${more}${advice}`, {
      object: object.path,
    })
  }
  const earlier = edit.package.summary.generations.at(-2)?.exportCount ?? 0
  const old = family.find((entry) => entry instanceof EditExport && entry.position < earlier)
  if (old !== undefined) {
    throw new PackageError(
      'refused',
      'an earlier generation of the package holds it, whose clients count on its place',
      { object: old.path },
    )
  }
  const cleared = new Set(dependants.map(({ from }) => from))
  for (const entry of family) entry.standIn = dependants.length > 0 ? null : undefined
  for (const entry of edit.exports) {
    if (cleared.has(entry))
      entry.componentMap = entry.componentMap.filter(
        ({ component }) => component === null || !family.includes(component),
      )
  }
  edit.removeEntries(new Set<EditName | EditObject>(family))
  return family
}

/** How many dependants a message names. */
const SHOWN = 10
