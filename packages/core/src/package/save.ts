import { type Codec, type CodecSet, type CompressionName, portableCodecs } from '@ukit/codecs'
import type { ByteRange } from '@ukit/container'
import { Archive, CompressedChunk, Version } from '@ukit/container'
import { writeSummary, writeTable } from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { memorySource, PackageError, piecesOf, sectionSource, segmentsSource } from '@ukit/files'
import { equalBytes, reusedPiecesOf } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { BLOCK_SIZE, type BlockChunk, encodeChunk } from '../layers/blocks.js'
import { COMPRESSION_FLAGS, loadCodec } from '../layers/compression.js'
import { uncompressedSummary, withChunks } from './bare-summary.js'
import { cutChunks } from './cut-chunks.js'
import type { Package } from './package.js'

/** How to save a package. */
export interface SaveOptions {
  /**
   * `none` (the default) saves uncompressed; `keep` compresses as in the original file, with exactly the same
   * bytes where nothing changed; the name of a codec compresses into chunks with that codec.
   */
  readonly compress?: 'none' | 'keep' | CompressionName | undefined
  /** Implementations of the compressions. */
  readonly codecs?: CodecSet | undefined
  /**
   * Reuse memory: a piece is valid only until the one after the next is requested. Saves memory and time with
   * `saveFile`.
   */
  readonly reuse?: boolean | undefined
}

/** The defaults of `savePackage`. */
export const SAVE_DEFAULTS = { compress: 'none', reuse: false } as const satisfies SaveOptions

/**
 * *The package as a file*, piece by piece.
 *
 * Tables are written by the same codec that read them, bodies are copied. An unchanged, uncompressed package
 * is saved byte for byte the same, and encrypted again if it was encrypted. A compressed package is saved
 * uncompressed unless `compress` says otherwise.
 *
 * @throws {PackageError} `unsupported` when the package is too old to hold compressed chunks, or would need
 *   an encoder that ukit lacks (LZX); errors of reading the bodies.
 */
export async function* savePackage(pkg: Package, options: SaveOptions = {}): AsyncGenerator<Uint8Array> {
  const compress = options.compress ?? SAVE_DEFAULTS.compress
  const image = imageOf(pkg)
  let inner: ByteSource = image
  if (compress !== 'none') {
    const chunked = await compressImage(pkg, image, compress, options.codecs ?? portableCodecs)
    if (chunked !== undefined) inner = chunked
  }
  const layers = pkg.layers.filter((layer) => layer.kind === 'encryption' || compress === 'keep')
  // All layers except the outermost are built in memory, since no real file has two.
  for (const layer of layers.slice(1).reverse()) inner = memorySource(await collect(layer.cover(inner)))
  const outermost = layers[0]
  const pieces = (options.reuse ?? SAVE_DEFAULTS.reuse) ? reusedPiecesOf : piecesOf
  yield* outermost === undefined ? pieces(inner) : outermost.cover(inner)
}

/**
 * The uncompressed image with the tables that were read written again, and everything else unchanged.
 *
 * Regions that no table describes stay where they are, so that nothing is lost.
 */
export function imageOf(pkg: Package): ByteSource {
  const { context, layout, ranges } = pkg
  const heritage = Archive.save(context)
  pkg.heritage.forEach((guid, i) => {
    heritage.guid(guid, `heritage[${i}]`)
  })
  const patches: { range: ByteRange; bytes: Uint8Array; what: string }[] = [
    { range: ranges.summary, bytes: uncompressedSummary(pkg.summary, context, layout), what: 'summary' },
    { range: ranges.heritage, bytes: heritage.written(), what: 'heritage' },
  ]
  const table = (what: 'names' | 'imports' | 'exports', write: () => Uint8Array) => {
    if (!pkg.isUntouched(what)) patches.push({ range: ranges[what], bytes: write(), what })
  }
  table('names', () => writeTable(pkg.nameTable, context, (ar, row) => row.serialize(ar, layout)))
  table('imports', () => writeTable(pkg.importTable, context, (ar, row) => row.serialize(ar, layout)))
  table('exports', () => writeTable(pkg.exportTable, context, (ar, row, index) => row.serialize(ar, layout, index)))
  const written = patches.filter(({ range }) => range.end > range.start).sort((a, b) => a.range.start - b.range.start)
  const segments: (ByteSource | Uint8Array)[] = []
  let at = 0
  for (const { range, bytes, what } of written) {
    if (bytes.length !== range.end - range.start) {
      throw new Error(
        `the ${what} took ${plural(range.end - range.start, 'byte')} and would now take ${bytes.length}: lay the ` +
          'package out again',
      )
    }
    // Overlapping tables, which only a damaged file has, cannot both be written: the later one keeps its
    // original bytes.
    if (range.start < at) continue
    segments.push(sectionSource(pkg.image, at, range.start), bytes)
    at = range.end
  }
  segments.push(sectionSource(pkg.image, at, pkg.image.byteLength))
  return segmentsSource(segments)
}

/** The image in chunks, or `undefined` when it is to be kept uncompressed as it was. */
async function compressImage(
  pkg: Package,
  image: ByteSource,
  compress: 'keep' | CompressionName,
  codecs: CodecSet,
): Promise<ByteSource | undefined> {
  const before = pkg.chunked
  if (compress === 'keep' && before === undefined) return undefined
  if (!pkg.context.since(Version.CompressedChunks)) {
    throw new PackageError(
      'unsupported',
      `packages hold compressed chunks since version ${Version.CompressedChunks.version}, this one has ` +
        `version ${pkg.version}: save it uncompressed`,
    )
  }
  const codec: Codec = compress === 'keep' && before !== undefined ? before.codec : await loadCodec(compress, codecs)
  const same = before !== undefined && before.codec.name === codec.name ? before : undefined
  const cuts =
    before !== undefined && before.byteLength === image.byteLength ? before.chunks : cutChunks(pkg, image.byteLength)
  const chunks: CompressedChunk[] = []
  const bytes: Uint8Array[] = []
  const { context, layout, ranges } = pkg
  let isUnchanged = true
  let offset = ranges.summary.end + (layout.chunkSize ?? CompressedChunk.SIZE) * cuts.length
  for (const { uncompressedOffset, uncompressedSize, extra } of cuts) {
    const original = await same?.originalChunk(uncompressedOffset, uncompressedSize)
    const shape = original ?? { bigEndian: context.bigEndian, storedBlockSize: BLOCK_SIZE }
    const pieces = await encodeChunk(image, uncompressedOffset, uncompressedSize, codec, shape, original)
    const compressedSize = pieces.reduce((sum, piece) => sum + piece.length, 0)
    isUnchanged &&= original !== undefined && (await hasBytes(original, pieces))
    chunks.push(
      Object.assign(new CompressedChunk(), {
        uncompressedOffset,
        uncompressedSize,
        compressedOffset: offset,
        compressedSize,
        extra,
      }),
    )
    // One by one: the blocks of a chunk could be too many arguments for the stack.
    for (const piece of pieces) bytes.push(piece)
    offset += compressedSize
  }
  // Sizes that the table never had right are only kept where all else is.
  if (isUnchanged && before !== undefined)
    for (const [i, chunk] of chunks.entries())
      chunk.compressedSize = before.chunks[i]?.compressedSize ?? chunk.compressedSize
  const flags = same === undefined ? COMPRESSION_FLAGS[codec.name] : pkg.summary.compressionFlags
  const summary = writeSummary(withChunks(pkg.summary, chunks, flags), context, layout)
  return segmentsSource([summary, ...bytes, ...(before === undefined ? [] : [await before.trailer()])])
}

/** Tells whether the pieces are the bytes of a chunk. */
async function hasBytes({ source, range }: BlockChunk, pieces: readonly Uint8Array[]): Promise<boolean> {
  let at = range.start
  for (const piece of pieces) {
    const end = at + piece.length
    if (end > range.end || !equalBytes(await source.slice(at, end), piece)) return false
    at = end
  }
  return at === range.end
}

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  const whole = segmentsSource(parts)
  return whole.slice(0, whole.byteLength)
}
