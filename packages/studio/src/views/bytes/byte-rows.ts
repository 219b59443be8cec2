import type { FieldMap } from '../../data/bytes-calls.js'

/** *A line of bytes*: small fields share one, large ones take several. */
export interface ByteRow {
  /** From the first byte. */
  readonly at: number
  readonly length: number
  /** Numbers of the fields in it, in the order of their bytes. */
  readonly fields: readonly number[]
  /** Bytes that this line stands for without showing them. */
  readonly folded: number
}

/** Bytes in a line. */
const WIDTH = 12
/** Lines of one field that are shown at its beginning. */
const SHOWN_LINES = 8

/**
 * Lays the bytes out in lines; of long fields only the beginning and the end are shown, unless they are among
 * those that were opened.
 */
export function rowsOf({ fields }: FieldMap, opened: ReadonlySet<number>): ByteRow[] {
  const rows: ByteRow[] = []
  let open: { at: number; length: number; fields: number[] } | undefined
  const close = () => {
    if (open !== undefined) rows.push({ ...open, folded: 0 })
    open = undefined
  }
  for (const [index, { at, length, kind }] of fields.entries()) {
    const fits = open !== undefined && open.length + length <= WIDTH && kind !== 'name' && open.fields.length < 4
    if (open !== undefined && fits) {
      open.length += length
      open.fields.push(index)
      continue
    }
    close()
    if (length <= WIDTH) {
      open = { at, length, fields: [index] }
      continue
    }
    const lines = Math.ceil(length / WIDTH)
    const isFolded = lines > SHOWN_LINES + 2 && !opened.has(index)
    for (let line = 0; line < lines; line++) {
      if (isFolded && line === SHOWN_LINES) {
        const from = at + line * WIDTH
        const until = at + (lines - 1) * WIDTH
        rows.push({ at: from, length: until - from, fields: [index], folded: until - from })
        line = lines - 1
      }
      const from = at + line * WIDTH
      rows.push({ at: from, length: Math.min(WIDTH, at + length - from), fields: [index], folded: 0 })
    }
  }
  close()
  return rows
}

/** Number of the line or field in which a byte is. */
export function indexAt(parts: readonly { readonly at: number }[], at: number): number {
  let low = 0
  let high = parts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((parts[middle]?.at ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}
