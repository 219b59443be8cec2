import type { FormatContext, Layout } from '@ukit/container'
import { Archive, CompressedChunk, Summary } from '@ukit/container'
import type { ByteSource } from '@ukit/files'
import { PackageError, piecesOf, sameBytes, sectionSource } from '@ukit/files'
import { aes } from '../../layers/aes.js'
import { encodeChunk } from '../../layers/blocks.js'
import { ChunkedImage } from '../../layers/chunks.js'
import type { Layer, LayerContext, LayerKind } from '../../layers/layer.js'
import { hasVersions, summaryBelow } from '../after-summary.js'
import type { Game } from '../game.js'

/** Size of an AES block in bytes. */
const AES_BLOCK = 16

/** The key of the game's early releases (public readers). */
const KEY = Uint8Array.of(
  0xc7,
  0xdf,
  0x6b,
  0x13,
  0x25,
  0x2a,
  0xcc,
  0x71,
  0x47,
  0xbb,
  0x51,
  0xc9,
  0x8a,
  0xd7,
  0xe3,
  0x4b,
  0x7f,
  0xe5,
  0x00,
  0xb7,
  0x7f,
  0xa5,
  0xfa,
  0xb2,
  0x93,
  0xe2,
  0xf2,
  0x4e,
  0x6b,
  0x17,
  0xe7,
  0x79,
)

/** No name is longer; a first length beyond it means bytes that are still, or wrongly, encrypted. */
const LONGEST_NAME = 1024

/** No header is larger. */
const LARGEST_HEADER = 0x1000_0000

/**
 * *Rocket League's cooked packages*: encrypted with AES-256 from the name table to the end of the header,
 * which contains, after the tables, the chunk table of the zlib-compressed rest.
 *
 * Public readers only. A package that was decrypted before opens without this layer.
 *
 * @throws {PackageError} `unsupported` when the published key does not decrypt it.
 */
export function rocketLeagueLayer(game: Game): LayerKind {
  return {
    recognises: (head) => hasVersions(game, head),
    open: (source, context) => open(game, source, context),
  }
}

async function open(game: Game, source: ByteSource, { codecs }: LayerContext): Promise<Layer | undefined> {
  const below = await summaryBelow(source, game)
  if (below === undefined) return undefined
  const { summary, context, layout } = below
  const { nameOffset, headerSize } = summary
  const tableOffset = numberOf(summary, 'chunkTableOffset')
  const garbageSize = numberOf(summary, 'garbageSize')
  if (tableOffset === undefined || garbageSize === undefined || summary.chunks.length > 0) return undefined
  const length = Math.ceil((headerSize - garbageSize - nameOffset) / AES_BLOCK) * AES_BLOCK
  const inside = nameOffset > 0 && length > 0 && length <= LARGEST_HEADER && nameOffset + length <= source.byteLength
  if (!inside || tableOffset < 0 || tableOffset + 4 > length) return undefined
  const region = (await source.slice(nameOffset, nameOffset + length)).slice()
  if (startsWithName(region)) return undefined
  const cipher = aes(KEY)
  cipher.decrypt(region, 0)
  if (!startsWithName(region)) {
    throw new PackageError(
      'unsupported',
      'Rocket League: the header is encrypted with a key that no public reader holds',
      {
        offset: nameOffset,
        field: 'names',
      },
    )
  }
  const chunks = chunkTable(region, tableOffset, nameOffset, context, layout)
  const headEnd = chunks[0]?.uncompressedOffset ?? nameOffset + tableOffset
  if (headEnd < nameOffset || headEnd > nameOffset + length) {
    throw new PackageError('bad-offset', `expected the first chunk inside the header, found it at ${headEnd}`, {
      field: 'chunks[0]',
    })
  }
  const head = new Uint8Array(headEnd)
  head.set(await source.slice(0, nameOffset))
  head.set(region.subarray(0, headEnd - nameOffset), nameOffset)
  const codec = await codecs.zlib()
  const image = await ChunkedImage.open(source, codec, chunks, head, false)
  return {
    kind: 'encryption',
    name: 'Rocket League',
    game: game.id,
    innermost: true,
    source: image,
    async *cover(changed) {
      if (await sameBytes(changed, image)) {
        yield* piecesOf(source)
        return
      }
      if (changed.byteLength !== image.byteLength) {
        throw new PackageError(
          'unsupported',
          'Rocket League: a package whose size changed cannot be encrypted again; its chunk table ' +
            'would have to be rebuilt',
        )
      }
      const newRegion = region.slice()
      newRegion.set((await changed.slice(nameOffset, headEnd)).subarray(0, Math.min(tableOffset, headEnd - nameOffset)))
      const written: CompressedChunk[] = []
      const pieces: Uint8Array[] = []
      let offset = chunks[0]?.compressedOffset ?? 0
      for (const { uncompressedOffset, uncompressedSize } of chunks) {
        const original = await image.originalChunk(uncompressedOffset, uncompressedSize)
        if (original === undefined) throw new RangeError('the image lost one of its own chunks')
        const parts = await encodeChunk(changed, uncompressedOffset, uncompressedSize, codec, original, original)
        const compressedSize = parts.reduce((sum, part) => sum + part.length, 0)
        written.push(
          Object.assign(new CompressedChunk(), {
            uncompressedOffset,
            uncompressedSize,
            compressedOffset: offset,
            compressedSize,
          }),
        )
        pieces.push(...parts)
        offset += compressedSize
      }
      newRegion.set(chunkTableBytes(written, context, layout), tableOffset)
      cipher.encrypt(newRegion, 0)
      yield* piecesOf(sectionSource(changed, 0, nameOffset))
      yield newRegion
      yield* piecesOf(
        sectionSource(source, nameOffset + length, Math.max(nameOffset + length, chunks[0]?.compressedOffset ?? 0)),
      )
      yield* pieces
      yield image.trailer()
    },
  }
}

function numberOf(summary: Summary, field: string): number | undefined {
  const value = summary.extra[field]
  return typeof value === 'number' ? value : undefined
}

/** Tells whether bytes begin like a name table, with the length of a name. */
function startsWithName(bytes: Uint8Array): boolean {
  if (bytes.length < 8) return false
  const length = new DataView(bytes.buffer, bytes.byteOffset, 4).getInt32(0, true)
  return length !== 0 && Math.abs(length) <= LONGEST_NAME
}

function chunkTable(
  region: Uint8Array,
  at: number,
  base: number,
  context: FormatContext,
  layout: Layout,
): CompressedChunk[] {
  const ar = Archive.load(region.subarray(at), context, { base: base + at })
  const summary = new Summary()
  summary.serializeChunks(ar, layout)
  return summary.chunks
}

function chunkTableBytes(chunks: CompressedChunk[], context: FormatContext, layout: Layout): Uint8Array {
  const ar = Archive.save(context)
  const summary = new Summary()
  summary.chunks = chunks
  summary.serializeChunks(ar, layout)
  return ar.written()
}
