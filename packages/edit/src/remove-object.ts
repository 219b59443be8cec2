import { PackageError } from '@ukit/files'
import type { PackageEdit } from './document.js'
import { EditExport, EditImport, type EditName, type EditObject } from './entries.js'
import { checkStructs, isFirm, isLink, unlinkFields } from './field-lists.js'
import { list } from './names.js'
import { type Use, usesOf, whyOpaque } from './uses.js'

/** How to remove. */
export interface RemoveOptions {
  /** Remove it even if others refer to it: their references become none. */
  readonly clearReferences?: boolean | undefined
}

/** The defaults of `removeObject`. */
export const REMOVE_DEFAULTS = { clearReferences: false } as const satisfies RemoveOptions

/** Objects together with everything inside them, outermost first. */
export function familyOf(edit: PackageEdit, objects: EditObject | readonly EditObject[]): EditObject[] {
  const family = new Set<EditObject>(listOf(objects))
  // Objects that are added while the set is walked are walked too.
  for (const entry of family) for (const inner of edit.children(entry)) family.add(inner)
  return [...family]
}

/** Which objects outside would miss an object, or something in it. */
export interface Dependants {
  /** References to it by objects outside that would miss it. */
  readonly dependants: readonly Use[]
  /** Neighbours in a list of fields, whose references go on to the next one. */
  readonly links: readonly Use[]
  /** Those for which this is not known. */
  readonly opaque: readonly EditExport[]
}

/** Which objects outside would miss objects, or something in them. */
export async function dependantsOf(
  edit: PackageEdit,
  objects: EditObject | readonly EditObject[],
): Promise<Dependants> {
  const family = new Set(familyOf(edit, objects))
  const { uses, opaque, uncertain } = await usesOf(edit, (to) => family.has(to))
  const isCertain = [...family].every((entry) => !uncertain.has(entry))
  const outside = uses.filter(({ from }) => !family.has(from))
  return {
    dependants: outside.filter((use) => !isLink(use)),
    links: outside.filter(isLink),
    opaque: isCertain ? [] : opaque.filter((entry) => !family.has(entry)),
  }
}

/**
 * *Removes an object and all that is in it.* Rows, pictures and depends lists that were about it go with it;
 * the other rows move up. A variable, function or state leaves the list of its class or struct, which goes on
 * with the next one.
 *
 * @throws {PackageError} `refused`, with the list, when others refer to it and `clearReferences` is not set,
 *   when it is of an earlier generation (clients count on its
 * place) or something that cannot be none for those that stay: their class, a class that they extend, what
 * their bytecode names, the type of a variable, a member of a struct; `unsupported` when an object that stays
 * is not understood: whether it refers to it is not known.
 */
export async function removeObject(
  edit: PackageEdit,
  object: EditObject,
  options: RemoveOptions = {},
): Promise<readonly EditObject[]> {
  return removeObjects(edit, [object], options)
}

/**
 * *Removes several objects at once*, with all that is in them: as one after another with `removeObject`, but
 * they may refer to each other, and the package is looked through once.
 *
 * @returns what was removed.
 * @throws {PackageError} as `removeObject`; nothing is removed then.
 */
export async function removeObjects(
  edit: PackageEdit,
  objects: readonly EditObject[],
  options: RemoveOptions = {},
): Promise<readonly EditObject[]> {
  const [object] = objects
  if (object === undefined) return []
  const { dependants, links, opaque } = await dependantsOf(edit, objects)
  const family = new Set(familyOf(edit, objects))
  const whom = objects.length === 1 ? 'it' : 'the objects to remove'
  const [unknown] = opaque
  if (unknown !== undefined) {
    throw new PackageError(
      'unsupported',
      `it may refer to ${objects.length === 1 ? object.path : whom}: ${await whyOpaque(edit, unknown)}`,
      { object: unknown.path },
    )
  }
  const firm = dependants.filter((use) => options.clearReferences !== true || isFirm(use))
  if (firm.length > 0) {
    const advice = firm.some(isFirm)
      ? 'they cannot exist without it: remove or change them first'
      : 'remove them too, or let remove-and-clear make their references None'
    throw new PackageError('refused', `other objects refer to ${whom}: ${users(firm)}; ${advice}`, {
      object: object.path,
    })
  }
  const earlier = edit.summary.generations.at(-2)?.exportCount ?? 0
  const old = [...family].find((entry) => entry instanceof EditExport && entry.index < earlier)
  if (old !== undefined) {
    throw new PackageError(
      'refused',
      'an earlier generation of the package has it, and its clients rely on its index; new-package ' +
        'makes a new package with one generation',
      { object: old.path },
    )
  }
  await checkStructs(edit, family)
  await unlinkFields(edit, links, family)
  const cleared = new Set(dependants.map(({ from }) => from))
  for (const entry of family) entry.replacement = dependants.length > 0 ? null : undefined
  for (const entry of edit.exports) {
    if (cleared.has(entry))
      entry.componentMap = entry.componentMap.filter(({ component }) => component === null || !family.has(component))
  }
  edit.removeEntries(new Set<EditName | EditObject>(family))
  return [...family]
}

function listOf(objects: EditObject | readonly EditObject[]): readonly EditObject[] {
  return objects instanceof EditExport || objects instanceof EditImport ? [objects] : objects
}

/** Who refers to something, each once, with the first of the fields by which. */
function users(uses: readonly Use[]): string {
  const byObject = new Map<EditObject, string[]>()
  for (const { from, field } of uses) {
    const fields = byObject.get(from)
    if (fields === undefined) byObject.set(from, [field])
    else fields.push(field)
  }
  return list(
    [...byObject].map(([from, [first, ...more]]) => {
      const others = more.length === 0 ? '' : ` and ${more.length} more`
      return `${from.className}'${from.path}' (${first}${others})`
    }),
  )
}
