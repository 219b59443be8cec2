import type { Codec, CompressionName } from '@ukit/codecs'
import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { BlockCache } from './block-cache.js'
import { BLOCK_SIZE, BlockChunk, encodeChunk, parseChunkHeader } from './blocks.js'
import { loadCodec } from './compression.js'
import type { Layer, LayerContext, LayerKind } from './layer.js'

/** The layer of packages compressed as a whole, which begin with one of these tags. */
export function wholeFileLayer(tags: ReadonlySet<number>): LayerKind {
  return {
    recognises: (head) => isWholeFileCompressed(head, tags),
    open: (source, context) => openWholeFile(source, context, tags),
  }
}

/**
 * True when the first 16 bytes are those of a package compressed as a whole: a chunk header where a version
 * would be.
 */
function isWholeFileCompressed(head: Uint8Array, tags: ReadonlySet<number>): boolean {
  // The lowest and the highest byte of a block size are 0, unless it is the tag; this is true of hardly any
  // version.
  if (head[4] !== 0 && head[4] !== head[0]) return false
  const header = parseChunkHeader(head, tags)
  return (
    header !== undefined &&
    (header.blockSize === 0x10000 || header.blockSize === BLOCK_SIZE || header.blockSize === header.tag)
  )
}

/**
 * *A package compressed as a whole*, as on consoles: one chunk around the complete file.
 *
 * The header's byte order is its own (little-endian around a big-endian package on PlayStation 3; 2 of 2
 * files), and nothing names the codec, so it is the one that decompresses the first block to a package's tag.
 */
async function openWholeFile(source: ByteSource, context: LayerContext, tags: ReadonlySet<number>): Promise<Layer> {
  const chunk = await firstThatDecodes(source, context, tags)
  const cache = new BlockCache()
  const inner: ByteSource = {
    byteLength: chunk.size,
    async slice(start, end) {
      const out = new Uint8Array(end - start)
      await cache.read(chunk, start, end, out, 0)
      return out
    },
  }
  return {
    kind: 'whole-file',
    name: chunk.codec.name,
    source: inner,
    async *cover(changed) {
      yield* await encodeChunk(changed, 0, changed.byteLength, chunk.codec, chunk, chunk)
      // Nothing follows in the available files; anything that does is kept.
      if (chunk.range.end < source.byteLength) yield source.slice(chunk.range.end, source.byteLength)
    },
  }
}

// LZMA's and zlib's first bytes are unmistakable; LZO and LZX have none, so they come last.
const ORDER: readonly CompressionName[] = ['lzma', 'zlib', 'lzx', 'lzo']

async function firstThatDecodes(
  source: ByteSource,
  { codecs }: LayerContext,
  tags: ReadonlySet<number>,
): Promise<BlockChunk> {
  const failures: string[] = []
  for (const name of ORDER) {
    const codec: Codec = await loadCodec(name, codecs)
    const chunk = await BlockChunk.open(source, 0, codec, false, 'file', tags)
    if (chunk.blocks.length === 0) break
    try {
      const first = await chunk.block(0)
      if (startsLikePackage(first)) return chunk
      failures.push(`${name} does not yield a package`)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      failures.push(error.message)
    }
  }
  throw new PackageError(
    'compression',
    `expected a file compressed as a whole with LZMA, zlib, LZX or LZO, found none of them (${failures.join('; ')})`,
    {
      offset: 0,
    },
  )
}

function startsLikePackage(bytes: Uint8Array): boolean {
  const word = bytes.length < 4 ? 0 : new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
  return word === 0x9e2a83c1 || word === 0xc1832a9e
}
