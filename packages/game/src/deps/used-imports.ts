import type { Package } from '@ukit/core'
import { EditImport, type EditObject, PackageEdit, usesOf } from '@ukit/edit'

/** The imports of a package that something really refers to. */
export interface UsedImports {
  /** Places in the import table of imports that are used; with what they are in. */
  readonly used: ReadonlySet<number>
  /** Paths of objects with bytes that are not understood, which may use any of the other imports. */
  readonly opaque: readonly string[]
}

/**
 * *What of the import table is really used*: an import that a row of the export table, or a field inside an
 * object, refers to, and what such an import is in. The rest are unused: left over from an edit, or added by
 * a tool.
 *
 * Decodes every object once. Lists of dependencies and GUIDs after UE3's tables do not count as use.
 *
 * @throws {PackageError} when the bytes of a body cannot be read.
 */
export async function usedImports(pkg: Package): Promise<UsedImports> {
  const edit = await PackageEdit.open(pkg)
  const { uses, opaque } = await usesOf(edit, (to) => to instanceof EditImport)
  const used = new Set<number>()
  for (const { from, to } of uses) {
    // Being inside another import does not count as use: the first may itself be unused.
    if (from instanceof EditImport) continue
    for (let at: EditObject | null = to; at instanceof EditImport && !used.has(at.position); at = at.outer) {
      used.add(at.position)
    }
  }
  return { used, opaque: opaque.map((entry) => entry.path) }
}
