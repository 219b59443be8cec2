import type { Archive } from '../archive/archive.js'
import type { ExtraFields } from './extra.js'

/**
 * *One compressed part of a package*: where its bytes are in the file and which range of the uncompressed
 * image they are.
 */
export class CompressedChunk {
  /** Position in the uncompressed image, in bytes. */
  uncompressedOffset = 0
  /** Bytes of the image that the chunk gives. */
  uncompressedSize = 0
  /** Position in the file, in bytes. */
  compressedOffset = 0
  /** Bytes in the file, the chunk's own header included. */
  compressedSize = 0
  /** What a game adds. */
  extra: ExtraFields | undefined = undefined

  /** Bytes of one entry. */
  static readonly SIZE = 16

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.uncompressedOffset = ar.i32(this.uncompressedOffset, 'uncompressedOffset')
    this.uncompressedSize = ar.i32(this.uncompressedSize, 'uncompressedSize')
    this.compressedOffset = ar.i32(this.compressedOffset, 'compressedOffset')
    this.compressedSize = ar.i32(this.compressedSize, 'compressedSize')
  }
}
