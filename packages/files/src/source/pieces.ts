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
 * As {@link piecesOf}, in two pieces of memory used by turns: a piece holds good until the one after the next is asked for. For whoever writes
 * each away before that, as `saveFile` does.
 */
export async function* reusedPiecesOf(source: ByteSource, pieceSize = PIECE_SIZE): AsyncGenerator<Uint8Array> {
  const memory = [0, 1].map(() => new Uint8Array(Math.min(pieceSize, source.byteLength)))
  let turn = 0
  for (let start = 0; start < source.byteLength; start += pieceSize) {
    const piece = memory[turn]?.subarray(0, Math.min(pieceSize, source.byteLength - start)) ?? new Uint8Array(0)
    turn = 1 - turn
    await readInto(source, piece, start)
    yield piece
  }
}
