import { Archive, type ByteRange, ExportEntry, ImportEntry, MoreBytesNeeded, NameEntry, Summary } from '@ukit/container'
import type { Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { describeValue, type Json } from './describe.js'
import { headerRegions } from './header-regions.js'

/** *Some bytes of the header and the field that they are.* */
export interface HeaderField {
  /** Position in the package, in bytes. */
  readonly offset: number
  /** Bytes. */
  readonly length: number
  /** Its path: `summary.nameCount`, `exports[12].objectName`; of a table that is not taken apart its name. */
  readonly path: string
  /** Its value as data; names and objects as text; `null` for bytes that are not taken apart. */
  readonly value: Json
  /** What its number refers to: a row of the name table, or an object. */
  readonly refersTo: 'name' | 'object' | undefined
  /** The reference itself: the row of the name table, or the number of the object (imports are negative). */
  readonly reference: number | undefined
}

/** How the header is taken apart. */
export interface HeaderFieldsOptions {
  /** Most fields; what comes after them is given as a field for the rest of each table. */
  readonly most?: number | undefined
  /** Stops the work, which then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of {@link headerFields}. */
export const HEADER_FIELDS_DEFAULTS = { most: 200_000 } as const

/**
 * *Every field of summary and tables*, in the order of the file: names, imports and exports row by row; of
 * further tables where they are. Fields of no length are left out, and none overlaps another.
 *
 * A table that does not decode is given as far as it does.
 *
 * @throws {SourceError} when the bytes cannot be read; the reason of `signal`.
 */
export async function headerFields(
  pkg: Package,
  { most = HEADER_FIELDS_DEFAULTS.most, signal }: HeaderFieldsOptions = {},
): Promise<HeaderField[]> {
  const { ranges, layout, summary } = pkg
  const fields: HeaderField[] = []
  const rows = (path: string, range: ByteRange, count: number, serialize: (ar: Archive, row: number) => void) =>
    traceRows(pkg, range, path, count, serialize, { fields, most, signal })
  await rows('summary', ranges.summary, 1, (ar) => new Summary().serialize(ar, layout))
  await rows('names', ranges.names, summary.nameCount, (ar) => new NameEntry().serialize(ar, layout))
  await rows('imports', ranges.imports, summary.importCount, (ar) => new ImportEntry().serialize(ar, layout))
  await rows('exports', ranges.exports, summary.exportCount, (ar, row) => new ExportEntry().serialize(ar, layout, row))
  fields.sort((a, b) => a.offset - b.offset)
  return withRegions(fields, (await headerRegions(pkg)).regions)
}

/** What the numbers in rows of tables refer to, by their fields. */
const REFERENCES: ReadonlyMap<string, 'name' | 'object'> = new Map([
  ['classPackage', 'name'],
  ['className', 'name'],
  ['objectName', 'name'],
  ['class', 'object'],
  ['super', 'object'],
  ['outer', 'object'],
  ['archetype', 'object'],
])

interface Traced {
  readonly fields: HeaderField[]
  readonly most: number
  readonly signal: AbortSignal | undefined
}

/** Rows from one look at the signal to the next. */
const ROWS_AT_A_TIME = 1024

async function traceRows(
  pkg: Package,
  { start, end }: ByteRange,
  path: string,
  count: number,
  serialize: (ar: Archive, row: number) => void,
  { fields, most, signal }: Traced,
): Promise<void> {
  if (end <= start || end > pkg.image.byteLength) return
  let prefix = ''
  const ar = Archive.load(await pkg.image.slice(start, end), pkg.context, {
    base: start,
    trace({ path: own, offset, length, value }) {
      const kind = path === 'summary' || typeof value !== 'number' ? undefined : REFERENCES.get(own)
      const reference = kind === undefined ? undefined : Number(value)
      fields.push({
        offset,
        length,
        path: `${prefix}.${own}`,
        value: reference === undefined ? described(value) : textOf(pkg, kind, reference),
        refersTo: kind,
        reference,
      })
    },
  })
  for (let row = 0; row < count && fields.length < most; row++) {
    if (row % ROWS_AT_A_TIME === 0) signal?.throwIfAborted()
    prefix = path === 'summary' ? path : `${path}[${row}]`
    try {
      serialize(ar, row)
    } catch (error) {
      if (error instanceof PackageError || error instanceof MoreBytesNeeded) return
      throw error
    }
  }
}

function described(value: unknown): Json {
  return value instanceof Uint8Array ? null : describeValue(value)
}

function textOf(pkg: Package, kind: 'name' | 'object' | undefined, reference: number): Json {
  if (kind === 'name') return pkg.nameText(reference, 0)
  return reference === 0 ? 'None' : (pkg.objectAt(reference)?.toString() ?? `object ${reference}`)
}

/** The fields without overlaps, and what of the regions no field covers. */
function withRegions(
  fields: readonly HeaderField[],
  regions: readonly (ByteRange & { readonly what: string })[],
): HeaderField[] {
  const all: HeaderField[] = []
  const inOrder = [...regions].sort((a, b) => a.start - b.start)
  let next = 0
  let at = 0
  for (const { what, start, end } of inOrder) {
    at = Math.max(at, start)
    const rest = (until: number) => {
      if (until <= at) return
      all.push({ offset: at, length: until - at, path: what, value: null, refersTo: undefined, reference: undefined })
    }
    for (let field = fields[next]; field !== undefined && field.offset < end; field = fields[++next]) {
      if (field.length === 0 || field.offset < at || field.offset + field.length > end) continue
      rest(field.offset)
      all.push(field)
      at = field.offset + field.length
    }
    rest(end)
    at = Math.max(at, end)
  }
  return all
}
