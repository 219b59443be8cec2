import { ExportObject } from '@ukit/core'
import { type HexRow, headerRegions, hexMap } from '@ukit/inspect'
import type { Field, FieldKind, FieldMap } from '../bytes-calls.js'
import type { Given } from '../protocol.js'
import { inShort, linkTo, readerOf } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** Every byte of an object, or of header and tables. */
export async function bytesOf(packages: OpenedPackages, { id, index }: Given<'bytes'>, work: Work): Promise<FieldMap> {
  const map = index === undefined ? await headerBytes(packages, id) : await objectBytes(packages, id, index, work)
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
  if (opaque) return 'opaque'
  if (value === null) return bytes.length > 8 ? 'bulk' : 'number'
  if (/(?:count|length|num\w*)$/i.test(field)) return 'count'
  if (/flags?$|\.info$/i.test(field)) return 'flag'
  if (typeof value === 'string') {
    if (value === 'None' || /^\w+'.*'$/.test(value)) return 'reference'
    return /name$/i.test(field) ? 'name' : 'text'
  }
  return typeof value === 'number' || typeof value === 'boolean' ? 'number' : 'bulk'
}

async function headerBytes(packages: OpenedPackages, id: number): Promise<FieldMap> {
  const { pkg } = packages.get(id)
  const { regions } = await headerRegions(pkg)
  const end = Math.min(MOST_HEADER, Math.max(0, ...regions.map((region) => region.end)))
  const inOrder = [...regions].sort((a, b) => a.start - b.start).filter(({ start }) => start < end)
  return {
    offset: 0,
    bytes: Uint8Array.from(await pkg.image.slice(0, end)),
    fields: inOrder.map(
      ({ what, start, end: until }): Field => ({
        at: start,
        length: Math.min(until, end) - start,
        path: what,
        text: `${(until - start).toLocaleString('en')} bytes`,
        kind: 'bulk',
      }),
    ),
    isBigEndian: pkg.context.bigEndian,
    error: undefined,
  }
}

/** Bytes of header and tables that are shown. */
const MOST_HEADER = 1 << 24
