import type { CompressedChunk, FormatContext, Layout } from '@ukit/container'
import { Archive, PackageFlag, Summary } from '@ukit/container'
import { writeSummary } from '@ukit/container/internal'
import { equalBytes } from '@ukit/files/internal'

/** The summary as it is in the uncompressed image: no chunk table, no compression. */
export function uncompressedSummary(summary: Summary, context: FormatContext, layout: Layout): Uint8Array {
  const bytes = writeSummary(withChunks(summary, [], 0), context, layout)
  const { verbatim } = summary
  if (verbatim === undefined || summary.chunks.length > 0) return bytes
  // Unchanged if the summary would be written as it was read; an index in an unusual form then stays as it
  // was.
  const before = new Summary()
  before.serialize(Archive.load(verbatim, context), layout)
  return equalBytes(writeSummary(before, context, layout), bytes) ? verbatim : bytes
}

/**
 * A copy of a summary for other chunks; none means uncompressed. The flag for compression is set exactly when
 * there are chunks (452 of 452 files), but it is not changed if chunks are neither added nor removed: in
 * versions before chunks it means nothing, and a summary that was read is written as it was.
 */
export function withChunks(summary: Summary, chunks: CompressedChunk[], compressionFlags: number): Summary {
  const isCompressed = chunks.length > 0
  if (!isCompressed && summary.chunks.length === 0) return summary
  const copy = Object.assign(new Summary(), summary, { chunks, compressionFlags })
  const { StoreCompressed } = PackageFlag
  if (summary.chunks.length > 0 !== isCompressed) {
    copy.flags = (isCompressed ? summary.flags | StoreCompressed : summary.flags & ~StoreCompressed) >>> 0
  }
  return copy
}
