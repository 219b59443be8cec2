import { plural } from '@ukit/text/internal'
import { concat } from './concat.js'
// Reads .uz; uz-writer.ts describes its stages.

import { CodecError } from './error.js'
import { BlockReader } from './uz-bwt.js'
import { HuffmanReader, MOST_TREE_BYTES } from './uz-huffman.js'
import { MOST_UNPACKED, type UnpackOptions } from './uz-limits.js'
import { FrontDecoder } from './uz-mtf.js'
import { MOST_NAME_BYTES, readName } from './uz-name.js'
import { RunDecoder } from './uz-rle.js'
import type { UzSignature } from './uz-writer.js'

/** A `.uz`, unpacked. */
export interface Unpacked {
  /** The file's name as the head has it: untrusted text, which may be a path that leads elsewhere. */
  readonly name: string
  /** The first word of the file, which tells the two forms of `.uz` apart. */
  readonly signature: UzSignature
  /** The file that was compressed. */
  readonly bytes: Uint8Array
}

/** Symbols decoded at a time. */
const PIECE = 0x10000
/**
 * Padding that is accepted after the codes. The stock writer ends with the last byte that holds a bit; others
 * may fill up a machine word.
 */
const MOST_PADDING = 8

/**
 * *Unpacks a .uz piece by piece*: give it pieces of any length, and take what they unpack to. It keeps one
 * block and the output of one piece in memory, never the whole file.
 */
export class UzReader {
  readonly #limit: number
  /** The beginning of the file, until it holds head and tree whole. */
  #begun: Uint8Array = new Uint8Array(0)
  #name: string | undefined
  #signature: UzSignature | undefined
  #huffman: HuffmanReader | undefined
  #secondRuns: RunDecoder | undefined
  readonly #symbols = new Uint8Array(PIECE)
  readonly #front = new FrontDecoder()
  readonly #blocks = new BlockReader()
  readonly #runs = new RunDecoder()
  /** Bytes of the file before the piece that is read, and bytes given out. */
  #before = 0
  #given = 0
  /** Bytes after the last symbol, once that is read. */
  #padding: number | undefined

  constructor({ limit = MOST_UNPACKED }: UnpackOptions = {}) {
    this.#limit = limit
  }

  /** The name in the head; `undefined` until that is read. */
  get name(): string | undefined {
    return this.#name
  }

  /** The signature in the head; `undefined` until that is read. */
  get signature(): UzSignature | undefined {
    return this.#signature
  }

  /**
   * Takes the next bytes; gives what they unpack to, in pieces.
   *
   * @throws {CodecError} for bytes that no writer produces, and of kind `size` when more comes out than the
   *   limit.
   */
  *read(bytes: Uint8Array): Generator<Uint8Array> {
    if (this.#huffman !== undefined) {
      this.#huffman.feed(bytes)
      yield* this.#unpack(this.#huffman, bytes.length)
      return
    }
    this.#begun = concat([this.#begun, bytes])
    if (this.#begun.length >= 4 + MOST_NAME_BYTES + MOST_TREE_BYTES) yield* this.#begin()
  }

  /**
   * Ends the file. Gives the rest of the output.
   *
   * @throws {CodecError} `truncated` when the file is not complete.
   */
  *end(): Generator<Uint8Array> {
    if (this.#huffman === undefined) yield* this.#begin()
    const offset = this.#before
    const left = this.#huffman?.left ?? 0
    if (left > 0)
      throw new CodecError('uz', 'truncated', offset, `the data ends before the last ${plural(left, 'symbol')}`)
    this.#secondRuns?.end(offset)
    this.#blocks.end(offset)
    this.#runs.end(offset)
  }

  *#begin(): Generator<Uint8Array> {
    const bytes = this.#begun
    this.#begun = new Uint8Array(0)
    if (bytes.length < 4) {
      throw new CodecError('uz', 'truncated', bytes.length, `expected a signature of four bytes, found ${bytes.length}`)
    }
    const signature = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true)
    if (signature !== 1234 && signature !== 5678) {
      throw new CodecError('uz', 'corrupt', 0, `expected the signature 1234 or 5678, found ${signature}`)
    }
    const { name, end } = readName(bytes, 4)
    this.#name = name
    this.#signature = signature
    if (signature === 5678) this.#secondRuns = new RunDecoder()
    this.#huffman = new HuffmanReader(bytes.subarray(end), end)
    this.#before = end
    yield* this.#unpack(this.#huffman, bytes.length - end)
  }

  *#unpack(huffman: HuffmanReader, length: number): Generator<Uint8Array> {
    for (;;) {
      const count = huffman.read(this.#symbols)
      if (count === 0) break
      const offset = this.#before + huffman.used
      let places: Uint8Array = this.#symbols.subarray(0, count)
      if (this.#secondRuns !== undefined) places = decodeRuns(this.#secondRuns, places, offset)
      this.#front.decode(places)
      const pieces: Uint8Array[] = []
      this.#blocks.read(places, offset, (block) => {
        const piece = this.#decodeLast(block, offset)
        if (piece.length > 0) pieces.push(piece)
      })
      yield* pieces
    }
    if (huffman.left === 0) {
      this.#padding = this.#padding === undefined ? huffman.spare : this.#padding + length
      if (this.#padding > MOST_PADDING) {
        const message = `${plural(this.#padding, 'byte follows', 'bytes follow')} the last symbol`
        throw new CodecError('uz', 'corrupt', this.#before + length - this.#padding, message)
      }
    }
    this.#before += length
  }

  /** Undoes the last stage, the only one whose output can be much larger than its input. */
  #decodeLast(block: Uint8Array, offset: number): Uint8Array {
    const length = this.#runs.measure(block)
    if (length > this.#limit - this.#given) {
      throw new CodecError('uz', 'size', offset, `the output is more than the ${plural(this.#limit, 'byte')} allowed`)
    }
    this.#given += length
    const output = new Uint8Array(length)
    this.#runs.decode(block, output, offset)
    return output
  }
}

function decodeRuns(runs: RunDecoder, input: Uint8Array, offset: number): Uint8Array {
  const output = new Uint8Array(runs.measure(input))
  runs.decode(input, output, offset)
  return output
}

/**
 * Unpacks a `.uz`.
 *
 * @throws {CodecError} when it is damaged or ends early, and of kind `size` when more than `limit` bytes come
 *   out.
 */
export function decompressUz(file: Uint8Array, options: UnpackOptions = {}): Unpacked {
  const reader = new UzReader(options)
  const pieces = [...reader.read(file), ...reader.end()]
  const { name, signature } = reader
  if (name === undefined || signature === undefined) throw new TypeError('a finished reader has read the head')
  return { name, signature, bytes: concat(pieces) }
}

/**
 * Unpacks the pieces of a `.uz` as they come, block by block: memory does not depend on the file's length.
 * For the name in its head use {@link UzReader}.
 *
 * @throws {CodecError} as {@link decompressUz}; what came out before is given already.
 */
export async function* decompressUzPieces(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: UnpackOptions = {},
): AsyncGenerator<Uint8Array> {
  const reader = new UzReader(options)
  for await (const piece of pieces) yield* reader.read(piece)
  yield* reader.end()
}
