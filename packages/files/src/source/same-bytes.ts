import { equalBytes } from '../equal-bytes.js'
import { PIECE_SIZE } from './pieces.js'
import type { ByteSource } from './source.js'

/** *Whether two sources hold the same bytes*; a piece of each is in memory at a time. */
export async function sameBytes(a: ByteSource, b: ByteSource, signal?: AbortSignal): Promise<boolean> {
  if (a.byteLength !== b.byteLength) return false
  for (let start = 0; start < a.byteLength; start += PIECE_SIZE) {
    signal?.throwIfAborted()
    const end = Math.min(start + PIECE_SIZE, a.byteLength)
    if (!equalBytes(await a.slice(start, end), await b.slice(start, end))) return false
  }
  return true
}
