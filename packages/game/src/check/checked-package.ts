import type { PackageTables } from '../index-file/package-tables.js'
import type { InstalledPackage } from '../search/search-entry.js'

/** A package of the search path with what its tables say. */
export interface CheckedPackage {
  /** The package of the installation. */
  readonly file: InstalledPackage
  /** `undefined` when it cannot be read. */
  readonly tables: PackageTables | undefined
}
