/**
 * Tells whether some four bytes in a row, at any address, are a signed number above `low` and not above
 * `high`; both are 0 … 2³¹ − 1.
 *
 * All of a package's bodies go through here when they move, so it takes four bytes at a time and looks closer
 * only where one of them may be the highest of such a number: is less than `high` allows. Zeros after zeros
 * are no such number either.
 */
export function containsInt32Between(bytes: Uint8Array, low: number, high: number, bigEndian: boolean): boolean {
  if (bytes.length < 4 || high <= low) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return bigEndian ? containsBigEndian(view, low, high) : containsLittleEndian(view, low, high)
}

// For both: one comparison for two bounds, because a difference below the first wraps around; and the usual
// trick for "one of four bytes is less than n", exact for n up to 128.

const HIGHEST_BITS = 0x80808080 | 0

function eachByte(high: number): number {
  return Math.imul((high >>> 24) + 1, 0x01010101)
}

function containsLittleEndian(view: DataView, low: number, high: number): boolean {
  const { byteLength } = view
  const first = (low + 1) | 0
  const count = high - low
  const limits = eachByte(high)
  let before = view.getInt32(0, true)
  if ((before - first) >>> 0 < count) return true
  let i = 4
  for (; i + 4 <= byteLength; i += 4) {
    // The numbers that end in these four bytes.
    const word = view.getInt32(i, true)
    if (
      ((word - limits) & ~word & HIGHEST_BITS) !== 0 &&
      (word | before) !== 0 &&
      ((((before >>> 8) | (word << 24)) - first) >>> 0 < count ||
        (((before >>> 16) | (word << 16)) - first) >>> 0 < count ||
        (((before >>> 24) | (word << 8)) - first) >>> 0 < count ||
        (word - first) >>> 0 < count)
    )
      return true
    before = word
  }
  for (i -= 3; i + 4 <= byteLength; i++) if ((view.getInt32(i, true) - first) >>> 0 < count) return true
  return false
}

function containsBigEndian(view: DataView, low: number, high: number): boolean {
  const { byteLength } = view
  const first = (low + 1) | 0
  const count = high - low
  const limits = eachByte(high)
  let word = view.getInt32(0)
  let i = 0
  for (; i + 8 <= byteLength; i += 4) {
    // The numbers that begin in these four bytes.
    const next = view.getInt32(i + 4)
    if (
      ((word - limits) & ~word & HIGHEST_BITS) !== 0 &&
      (word | next) !== 0 &&
      ((word - first) >>> 0 < count ||
        (((word << 8) | (next >>> 24)) - first) >>> 0 < count ||
        (((word << 16) | (next >>> 16)) - first) >>> 0 < count ||
        (((word << 24) | (next >>> 8)) - first) >>> 0 < count)
    )
      return true
    word = next
  }
  for (; i + 4 <= byteLength; i++) if ((view.getInt32(i) - first) >>> 0 < count) return true
  return false
}
