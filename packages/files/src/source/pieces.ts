import { type ByteSource, readInto } from './source.js'

/** Bytes handed on at a time: large enough that the cost per piece vanishes, small enough to hold many. */
export const PIECE_SIZE = 0x10_0000

/** A source from start to end in pieces, for writing it somewhere. */
export async function* piecesOf(source: ByteSource, pieceSize = PIECE_SIZE): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < source.byteLength; start += pieceSize) {
    yield await source.slice(start, Math.min(start + pieceSize, source.byteLength))
  }
}

/**
 * *Two pieces of memory used by turns*: what is read into one is valid until the one after the next is asked
 * for. Shared by sources that are read one after the other, so that thousands of them take no more memory
 * than one.
 */
export class PieceMemory {
  readonly #pieces = [new Uint8Array(0), new Uint8Array(0)]
  #turn = 0

  /** Memory for the next piece, to be filled. */
  next(length: number): Uint8Array {
    this.#turn = 1 - this.#turn
    let piece = this.#pieces[this.#turn]
    if (piece === undefined || piece.length < length) {
      piece = new Uint8Array(length)
      this.#pieces[this.#turn] = piece
    }
    return piece.subarray(0, length)
  }
}

/**
 * As {@link piecesOf}, in memory that is used again: a piece is valid until the one after the next is asked
 * for. For anyone who writes each away before that, as `saveFile` does.
 */
export async function* reusedPiecesOf(source: ByteSource, memory = new PieceMemory()): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < source.byteLength; start += PIECE_SIZE) {
    const piece = memory.next(Math.min(PIECE_SIZE, source.byteLength - start))
    await readInto(source, piece, start)
    yield piece
  }
}
