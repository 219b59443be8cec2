import { CheckedRows } from './checked-rows.js'
import { ImportEntry } from './import-entry.js'

/** *Reads rows of the import table*: what `ImportEntry.serializeStandard` describes. */
export class ImportRows extends CheckedRows<ImportEntry> {
  override read(start: number): ImportEntry {
    const { view, little } = this
    const entry = new ImportEntry()
    if (!this.plain) {
      this.at = start
      entry.classPackage = this.index()
      if (this.isNumbered) entry.classPackageNumber = this.#number()
      entry.className = this.index()
      if (this.isNumbered) entry.classNameNumber = this.#number()
      entry.outer = this.#number()
      entry.objectName = this.index()
      if (this.isNumbered) entry.objectNameNumber = this.#number()
    } else if (this.isNumbered) {
      entry.classPackage = view.getInt32(start, little)
      entry.classPackageNumber = view.getInt32(start + 4, little)
      entry.className = view.getInt32(start + 8, little)
      entry.classNameNumber = view.getInt32(start + 12, little)
      entry.outer = view.getInt32(start + 16, little)
      entry.objectName = view.getInt32(start + 20, little)
      entry.objectNameNumber = view.getInt32(start + 24, little)
    } else {
      entry.classPackage = view.getInt32(start, little)
      entry.className = view.getInt32(start + 4, little)
      entry.outer = view.getInt32(start + 8, little)
      entry.objectName = view.getInt32(start + 12, little)
    }
    return entry
  }

  #number(): number {
    const value = this.view.getInt32(this.at, this.little)
    this.at += 4
    return value
  }
}
