import { CompressedChunk } from '@ukit/container'
import type { Package } from './package.js'

/**
 * The maximum number of bytes of a chunk, unless a single body or the header is larger and is a chunk of its
 * own.
 */
const CHUNK_LIMIT = 0x10_0000

/**
 * Cuts the image into chunks as the engine's cooker does: the header first, then bodies in file order while
 * they fit; a body is never split.
 *
 * Gives the real chunk list of 78 of 78 cooked packages of all platforms.
 */
export function cutChunks(pkg: Package, length: number): CompressedChunk[] {
  const start = pkg.ranges.summary.end
  // In a package that was opened permissively, a body may lie outside the file or in the summary; no chunk
  // begins at such a body.
  const bodies = pkg.exportTable
    .filter(({ offset, size }) => size > 0 && offset >= start && offset + size <= length)
    .sort((a, b) => a.offset - b.offset)
  const headerEnd = bodies[0]?.offset ?? length
  const bounds = [start]
  let chunkStart = start
  let end = Math.max(start, headerEnd)
  for (const { offset, size } of bodies) {
    const bodyEnd = Math.max(end, offset + size)
    if (bodyEnd - chunkStart > CHUNK_LIMIT && end > chunkStart) {
      bounds.push(end)
      chunkStart = end
    }
    end = bodyEnd
  }
  if (length > start) bounds.push(length)
  const chunks: CompressedChunk[] = []
  for (let i = 0; i + 1 < bounds.length; i++) {
    const from = bounds[i] ?? 0
    const to = bounds[i + 1] ?? from
    if (to > from)
      chunks.push(Object.assign(new CompressedChunk(), { uncompressedOffset: from, uncompressedSize: to - from }))
  }
  return chunks
}
