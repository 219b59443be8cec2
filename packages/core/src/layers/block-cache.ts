import type { BlockChunk } from './blocks.js'

// Enough for the blocks that neighbouring objects share, and small compared with any package that is worth
// compressing.
const MAX_BYTES = 0x40_0000

/**
 * *The blocks decompressed last*, oldest out first, so that random access does not decompress a block for
 * every object in it.
 */
export class BlockCache {
  readonly #blocks = new Map<BlockChunk, Map<number, Promise<Uint8Array>>>()
  readonly #order: { chunk: BlockChunk; index: number; size: number }[] = []
  #bytes = 0

  /** A block of a chunk, decompressed now or before. */
  block(chunk: BlockChunk, index: number): Promise<Uint8Array> {
    const blocks = this.#blocks.get(chunk) ?? new Map<number, Promise<Uint8Array>>()
    this.#blocks.set(chunk, blocks)
    const known = blocks.get(index)
    if (known !== undefined) return known
    const size = chunk.blocks[index]?.size ?? 0
    this.#makeRoom(size)
    const block = chunk.block(index)
    blocks.set(index, block)
    this.#order.push({ chunk, index, size })
    this.#bytes += size
    return block
  }

  /** Bytes `start` to `end` of a chunk's uncompressed bytes, copied to `out` at `at`. */
  async read(chunk: BlockChunk, start: number, end: number, out: Uint8Array, at: number): Promise<void> {
    const { blockSize } = chunk
    for (let index = Math.floor(start / blockSize); index * blockSize < end; index++) {
      const block = await this.block(chunk, index)
      const from = Math.max(start, index * blockSize)
      const to = Math.min(end, index * blockSize + block.length)
      out.set(block.subarray(from - index * blockSize, to - index * blockSize), at + from - start)
    }
  }

  #makeRoom(size: number): void {
    while (this.#bytes + size > MAX_BYTES) {
      const oldest = this.#order.shift()
      if (oldest === undefined) return
      this.#blocks.get(oldest.chunk)?.delete(oldest.index)
      this.#bytes -= oldest.size
    }
  }
}
