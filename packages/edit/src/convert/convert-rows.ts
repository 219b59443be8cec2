import type { FormatContext, Layout } from '@ukit/container'
import { Archive, ExportEntry, Generation, Guid, ImportEntry, NameEntry, Summary, Version } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import type { PackageEdit } from '../document.js'
import { exportRow, importRow } from '../rows.js'
import { type FieldDifference, firstFieldDifference } from './convert-compare.js'

/** Fields of the summary that building fills in again, and bytes that are kept for themselves. */
const FILLED_IN: ReadonlySet<string> = new Set([
  'verbatim',
  'headerSize',
  'nameCount',
  'nameOffset',
  'exportCount',
  'exportOffset',
  'importCount',
  'importOffset',
  'heritageCount',
  'heritageOffset',
  'dependsOffset',
  'importExportGuidsOffset',
  'importGuidsCount',
  'exportGuidsCount',
  'thumbnailOffset',
])

const KEPT_BYTES: ReadonlySet<string> = new Set(['verbatim'])

/** The summary and the heritage for another version. */
export interface ConvertedSummary {
  readonly summary: Summary
  readonly heritage: readonly Guid[]
}

/**
 * The summary for another version. At version 68 the heritage (GUIDs of releases) gave way to one GUID and
 * generations (counts of releases): the last GUID passes on.
 *
 * @param lose is called with each value that has no place in the other version.
 */
export function convertSummary(
  edit: PackageEdit,
  context: FormatContext,
  lose: (message: string) => void,
): ConvertedSummary {
  const { summary: before, heritage } = edit
  const hadGuid = edit.package.context.since(Version.GuidAndGenerations)
  const hasGuid = context.since(Version.GuidAndGenerations)
  const guid = hadGuid ? before.guid : (heritage.at(-1) ?? Guid.ZERO)
  if (!hadGuid && hasGuid && heritage.length > 1)
    lose(`GUIDs of ${plural(heritage.length, 'release')}, of which version ${context.version} holds the last`)
  if (hadGuid && !hasGuid && before.generations.length > 1)
    lose(`${plural(before.generations.length, 'generation')}, which version ${context.version} does not have`)
  const { version, licensee } = context
  const generations = hadGuid ? before.generations : [new Generation()]
  const summary = Object.assign(new Summary(), before, { version, licensee, guid, generations, verbatim: undefined })
  if (!hasGuid) return { summary: Object.assign(summary, { guid: Guid.ZERO, generations: [] }), heritage: [guid] }
  const { layout } = edit.package
  const reread = new Summary()
  const lost = writeAndRead(context, summary, reread, layout) ?? firstFieldDifference(summary, reread, FILLED_IN)
  if (lost !== undefined) lose(`the summary's ${lost.field}`)
  return { summary, heritage: [] }
}

/**
 * Looks for fields of the tables' rows that another version cannot hold.
 *
 * @param lose is called for each, with the object or name that it is about.
 */
export function checkRows(
  edit: PackageEdit,
  context: FormatContext,
  lose: (object: string | null, message: string) => void,
): void {
  for (const { entry: row, text } of edit.nameTable) {
    const lost = lostField(context, row, new NameEntry())
    if (lost !== undefined) lose(null, `the name ${JSON.stringify(text)} (${lost.field})`)
  }
  for (const entry of edit.imports) {
    const lost = lostField(context, importRow(entry), new ImportEntry())
    if (lost !== undefined) lose(entry.path, `${lost.field} of its import`)
  }
  for (const entry of edit.exports) {
    const row = exportRow(entry, 1, 1)
    row.verbatim = undefined
    const lost = lostField(context, row, new ExportEntry())
    if (lost !== undefined) lose(entry.path, `${lost.field} of its export`)
  }
}

type Row = NameEntry | ImportEntry | ExportEntry

function lostField(context: FormatContext, row: Row, reread: Row): FieldDifference | undefined {
  if (row.extra !== undefined) return { field: 'extra', before: row.extra, after: undefined }
  return writeAndRead(context, row, reread, {}) ?? firstFieldDifference(fieldsOf(row), fieldsOf(reread), KEPT_BYTES)
}

/** Those of an export are accessors, which a comparison by name would not find. */
function fieldsOf(row: Row): object {
  return row instanceof ExportEntry ? row.fields() : row
}

/** Writes a record and reads it into another; reports it if even reading fails. */
function writeAndRead<T extends Row | Summary>(
  context: FormatContext,
  record: T,
  reread: T,
  layout: Layout,
): FieldDifference | undefined {
  const ar = Archive.save(context)
  try {
    record.serialize(ar, layout)
    reread.serialize(Archive.load(ar.written(), context), layout)
    return undefined
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof RangeError)) throw error
    return { field: error instanceof PackageError ? (error.field ?? 'form') : 'form', before: record, after: undefined }
  }
}
