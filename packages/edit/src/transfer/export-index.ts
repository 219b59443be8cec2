import { isPublicObject } from '@ukit/container'
import { Limit } from '@ukit/container/internal'
import { PackageError } from '@ukit/files'
import type { PackageEdit } from '../document.js'
import { EditExport, type EditObject } from '../entries.js'
import { addGroup } from '../move-object.js'

/** True for a group: an object of the class Package, which holds others and nothing else. */
export function isGroup(object: EditObject): boolean {
  return object instanceof EditExport && object.className.toLowerCase() === 'package'
}

/**
 * *The exports of a document by outer and name*, ignoring case; kept up to date by anyone who adds some.
 */
export class ExportIndex {
  readonly #edit: PackageEdit
  readonly #byOuter = new Map<EditObject | null, Map<string, EditExport[]>>()

  readonly #classNames = new Map<EditExport, string>()

  constructor(edit: PackageEdit) {
    this.#edit = edit
    for (const entry of edit.exports) this.add(entry)
  }

  /** @param className of an object that does not know its class yet. */
  add(entry: EditExport, className?: string): void {
    if (className !== undefined) this.#classNames.set(entry, className)
    const names = this.#byOuter.get(entry.outer) ?? new Map<string, EditExport[]>()
    this.#byOuter.set(entry.outer, names)
    const key = entry.name.toLowerCase()
    const list = names.get(key)
    if (list === undefined) names.set(key, [entry])
    else list.push(entry)
  }

  /** All that is directly inside an outer; `null` for the top of the package. */
  *inside(outer: EditObject | null): Generator<EditExport> {
    for (const list of this.#byOuter.get(outer)?.values() ?? []) yield* list
  }

  /** Objects and all that is in them, outermost first. */
  families(roots: Iterable<EditExport>): Set<EditExport> {
    const found = new Set<EditExport>(roots)
    // What is added while the set is walked is walked too.
    for (const entry of found) for (const inner of this.inside(entry)) found.add(inner)
    return found
  }

  /** What has a name in an outer. */
  named(outer: EditObject | null, name: string): readonly EditExport[] {
    return this.#byOuter.get(outer)?.get(name.toLowerCase()) ?? []
  }

  /**
   * Who has the place that an object of this class would take: in UE3 anyone who has the name, before that
   * only one of the same class.
   */
  conflicting(outer: EditObject | null, name: string, className: string): EditExport | undefined {
    const named = this.named(outer, name)
    if (this.#edit.package.context.engine === 3) return named[0]
    const key = className.toLowerCase()
    return named.find((entry) => (this.#classNames.get(entry) ?? entry.className).toLowerCase() === key)
  }

  /** The object at a path from the top; of several of one path the one of this class, otherwise the first. */
  at(path: readonly string[], className: string): EditExport | undefined {
    let outers: readonly (EditExport | null)[] = [null]
    for (const name of path) outers = outers.flatMap((outer) => this.named(outer, name))
    const found = outers.filter((entry) => entry !== null)
    const key = className.toLowerCase()
    return found.find((entry) => entry.className.toLowerCase() === key) ?? found[0]
  }

  /** The group of this name, if there is one. */
  group(outer: EditObject | null, name: string): EditExport | undefined {
    return this.named(outer, name).find(isGroup)
  }

  /**
   * The group of this name, made where there is none. @throws {PackageError} `refused` when another object
   * has the name (UE3).
   */
  groupIn(outer: EditExport | null, name: string): EditExport {
    const known = this.group(outer, name)
    if (known !== undefined) return known
    const taken = this.conflicting(outer, name, 'Package')
    if (taken !== undefined)
      throw new PackageError('refused', `the name is taken: ${taken.className}'${taken.path}'`, { object: name })
    const entry = addGroup(this.#edit, outer, name)
    this.add(entry)
    return entry
  }
}

/** Names from the top of the package to an object. */
export function namesTo(object: EditObject): string[] {
  const names: string[] = []
  let at: EditObject | null = object
  for (let depth = 0; at !== null && depth < Limit.Outers; depth++) {
    names.unshift(at.name)
    at = at.outer
  }
  return names
}

/** Tells whether other packages may refer to an object. */
export function isPublic(edit: PackageEdit, entry: EditExport): boolean {
  return isPublicObject(entry, edit.package.context)
}
