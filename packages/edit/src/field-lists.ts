import { StructFlag } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { Field, State, Struct } from '@ukit/objects/script'
import type { PackageEdit } from './document.js'
import { EditExport, type EditObject } from './entries.js'
import { FOUND_BY_NAME } from './rename-object.js'
import type { Use } from './uses.js'

/** Where one field refers to another only because both are in one list: see `Field`. */
const LINK = /^(?:next|children|functions\[\d+\]\.function)$/

/**
 * What cannot be none in a declaration: bytecode runs into nothing, a variable has no type. An enum can: the
 * variable is a plain byte then.
 */
const NEEDED_BY_VARIABLE = /^(?!enum$|arrayEnum$)/
const VARIABLE = /property$/i
const SCRIPT = /^script\[/

/**
 * Tells whether an object refers to another only as its neighbour in a list of fields (variables, functions,
 * states): no reason to keep that one.
 */
export function isLink({ from, field }: Use): boolean {
  return from instanceof EditExport && LINK.test(field) && isDeclaration(from)
}

/**
 * Tells whether a reference cannot become none: an object's class and outer, what bytecode names, the type of
 * a variable, and what a class or struct extends.
 */
export function isFirm({ from, field }: Use): boolean {
  if (field === 'class' || field === 'outer') return true
  if (!(from instanceof EditExport) || !isDeclaration(from)) return false
  if (VARIABLE.test(from.className)) return NEEDED_BY_VARIABLE.test(field)
  return SCRIPT.test(field) || (field === 'super' && /^(?:class|struct|scriptstruct)$/i.test(from.className))
}

function isDeclaration(entry: EditExport): boolean {
  return entry.class === null || FOUND_BY_NAME.test(entry.className)
}

/**
 * *Takes fields that are about to be removed out of the lists that they are in*: anyone who pointed at one
 * points at the next one that stays, and functions leave the maps by name (UE3). Otherwise all fields after
 * a removed one would be lost to the engine.
 *
 * @param links those uses of what goes for which `isLink` is true, by objects that stay.
 * @throws {PackageError} `unsupported` when one of those objects is not understood well enough to be changed.
 */
export async function unlinkFields(
  edit: PackageEdit,
  links: readonly Use[],
  gone: ReadonlySet<EditObject>,
): Promise<void> {
  for (const from of new Set(links.map((link) => link.from))) {
    if (!(from instanceof EditExport)) continue
    await edit.change(from, async (object) => {
      if (object instanceof Field) object.next = await firstThatStays(edit, object.next, gone)
      if (object instanceof Struct) object.children = await firstThatStays(edit, object.children, gone)
      if (object instanceof State)
        object.functions = object.functions.filter(({ function: own }) => !(own instanceof EditExport && gone.has(own)))
    })
  }
}

/** Structs of UE3 whose values are stored without the names of their members. */
const IMMUTABLE = StructFlag.Immutable | StructFlag.ImmutableWhenCooked

/**
 * Refuses to take a variable out of a struct that stays, where values of the struct are stored as its members
 * one after another: they would be read wrong.
 *
 * @throws {PackageError} `refused`.
 */
export async function checkStructs(edit: PackageEdit, gone: ReadonlySet<EditObject>): Promise<void> {
  for (const entry of gone) {
    const { outer } = entry
    if (!(entry instanceof EditExport && outer instanceof EditExport) || gone.has(outer)) continue
    if (!VARIABLE.test(entry.className) || !/^(?:script)?struct$/i.test(outer.className)) continue
    const { object } = await edit.read(outer)
    const isTagged =
      edit.package.context.engine === 3 && object instanceof Struct && (object.structFlags & IMMUTABLE) === 0
    if (isTagged) continue
    const values = `values of the struct ${outer.path}`
    const message = `${values} are stored without the names of its members, and would be misread`
    throw new PackageError('refused', message, { object: entry.path })
  }
}

async function firstThatStays(
  edit: PackageEdit,
  first: Field['next'],
  gone: ReadonlySet<EditObject>,
): Promise<Field['next']> {
  // A damaged list may go in a circle.
  const seen = new Set<EditObject>()
  let at = first
  while (at instanceof EditExport && gone.has(at)) {
    if (seen.has(at)) return null
    seen.add(at)
    const { object } = await edit.read(at)
    at = object instanceof Field ? object.next : null
  }
  return at
}
