const LATIN1_STEP = 0x2000

/**
 * *The text of a source file*: UTF-16 when it begins with the mark of it (of either byte order) or every
 * other one of its first bytes is zero, UTF-8 with or without a mark when its bytes are that, or else one
 * byte a character, as the engine reads code pages.
 */
export function decodeSource(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  const order = unmarkedOrder(bytes)
  if (order !== undefined) return new TextDecoder(order).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not a TextDecoder: what that makes of 80 to 9F depends on the version of Node.
    let text = ''
    for (let i = 0; i < bytes.length; i += LATIN1_STEP)
      text += String.fromCharCode(...bytes.subarray(i, i + LATIN1_STEP))
    return text
  }
}

/** Characters at the beginning that tell UTF-16 without a mark. */
const LOOKED_AT = 16

/**
 * The byte order of UTF-16 without a mark, when the text begins with characters below 0x100; no other text
 * has zeros.
 */
function unmarkedOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const count = Math.min(LOOKED_AT, bytes.length >> 1)
  if (count === 0 || bytes.length % 2 !== 0) return undefined
  const isEach = (first: number) => {
    for (let at = 0; at < count; at++) if (bytes[2 * at + first] === 0 || bytes[2 * at + 1 - first] !== 0) return false
    return true
  }
  return isEach(0) ? 'utf-16le' : isEach(1) ? 'utf-16be' : undefined
}
