/** True when both hold the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  const { length } = a
  if (length !== b.length) return false
  let i = 0
  if (length >= LONG) {
    // Four at a time: bodies of textures and sounds are compared as they are.
    const left = new DataView(a.buffer, a.byteOffset, length)
    const right = new DataView(b.buffer, b.byteOffset, length)
    for (const end = length - 3; i < end; i += 4) {
      if (left.getInt32(i, true) !== right.getInt32(i, true)) return false
    }
  }
  for (; i < length; i++) if (a[i] !== b[i]) return false
  return true
}

/** From so many bytes on two views cost less than they save. */
const LONG = 128
