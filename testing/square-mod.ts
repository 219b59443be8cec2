/** A MOD with one instrument, a square wave of 32 samples, played as C-2 for one pattern of 64 rows. */
export function squareMod(): Uint8Array {
  const bytes = new Uint8Array(1084 + 1024 + 32)
  bytes.set(new TextEncoder().encode('square'))
  // Length 16 words, volume 64, loop from 0 over 16 words.
  bytes.set([0, 16, 0, 64, 0, 0, 0, 16], 20 + 22)
  bytes.set([1, 127], 950)
  bytes.set(new TextEncoder().encode('M.K.'), 1080)
  // Instrument 1, period 428.
  bytes.set([0x01, 0xac, 0x10, 0], 1084)
  bytes.fill(64, 1084 + 1024, 1084 + 1024 + 16)
  bytes.fill(192, 1084 + 1024 + 16)
  return bytes
}
