import type { PackageEdit } from '../document.js'
import type { EditExport, EditImport, EditObject } from '../entries.js'
import { EditImport as Import } from '../entries.js'
import { usesOf } from '../uses.js'
import { ExportIndex, namesTo } from './export-index.js'
import { ImportIndex, importedAs, importOf, rootOf } from './import-index.js'
import { removeImports } from './remove-imports.js'

/** Where objects are that imports mean. */
export interface ObjectPlaces {
  /** The package that they are in. */
  readonly into: PackageEdit
  /** Where the object is that an import means; `undefined` for one that is where the import says. */
  placeOf(entry: EditImport): EditExport | undefined
  /** Tells whether a class is one of them. */
  hasClass(packageName: string, className: string): boolean
}

/** Objects that have another place now, as others find them: by the package and the path that they had. */
export class MovedObjects implements ObjectPlaces {
  readonly into: PackageEdit
  readonly #sources = new Map<string, ExportIndex>()
  readonly #targets: Map<EditExport, EditExport>

  /**
   * Made before anything is removed of the packages that the objects were in.
   *
   * @param moved from what an object was to what it is now, in `into`.
   */
  constructor(into: PackageEdit, sources: Iterable<PackageEdit>, moved: ReadonlyMap<EditExport, EditExport>) {
    this.into = into
    this.#targets = new Map(moved)
    for (const source of sources) this.#sources.set(source.package.name.toLowerCase(), new ExportIndex(source))
  }

  /** Objects that are where they were as well: who imports them goes on doing so. */
  stay(objects: Iterable<EditExport>): void {
    for (const object of objects) this.#targets.delete(object)
  }

  /** Tells whether objects of this package may have moved. */
  isSource(name: string): boolean {
    return this.#sources.has(name.toLowerCase())
  }

  /** Where the object is now that an import means; `undefined` for one that did not move. */
  placeOf(entry: EditImport): EditExport | undefined {
    const [root = '', ...path] = namesTo(entry)
    return this.#find(root, path, entry.className)
  }

  /** Tells whether a class moved. */
  hasClass(packageName: string, className: string): boolean {
    return this.#find(packageName, [className], 'Class') !== undefined
  }

  #find(root: string, path: readonly string[], className: string): EditExport | undefined {
    const found = this.#sources.get(root.toLowerCase())?.at(path, className)
    return found === undefined ? undefined : this.#targets.get(found)
  }
}

/**
 * *Imports objects from where they are now*, in a package that imports them from where they were. In the
 * package that they came to they become its own.
 *
 * Imports of the old package and its groups that are no longer needed are dropped; new ones take their
 * places.
 *
 * @returns how many imports mean another place now.
 */
export async function redirectImports(edit: PackageEdit, moved: ObjectPlaces): Promise<number> {
  const { into } = moved
  const found: { entry: EditImport; place: EditExport; depth: number }[] = []
  for (const entry of edit.imports) {
    const place = moved.placeOf(entry)
    if (place !== undefined) found.push({ entry, place, depth: namesTo(entry).length })
  }
  const classes = edit.imports.filter((entry) => moved.hasClass(entry.classPackage, entry.className))
  for (const entry of classes) entry.storedClassPackage = edit.addName(into.package.name)
  if (found.length === 0) return classes.length
  const imports = new ImportIndex(edit)
  const gone = new Set<EditImport>()
  const before = new Set<EditImport>()
  const replace = (entry: EditImport, by: EditObject) => {
    imports.forget(entry)
    entry.replacement = by
    gone.add(entry)
  }
  // What an import is in moves before it does.
  for (const { entry, place } of found.sort((a, b) => a.depth - b.depth)) {
    for (let outer = entry.outer; outer instanceof Import; outer = outer.outer) before.add(outer)
    if (edit === into) {
      replace(entry, place)
      continue
    }
    const { outer } = place
    const importedOuter =
      outer instanceof Import || outer === null ? imports.package(into.package.name) : importOf(imports, into, outer)
    const to = importedAs(into, place, importedOuter)
    if (!imports.move(entry, to)) replace(entry, imports.at(to))
  }
  for (const entry of await importsWithoutUse(edit, before, gone)) gone.add(entry)
  removeImports(edit, gone)
  return found.length
}

/** Of imports of packages and groups those that nothing is in any more, and that nobody refers to. */
async function importsWithoutUse(
  edit: PackageEdit,
  candidates: ReadonlySet<EditImport>,
  gone: ReadonlySet<EditImport>,
): Promise<EditImport[]> {
  const groups = new Set<EditObject>([...candidates].filter((entry) => entry.className === 'Package'))
  // Whatever stays needs all that it is in.
  const seen = new Set<EditObject>()
  for (const entry of edit.imports) {
    if (gone.has(entry) || groups.has(entry)) continue
    for (let at = entry.outer; at !== null && !seen.has(at); at = at.outer) {
      seen.add(at)
      groups.delete(at)
    }
  }
  if (groups.size === 0) return []
  const { uses, uncertain } = await usesOf(edit, (to) => groups.has(to))
  for (const { from, to } of uses) {
    if (from instanceof Import) continue
    for (let at: EditObject | null = to; at !== null; at = at.outer) groups.delete(at)
  }
  return [...groups].filter((entry): entry is EditImport => entry instanceof Import && !uncertain.has(entry))
}

/** Names of the packages that a document imports from. */
export function importedPackages(edit: PackageEdit): Set<string> {
  return new Set(edit.imports.map((entry) => rootOf(entry).name.toString()))
}
