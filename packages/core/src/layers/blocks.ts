import { type Codec, CodecError } from '@ukit/codecs'
import type { ByteRange } from '@ukit/container'
import { Archive, formatContext } from '@ukit/container'
import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'

/** Bytes of one block before compression, unless the header says otherwise. */
export const BLOCK_SIZE = 0x20000

/** Bytes of a chunk header without its block table. */
const HEADER_SIZE = 16
const ENTRY_SIZE = 8

/** The largest block size that a header may declare; a header with a larger one is damaged. */
const MAX_BLOCK_SIZE = 0x100_0000

/**
 * Far below any real size (the smallest seen is 0x8000): the table of smaller blocks would need more memory
 * than their contents.
 */
const MIN_BLOCK_SIZE = 0x1000

interface Block {
  /** Position of the compressed bytes in the file. */
  readonly offset: number
  readonly compressedSize: number
  /** Position in the chunk's uncompressed bytes. */
  readonly start: number
  readonly size: number
}

/**
 * *A chunk: a header, a table of blocks, and the blocks, each compressed by itself.*
 *
 * Tag, block size, compressed and uncompressed size, then both sizes for each block, all in the byte order of
 * the tag. A block size equal to the tag means 0x20000 (Mass Effect on Xbox 360). 110 chunks of 78 packages,
 * 1,500 blocks.
 */
export class BlockChunk {
  /** The file. */
  readonly source: ByteSource
  /** What the blocks are compressed with. */
  readonly codec: Codec
  /** The first word: 0x9E2A83C1, in most games. */
  readonly tag: number
  /** Byte order of the header and the table. */
  readonly bigEndian: boolean
  /** As stored: may be the tag. */
  readonly storedBlockSize: number
  /** Bytes of a block before compression; the last one may have fewer. */
  readonly blockSize: number
  /** Bytes of all blocks before compression. */
  readonly size: number
  /** In the order of the file. */
  readonly blocks: readonly Block[]
  /** The whole chunk in the file. */
  readonly range: ByteRange
  /** True if the chunk has no header and no compression: its bytes are those of the package. */
  readonly stored: boolean

  private constructor(
    source: ByteSource,
    codec: Codec,
    header: ChunkHeader,
    blocks: Block[],
    range: ByteRange,
    stored = false,
  ) {
    this.source = source
    this.codec = codec
    this.tag = header.tag
    this.bigEndian = header.bigEndian
    this.storedBlockSize = header.blockSize
    this.blockSize = header.blockSize === header.tag ? BLOCK_SIZE : header.blockSize
    this.size = header.size
    this.blocks = blocks
    this.range = range
    this.stored = stored
  }

  /**
   * Opens a chunk whose two sizes are equal and that has no header: its bytes are stored uncompressed
   * (Borderlands).
   *
   * @returns `undefined` when it has a header, or the sizes differ.
   */
  static async openStored(
    source: ByteSource,
    offset: number,
    sizes: { compressed: number; uncompressed: number },
    codec: Codec,
    bigEndian: boolean,
    tags: ReadonlySet<number> = ENGINE_CHUNK_TAGS,
  ): Promise<BlockChunk | undefined> {
    const { compressed: size } = sizes
    if (size !== sizes.uncompressed || size <= 0 || offset < 0 || offset + size > source.byteLength) return undefined
    const head = await source.slice(offset, Math.min(offset + HEADER_SIZE, source.byteLength))
    if (parseChunkHeader(head, tags) !== undefined) return undefined
    const header: ChunkHeader = { tag: TAG, bigEndian, blockSize: size, compressedSize: size, size }
    const block = { offset, compressedSize: size, start: 0, size }
    return new BlockChunk(source, codec, header, [block], { start: offset, end: offset + size }, true)
  }

  /**
   * Reads the header and block table of the chunk at `offset`.
   *
   * @param field what errors call the chunk, such as `chunks[3]`.
   * @param tags the first words that a chunk may have.
   * @throws {PackageError} when sizes contradict each other or the file.
   */
  static async open(
    source: ByteSource,
    offset: number,
    codec: Codec,
    bigEndian: boolean,
    field: string,
    tags: ReadonlySet<number> = ENGINE_CHUNK_TAGS,
  ): Promise<BlockChunk> {
    const header = await readChunkHeader(source, offset, bigEndian, field, tags)
    const blockSize = header.blockSize === header.tag ? BLOCK_SIZE : header.blockSize
    if (blockSize < MIN_BLOCK_SIZE || blockSize > MAX_BLOCK_SIZE) {
      throw new PackageError(
        'bad-value',
        `expected a block size from ${hex(MIN_BLOCK_SIZE)} to ${hex(MAX_BLOCK_SIZE)}, found ${hex(blockSize)}`,
        { offset, field },
      )
    }
    const count = Math.ceil(header.size / blockSize)
    const tableEnd = offset + HEADER_SIZE + ENTRY_SIZE * count
    if (tableEnd > source.byteLength) {
      throw new PackageError(
        'bad-count',
        `expected a table of ${plural(count, 'block')} to end inside the file, found it to end at ${hex(tableEnd)}`,
        { offset, field },
      )
    }
    const ar = Archive.load(
      await source.slice(offset + HEADER_SIZE, tableEnd),
      formatContext({}, 0, 0, header.bigEndian),
      { base: offset + HEADER_SIZE },
    )
    const blocks: Block[] = []
    let at = tableEnd
    let start = 0
    for (let i = 0; i < count; i++) {
      ar.enter(`${field}.blocks`, i)
      const compressedSize = ar.i32(0, 'compressedSize')
      const size = ar.i32(0, 'uncompressedSize')
      const expected = Math.min(blockSize, header.size - start)
      if (size !== expected) throw ar.error('bad-value', 'uncompressedSize', `expected ${expected}, found ${size}`)
      if (compressedSize < 0 || at + compressedSize > source.byteLength) {
        throw ar.error(
          'bad-offset',
          'compressedSize',
          `expected a block that ends inside the file, found ${plural(compressedSize, 'byte')} at ${hex(at)}`,
        )
      }
      ar.leave(true)
      blocks.push({ offset: at, compressedSize, start, size })
      at += compressedSize
      start += size
    }
    if (at - tableEnd !== header.compressedSize) {
      throw new PackageError(
        'bad-value',
        `expected blocks of ${plural(header.compressedSize, 'byte')} in all, found ${at - tableEnd}`,
        { offset, field },
      )
    }
    return new BlockChunk(source, codec, header, blocks, { start: offset, end: at })
  }

  /** One block, decompressed. */
  async block(index: number): Promise<Uint8Array> {
    const block = this.blocks[index]
    if (block === undefined) throw new RangeError(`block ${index} of ${this.blocks.length}`)
    const bytes = await this.source.slice(block.offset, block.offset + block.compressedSize)
    if (this.stored) return bytes
    try {
      return this.codec.decompress(bytes, block.size)
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      // Some games store a block uncompressed if it would not shrink; only its size shows that.
      if (block.compressedSize === block.size) return bytes
      throw undecodable(index, block, error)
    }
  }
}

/** The four words in front of a chunk's block table. */
export interface ChunkHeader {
  /** The first word: 0x9E2A83C1, in most games. */
  readonly tag: number
  /** Byte order in which the tag reads 0x9E2A83C1. */
  readonly bigEndian: boolean
  /** Bytes of a block before compression; may be the tag, which means 131,072. */
  readonly blockSize: number
  /** Bytes of all blocks in the file. */
  readonly compressedSize: number
  /** Bytes of all blocks before compression. */
  readonly size: number
}

const TAG = 0x9e2a83c1

/** The first words of chunks in the engine's own packages; some games have others (`Game.chunkTags`). */
export const ENGINE_CHUNK_TAGS: ReadonlySet<number> = new Set([TAG])

/**
 * Reads the header of a chunk; its byte order is the one in which the tag is right, and `bigEndian` only if
 * neither is.
 */
async function readChunkHeader(
  source: ByteSource,
  offset: number,
  bigEndian: boolean,
  field: string,
  tags: ReadonlySet<number>,
): Promise<ChunkHeader> {
  if (offset < 0 || offset + HEADER_SIZE > source.byteLength) {
    throw new PackageError('bad-offset', `expected a chunk inside the file (${plural(source.byteLength, 'byte')})`, {
      offset,
      field,
    })
  }
  const bytes = await source.slice(offset, offset + HEADER_SIZE)
  const header = parseChunkHeader(bytes, tags)
  if (header === undefined) {
    const found = new DataView(bytes.buffer, bytes.byteOffset, HEADER_SIZE).getUint32(0, !bigEndian)
    throw new PackageError('bad-value', `expected the tag ${hex(TAG)} in front of a chunk, found ${hex(found)}`, {
      offset,
      field,
    })
  }
  if (header.size < 0 || header.compressedSize < 0) {
    throw new PackageError(
      'bad-value',
      `expected sizes of 0 or more, found ${header.compressedSize} and ${header.size}`,
      { offset, field },
    )
  }
  return header
}

/** The header in 16 bytes, or `undefined` when they do not start with one of the tags. */
export function parseChunkHeader(
  bytes: Uint8Array,
  tags: ReadonlySet<number> = ENGINE_CHUNK_TAGS,
): ChunkHeader | undefined {
  if (bytes.length < HEADER_SIZE) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_SIZE)
  const bigEndian = tags.has(view.getUint32(0))
  const little = !bigEndian
  const tag = view.getUint32(0, little)
  if (!tags.has(tag)) return undefined
  return {
    tag,
    bigEndian,
    blockSize: view.getUint32(4, little),
    compressedSize: view.getInt32(8, little),
    size: view.getInt32(12, little),
  }
}

/**
 * Compresses `size` bytes of `inner` from `start` into a chunk, and reuses the bytes of `original` where they
 * decode to the same.
 *
 * @throws {PackageError} `unsupported` when changed bytes need an encoder that ukit lacks.
 */
export async function encodeChunk(
  inner: ByteSource,
  start: number,
  size: number,
  codec: Codec,
  shape: { bigEndian: boolean; storedBlockSize: number; tag?: number },
  original?: BlockChunk,
): Promise<Uint8Array[]> {
  if (original?.stored === true) {
    const bytes = await inner.slice(start, start + size)
    if (equalBytes(await original.block(0), bytes)) return [bytes]
  }
  const tag = shape.tag ?? TAG
  const storedBlockSize = original?.stored === true ? BLOCK_SIZE : shape.storedBlockSize
  const blockSize = storedBlockSize === tag ? BLOCK_SIZE : storedBlockSize
  const count = Math.ceil(size / blockSize)
  const header = Archive.save(formatContext({}, 0, 0, shape.bigEndian), { capacity: HEADER_SIZE + ENTRY_SIZE * count })
  const blocks: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    const from = start + i * blockSize
    blocks.push(
      await encodeBlock(await inner.slice(from, from + Math.min(blockSize, start + size - from)), i, codec, original),
    )
  }
  header.u32(tag, 'tag')
  header.u32(storedBlockSize, 'blockSize')
  header.i32(
    blocks.reduce((sum, block) => sum + block.length, 0),
    'compressedSize',
  )
  header.i32(size, 'uncompressedSize')
  blocks.forEach((block, i) => {
    header.i32(block.length, 'compressedSize')
    header.i32(Math.min(blockSize, size - i * blockSize), 'uncompressedSize')
  })
  return [header.written(), ...blocks]
}

async function encodeBlock(
  bytes: Uint8Array,
  index: number,
  codec: Codec,
  original: BlockChunk | undefined,
): Promise<Uint8Array> {
  const stored = original?.blocks[index]
  if (
    original !== undefined &&
    stored !== undefined &&
    !original.stored &&
    stored.size === bytes.length &&
    equalBytes(await original.block(index), bytes)
  ) {
    return original.source.slice(stored.offset, stored.offset + stored.compressedSize)
  }
  if (codec.compress === undefined) {
    throw new PackageError(
      'unsupported',
      `the package was changed and would have to be compressed with ${codec.name}, which ukit only ` +
        'decompresses; save it uncompressed or with zlib, lzo or lzma',
    )
  }
  return codec.compress(bytes)
}

function undecodable(index: number, { offset }: Block, cause: CodecError): PackageError {
  return new PackageError('compression', `block ${index} does not decompress: ${cause.message}`, { offset, cause })
}
