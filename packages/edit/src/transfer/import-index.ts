import { Limit } from '@ukit/container/internal'
import type { PackageEdit } from '../document.js'
import { EditExport, type EditImport, type EditObject } from '../entries.js'

/** What an import says of an object of another package. */
export interface Imported {
  readonly name: string
  readonly outer: EditObject | null
  readonly className: string
  readonly classPackage: string
}

/**
 * *The imports of a document by what they are*: an import that is there is found, and one that is not is
 * added.
 *
 * As the engine does, names are compared ignoring case, and two objects of one outer and name are told apart
 * by their class.
 */
export class ImportIndex {
  readonly #edit: PackageEdit
  readonly #rows = new Map<EditObject | null, Map<string, EditImport>>()

  constructor(edit: PackageEdit) {
    this.#edit = edit
    for (const entry of edit.imports) this.#add(entry)
  }

  /** The import of an object; `undefined` when there is none. */
  find({ name, outer, className }: Omit<Imported, 'classPackage'>): EditImport | undefined {
    return this.#rows.get(outer)?.get(keyOf(name, className))
  }

  /** The import of an object, added where there is none. */
  at(what: Imported): EditImport {
    const known = this.find(what)
    if (known !== undefined) return known
    const entry = this.#edit.addImport(what)
    this.#add(entry)
    return entry
  }

  /** The import of a package itself, added where there is none. */
  package(name: string): EditImport {
    return this.at({ name, outer: null, className: 'Package', classPackage: 'Core' })
  }

  /**
   * Makes an import mean an object at another place; who refers to it goes along.
   *
   * @returns false when there is an import of that object already: then nothing is changed.
   */
  move(entry: EditImport, to: Imported): boolean {
    const other = this.find(to)
    if (other !== undefined && other !== entry) return false
    this.forget(entry)
    entry.outer = to.outer
    // Another case of the name is no other name, and the table has one entry for both.
    if (entry.name.toLowerCase() !== to.name.toLowerCase()) entry.storedName = this.#edit.addName(to.name)
    if (entry.classPackage.toLowerCase() !== to.classPackage.toLowerCase())
      entry.storedClassPackage = this.#edit.addName(to.classPackage)
    if (entry.className.toLowerCase() !== to.className.toLowerCase())
      entry.storedClassName = this.#edit.addName(to.className)
    this.#add(entry)
    this.#edit.revision++
    return true
  }

  /** The import is no longer found: it is about to go. */
  forget(entry: EditImport): void {
    const rows = this.#rows.get(entry.outer)
    const key = keyOf(entry.name, entry.className)
    if (rows?.get(key) === entry) rows.delete(key)
  }

  #add(entry: EditImport): void {
    const rows = this.#rows.get(entry.outer) ?? new Map<string, EditImport>()
    this.#rows.set(entry.outer, rows)
    const key = keyOf(entry.name, entry.className)
    // The first of several wins, as it does for the engine.
    if (!rows.has(key)) rows.set(key, entry)
  }
}

function keyOf(name: string, className: string): string {
  return `${name}\0${className}`.toLowerCase()
}

/** The outermost of what an object is in, or itself: of an import the package that it is imported from. */
export function rootOf(object: EditObject): EditObject {
  let at = object
  // As deep as a path is looked at; a cycle, which only a damaged file has, ends somewhere in it.
  for (let depth = 0; at.outer !== null && depth < Limit.Outers; depth++) at = at.outer
  return at
}

/** Package and name of an object's class, as an import of the object says them. */
export function classOf(edit: PackageEdit, entry: EditExport): { className: string; classPackage: string } {
  const { class: of } = entry
  if (of === null) return { className: 'Class', classPackage: 'Core' }
  const classPackage = of instanceof EditExport ? edit.package.name : rootOf(of).name.toString()
  return { className: of.name, classPackage }
}

/** What an import of an object says, for an outer that the caller knows. */
export function importedAs(edit: PackageEdit, entry: EditExport, outer: EditObject | null): Imported {
  return { name: entry.name, outer, ...classOf(edit, entry) }
}

/**
 * The import of an object of another document, with the imports of what it is in; added where they are not
 * there.
 */
export function importOf(into: ImportIndex, of: PackageEdit, entry: EditExport): EditImport {
  const { outer } = entry
  const place = outer instanceof EditExport ? importOf(into, of, outer) : into.package(of.package.name)
  return into.at(importedAs(of, entry, place))
}
