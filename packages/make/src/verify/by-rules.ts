import { NameEntry } from '@ukit/container'
import { ObjectReader, type Package, type PackageSet } from '@ukit/core'
import { buildPackage, dropUnused, PackageEdit } from '@ukit/edit'
import { finishPackage } from '../order/finish-package.js'
import type { ClassDifference } from './compare-classes.js'
import { bytesDifference, tableDifference, takeSummary } from './package-bytes.js'

/**
 * *Compares a package of UE3 that was built again from texts, its tables in the order that the rules give,
 * with the whole one, byte for byte.* Unlike `wholeDifference` it takes no name, import or object from
 * it; only what no text says: the summary's GUID, generations, flags, folder, source number, and versions of
 * engine and cooker, the number that cooking gave each object, which names the log leaves out, the case of
 * names that no loaded package has so (they are counted), and the name that a renamed file was compiled
 * under.
 *
 * @param edit as it was built; afterwards its tables are in that order.
 * @param loaded packages that it was compiled against, without itself: names are written as there.
 * @param packages where what variables are is found.
 * @returns the first difference; `undefined` when there is none; and how many names it writes otherwise.
 * @throws {PackageError} when an object cannot be read.
 */
export async function differenceByRules(
  edit: PackageEdit,
  pkg: Package,
  loaded: readonly Package[],
  packages: PackageSet,
): Promise<{ readonly difference: ClassDifference | undefined; readonly otherCase: number }> {
  // Before that too: a cooked package says nothing of what its objects need.
  takeSummary(edit, pkg)
  await finishPackage(edit, { files: [], loaded }, packages, await homeName(pkg, packages))
  const ordered = await PackageEdit.open(await buildPackage(edit), { packages })
  const tables = tableDifference(ordered, pkg)
  if (tables !== undefined) return { difference: tables, otherCase: 0 }
  const reader = await ObjectReader.open(pkg, { packages })
  for (const [index, object] of pkg.exports.entries()) {
    const entry = ordered.exports[index]
    const { netIndex } = (await reader.read(object)).object
    if (entry === undefined || netIndex === -1) continue
    await ordered.change(entry, (of) => {
      of.netIndex = netIndex
    })
  }
  takeSummary(ordered, pkg)
  const otherCase = takeWriting(ordered, pkg)
  return { difference: await bytesDifference(await buildPackage(ordered), pkg), otherCase }
}

/** Flag of a name of UE3, upper half: the compiler's log leaves out what has this name, by its ini. */
const SUPPRESSED = 0x1000

/** Gives names the flag and the case that no text says, and counts those that were written otherwise. */
function takeWriting(edit: PackageEdit, pkg: Package): number {
  let otherCase = 0
  for (const [index, { flagsHigh, text }] of pkg.nameTable.entries()) {
    const name = edit.nameTable[index]
    if (name === undefined) continue
    if (name.text !== text.text) otherCase++
    const flags = name.entry.flagsHigh | (flagsHigh & SUPPRESSED)
    name.entry = Object.assign(new NameEntry(), name.entry, { text, flagsHigh: flags, verbatim: undefined })
  }
  return otherCase
}

/** The name that a package was compiled under: its own, or, of a renamed file, the one that nothing uses. */
async function homeName(pkg: Package, packages: PackageSet): Promise<string> {
  const edit = await PackageEdit.open(pkg, { packages })
  if (edit.findName(pkg.name) !== undefined) return pkg.name
  const { names } = await dropUnused(edit)
  return names[0] ?? pkg.name
}
