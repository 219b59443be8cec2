import type { EditExport, PackageEdit } from '@ukit/edit'

/** *Objects of a document by name*, while it grows. */
export class OwnObjects {
  readonly #edit: PackageEdit
  #count = 0
  #last: EditExport | undefined
  #byName = new Map<string, EditExport[]>()

  constructor(edit: PackageEdit) {
    this.#edit = edit
  }

  /** Those of a name in lower case, in the order of the table. */
  named(name: string): readonly EditExport[] {
    const { exports } = this.#edit
    // Only new rows at the end: the others are known.
    const isLonger = exports[this.#count - 1] === this.#last
    if (!isLonger) {
      this.#count = 0
      this.#byName = new Map()
    }
    for (const entry of exports.slice(this.#count)) addByName(this.#byName, entry)
    this.#count = exports.length
    this.#last = exports.at(-1)
    return this.#byName.get(name) ?? []
  }
}

/** Adds an object to those of its name. */
export function addByName<T extends { readonly name: string }>(byName: Map<string, T[]>, object: T): void {
  const key = object.name.toLowerCase()
  const list = byName.get(key)
  if (list === undefined) byName.set(key, [object])
  else list.push(object)
}
