import type { Codec } from './codec.js'
import { compressLzma } from './lzma-compress.js'
import { decompressLzma } from './lzma-decompress.js'

/**
 * Raw LZMA1, as Unreal Engine 3 on PlayStation 3 and Wii U uses it.
 *
 * The input is five property bytes (the packed lc, lp and pb, usually 5D, and the dictionary size as u32,
 * little-endian), then the stream itself: no size and no end mark, although an end mark is accepted. That is
 * the `.lzma` file format without its eight bytes of size. LZMA1 has no checksum, but a stream that decodes
 * to a different length, or does not end where the input ends, is refused.
 */
export const lzma: Codec = { name: 'lzma', decompress: decompressLzma, compress: compressLzma }
