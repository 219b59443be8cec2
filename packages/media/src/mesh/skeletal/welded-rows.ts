/**
 * *Numbers rows of words*: equal rows get the same number, and each new row the next one, in the order of the
 * rows. A `Map` with texts as keys takes ten times as long.
 *
 * @param words the rows, one after the other.
 * @param width words per row.
 */
export function weldedRows(words: Uint32Array, width: number): { numbers: Uint32Array; count: number } {
  const rows = Math.floor(words.length / width)
  const numbers = new Uint32Array(rows)
  // At most half full. The hash is seeded, as otherwise a file could be made whose rows all collide and take
  // forever.
  const mask = 2 ** Math.ceil(Math.log2(2 * rows + 2)) - 1
  const seed = (Math.random() * 0x1_0000_0000) | 1
  /** First row of each number, by position in the table; −1 for empty positions. */
  const firsts = new Int32Array(mask + 1).fill(-1)
  let count = 0
  for (let row = 0; row < rows; row++) {
    let place = hashOf(words, row * width, width, seed) & mask
    let first = firsts[place] as number
    while (first >= 0 && !areEqual(words, first * width, row * width, width)) {
      place = (place + 1) & mask
      first = firsts[place] as number
    }
    if (first < 0) {
      firsts[place] = row
      numbers[row] = count++
    } else {
      numbers[row] = numbers[first] as number
    }
  }
  return { numbers, count }
}

/**
 * The bits of 32-bit floats, for use as keys: 0 and −0 are equal, and so are all NaNs; other floats are only
 * equal to themselves.
 */
export function floatWords(numbers: Float32Array): Uint32Array {
  const words = new Uint32Array(numbers.length)
  const bits = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length)
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i] as number
    words[i] = value === 0 ? 0 : Number.isNaN(value) ? QUIET_NAN : (bits[i] as number)
  }
  return words
}

const QUIET_NAN = 0x7fc0_0000

function hashOf(words: Uint32Array, at: number, width: number, seed: number): number {
  let hash = seed
  for (let i = at; i < at + width; i++) {
    hash = Math.imul(hash ^ (words[i] as number), 0x9e37_79b1)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash, 0x85eb_ca77)
  return hash ^ (hash >>> 13)
}

function areEqual(words: Uint32Array, a: number, b: number, width: number): boolean {
  for (let i = 0; i < width; i++) if (words[a + i] !== words[b + i]) return false
  return true
}
