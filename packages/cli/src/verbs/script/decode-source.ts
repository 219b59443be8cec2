/** Sources are UTF-16 with a mark, UTF-8, or else of one byte a character, as the engine keeps them. */
export function decodeSource(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not a TextDecoder: what that makes of 80 to 9F depends on the version of Node.
    return Buffer.from(bytes).toString('latin1')
  }
}
