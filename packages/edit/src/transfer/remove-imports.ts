import type { PackageEdit } from '../document.js'
import type { EditImport, EditName, EditObject } from '../entries.js'

/**
 * Takes imports out of a document, and puts new ones into the places that they leave: as long as there are as
 * many, all others keep theirs, and no body has to be written again for it.
 */
export function removeImports(edit: PackageEdit, gone: ReadonlySet<EditImport>): void {
  if (gone.size === 0) return
  const isFresh = (entry: EditImport) => entry.origin === undefined && !gone.has(entry)
  const fresh = edit.imports.filter(isFresh)
  const order: EditImport[] = []
  let used = 0
  for (const entry of edit.imports) {
    if (isFresh(entry)) continue
    const next = gone.has(entry) ? fresh[used++] : entry
    if (next !== undefined) order.push(next)
  }
  edit.removeEntries(new Set<EditName | EditObject>(gone))
  edit.reorder({ imports: [...order, ...fresh.slice(used)] })
}
