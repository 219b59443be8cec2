import { createHash } from 'node:crypto'
import { crc32 } from '@ukit/codecs'
import { type ByteSource, piecesOf } from '@ukit/files'
import type { HashKind } from './hash-kinds.js'

/**
 * Checksums of a file, read once for all of them. This is a separate module that is only loaded when it is
 * needed.
 */
export async function hashesOf(
  source: ByteSource,
  kinds: readonly HashKind[],
  signal: AbortSignal,
  progress: (done: number, total: number, unit: string) => void,
): Promise<Record<string, string>> {
  const digests = kinds.filter((kind) => kind !== 'crc32').map((kind) => ({ kind, digest: createHash(kind) }))
  let crc = 0
  let done = 0
  for await (const piece of piecesOf(source)) {
    signal.throwIfAborted()
    for (const { digest } of digests) digest.update(piece)
    if (kinds.includes('crc32')) crc = crc32(piece, crc)
    done += piece.length
    progress(done, source.byteLength, 'bytes')
  }
  const found: Record<string, string> = {}
  if (kinds.includes('crc32')) found['crc32'] = (crc >>> 0).toString(16).padStart(8, '0')
  for (const { kind, digest } of digests) found[kind] = digest.digest('hex')
  return found
}
