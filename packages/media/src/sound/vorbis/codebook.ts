import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { type BitReader, bitsOf } from './bit-reader.js'

/** Bits that are looked up at once. */
const FAST_BITS = 9
/** Maximum of entries times dimensions; the largest books of libvorbis are far below it. */
const MOST_VALUES = 1 << 21
const SYNC = 0x564342
const UNUSED = 0
const NOTHING = -1

/** *A code book of Vorbis*: codes of variable length for numbers, and for vectors (specification, 3). */
export class Codebook {
  readonly dimensions: number
  /** The vector of each entry, one after the other; empty for a book of numbers. */
  readonly vectors: Float32Array
  /** Two children of each node: another node if above 0, an entry as −2 − entry, or −1 for nothing. */
  readonly #tree: number[] = [NOTHING, NOTHING]
  /**
   * By the next bits: the node or entry that they lead to, as in the tree, and the number of bits that took.
   */
  readonly #fast = new Int32Array(1 << FAST_BITS)
  readonly #fastBits = new Uint8Array(1 << FAST_BITS)

  /** @throws {MediaError} `broken` when it is not a code book. */
  constructor(bits: BitReader) {
    if (bits.read(24) !== SYNC) throw new MediaError('broken', 'expected a code book in the Vorbis setup, found none')
    this.dimensions = bits.read(16)
    const entries = bits.read(24)
    if (entries * Math.max(this.dimensions, 1) > MOST_VALUES)
      throw new MediaError(
        'broken',
        `a Vorbis code book of ${plural(entries, 'entry', 'entries')} with ${plural(this.dimensions, 'value')}`,
      )
    this.#plant(readLengths(bits, entries))
    this.vectors = readVectors(bits, entries, this.dimensions)
    if (bits.isOver) throw new MediaError('broken', 'the Vorbis setup ends inside a code book')
  }

  /** The next entry; −1 at the end of the packet, and for a code that no entry has. */
  decode(bits: BitReader): number {
    const index = bits.peek(FAST_BITS)
    let node = this.#fast[index] ?? NOTHING
    bits.skip(this.#fastBits[index] ?? 0)
    while (node > 0) node = this.#tree[node * 2 + bits.read(1)] ?? NOTHING
    return bits.isOver || node === NOTHING ? NOTHING : -2 - node
  }

  /** Gives each entry the lowest free code of its length. */
  #plant(lengths: Uint8Array): void {
    const tree = this.#tree
    const used = lengths.reduce((sum, length) => sum + (length === UNUSED ? 0 : 1), 0)
    // The first free code of each length, at the top of 32 bits.
    const free = new Float64Array(33)
    let isFirst = true
    for (const [entry, length] of lengths.entries()) {
      if (length === UNUSED) continue
      let code = 0
      if (isFirst) {
        for (let i = 1; i <= length; i++) free[i] = 2 ** (32 - i)
        isFirst = false
      } else {
        let from = length
        while (from > 0 && free[from] === 0) from--
        if (from === 0) throw new MediaError('broken', 'a Vorbis code book has more codes than their lengths allow')
        code = free[from] ?? 0
        free[from] = 0
        for (let i = length; i > from; i--) free[i] = code + 2 ** (32 - i)
      }
      this.#insert(code, length, entry)
    }
    // A book with a single entry has half a tree: either bit means that entry.
    if (used === 1 && tree.length === 2) tree[1] = tree[0] ?? NOTHING
    for (let index = 0; index < this.#fast.length; index++) {
      let node = 0
      let taken = 0
      do node = tree[node * 2 + ((index >> taken++) & 1)] ?? NOTHING
      while (node > 0 && taken < FAST_BITS)
      this.#fast[index] = node
      this.#fastBits[index] = taken
    }
  }

  #insert(code: number, length: number, entry: number): void {
    const tree = this.#tree
    let node = 0
    for (let depth = 0; depth < length; depth++) {
      const slot = node * 2 + (Math.floor(code / 2 ** (31 - depth)) & 1)
      if (depth === length - 1) {
        tree[slot] = -2 - entry
        return
      }
      if ((tree[slot] ?? NOTHING) <= 0) {
        tree[slot] = tree.length / 2
        tree.push(NOTHING, NOTHING)
      }
      node = tree[slot] ?? 0
    }
  }
}

function readLengths(bits: BitReader, entries: number): Uint8Array {
  const lengths = new Uint8Array(entries)
  if (bits.flag()) {
    let length = bits.read(5) + 1
    for (let entry = 0; entry < entries; length++) {
      const count = bits.read(bitsOf(entries - entry))
      if (length > 32 || entry + count > entries || bits.isOver)
        throw new MediaError('broken', 'a Vorbis code book has lengths for more entries than it has')
      lengths.fill(length, entry, entry + count)
      entry += count
    }
    return lengths
  }
  const isSparse = bits.flag()
  for (let entry = 0; entry < entries && !bits.isOver; entry++)
    lengths[entry] = isSparse && !bits.flag() ? UNUSED : bits.read(5) + 1
  return lengths
}

function readVectors(bits: BitReader, entries: number, dimensions: number): Float32Array {
  const kind = bits.read(4)
  if (kind === 0) return new Float32Array(0)
  if (kind > 2) throw new MediaError('broken', `expected a Vorbis code book of kind 0 to 2, found ${kind}`)
  const least = readFloat(bits)
  const delta = readFloat(bits)
  const width = bits.read(4) + 1
  const isSequence = bits.flag()
  const count = kind === 1 ? rootOf(entries, dimensions) : entries * dimensions
  if (count * width > bits.bitsLeft) throw new MediaError('broken', 'the Vorbis setup ends inside a code book')
  const values = Float64Array.from({ length: count }, () => bits.read(width))
  const vectors = new Float32Array(entries * dimensions)
  for (let entry = 0; entry < entries; entry++) {
    let last = 0
    let divisor = 1
    for (let i = 0; i < dimensions; i++) {
      const at = kind === 1 ? Math.floor(entry / divisor) % count : entry * dimensions + i
      const value = (values[at] ?? 0) * delta + least + last
      vectors[entry * dimensions + i] = value
      if (isSequence) last = value
      divisor *= count
    }
  }
  return vectors
}

/** The greatest whole number that is not above `entries` when raised to `dimensions`. */
function rootOf(entries: number, dimensions: number): number {
  if (dimensions === 0) return 0
  let root = Math.floor(entries ** (1 / dimensions))
  while ((root + 1) ** dimensions <= entries) root++
  while (root ** dimensions > entries) root--
  return root
}

/** A float of Vorbis: 21 bits of mantissa, 10 of exponent, sign. */
function readFloat(bits: BitReader): number {
  const word = bits.read(32)
  const mantissa = word % 0x200000
  const exponent = Math.floor(word / 0x200000) % 0x400
  return (word >= 0x80000000 ? -mantissa : mantissa) * 2 ** (exponent - 788)
}
