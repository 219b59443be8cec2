import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { systemError } from '@ukit/files'
import { filePieces } from '@ukit/files/node'
import type { StockHashKind } from '../stock/stock-list.js'

/** Bytes of a hash that stock lists keep. */
const KEPT = 16

/**
 * *The fingerprint of a file as stock lists have it*: the first 16 bytes of the hash of its whole content, as
 * base64 of URLs without padding. `gitblob` is git's own: the SHA-1 of `blob `, the length in decimal digits,
 * a zero byte, and the content.
 *
 * @throws {SourceError} `io` when the file cannot be read.
 */
export async function hashFile(path: string, kind: StockHashKind): Promise<string> {
  const hash = createHash(kind === 'gitblob' ? 'sha1' : kind)
  try {
    if (kind === 'gitblob') hash.update(`blob ${(await stat(path)).size}\0`)
    for await (const piece of filePieces(path)) hash.update(piece)
  } catch (error) {
    throw systemError(`"${path}" cannot be read`, error, { path })
  }
  return hash.digest().subarray(0, KEPT).toString('base64url')
}
