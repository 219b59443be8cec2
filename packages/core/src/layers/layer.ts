import type { CodecSet } from '@ukit/codecs'
import type { ByteSource } from '@ukit/files'

/**
 * *Something between a file and the package in it*: an encryption, or a compression of the whole
 * file.
 *
 * (Compressed chunks are not a layer: the package's own summary describes them. See `ChunkedImage`.)
 *
 * A file is a stack of layers, each of which gives random access to the bytes inside it. The package inside
 * all of them does not know about them.
 */
export interface Layer {
  /** What it does to the bytes. */
  readonly kind: 'encryption' | 'whole-file'
  /** What it is called, such as `Lineage2Ver111` or `lzma`. */
  readonly name: string
  /** Id of the game whose layer this is, if no other game uses it: more reliable than versions. */
  readonly game?: string
  /** True if there can be no layer below it, because it leaves the package's summary readable. */
  readonly innermost?: boolean
  /** What is unusual but does not prevent reading, in one sentence each. */
  readonly notes?: readonly string[]
  /** The bytes without the layer. */
  readonly source: ByteSource
  /**
   * Applies the layer again: gives the bytes of a file whose contents are `inner`.
   *
   * Unchanged parts of `inner` become exactly the bytes that were read, so that an unchanged package is
   * written back byte for byte even where the original compressor cannot be reproduced.
   *
   * @throws {PackageError} `unsupported` when changed bytes would need an encoder that does not exist (LZX).
   */
  cover(inner: ByteSource): AsyncIterable<Uint8Array>
  /**
   * Looks at what the layer stores about the bytes, such as a checksum; none of it is needed to read them.
   * Takes as long as reading the whole file.
   *
   * @returns what is wrong, in one sentence each.
   */
  check?(): Promise<readonly string[]>
}

/**
 * *A kind of layer*: how it is recognised and opened. The record of a game with a layer has it in
 * `Game.layer`.
 */
export interface LayerKind {
  /** @param head the first bytes of the file, at least 64 or all there are. */
  recognises(head: Uint8Array): boolean
  /** `undefined` when a closer look shows that it is not this kind after all. */
  open(source: ByteSource, context: LayerContext): Promise<Layer | undefined>
}

/**
 * The first word of a file, little-endian; every kind of layer reads it of every file, which is too often to
 * make a view each time.
 */
export function firstWord(head: Uint8Array): number {
  return ((head[0] ?? 0) | ((head[1] ?? 0) << 8) | ((head[2] ?? 0) << 16) | ((head[3] ?? 0) << 24)) >>> 0
}

/** What is known of a file apart from its bytes. */
export interface LayerContext {
  /** File name with extension: one encryption takes its key from it. */
  readonly fileName: string | undefined
  /** The decompressors that the caller supplied. */
  readonly codecs: CodecSet
}
