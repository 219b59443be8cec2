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
  { mentionsOf }: ReferenceCounts,
  loaded: LoadedPackages,
): EditName[] {
  const own = new Set<EditName>()
  const known = new Set<EditName>()
  const add = (name: EditName | undefined) => {
    if (name === undefined || own.has(name) || known.has(name)) return
    if (loaded.nameRank(name.text) === undefined) own.add(name)
    else known.add(name)
  }
  const addAll = (names: ReadonlySet<EditName> = NONE) => {
    for (const name of names) add(name)
  }
  const entryOf = (entry: unknown) => (entry instanceof EditName ? entry : undefined)
  // Names of what is imported were there before, also of packages that are not available.
  for (const entry of edit.imports) add(entryOf(entry.storedName.entry))
  // A file that was renamed keeps the name that it was compiled under.
  const home = created.heads.map((entry) => mentionsOf(entry)?.home).find((name) => name !== undefined)
  add(home ?? edit.findName(edit.name))
  for (const entry of created.heads) add(entryOf(entry.storedName.entry))
  add(edit.findName('ScriptText'))
  const inside = membersOf(created)
  for (const of of created.compiled) {
    add(mentionsOf(of)?.config)
    for (const entry of inside.get(of) ?? []) {
      const mentions = mentionsOf(entry)
      add(mentions?.category)
      add(entryOf(entry.storedName.entry))
      addAll(mentions?.declared)
    }
  }
  for (const of of created.compiled) {
    for (const entry of [...(inside.get(of) ?? []), of].reverse()) addAll(mentionsOf(entry)?.code)
    addAll(mentionsOf(of)?.names)
  }
  for (const name of edit.nameTable) add(name)
  const before = edit.nameTable.filter((name) => known.has(name))
  const ranks = new Map(before.map((name) => [name, loaded.nameRank(name.text) ?? 0]))
  before.sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  return [...before, ...own]
}

const NONE: ReadonlySet<EditName> = new Set()

/** Everything that is in a class, by the class, in the order of creation. */
function membersOf({ exports, compiled }: CreationOrder): ReadonlyMap<EditObject, readonly EditExport[]> {
  const inside = new Map<EditObject, EditExport[]>(compiled.map((of) => [of, []]))
  for (const entry of exports) for (let at = entry.outer; at !== null; at = at.outer) inside.get(at)?.push(entry)
  return inside
}
