import type { Codec } from './codec.js'
import { CodecError } from './error.js'

export const lzma: Codec = {
  name: 'lzma',
  decompress(): Uint8Array {
    throw new CodecError('lzma', 'corrupt', 0, 'this codec is still to come')
  },
}
