import { plural } from '@ukit/text/internal'
// The Burrows-Wheeler stage of .uz (facts: formats/umod-and-network.md §2): sorts every suffix of a block and
// writes the byte before each. The end of a block counts as greater than every byte; its row has no byte, and
// a dummy is written there.

import { CodecError } from './error.js'
import { ByteSuffixes } from './uz-byte-suffixes.js'

/** Maximum number of bytes in a block. */
export const BLOCK = 0x40000
/**
 * Three numbers in front of each block: its length, the row to begin with, the row without a byte
 * (little-endian, 32 bits each).
 */
const BLOCK_HEAD = 12

/** How many values a byte has. */
const BYTES = 256

/** Sorts blocks. Uses about 3 MB; one sorter is used for all blocks of a file. */
export class BlockSorter {
  readonly #suffixes = new ByteSuffixes(BLOCK)
  readonly #mirrored = new Uint8Array(BLOCK)
  readonly #order = new Int32Array(BLOCK)

  /** The sorted form of a block of 1 to {@link BLOCK} bytes: head, then one byte more than the block has. */
  sort(block: Uint8Array): Uint8Array {
    const mirrored = this.#mirrored
    const order = this.#order
    const { length } = block
    // The end is to count as greater than every byte; the sorter takes it as smaller. With the greatest byte
    // as the smallest both come out the same, the last one first.
    for (let i = 0; i < length; i++) mirrored[i] = 255 - (block[i] as number)
    this.#suffixes.sort(mirrored, length, order)
    const sorted = new Uint8Array(BLOCK_HEAD + length + 1)
    let first = 0
    let last = 0
    for (let row = 0; row < length; row++) {
      const start = order[length - 1 - row] as number
      if (start > 0) sorted[BLOCK_HEAD + row] = block[start - 1] as number
      else last = row
      if (start === 1) first = row
    }
    // The row of the end itself; a block of one byte begins with it.
    sorted[BLOCK_HEAD + length] = block[length - 1] as number
    if (length === 1) first = 1
    // The dummy: the stock writer puts the block's first byte there.
    sorted[BLOCK_HEAD + last] = block[0] as number
    const head = new DataView(sorted.buffer)
    head.setUint32(0, length, true)
    head.setUint32(4, first, true)
    head.setUint32(8, last, true)
    return sorted
  }
}

/**
 * *Restores blocks from their sorted form*: takes that form piece by piece, and gives each block when it is
 * complete.
 */
export class BlockReader {
  readonly #sorted = new Uint8Array(BLOCK_HEAD + BLOCK + 1)
  readonly #head = new DataView(this.#sorted.buffer)
  readonly #links = new Uint32Array(BLOCK + 1)
  readonly #block = new Uint8Array(BLOCK)
  #filled = 0
  #wanted = BLOCK_HEAD

  /**
   * Takes the next bytes and calls `give` with each block that they complete; its bytes are valid only during
   * the call. `offset` is the place in the file, for messages.
   *
   * @throws {CodecError} `corrupt` when a block's head is impossible, or its rows do not lead through the
   *   whole block.
   */
  read(bytes: Uint8Array, offset: number, give: (block: Uint8Array) => void): void {
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(this.#wanted - this.#filled, bytes.length - at)
      this.#sorted.set(bytes.subarray(at, at + taken), this.#filled)
      this.#filled += taken
      at += taken
      if (this.#filled < this.#wanted) return
      if (this.#wanted === BLOCK_HEAD) this.#wanted += this.#checkHead(offset) + 1
      else {
        give(this.#unsort(offset))
        this.#filled = 0
        this.#wanted = BLOCK_HEAD
      }
    }
  }

  /** @throws {CodecError} `truncated` when the stream ends within a block. */
  end(offset: number): void {
    if (this.#filled === 0) return
    const message = `the data ends after ${this.#filled} of the ${plural(this.#wanted, 'byte')} of a block`
    throw new CodecError('uz', 'truncated', offset, message)
  }

  #checkHead(offset: number): number {
    const [length, first, last] = [0, 4, 8].map((at) => this.#head.getUint32(at, true)) as [number, number, number]
    if (length === 0 || length > BLOCK) {
      throw new CodecError('uz', 'corrupt', offset, `expected a block of 1 to ${BLOCK} bytes, found ${length}`)
    }
    if (first > length || last > length || first === last) {
      const message = `expected two different rows of a block of ${plural(length, 'byte')}, found ${first} and ${last}`
      throw new CodecError('uz', 'corrupt', offset, message)
    }
    return length
  }

  #unsort(offset: number): Uint8Array {
    const length = this.#wanted - BLOCK_HEAD - 1
    const first = this.#head.getUint32(4, true)
    const last = this.#head.getUint32(8, true)
    const rows = this.#sorted.subarray(BLOCK_HEAD, this.#wanted)
    const links = this.#links
    const next = new Uint32Array(BYTES)
    for (let row = 0; row <= length; row++) {
      if (row !== last) next[rows[row] as number] = (next[rows[row] as number] as number) + 1
    }
    let sum = 0
    for (let byte = 0; byte < BYTES; byte++) {
      const count = next[byte] as number
      next[byte] = sum
      sum += count
    }
    // By the byte that a row starts with: that byte, and above it the row of the suffix after that byte.
    for (let row = 0; row <= length; row++) {
      if (row === last) continue
      const byte = rows[row] as number
      const from = next[byte] as number
      next[byte] = from + 1
      links[from] = (row << 8) | byte
    }
    // The end sorts last, and nothing follows it.
    links[length] = length << 8
    const block = this.#block
    let row = last
    for (let i = 0; i < length; i++) {
      const link = links[row] as number
      block[i] = link & 0xff
      row = link >>> 8
    }
    if (row !== length || (links[last] as number) >>> 8 !== first) {
      throw new CodecError(
        'uz',
        'corrupt',
        offset,
        `the rows of a block do not lead through all its ${plural(length, 'byte')}`,
      )
    }
    return block.subarray(0, length)
  }
}
