import type { Codec } from '@ukit/codecs'
import { CodecError } from '@ukit/codecs'
import type { Summary } from '@ukit/container'
import { writeSummary } from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { hex, PackageError } from '@ukit/files'
import { equalBytes } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import type { Layer, LayerContext, LayerKind } from '../../layers/layer.js'
import { hasVersions, summaryBelow } from '../after-summary.js'
import type { Game } from '../game.js'

/** Bytes of a block before compression; the last may have fewer. */
const BLOCK = 0x8000

/** Package flag of a compressed package. */
const COMPRESSED = 0x20000

/** The first licensee version in which a block states its uncompressed size. */
const WITH_SIZE = 57

/** zlib adds little to what it cannot shrink. */
const MOST_COMPRESSED = BLOCK + 1024

/** A compressed block in the file. */
interface Block {
  /** Position of the zlib stream. */
  readonly offset: number
  readonly compressedSize: number
  readonly size: number
}

/**
 * *BioShock's compressed packages*: the summary is followed by the number of blocks and the file position of
 * each; a block is its compressed size (in BioShock 2 also its uncompressed size) and a zlib stream of 32,768
 * bytes.
 *
 * Offsets in the package are those that it would have if the uncompressed blocks followed the summary
 * directly. Public readers only.
 */
export function bioshockLayer(game: Game): LayerKind {
  return {
    recognises: (head) => hasVersions(game, head) && isCompressed(head),
    open: (source, context) => open(game, source, context),
  }
}

/** Tells whether the package flags, after the tag and versions, say that the package is compressed. */
function isCompressed(head: Uint8Array): boolean {
  if (head.length < 12) return false
  return (new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(8, true) & COMPRESSED) !== 0
}

async function open(game: Game, source: ByteSource, { codecs }: LayerContext): Promise<Layer | undefined> {
  const below = await summaryBelow(source, game)
  if (below === undefined) return undefined
  const { summary, length, context, layout } = below
  const withSize = context.licensee >= WITH_SIZE
  const codec = await codecs.zlib()
  const blocks = await readBlocks(source, length, withSize, codec)
  const plainHead = writeSummary(withFlag(summary, false), context, layout)
  const image = new BlockImage(source, plainHead, blocks, codec)
  return {
    kind: 'whole-file',
    name: 'zlib',
    game: game.id,
    innermost: true,
    source: image,
    async *cover(changed) {
      const now = await summaryBelow(changed, game)
      if (now === undefined) throw new PackageError('bad-value', 'expected a package that starts with a summary')
      const start = now.length
      const count = Math.ceil((changed.byteLength - start) / BLOCK)
      const pieces: Uint8Array[] = []
      for (let i = 0; i < count; i++) {
        const plain = await changed.slice(start + i * BLOCK, Math.min(start + (i + 1) * BLOCK, changed.byteLength))
        const same = start === length && i < blocks.length && equalBytes(await image.block(i), plain)
        const stream = same ? await image.stored(i) : compress(codec, plain)
        const words = withSize ? [stream.length, plain.length] : [stream.length]
        pieces.push(numbers(words), stream)
      }
      let offset = start + 4 + 4 * count
      const offsets = [count]
      for (let i = 0; i < pieces.length; i += 2) {
        offsets.push(offset)
        offset += (pieces[i]?.length ?? 0) + (pieces[i + 1]?.length ?? 0)
      }
      yield writeSummary(withFlag(now.summary, true), now.context, now.layout)
      yield numbers(offsets)
      yield* pieces
    },
  }
}

function compress(codec: Codec, plain: Uint8Array): Uint8Array {
  if (codec.compress === undefined) throw new PackageError('unsupported', `${codec.name} cannot be written here`)
  return codec.compress(plain)
}

function withFlag(summary: Summary, compressed: boolean): Summary {
  const copy: Summary = Object.assign(Object.create(Object.getPrototypeOf(summary)), summary)
  copy.flags = (compressed ? summary.flags | COMPRESSED : summary.flags & ~COMPRESSED) >>> 0
  return copy
}

function numbers(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(4 * values.length)
  const view = new DataView(bytes.buffer)
  values.forEach((value, i) => {
    view.setInt32(4 * i, value, true)
  })
  return bytes
}

async function words(source: ByteSource, offset: number, count: number): Promise<number[]> {
  if (count < 0 || offset < 0 || offset + 4 * count > source.byteLength) {
    throw new PackageError(
      'bad-count',
      `expected ${plural(count, 'number')} inside the file (${plural(source.byteLength, 'byte')})`,
      {
        offset,
        field: 'blocks',
      },
    )
  }
  const bytes = await source.slice(offset, offset + 4 * count)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: count }, (_, i) => view.getInt32(4 * i, true))
}

async function readBlocks(source: ByteSource, at: number, withSize: boolean, codec: Codec): Promise<Block[]> {
  const [count = 0] = await words(source, at, 1)
  const blocks: Block[] = []
  for (const [i, offset] of (await words(source, at + 4, count)).entries()) {
    const [compressedSize = 0, stated = BLOCK] = await words(source, offset, withSize ? 2 : 1)
    const start = offset + (withSize ? 8 : 4)
    const bad = compressedSize < 0 || compressedSize > MOST_COMPRESSED || start + compressedSize > source.byteLength
    const last = i === count - 1
    if (bad || stated <= 0 || stated > BLOCK || (!last && stated !== BLOCK)) {
      throw new PackageError(
        'bad-value',
        `expected a block of at most ${hex(BLOCK)} bytes inside the file, found ${compressedSize} and ${stated}`,
        {
          offset,
          field: `blocks[${i}]`,
        },
      )
    }
    blocks.push({ offset: start, compressedSize, size: stated })
  }
  const last = blocks.at(-1)
  if (!withSize && last !== undefined) blocks[blocks.length - 1] = { ...last, size: await sizeOf(source, last, codec) }
  return blocks
}

/**
 * Size of a block that does not state it, found by bisection: the codec reports whether a stream contains
 * more than was requested.
 */
async function sizeOf(source: ByteSource, block: Block, codec: Codec): Promise<number> {
  const bytes = await source.slice(block.offset, block.offset + block.compressedSize)
  let low = 1
  let high = BLOCK
  for (let size = BLOCK; low <= high; size = (low + high) >> 1) {
    try {
      codec.decompress(bytes, size)
      return size
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      if (error.kind !== 'size') throw undecodable('last', block.offset, error)
      if (error.message.includes('more than')) low = size + 1
      else high = size - 1
    }
  }
  throw new PackageError('compression', 'the last block has no size at which it decompresses', {
    offset: block.offset,
    field: 'blocks',
  })
}

/** The package as its offsets describe it: the summary, then all blocks. */
class BlockImage implements ByteSource {
  readonly byteLength: number
  readonly #source: ByteSource
  readonly #head: Uint8Array
  readonly #blocks: readonly Block[]
  readonly #codec: Codec
  #last: { index: number; bytes: Uint8Array } | undefined

  constructor(source: ByteSource, head: Uint8Array, blocks: readonly Block[], codec: Codec) {
    this.#source = source
    this.#head = head
    this.#blocks = blocks
    this.#codec = codec
    this.byteLength = blocks.reduce((sum, block) => sum + block.size, head.length)
  }

  /** The compressed stream of a block, as stored in the file. */
  async stored(index: number): Promise<Uint8Array> {
    const block = this.#blocks[index]
    if (block === undefined) throw new RangeError(`block ${index} of ${this.#blocks.length}`)
    return this.#source.slice(block.offset, block.offset + block.compressedSize)
  }

  /** A block, decompressed. */
  async block(index: number): Promise<Uint8Array> {
    if (this.#last?.index === index) return this.#last.bytes
    const bytes = this.#decompress(await this.stored(index), index)
    this.#last = { index, bytes }
    return bytes
  }

  async slice(start: number, end: number): Promise<Uint8Array> {
    if (start < 0 || end < start || end > this.byteLength)
      throw new RangeError(`slice ${start} to ${end} of ${plural(this.byteLength, 'byte')}`)
    const out = new Uint8Array(end - start)
    const head = this.#head
    if (start < head.length) out.set(head.subarray(start, Math.min(end, head.length)))
    for (let index = Math.max(0, Math.floor((start - head.length) / BLOCK)); index < this.#blocks.length; index++) {
      const blockStart = head.length + index * BLOCK
      if (blockStart >= end) break
      const bytes = await this.block(index)
      const from = Math.max(start, blockStart)
      const to = Math.min(end, blockStart + bytes.length)
      if (from < to) out.set(bytes.subarray(from - blockStart, to - blockStart), from - start)
    }
    return out
  }

  #decompress(bytes: Uint8Array, index: number): Uint8Array {
    const block = this.#blocks[index]
    try {
      return this.#codec.decompress(bytes, block?.size ?? 0)
    } catch (error) {
      if (!(error instanceof CodecError)) throw error
      throw undecodable(index, block?.offset, error)
    }
  }
}

function undecodable(index: number | 'last', offset: number | undefined, cause: CodecError): PackageError {
  return new PackageError('compression', `block ${index} does not decompress: ${cause.message}`, { offset, cause })
}
