// The Huffman stage of .uz (facts: formats/umod-and-network.md §2): a count of symbols, the tree, the codes;
// bits from the lowest of each byte on. The tree is in pre-order: 1 is an inner node, its two branches
// follow; 0 is a leaf, eight bits of symbol follow. A tree of one leaf has codes of no bits at all.

import { CodecError } from './error.js'

/** Bits of a code that one look into the table decodes. */
const TABLE_BITS = 11
const TABLE_SIZE = 1 << TABLE_BITS
const TABLE_MASK = TABLE_SIZE - 1

/** There is a leaf for each byte at most, and one inner node fewer. */
const MOST_INNER = 255

/** Maximum number of bytes of count and tree: 255 inner nodes of a bit, 256 leaves of nine. */
export const MOST_TREE_BYTES = 4 + Math.ceil((MOST_INNER + 256 * 9) / 8)

/**
 * The writer's longest code; what would be longer is made from flatter counts. Fits in 32 bits beside the
 * seven that may wait.
 */
const LONGEST_CODE = 24

/** A code: its bits in the order in which they are written, lowest first. */
interface Codes {
  readonly bits: Uint32Array
  readonly lengths: Uint8Array
}

/** A node of the writer's tree: a leaf has a symbol, an inner node two branches. */
type Node = { readonly symbol: number } | { readonly branches: readonly [Node, Node] }

/** *Writes bits*, the lowest of each byte first. */
class BitWriter {
  readonly bytes: Uint8Array
  #at: number
  #bits = 0
  #count = 0

  constructor(length: number, at: number) {
    this.bytes = new Uint8Array(length)
    this.#at = at
  }

  /** Writes the lowest `count` bits, at most {@link LONGEST_CODE}; those above them are zero. */
  put(bits: number, count: number): void {
    this.#bits |= bits << this.#count
    this.#count += count
    while (this.#count >= 8) {
      this.bytes[this.#at++] = this.#bits & 0xff
      this.#bits >>>= 8
      this.#count -= 8
    }
  }

  /** Writes a whole piece of symbols. */
  putAll(symbols: Uint8Array, codes: Codes): void {
    const { bits, lengths } = codes
    const { bytes } = this
    let at = this.#at
    let waiting = this.#bits
    let count = this.#count
    for (let i = 0; i < symbols.length; i++) {
      const symbol = symbols[i] as number
      waiting |= (bits[symbol] as number) << count
      count += lengths[symbol] as number
      while (count >= 8) {
        bytes[at++] = waiting & 0xff
        waiting >>>= 8
        count -= 8
      }
    }
    this.#at = at
    this.#bits = waiting
    this.#count = count
  }

  end(): void {
    if (this.#count > 0) this.bytes[this.#at++] = this.#bits & 0xff
  }
}

/**
 * Encodes the pieces of a stream, which all must be there: the tree comes from the counts of all symbols.
 * Puts `before` zero bytes in front, for the caller to fill.
 */
export function encodeHuffman(pieces: readonly Uint8Array[], before = 0): Uint8Array {
  const counts = new Float64Array(256)
  let total = 0
  for (const piece of pieces) {
    total += piece.length
    const partial = new Uint32Array(256)
    for (let i = 0; i < piece.length; i++) partial[piece[i] as number] = (partial[piece[i] as number] as number) + 1
    for (let i = 0; i < 256; i++) counts[i] = (counts[i] as number) + (partial[i] as number)
  }
  // No symbol, but a tree anyway: a leaf for symbol 0, nine zero bits.
  if (total === 0) return new Uint8Array(before + 4 + 2)
  const { root, codes } = makeCodes(counts)
  let bits = counts.reduce((sum, count) => sum + (count > 0 ? 10 : 0), -1)
  for (let i = 0; i < 256; i++) bits += (counts[i] as number) * (codes.lengths[i] as number)
  const writer = new BitWriter(before + 4 + Math.ceil(bits / 8), before + 4)
  new DataView(writer.bytes.buffer).setUint32(before, total, true)
  putTree(writer, root)
  for (const piece of pieces) writer.putAll(piece, codes)
  writer.end()
  return writer.bytes
}

function putTree(writer: BitWriter, node: Node): void {
  if ('symbol' in node) {
    writer.put(0, 1)
    writer.put(node.symbol, 8)
    return
  }
  writer.put(1, 1)
  for (const branch of node.branches) putTree(writer, branch)
}

function makeCodes(counts: Float64Array): { root: Node; codes: Codes } {
  const flatter = Float64Array.from(counts)
  for (;;) {
    const root = makeTree(flatter)
    const codes: Codes = { bits: new Uint32Array(256), lengths: new Uint8Array(256) }
    if (assign(root, 0, 0, codes)) return { root, codes }
    for (let i = 0; i < 256; i++) flatter[i] = Math.ceil((flatter[i] as number) / 2)
  }
}

/** Gives each leaf its code; false when one is too long. */
function assign(node: Node, bits: number, length: number, codes: Codes): boolean {
  if (length > LONGEST_CODE) return false
  if ('symbol' in node) {
    codes.bits[node.symbol] = bits
    codes.lengths[node.symbol] = length
    return true
  }
  const [zero, one] = node.branches
  return assign(zero, bits, length + 1, codes) && assign(one, bits | (1 << length), length + 1, codes)
}

/**
 * Joins the two rarest until one is left: leaves in order of their counts, and after them the joined ones,
 * which come out in order too.
 */
function makeTree(counts: Float64Array): Node {
  const leaves: { node: Node; count: number }[] = []
  for (let symbol = 0; symbol < 256; symbol++) {
    const count = counts[symbol] as number
    if (count > 0) leaves.push({ node: { symbol }, count })
  }
  leaves.sort((a, b) => a.count - b.count)
  const joined: { node: Node; count: number }[] = []
  let leaf = 0
  let inner = 0
  const rarest = () => {
    const a = leaves[leaf]
    const b = joined[inner]
    if (a !== undefined && (b === undefined || a.count <= b.count)) {
      leaf++
      return a
    }
    inner++
    return b
  }
  for (;;) {
    const one = rarest()
    const other = rarest()
    if (one === undefined) throw new RangeError('a tree needs a symbol')
    if (other === undefined) return one.node
    joined.push({ node: { branches: [other.node, one.node] }, count: one.count + other.count })
  }
}

/** In the table, instead of a length: the code is longer than the bits looked at. */
const LONG = 0xff

/** *Reads symbols* from pieces of bits, as far as the bits available reach. */
export class HuffmanReader {
  /** Symbols that are still to come. */
  left: number
  /** Branches of inner node `i` at `2 i` and `2 i + 1`: another inner node, or a symbol complemented. */
  readonly #branches: Int16Array
  /**
   * By the next bits: a symbol and the length of its code above it; or `LONG` and the inner node that they
   * lead to.
   */
  readonly #table = new Uint16Array(TABLE_SIZE)
  /** The one symbol of a tree that is a leaf. */
  readonly #only: number | undefined
  #input: Uint8Array
  #at = 0
  #bits = 0
  #count = 0
  /** The inner node within a long code whose last bits are missing. */
  #waiting: number | undefined

  /**
   * Reads count and tree from the start of the stream; `offset` is its place in the file. The first piece
   * holds them whole: {@link MOST_TREE_BYTES}, or all there is.
   *
   * @throws {CodecError} when the piece ends within the tree, or the tree has more nodes than there are
   *   bytes.
   */
  constructor(input: Uint8Array, offset: number) {
    if (input.length < 4) {
      const message = `expected the four bytes of the number of symbols, found ${input.length}`
      throw new CodecError('uz', 'truncated', offset + input.length, message)
    }
    this.left = new DataView(input.buffer, input.byteOffset, 4).getInt32(0, true)
    if (this.left < 0) {
      throw new CodecError('uz', 'corrupt', offset, `expected the number of symbols, found ${this.left}`)
    }
    this.#input = input
    this.#at = 4
    this.#branches = new Int16Array(2 * MOST_INNER)
    if (this.left === 0) return
    const root = this.#readTree(offset)
    if (root < 0) this.#only = ~root
    else this.#fillTable(0, 0, 0)
  }

  /** Whole bytes of what was given that no symbol has used. */
  get spare(): number {
    return (this.#count >> 3) + this.#input.length - this.#at
  }

  /** How many bytes of the piece last given are used; one that is begun counts. */
  get used(): number {
    return this.#at
  }

  /** Gives the next piece, when {@link read} has used up the one before. */
  feed(input: Uint8Array): void {
    this.#input = input
    this.#at = 0
  }

  /**
   * Decodes symbols into `output` until it is full, the symbols are at their end, or bits are missing; gives
   * how many.
   */
  read(output: Uint8Array): number {
    const wanted = Math.min(output.length, this.left)
    if (this.#only !== undefined) {
      output.fill(this.#only, 0, wanted)
      this.left -= wanted
      return wanted
    }
    let done = 0
    if (this.#waiting !== undefined && wanted > 0) {
      const symbol = this.#walk(this.#waiting)
      if (symbol === undefined) return 0
      output[done++] = symbol
    }
    const input = this.#input
    const table = this.#table
    let at = this.#at
    let bits = this.#bits
    let count = this.#count
    while (done < wanted) {
      while (count <= 24 && at < input.length) {
        bits |= (input[at++] as number) << count
        count += 8
      }
      const entry = table[bits & TABLE_MASK] as number
      const length = entry >> 8
      if (length <= count) {
        output[done++] = entry & 0xff
        bits >>>= length
        count -= length
        continue
      }
      // Bits that are missing look like zeros: the code is not known before there are enough.
      if (length !== LONG || count < TABLE_BITS) break
      this.#at = at
      this.#bits = bits >>> TABLE_BITS
      this.#count = count - TABLE_BITS
      const symbol = this.#walk(entry & 0xff)
      at = this.#at
      bits = this.#bits
      count = this.#count
      if (symbol === undefined) break
      output[done++] = symbol
    }
    this.#at = at
    this.#bits = bits
    this.#count = count
    this.left -= done
    return done
  }

  /** One bit; `undefined` when there is none available. */
  #bit(): number | undefined {
    if (this.#count === 0) {
      const next = this.#input[this.#at]
      if (next === undefined) return undefined
      this.#at++
      this.#bits = next
      this.#count = 8
    }
    const bit = this.#bits & 1
    this.#bits >>>= 1
    this.#count--
    return bit
  }

  /** Follows the bits from an inner node to a symbol; remembers where it is when they run out. */
  #walk(from: number): number | undefined {
    let node = from
    for (;;) {
      const bit = this.#bit()
      this.#waiting = bit === undefined ? node : undefined
      if (bit === undefined) return undefined
      node = this.#branches[2 * node + bit] as number
      if (node < 0) return ~node
    }
  }

  /** Reads the tree; gives its root, as a branch has it. */
  #readTree(offset: number): number {
    const open: number[] = []
    let inner = 0
    for (;;) {
      let node: number
      if (this.#treeBits(1, offset) === 1) {
        if (inner === MOST_INNER) {
          const message = `expected a tree of at most ${MOST_INNER + 1} symbols, found more`
          throw new CodecError('uz', 'corrupt', offset + this.#at - 1, message)
        }
        open.push(2 * inner)
        inner++
        continue
      }
      node = ~this.#treeBits(8, offset)
      // A branch is complete: so is every node whose second branch it is.
      for (;;) {
        const slot = open.pop()
        if (slot === undefined) return node
        this.#branches[slot] = node
        if (slot % 2 === 0) {
          open.push(slot + 1)
          break
        }
        node = slot >> 1
      }
    }
  }

  #treeBits(count: number, offset: number): number {
    let value = 0
    for (let i = 0; i < count; i++) {
      const bit = this.#bit()
      if (bit === undefined) {
        throw new CodecError('uz', 'truncated', offset + this.#at, 'the data ends within the Huffman tree')
      }
      value |= bit << i
    }
    return value
  }

  /** Fills the table below a node that `length` bits lead to. No deeper than {@link TABLE_BITS}. */
  #fillTable(node: number, bits: number, length: number): void {
    if (node >= 0 && length < TABLE_BITS) {
      this.#fillTable(this.#branches[2 * node] as number, bits, length + 1)
      this.#fillTable(this.#branches[2 * node + 1] as number, bits | (1 << length), length + 1)
      return
    }
    const entry = node < 0 ? (length << 8) | ~node : (LONG << 8) | node
    for (let at = bits; at < TABLE_SIZE; at += 1 << length) this.#table[at] = entry
  }
}
