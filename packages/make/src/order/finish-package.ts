import { packageSourceCrc } from '@ukit/codecs'
import { PackageFlag } from '@ukit/container'
import type { PackageSet } from '@ukit/core'
import { dropUnused, importAt, type PackageEdit } from '@ukit/edit'
import { placeDepends } from './depends.js'
import { orderTables, type TableOrder } from './order-tables.js'

/**
 * *What a compiler does to a package when its objects are made*, before it saves it: the rows that it has
 * anyway, those that it has not, the order of its tables, what each object needs.
 *
 * @param packages where classes of other packages are found.
 * @param homeName the name that it is compiled under.
 * @throws {PackageError} when an object cannot be read.
 */
export async function finishPackage(
  edit: PackageEdit,
  order: TableOrder,
  packages: PackageSet,
  homeName = edit.name,
): Promise<void> {
  // Compiling tries what it may not take in the end; UE3 saves only what is referred to.
  if (edit.package.context.engine === 3) {
    await dropUnused(edit)
    edit.addName(homeName)
    setUe3Summary(edit.summary, homeName)
  }
  // Of a class the table has no class, and yet the import of it is saved (UE3 11 of 11), as is a package's
  // own name there.
  if (edit.exports.some((entry) => entry.class === null && !entry.isNull)) importAt(edit, 'Core.Class', 'Core.Class')
  await orderTables(edit, order)
  await placeDepends(edit, packages)
}

/** What the summary of a package with classes says (TestUC3, BSF: 2 of 2, which were not cooked). */
function setUe3Summary(summary: PackageEdit['summary'], name: string): void {
  summary.flags = (summary.flags | PackageFlag.ContainsScript) >>> 0
  summary.packageSource = packageSourceCrc(name)
  summary.cookerVersion = 0
}
