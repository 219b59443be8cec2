import { NameEntry, type UString } from '@ukit/container'
import type { Package } from '@ukit/core'
import type { EditImport, EditName, PackageEdit } from '@ukit/edit'
import { creationOrder } from './creation-order.js'
import { usualFlagsOf } from './hardcoded-names.js'
import { orderLike } from './like-reference.js'
import { importedPackages, LoadedPackages } from './loaded-packages.js'
import { namesAsCreated } from './names-as-created.js'
import type { OrderMemory } from './order-memory.js'
import { qsort, type SortVariant } from './qsort.js'
import { countReferences } from './reference-counts.js'
import { orderUe3Tables } from './ue3-order.js'

/** How the tables of a package are ordered. */
export type TableOrder =
  | {
      /** As another package has them. */
      readonly like: Package
    }
  | OrderRules

/** What the engine's own order depends on besides the package. */
export interface OrderRules {
  /** Names of the classes, in the order of their files; folders are read in alphabetical order. */
  readonly files: readonly string[]
  /** Packages that the compiler may have loaded, in that order; those count that the package needs. */
  readonly loaded: readonly Package[]
  /**
   * Those before the package in the `EditPackages` of its ini, in that order: the compiler has loaded all of
   * them, needed or not. Those of `loaded` that are not among them come after.
   */
  readonly editPackages?: readonly Package[] | undefined
  /** The `qsort` of its C library; `median` by default. */
  readonly sort?: SortVariant
  /** What ordering earlier documents of the package found out. */
  readonly memory?: OrderMemory | undefined
}

/**
 * *Puts names, imports and exports into the order in which they are saved*: that of another package, or the
 * one that the engine gives a package of UE1 and UE2: sorted by how often each is needed, rows that are
 * needed equally often in the order in which `qsort` leaves them.
 *
 * How far that goes, on packages that were compared: which row goes before which is always right, the order
 * of exports that are needed equally often for packages without assets whose supers are all available, that
 * of names where the loaded packages are those that the compiler had, that of imports where few classes of
 * Engine are among them: the order in which its DLL registers them is not known, Core's is. UE3 sorts by
 * names and paths, and the rules do not count there.
 *
 * @param edit its exports are in the order of the text inside each class.
 * @throws {PackageError} when an object cannot be read.
 */
export async function orderTables(edit: PackageEdit, how: TableOrder): Promise<void> {
  if ('like' in how) orderLike(edit, how.like)
  else if (edit.package.context.engine === 3) {
    writeNamesAsLoaded(edit, how)
    await orderUe3Tables(edit)
  } else await orderByRules(edit, how)
}

async function orderByRules(edit: PackageEdit, rules: OrderRules): Promise<void> {
  const { editPackages = [] } = rules
  const listed = new Set(editPackages.map(({ name }) => name.toLowerCase()))
  const others = rules.loaded.filter(({ name }) => !listed.has(name.toLowerCase()))
  const needed = importedPackages(edit, [...editPackages, ...others])
  const { memory } = rules
  const all = [...new Set([...editPackages, ...needed])]
  const loaded = memory?.loadedPackages(all, needed) ?? new LoadedPackages(all, needed)
  const created = creationOrder(edit, rules.files, loaded)
  const counts = await countReferences(edit, memory)
  const exports = [...created.exports]
  const imports = importsAsLoaded(edit, loaded)
  const names = namesAsCreated(edit, created, counts, loaded)
  qsort(exports, (a, b) => counts.ofExport(b) - counts.ofExport(a), rules.sort)
  qsort(imports, (a, b) => counts.ofImport(b) - counts.ofImport(a), rules.sort)
  qsort(names, (a, b) => counts.ofName(b) - counts.ofName(a), rules.sort)
  for (const entry of names) writeAsLoaded(edit, entry, loaded)
  edit.reorder({ nameTable: names, imports, exports })
}

/** What UE3's compiler always has loaded. */
const ALWAYS_LOADED = /^(?:core|engine)$/i

/**
 * Names keep the upper and lower case that the first package with them has (UE3): of UDK's GFxUI 540 of 544,
 * 510 without that; of TestUC3 and WinDrv all.
 */
function writeNamesAsLoaded(edit: PackageEdit, { editPackages = [], loaded }: OrderRules): void {
  const needed = new Set(importedPackages(edit, loaded))
  const others = loaded.filter((pkg) => needed.has(pkg) || ALWAYS_LOADED.test(pkg.name))
  const written = new Map<string, UString>()
  for (const pkg of [...editPackages, ...others]) {
    for (const { text } of pkg.nameTable) {
      const key = text.text.toLowerCase()
      if (!written.has(key)) written.set(key, text)
    }
  }
  for (const name of edit.nameTable) {
    const text = written.get(name.text.toLowerCase())
    if (text !== undefined && text.text !== name.text)
      name.entry = Object.assign(new NameEntry(), name.entry, { text, verbatim: undefined })
  }
}

/**
 * A name that the process has already keeps its upper and lower case and its flags; others are usual ones.
 */
function writeAsLoaded(edit: PackageEdit, entry: EditName, loaded: LoadedPackages): void {
  const known = loaded.nameRow(entry.text)
  const { text, flags } = known ?? { text: entry.entry.text, flags: usualFlagsOf(entry.text) }
  const isUe1 = edit.package.context.engine === 1
  const row = { text, flags: known === undefined && !isUe1 ? entry.entry.flags : flags, verbatim: undefined }
  entry.entry = Object.assign(new NameEntry(), entry.entry, row)
}

/**
 * Imports in the order in which their objects were loaded; those of packages that are not available at the
 * end.
 */
function importsAsLoaded(edit: PackageEdit, loaded: LoadedPackages): EditImport[] {
  const ranks = new Map(edit.imports.map((entry) => [entry, loaded.objectRank(entry.path) ?? Number.MAX_SAFE_INTEGER]))
  return [...edit.imports].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
}
