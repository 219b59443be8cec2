import { ExportObject } from '@ukit/core'
import { type HeaderField, type HexRow, headerFields, hexMap, type Json } from '@ukit/inspect'
import type { Field, FieldKind, FieldMap } from '../bytes-calls.js'
import type { Given } from '../protocol.js'
import { inShort, linkTo, readerOf } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** Every byte of an object, or of the file. */
export async function bytesOf(packages: OpenedPackages, { id, index }: Given<'bytes'>, work: Work): Promise<FieldMap> {
  const map = index === undefined ? await fileBytes(packages, id, work) : await objectBytes(packages, id, index, work)
  work.handOver(map.bytes.buffer)
  return map
}

async function objectBytes(packages: OpenedPackages, id: number, index: number, work: Work): Promise<FieldMap> {
  const reader = await readerOf(packages, id)
  const object = reader.package.objectAt(index + 1)
  if (!(object instanceof ExportObject)) throw new Error(`${reader.package.name} has no object in row ${index}`)
  const { read, rows } = await hexMap(reader, object, {
    signal: work.signal,
    onProgress: (done, total) => work.progress({ done, total, label: 'fields' }),
  })
  const { offset } = object.entry
  return {
    offset,
    bytes: Uint8Array.from(await object.bytes()),
    fields: rows.map((row): Field => {
      const kind = kindOf(row)
      const to = kind === 'reference' && typeof row.value === 'string' ? objectIn(packages, id, row.value) : undefined
      return {
        at: row.offset - offset,
        length: row.bytes.length,
        path: row.field,
        text: row.value === null ? `${row.bytes.length.toLocaleString('en')} bytes` : inShort(row.value),
        kind,
        ...(to === undefined ? {} : { to }),
      }
    }),
    isBigEndian: reader.package.context.bigEndian,
    error: read.error?.message,
  }
}

/** Where `Class'Path'` leads. */
function objectIn(packages: OpenedPackages, id: number, text: string) {
  const found = packages.get(id).pkg.find(text)
  return found instanceof ExportObject ? linkTo(packages, found).to : undefined
}

/** What a row holds, as far as it tells. */
function kindOf({ field, value, bytes, opaque }: HexRow): FieldKind {
  return opaque ? 'opaque' : kindOfValue(field, value, bytes.length)
}

function kindOfValue(field: string, value: Json, length: number): FieldKind {
  if (value === null) return length > 8 ? 'bulk' : 'number'
  if (/(?:count|length|num\w*)$/i.test(field)) return 'count'
  if (/flags?$|\.info$/i.test(field)) return 'flag'
  if (typeof value === 'string') {
    if (value === 'None' || /^\w+'.*'$/.test(value)) return 'reference'
    return /name$/i.test(field) ? 'name' : 'text'
  }
  return typeof value === 'number' || typeof value === 'boolean' ? 'number' : 'bulk'
}

/** The fields of header and tables, and the bodies between them. */
async function fileBytes(packages: OpenedPackages, id: number, { signal }: Work): Promise<FieldMap> {
  const { pkg } = packages.get(id)
  const { byteLength } = pkg.image
  const end = Math.min(MOST_SHOWN, byteLength)
  const header = (await headerFields(pkg, { signal })).map((field) => headerField(packages, id, field))
  const bodies = pkg.exports
    .filter(({ entry }) => entry.size > 0 && entry.offset >= 0)
    .map((object) => ({
      at: object.entry.offset,
      length: object.entry.size,
      path: object.path,
      text: object.toString(),
      kind: 'bulk' as const,
      to: { id, index: object.index },
    }))
  return {
    offset: 0,
    bytes: Uint8Array.from(await pkg.image.slice(0, end)),
    fields: covering([...header, ...bodies], end),
    isBigEndian: pkg.context.bigEndian,
    error:
      end < byteLength
        ? `only the first ${end.toLocaleString('en')} of ${byteLength.toLocaleString('en')} bytes are shown`
        : undefined,
  }
}

/** Bytes of a file that are shown: the page has to hold them. */
const MOST_SHOWN = 1 << 26

function headerField(packages: OpenedPackages, id: number, field: HeaderField): Field {
  const { offset, length, path, value, refersTo, reference } = field
  const object = refersTo === 'object' && reference !== undefined ? packages.get(id).pkg.objectAt(reference) : undefined
  const to = object instanceof ExportObject ? { id, index: object.index } : undefined
  return {
    at: offset,
    length,
    path,
    text: value === null ? `${length.toLocaleString('en')} bytes` : inShort(value),
    kind: refersTo === 'object' ? 'reference' : (refersTo ?? kindOfValue(path, value, length)),
    ...(to === undefined ? {} : { to }),
  }
}

/** The fields in the order of their bytes without overlaps, and what none of them covers. */
function covering(fields: readonly Field[], end: number): Field[] {
  const covered: Field[] = []
  let at = 0
  const gap = (until: number) => {
    if (until > at)
      covered.push({ at, length: until - at, path: '(unused)', text: 'nothing refers to it', kind: 'opaque' })
  }
  for (const field of [...fields].sort((a, b) => a.at - b.at)) {
    if (field.at < at || field.at >= end || field.length === 0) continue
    gap(field.at)
    const length = Math.min(field.length, end - field.at)
    covered.push(length === field.length ? field : { ...field, length })
    at = field.at + length
  }
  gap(end)
  return covered
}
