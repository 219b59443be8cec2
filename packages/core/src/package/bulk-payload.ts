import { type CodecSet, portableCodecs } from '@ukit/codecs'
import { memorySource, PackageError } from '@ukit/files'
import type { BulkData } from '@ukit/objects/common'
import { BlockChunk } from '../layers/blocks.js'
import { loadCodec } from '../layers/compression.js'
import { CHUNK_TAGS } from './chunk-tags.js'

/** How to read bulk data. */
export interface BulkOptions {
  /** Decoders; `portableCodecs` by default. */
  readonly codecs?: CodecSet | undefined
  /** Byte order of the package. */
  readonly bigEndian?: boolean | undefined
}

/**
 * *The elements of a bulk data block*, decompressed when they are compressed.
 *
 * @throws {PackageError} `unsupported` when the payload is in another file; `compression` when it does not
 *   decompress.
 */
export async function readBulkData(data: BulkData, options: BulkOptions = {}): Promise<Uint8Array> {
  if (data.place === 'separate-file')
    throw new PackageError('unsupported', 'the payload is in another file, a texture or audio cache')
  if (data.compression === undefined) return data.payload
  const codec = await loadCodec(data.compression, options.codecs ?? portableCodecs)
  const { bigEndian = false } = options
  const chunk = await BlockChunk.open(memorySource(data.payload), 0, codec, bigEndian, 'payload', CHUNK_TAGS)
  const out = new Uint8Array(chunk.size)
  for (const [index, block] of chunk.blocks.entries()) out.set(await chunk.block(index), block.start)
  return out
}
