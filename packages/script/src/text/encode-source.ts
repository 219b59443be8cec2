/**
 * *A text as a file of the engine*: one byte a character as the compiler reads it, UTF-16 with its mark where
 * that is not enough, or where those bytes would be read as UTF-8. Lines end with CR LF.
 */
export function encodeSource(text: string): Uint8Array {
  const lines = text.replace(/\r\n?|\n/g, '\r\n')
  if (!/[^\0-\xff]/.test(lines)) {
    const bytes = Uint8Array.from(lines, (char) => char.charCodeAt(0))
    if (!/[\x80-\xff]/.test(lines) || !isUtf8(bytes)) return bytes
  }
  const bytes = new Uint8Array(2 + 2 * lines.length)
  bytes.set([0xff, 0xfe])
  for (let i = 0; i < lines.length; i++) {
    const unit = lines.charCodeAt(i)
    bytes[2 + 2 * i] = unit & 0xff
    bytes[3 + 2 * i] = unit >> 8
  }
  return bytes
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
