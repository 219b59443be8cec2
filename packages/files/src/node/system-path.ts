import { Buffer, isUtf8 } from 'node:buffer'

/**
 * A byte that is not part of UTF-8 is U+DC00 + byte in text: half of a surrogate pair, which no real text has
 * (Python calls it surrogateescape).
 */
const ESCAPE = 0xdc00

/**
 * *The name of a file as text*, whatever bytes it has: where they are not UTF-8, each is half a surrogate
 * pair, from U+DC80 for 0x80 to U+DCFF for 0xFF. {@link systemPath} gives the bytes back.
 */
export function fileNameText(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
    const piece = bytes.subarray(at, at + length)
    if (piece.length === length && isUtf8(piece)) {
      text += Buffer.from(piece).toString('utf8')
      at += length
    } else {
      text += String.fromCharCode(ESCAPE + byte)
      at++
    }
  }
  return text
}

/**
 * A path as the functions of `node:fs` take it: text, or bytes where {@link fileNameText} had to keep some.
 */
export function systemPath(path: string): string | Buffer {
  if (!/[\udc80-\udcff]/u.test(path)) return path
  return Buffer.concat(
    [...path].map((char) => {
      const code = char.charCodeAt(0)
      return code >= 0xdc80 && code <= 0xdcff ? Buffer.of(code - ESCAPE) : Buffer.from(char, 'utf8')
    }),
  )
}
