// .uz, the compressed downloads of Unreal Engine 1 (facts: formats/umod-and-network.md §2): a signature, the
// file's name, and the data through five stages: runs, sorted blocks, move to front, runs again (only for
// signature 5678), Huffman.

import { BLOCK, BlockSorter } from './uz-bwt.js'
import { encodeHuffman } from './uz-huffman.js'
import { FrontEncoder } from './uz-mtf.js'
import { writeName } from './uz-name.js'
import { mostRunBytes, RunEncoder } from './uz-rle.js'

/**
 * 1234 is what `ucc compress` writes and clients download; 5678 has one stage more, and is what installers
 * read.
 */
export type UzSignature = 1234 | 5678

/** Default of {@link UzOptions.signature}. */
export const DEFAULT_UZ_SIGNATURE: UzSignature = 1234

/** What a `.uz` is written with. */
export interface UzOptions {
  /** The file's name, without a folder. The game compares nothing with it; tools restore it. */
  readonly name: string
  /** The form to write. */
  readonly signature?: UzSignature | undefined
}

/** Input that is run-length encoded at a time. */
const INPUT_PIECE = 0x8000

/**
 * *Compresses a stream of bytes to a .uz*: give it pieces, then ask for the file. It keeps one byte in memory
 * for each byte given.
 */
export class UzWriter {
  readonly #head: Uint8Array
  readonly #runs = new RunEncoder()
  readonly #block = new Uint8Array(BLOCK + mostRunBytes(INPUT_PIECE))
  #filled = 0
  readonly #sorter = new BlockSorter()
  readonly #front = new FrontEncoder()
  readonly #secondRuns: RunEncoder | undefined
  readonly #ready: Uint8Array[] = []

  /** @throws {RangeError} for a name that is not a file name. */
  constructor({ name, signature = DEFAULT_UZ_SIGNATURE }: UzOptions) {
    const text = writeName(name)
    this.#head = new Uint8Array(4 + text.length)
    new DataView(this.#head.buffer).setUint32(0, signature, true)
    this.#head.set(text, 4)
    if (signature === 5678) this.#secondRuns = new RunEncoder()
  }

  /** Takes the next bytes. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += INPUT_PIECE) {
      this.#filled = this.#runs.encode(bytes.subarray(at, at + INPUT_PIECE), this.#block, this.#filled)
      if (this.#filled >= BLOCK) {
        this.#sort(BLOCK)
        this.#block.copyWithin(0, BLOCK, this.#filled)
        this.#filled -= BLOCK
      }
    }
  }

  /** The finished file. */
  end(): Uint8Array {
    this.#filled = this.#runs.end(this.#block, this.#filled)
    if (this.#filled >= BLOCK) {
      this.#sort(BLOCK)
      this.#block.copyWithin(0, BLOCK, this.#filled)
      this.#filled -= BLOCK
    }
    if (this.#filled > 0) this.#sort(this.#filled)
    this.#filled = 0
    if (this.#secondRuns !== undefined) {
      const last = new Uint8Array(1)
      this.#ready.push(last.subarray(0, this.#secondRuns.end(last, 0)))
    }
    const file = encodeHuffman(this.#ready, this.#head.length)
    file.set(this.#head)
    return file
  }

  #sort(length: number): void {
    const sorted = this.#sorter.sort(this.#block.subarray(0, length))
    this.#front.encode(sorted)
    if (this.#secondRuns === undefined) this.#ready.push(sorted)
    else {
      const output = new Uint8Array(mostRunBytes(sorted.length))
      this.#ready.push(output.slice(0, this.#secondRuns.encode(sorted, output, 0)))
    }
  }
}

/**
 * Compresses a file to `.uz`. The bytes differ from those of the stock `ucc compress` (which builds its tree
 * differently), but every game reads them.
 *
 * @throws {RangeError} for a name that no file has.
 */
export function compressUz(bytes: Uint8Array, options: UzOptions): Uint8Array {
  const writer = new UzWriter(options)
  writer.write(bytes)
  return writer.end()
}

/**
 * Compresses pieces to one `.uz`. The tree comes first and depends on every byte, so nothing can be given
 * before the last piece has been read. Until then the sorted blocks are kept in memory, one byte for each
 * byte read (fewer if bytes repeat).
 */
export async function compressUzPieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: UzOptions,
): Promise<Uint8Array> {
  const writer = new UzWriter(options)
  for await (const piece of pieces) writer.write(piece)
  return writer.end()
}
