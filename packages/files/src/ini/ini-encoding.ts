import { PackageError } from '../error.js'

/**
 * How the text of an ini file is stored. UE1 and UE2 write 8-bit text or UTF-16LE with a mark; patches of
 * today write UTF-8. Text of 8 bits that is not UTF-8 is kept unit by unit (Latin-1), so that nothing of it
 * is lost whatever code page it was meant in.
 */
export type IniEncoding = 'latin1' | 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be'

/** The text of an ini file, without its mark. Keeps every unit, also those that are not characters. */
export function decodeIni(bytes: Uint8Array): { text: string; encoding: IniEncoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe && bytes.length % 2 === 0) {
    return { text: fromUnits(bytes.subarray(2), 0, 1), encoding: 'utf-16le' }
  }
  if (bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0) {
    return { text: fromUnits(bytes.subarray(2), 1, 0), encoding: 'utf-16be' }
  }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const body = marked ? bytes.subarray(3) : bytes
  const text = body.some((byte) => byte >= 0x80) ? fromUtf8(body) : undefined
  if (text !== undefined) return { text, encoding: marked ? 'utf-8-bom' : 'utf-8' }
  return {
    text: fromBytes(marked && !isAscii(body) ? bytes : body),
    encoding: marked && isAscii(body) ? 'utf-8-bom' : 'latin1',
  }
}

/** @throws {PackageError} `bad-value` for a character that the encoding does not have. */
export function encodeIni(text: string, encoding: IniEncoding): Uint8Array {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return toUnits(text, encoding === 'utf-16le')
  if (encoding === 'latin1') {
    const bytes = new Uint8Array(text.length)
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i)
      if (unit > 0xff) {
        const message = `expected text in 8-bit characters, like the rest of the file, found "${text.charAt(i)}"`
        throw new PackageError('bad-value', message)
      }
      bytes[i] = unit
    }
    return bytes
  }
  return toUtf8(text, encoding === 'utf-8-bom')
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80)
}

const CHUNK = 4096

function fromBytes(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += CHUNK) text += String.fromCharCode(...bytes.subarray(i, i + CHUNK))
  return text
}

function fromUnits(bytes: Uint8Array, low: number, high: number): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 2 * CHUNK) {
    const codes: number[] = []
    const end = Math.min(bytes.length, i + 2 * CHUNK)
    for (let at = i; at < end; at += 2) codes.push((bytes[at + low] ?? 0) | ((bytes[at + high] ?? 0) << 8))
    text += String.fromCharCode(...codes)
  }
  return text
}

function toUnits(text: string, little: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 + 2 * text.length))
  view.setUint16(0, 0xfeff, little)
  for (let i = 0; i < text.length; i++) view.setUint16(2 + 2 * i, text.charCodeAt(i), little)
  return new Uint8Array(view.buffer)
}

/** Strict UTF-8 by hand (no platform type here); `undefined` when the bytes are none. */
function fromUtf8(bytes: Uint8Array): string | undefined {
  let text = ''
  let codes: number[] = []
  for (let i = 0; i < bytes.length; ) {
    const first = bytes[i] ?? 0
    const length =
      first < 0x80
        ? 1
        : first >= 0xc2 && first < 0xe0
          ? 2
          : first >= 0xe0 && first < 0xf0
            ? 3
            : first >= 0xf0 && first < 0xf5
              ? 4
              : 0
    if (length === 0 || i + length > bytes.length) return undefined
    let code = length === 1 ? first : first & (0xff >> (length + 1))
    for (let k = 1; k < length; k++) {
      const byte = bytes[i + k] ?? 0
      if ((byte & 0xc0) !== 0x80) return undefined
      code = (code << 6) | (byte & 0x3f)
    }
    const tooShort = (length === 3 && code < 0x800) || (length === 4 && code < 0x1_0000)
    if (tooShort || (code >= 0xd800 && code < 0xe000) || code > 0x10_ffff) return undefined
    codes.push(code)
    if (codes.length >= CHUNK) {
      text += String.fromCodePoint(...codes)
      codes = []
    }
    i += length
  }
  return text + String.fromCodePoint(...codes)
}

function toUtf8(text: string, marked: boolean): Uint8Array {
  const bytes = new Uint8Array(3 + 3 * text.length)
  let at = 0
  const put = (...values: number[]) => {
    for (const value of values) bytes[at++] = value
  }
  if (marked) put(0xef, 0xbb, 0xbf)
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (code < 0x80) put(code)
    else if (code < 0x800) put(0xc0 | (code >> 6), 0x80 | (code & 0x3f))
    else if (code < 0x1_0000) put(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
    else put(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
  }
  return bytes.slice(0, at)
}
