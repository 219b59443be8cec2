import type { Codec } from './codec.js'
import { compressLzo } from './lzo-compress.js'
import { decompressLzo } from './lzo-decompress.js'

/**
 * LZO1X, as most packages of Unreal Engine 3 are compressed (PC, and Xbox 360 of early games).
 *
 * Written from the public prose description of the stream format. A stream must end with the marker 11 00 00,
 * exactly at the end of the input. The output of the compressor is valid for any LZO1X decoder, but differs
 * from what Epic's cooker or the reference library would write. LZO1X has no checksum: damage that keeps a
 * stream well-formed cannot be noticed.
 */
export const lzo: Codec = { name: 'lzo', decompress: decompressLzo, compress: compressLzo }
