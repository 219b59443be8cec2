/** The compressions that package files use and that ukit can decode. */
export type CompressionName = 'zlib' | 'lzo' | 'lzx' | 'lzma'

/** Every format that a {@link CodecError} can name: the compressions of packages, and those of downloads. */
export type CodecName = CompressionName | 'oodle' | 'uz' | 'uz2' | 'uz3'

/** How hard zlib tries: 1 is the fastest, 9 the smallest. */
export type ZlibLevel = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/**
 * zlib's CRC-32 of bytes as an unsigned 32-bit number, as `crc32` gives it; `seed` is the CRC-32 of the bytes
 * before.
 */
export type Crc32 = (bytes: Uint8Array, seed?: number) => number

/**
 * *One compression, both ways.*
 *
 * Synchronous and platform-free: bytes in, bytes out. Input comes from untrusted files, so a codec never
 * reads or writes past its buffers, never loops without progress, and never allocates more than `size` bytes
 * (plus its fixed tables).
 */
export interface Codec {
  /** What it decompresses. */
  readonly name: CompressionName | 'oodle'
  /**
   * Decodes `input` to exactly `size` bytes.
   *
   * @throws {CodecError} when the input is damaged, ends early, gives more or fewer than `size` bytes, or
   *   fails its checksum.
   */
  decompress(input: Uint8Array, size: number): Uint8Array
  /**
   * Encodes `input`; absent where ukit only decodes (LZX).
   *
   * @param level for zlib: 1 is the fastest, 9 the smallest; 6 by default. The other codecs have no levels.
   */
  compress?(input: Uint8Array, level?: ZlibLevel): Uint8Array
  /** zlib's CRC-32, where the library behind the codec has a faster one than the portable `crc32`. */
  readonly crc32?: Crc32
}

/** Loads a codec when it is first needed, so that opening a plain package does not pay for any of them. */
export type CodecLoader = () => Promise<Codec>

/**
 * A loader for each compression. Replace one to inject a faster implementation. Oodle is available only if
 * you supply a decoder: it is proprietary, and no free decoder may be shipped under ukit's licence; see
 * `oodleCodec`.
 */
export type CodecSet = Readonly<Record<CompressionName, CodecLoader>> & { readonly oodle?: CodecLoader }
