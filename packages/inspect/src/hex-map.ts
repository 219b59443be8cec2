import type { TracedField } from '@ukit/container'
import type { ExportObject, ObjectReader, ReadObject } from '@ukit/core'
import { describeValue, type Json } from './describe.js'

/** *Some bytes of an object and the field that they are.* */
export interface HexRow {
  /** Position in the package, in bytes. */
  readonly offset: number
  /** The bytes of the row. */
  readonly bytes: Uint8Array
  /** Path of the field, such as `mips[0].width`. */
  readonly field: string
  /**
   * Its value as data; names as text, objects as `Class'Path'`; `null` for raw bytes, which show themselves.
   */
  readonly value: Json
  /** Nobody knows what they mean. */
  readonly opaque: boolean
}

/** *Every byte of an object*: in file order, each byte in exactly one row. */
export interface HexMap {
  /** The object as it was read, which is live; `describeObject` gives it as plain data. */
  readonly read: ReadObject
  /** One row a field, or a part of one, in the order of the bytes. */
  readonly rows: readonly HexRow[]
}

/** How the bytes of an object are mapped. */
export interface HexMapOptions {
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Called now and then with the number of fields that are done. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** Fields from one call of `onProgress` to the next. */
const FIELDS_AT_A_TIME = 1024

/**
 * *Maps the bytes of an object to its fields.*
 *
 * Whatever the codec does, the rows cover the object: bytes that it passed without a word become a row of
 * their own, marked opaque; a field that says it is where another one is is left out. (Neither occurs;
 * a hex view that lies would be worse than one that shows a bug.)
 *
 * @throws {PackageError} when the bytes themselves cannot be read; the reason of `signal`.
 */
export async function hexMap(
  reader: ObjectReader,
  exported: ExportObject,
  { signal, onProgress }: HexMapOptions = {},
): Promise<HexMap> {
  signal?.throwIfAborted()
  const bytes = await exported.bytes()
  const { read, fields } = await reader.trace(exported)
  const start = exported.entry.offset
  const rows: HexRow[] = []
  let at = start
  const add = (end: number, field: string, value: Json, opaque: boolean) => {
    if (end > at) rows.push({ offset: at, bytes: bytes.subarray(at - start, end - start), field, value, opaque })
    at = Math.max(at, end)
  }
  const inOrder = [...fields].sort((a, b) => a.offset - b.offset)
  for (const [done, field] of inOrder.entries()) {
    if (done % FIELDS_AT_A_TIME === 0) {
      onProgress?.(done, inOrder.length)
      signal?.throwIfAborted()
    }
    const end = field.offset + field.length
    if (field.length === 0 || field.offset < at || end > start + bytes.length) continue
    add(field.offset, UNTRACED, null, true)
    add(end, field.path, fieldValue(reader, field), field.kind === 'opaque')
  }
  add(start + bytes.length, UNTRACED, null, true)
  onProgress?.(inOrder.length, inOrder.length)
  return { read, rows }
}

const UNTRACED = '(not traced)'

/** Elements of an array that are told beside its bytes. */
const SHOWN_ELEMENTS = 8

function fieldValue({ package: pkg }: ObjectReader, { kind, value }: TracedField): Json {
  if (kind === 'name' && typeof value === 'number') return pkg.nameText(value, 0)
  if (kind === 'object' && typeof value === 'number')
    return value === 0 ? 'None' : (pkg.objectAt(value)?.toString() ?? `object ${value}`)
  return value instanceof Uint8Array ? null : describeValue(value, { arrayLimit: SHOWN_ELEMENTS })
}
