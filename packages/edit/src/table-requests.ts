import type { EditExport, EditImport, EditName } from './entries.js'

/**
 * *What some work asked the tables of a document for*, found or added, in that order and each once. Asking a
 * document made again (see `EntryPool`) for the same gives it the rows that the work would give it.
 */
export class TableRequests {
  /** Names, as they were spelled. */
  readonly names = new Map<EditName, string>()
  readonly imports = new Set<EditImport>()
  /** Objects that it added. */
  readonly exports: EditExport[] = []
  /** Texts that it looked up, and whether others had asked for a name of them. */
  readonly lookedUp = new Map<string, boolean>()

  /** Tells whether it asked for no row. */
  get isEmpty(): boolean {
    return this.names.size === 0 && this.imports.size === 0 && this.exports.length === 0
  }

  /** Notes that a text was looked up. */
  lookedFor(text: string, found: EditName | undefined): void {
    const isOwn = found !== undefined && this.names.has(found)
    if (!isOwn && !this.lookedUp.has(text)) this.lookedUp.set(text, found !== undefined)
  }
}
