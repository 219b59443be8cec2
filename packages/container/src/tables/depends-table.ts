import type { Archive } from '../archive/archive.js'

/**
 * *What each export depends on* (since `Version.DependsTable`): one list of object references an export,
 * positive and negative.
 *
 * Cooked files hold empty lists, one for each export (446 of 446 files). Five tool-saved files end after 4
 * bytes: their table does not decode and is only kept as bytes.
 */
export class DependsTable {
  /** Object references, by export number. */
  lists: number[][] = []

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, exportCount: number): void {
    const count = ar.checkCount(exportCount, 'depends', 4)
    for (let i = 0; i < count; i++) {
      ar.enter('depends', i)
      const list = this.lists[i] ?? []
      this.lists[i] = ar.i32s(list, ar.count(list.length, 'count', 4), 'objects')
      ar.leave(true)
    }
  }
}
