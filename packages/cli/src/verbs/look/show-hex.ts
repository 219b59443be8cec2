import type { HexMap, HexRow, Json } from '@ukit/inspect'
import type { Style } from '../../terminal/style.js'
import { padEnd, printable } from '../../terminal/text.js'

/** Number of bytes per line. */
const PER_LINE = 16
const HEX_WIDTH = PER_LINE * 3 - 1

/** Width of the column for paths of fields; values after longer paths are not aligned. */
const FIELD_WIDTH = 36

/** Maximum number of characters of a value. */
const VALUE_WIDTH = 72

/** The header line. */
export function hexHead(style: Style): string {
  return `${style.dim(`${padEnd('OFFSET', 8)}  ${padEnd('BYTES', HEX_WIDTH)}  ${padEnd('FIELD', FIELD_WIDTH)}  VALUE`)}\n`
}

/**
 * Every byte of an object, in file order: the offset, the bytes, the field that they belong to, and its
 * value. Opaque bytes are marked with `?`.
 */
export function* hexLines({ rows }: HexMap, style: Style): Generator<string> {
  for (const row of rows) yield* rowLines(row, style)
}

function* rowLines({ offset, bytes, field, value, opaque }: HexRow, style: Style): Generator<string> {
  for (let at = 0; at < bytes.length; at += PER_LINE) {
    const part = bytes.subarray(at, at + PER_LINE)
    const place = style.dim((offset + at).toString(16).toUpperCase().padStart(8, '0'))
    const digits = hexDigits(part)
    if (at > 0) {
      yield `${place}  ${digits}\n`
      continue
    }
    const told = opaque ? style.yellow('? not understood') : valueText(value)
    const name = printable(field)
    const left = `${place}  ${padEnd(digits, HEX_WIDTH)}  ${style.cyan(name)}`
    yield told === '' ? `${left}\n` : `${left}${' '.repeat(Math.max(0, FIELD_WIDTH - name.length))}  ${told}\n`
  }
}

/** A value on one line; empty for raw bytes, which are printed anyway. */
function valueText(value: Json): string {
  if (value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const short = text.length > VALUE_WIDTH ? `${text.slice(0, VALUE_WIDTH)}…` : text
  return printable(short)
}

/** A row as `show --hex --json` prints it. */
export function hexFacts({ offset, bytes, field, value, opaque }: HexRow): Record<string, unknown> {
  return { offset, length: bytes.length, hex: hexDigits(bytes).replaceAll(' ', '').toLowerCase(), field, value, opaque }
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

function hexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => DIGITS[byte]).join(' ')
}
