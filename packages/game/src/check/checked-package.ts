import type { PackageTables } from '../index-file/package-tables.js'
import type { InstalledPackage } from '../search/search-entry.js'

/** A package on the search path, with its tables. */
export interface CheckedPackage {
  /** The package of the installation. */
  readonly file: InstalledPackage
  /** Its tables; `undefined` when it cannot be read. */
  readonly tables: PackageTables | undefined
}
