import { Archive, ObjectFlagHigh, ObjectFlagLow, PackageFlag, Version } from '@ukit/container'
import { ExportObject, type PackageSet } from '@ukit/core'
import { EditExport, EditImport, type EditObject, type PackageEdit } from '@ukit/edit'

/**
 * *Says of each object which others it needs* (UE3, since version 415), in the order of the file and each
 * once: its class, its archetype, then what its body refers to; for a default object, the body comes first.
 * Behind an object of another package comes what that is in, except the package.
 *
 * Native classes and what they declare are there anyway and in no list, unlike their default objects. Known
 * from all 8,222 objects of ten packages that were not cooked (versions 536 to 884).
 *
 * @param packages where classes of other packages are found; those of packages that are missing are taken for
 *   native.
 * @param exports of which objects; of all by default.
 * @throws {PackageError} when an object cannot be read.
 */
export async function placeDepends(
  edit: PackageEdit,
  packages: PackageSet,
  exports: readonly EditExport[] = edit.exports,
): Promise<void> {
  const { context } = edit.package
  // A package that was cooked says nothing of what its objects need.
  if (!context.since(Version.DependsTable) || (edit.summary.flags & PackageFlag.Cooked) !== 0) return
  const left = await leftOut(edit, packages)
  for (const entry of exports) {
    const needed = new Set<EditObject>()
    const need = (to: unknown) => {
      if (to instanceof EditExport) {
        if (to !== entry && !left.has(topOf(to))) needed.add(to)
      } else if (to instanceof EditImport && !left.has(topOf(to))) {
        for (let at: EditObject | null = to; at !== null && at.outer !== null; at = at.outer) needed.add(at)
      }
    }
    const needOfBody = async () => {
      if (entry.body.kind === 'stored' && entry.body.size === 0) return
      const { object } = await edit.read(entry)
      object.serialize(Archive.references({ name: () => undefined, object: need }, context, edit.subjectOf(entry)))
    }
    const isDefault = (entry.flags & ObjectFlagLow.ClassDefaultObject) !== 0
    if (isDefault) await needOfBody()
    need(entry.class)
    need(entry.archetype)
    if (!isDefault) await needOfBody()
    entry.depends = [...needed]
  }
}

/** The outermost of what an object is in: of another package, the one in that package. */
function topOf(object: EditObject): EditObject {
  let at = object
  while (at.outer !== null && (at instanceof EditExport || at.outer.outer !== null)) at = at.outer
  return at
}

/** The outermost objects that nothing says it needs: native classes, and other packages themselves. */
async function leftOut(edit: PackageEdit, packages: PackageSet): Promise<ReadonlySet<EditObject>> {
  const left = new Set<EditObject>()
  for (const entry of edit.exports) if (entry.outer === null && entry.class === null && isNative(entry)) left.add(entry)
  for (const entry of edit.imports) {
    if (entry.outer === null) left.add(entry)
    else if (entry.outer.outer === null && entry.className === 'Class') {
      const found = (await packages.package(entry.outer.name))?.find(`Class'${entry.name}'`)
      // A class that no package has is in the program only.
      if (!(found instanceof ExportObject) || isNative(found)) left.add(entry)
    }
  }
  return left
}

function isNative({ flagsHigh }: { readonly flagsHigh: number }): boolean {
  return (flagsHigh & ObjectFlagHigh.Native) !== 0
}
