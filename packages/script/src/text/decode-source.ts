const LATIN1_STEP = 0x2000

/**
 * *The text of a source file*: UTF-16 when it begins with the mark of it (of either byte order), UTF-8 with
 * or without a mark when its bytes are that, or else one byte a character, as the engine reads code pages.
 */
export function decodeSource(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
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
