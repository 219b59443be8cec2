import type { OpenedInput } from '@ukit/batch'
import { Version } from '@ukit/container'
import { imageOf, openPackage, type Package, type SaveOptions, savePackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { type ByteSource, memorySource, PackageError, PIECE_SIZE } from '@ukit/files'
import { PieceMemory, readInto } from '@ukit/files/internal'
import { fileSource, saveFile } from '@ukit/files/node'
import type { FileProblem } from '../../batch/batch-verb.js'
import { STANDARD } from '../../inputs/standard.js'

/** The codecs that ukit can compress with. */
export const COMPRESSIONS = ['zlib', 'lzo', 'lzma'] as const

/** What the options of `copy` ask for. */
export interface Wish {
  /** `true` for `--compress` without a codec. */
  readonly compress: string | true | undefined
  readonly force: boolean
  readonly game: string | undefined
  readonly signal: AbortSignal
}

/** The result for one file; `copy --json` prints it. */
export interface CopyResult {
  readonly output: string
  /** Length of IN and of OUT, in bytes. */
  readonly bytes: number | null
  readonly written: number | null
  readonly compression: { readonly from: string | null; readonly to: string | null }
  /** Whether OUT has exactly the bytes of IN. */
  readonly identical: boolean
  /**
   * Whether OUT, reopened and decompressed, has exactly the bytes of IN decompressed: tables, bodies,
   * everything.
   */
  readonly equal: boolean
  /** The offset of the first difference, if there is one that should not be. */
  readonly firstDifference: number | null
  readonly error: FileProblem | null
  /** The bytes for standard output, when OUT is `-`. */
  readonly bytesWritten?: Uint8Array
}

/** Opens a package, writes it to `output`, and compares. */
export async function copyOne(
  { source, fileName }: OpenedInput,
  output: string,
  wish: Wish,
  onProgress: (bytes: number) => void,
): Promise<CopyResult> {
  const game = { game: wish.game }
  const { signal, force } = wish
  const pkg = await openPackage(source, { fileName, codecs: nodeCodecs, signal, ...game })
  const compress = compressionFor(pkg, wish)
  const comparison = new Comparison(source)
  const parts: Uint8Array[] = []
  const pieces = comparison.compareWhile(savePackage(pkg, { compress, codecs: nodeCodecs, reuse: true }))
  const written =
    output === STANDARD
      ? await collectPieces(parts, pieces)
      : await saveFile(output, pieces, { force, signal, onProgress })
  const kept = output === STANDARD ? { bytesWritten: new Uint8Array(Buffer.concat(parts)) } : {}
  const identical = comparison.isEqual(written)
  const facts = { output, bytes: source.byteLength, written, ...kept }
  if (identical) {
    const stored = compressionOf(pkg)
    return {
      ...facts,
      compression: { from: stored, to: stored },
      identical,
      equal: true,
      firstDifference: null,
      error: null,
    }
  }
  const copied = kept.bytesWritten === undefined ? await fileSource(output) : memorySource(kept.bytesWritten)
  try {
    const copy = await openPackage(copied, { fileName, codecs: nodeCodecs, signal, ...game })
    const compression = { from: compressionOf(pkg), to: compressionOf(copy) }
    const difference = await firstDifference(imageOf(pkg), copy.image, signal)
    const raw = compression.from === null && compression.to === null ? comparison.difference : difference
    return { ...facts, compression, identical, equal: difference === null, firstDifference: raw, error: null }
  } finally {
    await copied.close?.()
  }
}

/** Keeps pieces in memory; returns the number of bytes. */
async function collectPieces(parts: Uint8Array[], pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const piece of pieces) {
    // Copied, since the memory of a piece is reused for the next one.
    parts.push(new Uint8Array(piece))
    bytes += piece.length
  }
  return bytes
}

function compressionFor(pkg: Package, { compress }: Wish): NonNullable<SaveOptions['compress']> {
  if (compress === undefined) return 'none'
  if (compress === true && compressionOf(pkg) !== null) return 'keep'
  if (!pkg.context.since(Version.CompressedChunks)) {
    const { version } = Version.CompressedChunks
    throw new PackageError(
      'unsupported',
      `packages can be stored compressed from version ${version} on, and this one has version ` +
        `${pkg.version}: the engine would not read it`,
    )
  }
  const codec = COMPRESSIONS.find((name) => name === compress)
  return codec ?? 'zlib'
}

/** How a package is stored: the codec of its chunks, or the kind of compression of the entire file. */
function compressionOf(pkg: Package): string | null {
  if (pkg.chunked !== undefined) return pkg.chunked.codec.name
  return pkg.layers.find((layer) => layer.kind === 'whole-file')?.name ?? null
}

/** Compares what is written with the source, piece by piece while it is written. */
class Comparison {
  readonly #source: ByteSource
  readonly #memory = new PieceMemory()
  #at = 0
  /** The offset of the first difference; `null` if there is none yet. */
  difference: number | null = null

  constructor(source: ByteSource) {
    this.#source = source
  }

  async *compareWhile(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      if (this.difference === null) await this.#compare(piece)
      this.#at += piece.length
      yield piece
    }
  }

  isEqual(written: number): boolean {
    if (this.difference === null && written < this.#source.byteLength) this.difference = written
    return this.difference === null
  }

  async #compare(piece: Uint8Array): Promise<void> {
    const end = Math.min(this.#at + piece.length, this.#source.byteLength)
    const original = this.#memory.next(Math.max(0, end - this.#at))
    if (original.length > 0) await readInto(this.#source, original, this.#at)
    const place = differenceOf(piece, original)
    if (place !== null) this.difference = this.#at + place
  }
}

/** The offset of the first difference of two sources, or `null`. */
async function firstDifference(a: ByteSource, b: ByteSource, signal: AbortSignal): Promise<number | null> {
  const length = Math.min(a.byteLength, b.byteLength)
  // The memory alternates between two buffers, so that one piece of each source is available at a time.
  const memory = new PieceMemory()
  for (let at = 0; at < length; at += PIECE_SIZE) {
    signal.throwIfAborted()
    const end = Math.min(at + PIECE_SIZE, length)
    const ours = memory.next(end - at)
    const theirs = memory.next(end - at)
    await readInto(a, ours, at)
    await readInto(b, theirs, at)
    const place = differenceOf(ours, theirs)
    if (place !== null) return at + place
  }
  return a.byteLength === b.byteLength ? null : length
}

function differenceOf(a: Uint8Array, b: Uint8Array): number | null {
  // Buffer.compare is native, and pieces are nearly always equal.
  if (a.length === b.length && Buffer.compare(a, b) === 0) return null
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i
  return length
}
