import type { ByteSource } from './source.js'

/** Bytes handed on at a time: large enough that the cost per piece vanishes, small enough to hold many. */
export const PIECE_SIZE = 0x10_0000

/** A source from start to end in pieces, for writing it somewhere. */
export async function* piecesOf(source: ByteSource, pieceSize = PIECE_SIZE): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < source.byteLength; start += pieceSize) {
    yield await source.slice(start, Math.min(start + pieceSize, source.byteLength))
  }
}
