import type { Name, NameSource } from '@ukit/container'
import type { EditName, EditObject } from './entries.js'

/**
 * *The entries of a document that is made again and again*: the next document gives who asks it for a name,
 * an import or an object the entry that the one before had for it. So objects that were made for the one
 * before, which hold entries, are right in the next one.
 */
export class EntryPool {
  readonly #names = new Map<string, EditName>()
  /** By what they are in, and by name. */
  readonly #objects = new Map<EditObject | null, Map<NameSource, EditObject[]>>()

  /** The entry of a text in lower case. */
  name(key: string): EditName | undefined {
    return this.#names.get(key)
  }

  /** Keeps the entry of a text in lower case. */
  addName(key: string, entry: EditName): void {
    this.#names.set(key, entry)
  }

  /** Objects and imports of a name inside another, in the order in which they were first added. */
  named(outer: EditObject | null, name: Name): readonly EditObject[] {
    const same = this.#objects.get(outer)?.get(name.entry) ?? NOTHING
    return same.filter(({ storedName }) => storedName.number === name.number)
  }

  /** Keeps an entry by its place and name. */
  add(entry: EditObject): void {
    let names = this.#objects.get(entry.outer)
    if (names === undefined) {
      names = new Map()
      this.#objects.set(entry.outer, names)
    }
    const { entry: name } = entry.storedName
    const same = names.get(name)
    if (same === undefined) names.set(name, [entry])
    else same.push(entry)
  }
}

const NOTHING: readonly EditObject[] = []
