import { Archive, Version } from '@ukit/container'
import { EditExport, type EditObject, type PackageEdit } from '@ukit/edit'

/** Of a package: it was cooked, and says nothing of what its objects need. */
const COOKED = 8

/**
 * *Says of each object which others of the package it needs* (UE3, since version 415): its class, its
 * archetype, also one of another package, then what its body refers to, in the order of the file and each
 * once.
 *
 * @param exports of which objects; of all by default.
 * @throws {PackageError} when an object cannot be read.
 */
export async function placeDepends(edit: PackageEdit, exports: readonly EditExport[] = edit.exports): Promise<void> {
  const { context } = edit.package
  if (!context.since(Version.DependsTable) || (edit.summary.flags & COOKED) !== 0) return
  for (const entry of exports) {
    const needed = new Set<EditObject>()
    const need = (to: unknown) => {
      if (to instanceof EditExport && to !== entry) needed.add(to)
    }
    need(entry.class)
    if (entry.archetype !== null) needed.add(entry.archetype)
    if (!(entry.body.kind === 'stored' && entry.body.size === 0)) {
      const { object } = await edit.read(entry)
      object.serialize(Archive.references({ name: () => undefined, object: need }, context, edit.subjectOf(entry)))
    }
    entry.depends = [...needed]
  }
}
