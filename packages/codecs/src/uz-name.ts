// The file name in the head of a .uz, as the engine writes a string: a compact index with the number of
// characters and a closing zero, then one byte per character; or a negative number, and two bytes per
// character (little-endian).

import { CodecError } from './error.js'

/** Longer names are not file names: a file that declares one is damaged. */
const LONGEST_NAME = 1024

/** Maximum number of bytes that a name takes. */
export const MOST_NAME_BYTES = 5 + 2 * (LONGEST_NAME + 1)

/** A name, and where it ends. */
interface ReadName {
  readonly name: string
  readonly end: number
}

/**
 * Reads the name at `at`. What follows the first zero is not part of it. The name is untrusted: check it
 * before using it as a path.
 *
 * @throws {CodecError} when the bytes end within the name, or its length is impossible.
 */
export function readName(bytes: Uint8Array, at: number): ReadName {
  const head = readCompactIndex(bytes, at)
  const wide = head.value < 0
  const length = Math.abs(head.value)
  if (length > LONGEST_NAME + 1) {
    const message = `expected a file name of at most ${LONGEST_NAME} characters, found one of ${length}`
    throw new CodecError('uz', 'corrupt', at, message)
  }
  const end = head.end + length * (wide ? 2 : 1)
  if (end > bytes.length) throw new CodecError('uz', 'truncated', bytes.length, 'the data ends within the file name')
  let name = ''
  for (let i = head.end; i < end; i += wide ? 2 : 1) {
    const unit = (bytes[i] as number) | (wide ? (bytes[i + 1] as number) << 8 : 0)
    if (unit === 0) break
    name += String.fromCharCode(unit)
  }
  return { name, end }
}

function readCompactIndex(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0
  let end = at
  let negative = false
  for (let shift = 0; ; end++) {
    const byte = bytes[end]
    if (byte === undefined) throw new CodecError('uz', 'truncated', end, 'the data ends where the file name should be')
    const isFirst = end === at
    if (isFirst) negative = (byte & 0x80) !== 0
    value += (byte & (isFirst ? 0x3f : 0x7f)) * 2 ** shift
    shift += isFirst ? 6 : 7
    const more = (byte & (isFirst ? 0x40 : 0x80)) !== 0
    if (!more || end === at + 4) return { value: negative ? -value : value, end: end + 1 }
  }
}

/**
 * The bytes of a name: one byte per character if that is enough, otherwise two.
 *
 * @throws {RangeError} for a name that is empty, too long, or contains a zero: the caller has to check what
 *   the user gave.
 */
export function writeName(name: string): Uint8Array {
  if (name === '' || name.length > LONGEST_NAME || name.includes('\0')) {
    throw new RangeError(`a .uz holds a file name of 1 to ${LONGEST_NAME} characters, not ${JSON.stringify(name)}`)
  }
  const units = [...name].flatMap((char) => Array.from({ length: char.length }, (_, i) => char.charCodeAt(i)))
  const wide = units.some((unit) => unit > 0xff)
  units.push(0)
  const bytes = writeCompactIndex(units.length, wide)
  for (const unit of units) {
    bytes.push(unit & 0xff)
    if (wide) bytes.push(unit >> 8)
  }
  return Uint8Array.from(bytes)
}

function writeCompactIndex(magnitude: number, negative: boolean): number[] {
  const bytes = [(negative ? 0x80 : 0) | (magnitude & 0x3f)]
  for (let rest = magnitude >> 6; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | (bytes.length === 1 ? 0x40 : 0x80)
    bytes.push(rest & 0x7f)
  }
  return bytes
}
