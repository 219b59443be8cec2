import { type EditExport, EditName, type EditObject, type PackageEdit } from '@ukit/edit'
import type { CreationOrder } from './creation-order.js'
import type { LoadedPackages } from './loaded-packages.js'
import type { ReferenceCounts } from './reference-counts.js'

/**
 * *Names in the order in which the compiler's process came to have them*: those that it had before it made
 * the package, then the package's own, as reading and compiling its files meets them.
 *
 * Reading the files gives the names of the package and of the classes. Then all classes are declared: each
 * gives the name of its ini file and those of its fields, each with what its declaration names (a variable's
 * category before its name). Then all are compiled: each gives the names in its code, and those in its
 * default properties.
 */
export function namesAsCreated(
  edit: PackageEdit,
  created: CreationOrder,
  { mentions }: ReferenceCounts,
  loaded: LoadedPackages,
): EditName[] {
  const own = new Set<EditName>()
  const add = (name: EditName | undefined) => {
    if (name !== undefined && loaded.nameRank(name.text) === undefined) own.add(name)
  }
  const entryOf = (entry: unknown) => (entry instanceof EditName ? entry : undefined)
  // Names of what is imported were there before, also of packages that are not available.
  for (const entry of edit.imports) add(entryOf(entry.storedName.entry))
  // A file that was renamed keeps the name that it was compiled under.
  const home = created.heads
    .flatMap((entry) => mentions.get(entry) ?? [])
    .find(({ field }) => field === 'packageImports[0]')
  add(entryOf(home?.what) ?? edit.findName(edit.name))
  for (const entry of created.heads) add(entryOf(entry.storedName.entry))
  add(edit.findName('ScriptText'))
  const inside = membersOf(created)
  for (const of of created.compiled) {
    for (const { what, field } of mentions.get(of) ?? []) if (field === 'configName') add(entryOf(what))
    for (const entry of inside.get(of) ?? []) {
      const named = (mentions.get(entry) ?? []).filter(({ field }) => !isCode(field))
      for (const { what, field } of named) if (field === 'category') add(entryOf(what))
      add(entryOf(entry.storedName.entry))
      for (const { what } of named) add(entryOf(what))
    }
  }
  for (const of of created.compiled) {
    for (const entry of [...(inside.get(of) ?? []), of].reverse())
      for (const { what, field } of mentions.get(entry) ?? []) if (isCode(field)) add(entryOf(what))
    for (const { what } of mentions.get(of) ?? []) add(entryOf(what))
  }
  for (const name of edit.nameTable) add(name)
  const known = edit.nameTable.filter((name) => !own.has(name))
  known.sort((a, b) => (loaded.nameRank(a.text) ?? 0) - (loaded.nameRank(b.text) ?? 0))
  return [...known, ...own]
}

/** Everything that is in an object, by the object, in the order of creation. */
function membersOf({ exports }: CreationOrder): ReadonlyMap<EditObject, readonly EditExport[]> {
  const inside = new Map<EditObject, EditExport[]>()
  for (const entry of exports) {
    for (let at = entry.outer; at !== null; at = at.outer) {
      const list = inside.get(at)
      if (list === undefined) inside.set(at, [entry])
      else list.push(entry)
    }
  }
  return inside
}

function isCode(field: string): boolean {
  return field.startsWith('script.') || field.startsWith('script[')
}
