import type { ExportEntry } from '@ukit/container'
import type { EntryTable } from '@ukit/container/internal'

/**
 * *A few fields of every row of an export table, as numbers.* A package of a game's classes has tens of
 * thousands of rows; searching them by these fields then needs neither an entry nor an object for each.
 */
export class ExportColumns {
  /** Class of each: an object reference, 0 for a class. */
  readonly classes: Int32Array
  /** Outer of each: an object reference. */
  readonly outers: Int32Array
  /** Name of each, without its number: a row of the name table. */
  readonly names: Int32Array
  /** The numbers of those names; 0 for none. */
  readonly nameNumbers: Int32Array
  /** Bytes of each body. */
  readonly sizes: Int32Array
  /** Where each body is. */
  readonly offsets: Float64Array

  constructor(table: EntryTable<ExportEntry>) {
    const { length } = table
    const classes = new Int32Array(length)
    const outers = new Int32Array(length)
    const names = new Int32Array(length)
    const nameNumbers = new Int32Array(length)
    const sizes = new Int32Array(length)
    const offsets = new Float64Array(length)
    table.each((entry, i) => {
      classes[i] = entry.class
      outers[i] = entry.outer
      names[i] = entry.objectName
      nameNumbers[i] = entry.objectNameNumber
      sizes[i] = entry.size
      offsets[i] = entry.offset
    })
    this.classes = classes
    this.outers = outers
    this.names = names
    this.nameNumbers = nameNumbers
    this.sizes = sizes
    this.offsets = offsets
  }
}
