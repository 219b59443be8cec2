import { plural } from '@ukit/text/internal'
import type { CheckReport } from '../check.js'

/** What sounds begin with, and what that is. */
const BEGINNINGS: readonly string[] = ['RIFF', 'RIFX', 'FFIR', 'OggS', 'FORM', 'ID3', 'fLaC', 'MSFC', 'MSF5', 'MSF']

/**
 * What must hold of a sound as imported: a wave file says its own length, and anything else begins as sounds
 * do.
 *
 * The commonest sign that a sound was read in the layout of another game: the data then begin elsewhere.
 */
export function checkSound(report: CheckReport, field: string, data: Uint8Array, format: string): void {
  if (data.length === 0) return
  const begin = ascii(data, 0, 4)
  if (begin !== 'RIFF') {
    if (format.toLowerCase() === 'wav' && !BEGINNINGS.some((known) => begin.startsWith(known)))
      report.warning(field, `expected a wave file, which begins with RIFF, found ${printable(data)}`)
    return
  }
  if (data.length < RIFF_HEADER) {
    report.error(field, `expected a wave file, found the first ${plural(data.length, 'byte')} of one`)
    return
  }
  const said = new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(4, true) + RIFF_HEADER
  // Chunks are padded to an even number of bytes, and not every writer counts that one.
  if (said > data.length + 1)
    report.warning(
      field,
      `expected the ${plural(said, 'byte')} that the wave file itself declares, found ${data.length}`,
    )
}

/** Bytes of `RIFF` and the length after it. */
const RIFF_HEADER = 8

/** The first bytes as text where they are ASCII, else in hexadecimal. */
export function printable(data: Uint8Array): string {
  const first = data.subarray(0, 4)
  if (first.every((byte) => byte >= 0x20 && byte < 0x7f)) return JSON.stringify(ascii(first, 0, 4))
  return Array.from(first, (byte) => byte.toString(16).padStart(2, '0')).join(' ')
}

/** Bytes as 8-bit text. */
export function ascii(data: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...data.subarray(start, start + length))
}
