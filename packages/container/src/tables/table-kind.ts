import type { Archive } from '../archive/archive.js'
import type { FormatContext } from '../archive/context.js'
import type { CheckedRows } from './checked-rows.js'
import { ExportEntry } from './export-entry.js'
import { ExportRows } from './export-rows.js'
import { ImportEntry } from './import-entry.js'
import { ImportRows } from './import-rows.js'
import type { Layout } from './layout.js'
import { NameEntry } from './name-entry.js'
import { NameRows } from './name-rows.js'
import type { TableBytes } from './table-bytes.js'

/** What is known of one of the header's three tables, whatever the package. */
export interface TableKind<T> {
  /** Name of the table in error paths, such as `exports`, and of its plan. */
  readonly field: 'names' | 'imports' | 'exports'
  /** What a game calls a row that it stores in a way of its own. */
  readonly hook: 'name' | 'import' | 'export'
  /** Minimum size in bytes of an entry: a count that could not fit is refused before anything is read. */
  readonly minSize: number
  /** Usual bytes of an entry with compact indices, and with plain ones: how much is read at once. */
  readonly usualSize: readonly [compact: number, plain: number]
  create(): T
  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, entry: T, layout: Layout, index: number): void
  /** Reads rows that have been checked. */
  rows(context: FormatContext, bytes: TableBytes): CheckedRows<T>
}

/** The name table. */
export const NAMES: TableKind<NameEntry> = {
  field: 'names',
  hook: 'name',
  minSize: NameEntry.MIN_SIZE,
  usualSize: [20, 32],
  create: () => new NameEntry(),
  serialize: (ar, entry, layout) => entry.serialize(ar, layout),
  rows: (context, bytes) => new NameRows(context, bytes),
}

/** The import table. */
export const IMPORTS: TableKind<ImportEntry> = {
  field: 'imports',
  hook: 'import',
  minSize: ImportEntry.MIN_SIZE,
  usualSize: [10, 28],
  create: () => new ImportEntry(),
  serialize: (ar, entry, layout) => entry.serialize(ar, layout),
  rows: (context, bytes) => new ImportRows(context, bytes),
}

/** The export table. */
export const EXPORTS: TableKind<ExportEntry> = {
  field: 'exports',
  hook: 'export',
  minSize: ExportEntry.MIN_SIZE,
  usualSize: [20, 80],
  create: () => new ExportEntry(),
  serialize: (ar, entry, layout, index) => entry.serialize(ar, layout, index),
  rows: (context, bytes) => new ExportRows(context, bytes),
}
