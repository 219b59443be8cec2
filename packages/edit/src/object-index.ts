import { type EditEntry, EditExport, EditImport, type EditObject, type EntryWatch } from './entries.js'

/**
 * *Objects of a document by what they are in and by name*, ignoring case: kept up to date while objects are
 * added, renamed and moved, so that none of these looks at all the others.
 */
export class ObjectIndex implements EntryWatch {
  readonly #inside = new Map<EditObject | null, Map<string, Set<EditEntry>>>()

  constructor(objects: Iterable<EditObject>) {
    for (const object of objects) this.add(object)
  }

  /** A further object. */
  add(object: EditObject): void {
    object.watch = this
    this.enter(object)
  }

  enter(entry: EditEntry): void {
    let names = this.#inside.get(entry.outer)
    if (names === undefined) {
      names = new Map()
      this.#inside.set(entry.outer, names)
    }
    const key = entry.name.toLowerCase()
    const same = names.get(key)
    if (same === undefined) names.set(key, new Set([entry]))
    else same.add(entry)
  }

  leave(entry: EditEntry): void {
    const names = this.#inside.get(entry.outer)
    const key = entry.name.toLowerCase()
    const same = names?.get(key)
    same?.delete(entry)
    if (same?.size === 0) names?.delete(key)
    if (names?.size === 0) this.#inside.delete(entry.outer)
  }

  /** What has a name in `outer`: exports first, each kind in table order. */
  named(outer: EditObject | null, name: string): EditObject[] {
    return inTableOrder([...(this.#inside.get(outer)?.get(name.toLowerCase()) ?? [])])
  }

  /** All that is directly inside `outer`: exports first, each kind in table order. */
  inside(outer: EditObject | null): EditObject[] {
    return inTableOrder([...(this.#inside.get(outer)?.values() ?? [])].flatMap((same) => [...same]))
  }

  /** Objects of a path in lower case: exports first, each kind in table order. */
  at(path: string): EditObject[] {
    const parts = path.split('.')
    const found: EditObject[] = []
    const waiting: [outer: EditObject | null, from: number][] = [[null, 0]]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [outer, from] = next
      const names = this.#inside.get(outer)
      if (names === undefined) continue
      // Names may hold dots.
      for (let end = from + 1; end <= parts.length; end++) {
        for (const entry of this.named(outer, parts.slice(from, end).join('.'))) {
          if (end === parts.length) found.push(entry)
          else waiting.push([entry, end])
        }
      }
    }
    return inTableOrder(found)
  }
}

function inTableOrder(entries: readonly EditEntry[]): EditObject[] {
  const byPlace = (a: EditEntry, b: EditEntry) => a.index - b.index
  return [
    ...entries.filter((entry) => entry instanceof EditExport).sort(byPlace),
    ...entries.filter((entry) => entry instanceof EditImport).sort(byPlace),
  ]
}
