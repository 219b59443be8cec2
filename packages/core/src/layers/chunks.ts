import type { Codec } from '@ukit/codecs'
import type { CompressedChunk } from '@ukit/container'
import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'
import { BlockCache } from './block-cache.js'
import { BlockChunk, ENGINE_CHUNK_TAGS } from './blocks.js'

/**
 * *The uncompressed image of a package that is stored in chunks.*
 *
 * All offsets of such a package refer to this image: the summary without its chunk entries, then the contents
 * of the chunks, back to back. The summary itself is never compressed (78 of 78 files).
 */
export class ChunkedImage implements ByteSource {
  /** Bytes of the whole image. */
  readonly byteLength: number
  /** Decompresses and, where it can, compresses the chunks. */
  readonly codec: Codec
  /** The chunk table: how the image was cut. */
  readonly chunks: readonly CompressedChunk[]
  readonly #file: ByteSource
  readonly #head: Uint8Array
  readonly #bigEndian: boolean
  readonly #tags: ReadonlySet<number>
  readonly #opened: (Promise<BlockChunk> | undefined)[] = []
  readonly #cache = new BlockCache()

  private constructor(
    file: ByteSource,
    codec: Codec,
    chunks: readonly CompressedChunk[],
    head: Uint8Array,
    bigEndian: boolean,
    tags: ReadonlySet<number>,
  ) {
    this.#file = file
    this.codec = codec
    this.chunks = chunks
    this.#head = head
    this.#bigEndian = bigEndian
    this.#tags = tags
    this.byteLength = checkChunks(chunks, head.length, file.byteLength)
  }

  /**
   * Opens the image. How long a chunk is, is what its own table of blocks says: the size in the summary is
   * not used by the engine, and some tools write a wrong one (see `wrongSizes`).
   *
   * @param head the summary as it is in the image: no chunk table, and the flags of an uncompressed package.
   * @param tags the first words that chunks may have.
   * @throws {PackageError} `bad-offset` when chunks overlap, leave holes, or lie outside the file.
   */
  static async open(
    file: ByteSource,
    codec: Codec,
    chunks: readonly CompressedChunk[],
    head: Uint8Array,
    bigEndian: boolean,
    tags: ReadonlySet<number> = ENGINE_CHUNK_TAGS,
  ): Promise<ChunkedImage> {
    const image = new ChunkedImage(file, codec, chunks, head, bigEndian, tags)
    for (const [i, { compressedOffset, compressedSize }] of chunks.entries())
      if (compressedOffset + compressedSize > file.byteLength) await image.#checkEnd(i)
    return image
  }

  /** Bytes from `start` to before `end`; decompresses the blocks that they are in. */
  async slice(start: number, end: number): Promise<Uint8Array> {
    if (start < 0 || end < start || end > this.byteLength)
      throw new RangeError(`slice ${start} to ${end} of ${plural(this.byteLength, 'byte')}`)
    const out = new Uint8Array(end - start)
    if (start < this.#head.length) out.set(this.#head.subarray(start, Math.min(end, this.#head.length)))
    for (let i = this.#indexAt(start); i < this.chunks.length; i++) {
      const entry = this.chunks[i]
      if (entry === undefined || entry.uncompressedOffset >= end) break
      const from = Math.max(start, entry.uncompressedOffset)
      const to = Math.min(end, entry.uncompressedOffset + entry.uncompressedSize)
      if (from < to)
        await this.#cache.read(
          await this.#chunk(i),
          from - entry.uncompressedOffset,
          to - entry.uncompressedOffset,
          out,
          from - start,
        )
    }
    return out
  }

  /** The original chunk that contained exactly this range of the image, if there is one. */
  async originalChunk(start: number, size: number): Promise<BlockChunk | undefined> {
    const index = this.chunks.findIndex(
      (entry) => entry.uncompressedOffset === start && entry.uncompressedSize === size,
    )
    return index < 0 ? undefined : this.#chunk(index)
  }

  /** The bytes after the last chunk in the file, where some tools leave a note. */
  async trailer(): Promise<Uint8Array> {
    let end = 0
    for (let i = 0; i < this.chunks.length; i++) end = Math.max(end, (await this.#chunk(i)).range.end)
    return this.#file.slice(end, this.#file.byteLength)
  }

  /**
   * Chunks whose compressed size in the summary is not that of their blocks: `size` is theirs. They are read
   * all the same, by their blocks.
   */
  async wrongSizes(): Promise<{ readonly index: number; readonly size: number }[]> {
    const wrong: { index: number; size: number }[] = []
    for (const [index, entry] of this.chunks.entries()) {
      const { range } = await this.#chunk(index)
      const size = range.end - range.start
      if (size !== entry.compressedSize) wrong.push({ index, size })
    }
    return wrong
  }

  /** Number of the first chunk that reaches beyond `position`. */
  #indexAt(position: number): number {
    let low = 0
    let high = this.chunks.length
    while (low < high) {
      const middle = (low + high) >> 1
      const chunk = this.chunks[middle]
      if (chunk !== undefined && chunk.uncompressedOffset + chunk.uncompressedSize <= position) low = middle + 1
      else high = middle
    }
    return low
  }

  /** A chunk that is longer than the file, by the summary, ends inside it by its blocks. */
  async #checkEnd(index: number): Promise<void> {
    try {
      await this.#chunk(index)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      throw outsideFile(index, this.chunks[index], this.#file.byteLength, error)
    }
  }

  #chunk(index: number): Promise<BlockChunk> {
    const known = this.#opened[index]
    if (known !== undefined) return known
    const opening = this.#open(index)
    this.#opened[index] = opening
    return opening
  }

  async #open(index: number): Promise<BlockChunk> {
    const entry = this.chunks[index]
    if (entry === undefined) throw new RangeError(`chunk ${index} of ${this.chunks.length}`)
    const field = `chunks[${index}]`
    const sizes = { compressed: entry.compressedSize, uncompressed: entry.uncompressedSize }
    const { compressedOffset } = entry
    const chunk =
      (await BlockChunk.openStored(this.#file, compressedOffset, sizes, this.codec, this.#bigEndian, this.#tags)) ??
      (await BlockChunk.open(this.#file, compressedOffset, this.codec, this.#bigEndian, field, this.#tags))
    if (chunk.size !== entry.uncompressedSize) {
      throw new PackageError(
        'bad-value',
        `expected a chunk of ${plural(entry.uncompressedSize, 'byte')}, as the summary says, found one of ` +
          `${chunk.size}`,
        {
          field,
          offset: entry.compressedOffset,
        },
      )
    }
    return chunk
  }
}

/**
 * Checks that chunks begin inside the file and cover the image after its head without holes. Returns the
 * length of the image.
 */
function checkChunks(chunks: readonly CompressedChunk[], headLength: number, fileLength: number): number {
  let end = headLength
  chunks.forEach((chunk, i) => {
    const field = `chunks[${i}]`
    if (chunk.uncompressedOffset !== end) {
      const expected = i === 0 ? 'where the summary ends' : 'where the chunk before it ends'
      throw new PackageError(
        'bad-offset',
        `expected uncompressed bytes from ${hex(end)}, ${expected}, found ${hex(chunk.uncompressedOffset)}`,
        { field },
      )
    }
    if (chunk.uncompressedSize < 0 || chunk.compressedSize < 0) {
      throw new PackageError(
        'bad-value',
        `expected sizes of 0 or more, found ${chunk.compressedSize} and ${chunk.uncompressedSize}`,
        { field },
      )
    }
    if (chunk.compressedOffset < 0 || chunk.compressedOffset > fileLength) {
      throw outsideFile(i, chunk, fileLength)
    }
    end += chunk.uncompressedSize
  })
  if (end > MAX_IMAGE)
    throw new PackageError('bad-value', `expected an image below 2 GB, found ${plural(end, 'byte')}`, {
      field: 'chunks',
    })
  return end
}

function outsideFile(
  index: number,
  chunk: CompressedChunk | undefined,
  fileLength: number,
  cause?: PackageError,
): PackageError {
  const { compressedOffset = 0, compressedSize = 0 } = chunk ?? {}
  const message =
    `expected a chunk inside the file (${plural(fileLength, 'byte')}), found ${plural(compressedSize, 'byte')} ` +
    `at ${hex(compressedOffset)}`
  return new PackageError('bad-offset', message, { field: `chunks[${index}]`, cause })
}

/** Offsets in a package are signed 32-bit integers. */
const MAX_IMAGE = 0x7fff_ffff
