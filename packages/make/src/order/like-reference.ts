import { NameEntry } from '@ukit/container'
import type { Package } from '@ukit/core'
import type { EditExport, EditImport, EditName, EditObject, PackageEdit } from '@ukit/edit'

/**
 * *Puts names, imports and exports in the order that they have in another package*, usually the one that the
 * game's own compiler made of the same sources. What only the document has comes after it; what only the
 * other package has is left out.
 *
 * Objects match by class and path, ignoring case; several of one path, in their order. Names take over how
 * the other package writes them, and their flags: both come from what else the compiler had loaded, which no
 * source tells.
 */
export function orderLike(edit: PackageEdit, reference: Package): void {
  const names: EditName[] = []
  for (const row of reference.nameTable) {
    const entry = edit.findName(row.text.text)
    if (entry === undefined) continue
    names.push(entry)
    entry.entry = Object.assign(new NameEntry(), row, { verbatim: undefined })
  }
  const imports = new Places(edit.imports)
  const exports = new Places(edit.exports)
  edit.reorder({
    nameTable: withOthers(names, edit.nameTable),
    imports: withOthers(
      reference.imports.map((object) => imports.take(object)),
      edit.imports,
    ),
    exports: withOthers(
      reference.exports.map((object) => exports.take(object)),
      edit.exports,
    ),
  })
}

/** Entries by class and path, each to be taken once. */
class Places<T extends EditImport | EditExport> {
  readonly #waiting = new Map<string, T[]>()

  constructor(entries: readonly T[]) {
    for (const entry of entries) {
      const key = keyOf(entry)
      const known = this.#waiting.get(key)
      if (known === undefined) this.#waiting.set(key, [entry])
      else known.push(entry)
    }
  }

  take(object: { readonly className: string; readonly path: string }): T | undefined {
    return this.#waiting.get(keyOf(object))?.shift()
  }
}

function keyOf({ className, path }: Pick<EditObject, 'className' | 'path'>): string {
  return `${className}'${path}'`.toLowerCase()
}

/** The found ones, each once, then the rest in the order that they had. */
function withOthers<T>(found: readonly (T | undefined)[], all: readonly T[]): T[] {
  const first = new Set<T>()
  for (const one of found) if (one !== undefined) first.add(one)
  return [...first, ...all.filter((one) => !first.has(one))]
}
