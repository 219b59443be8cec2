import type { Codec } from './codec.js'
import { CodecError } from './error.js'

export const lzx: Codec = {
  name: 'lzx',
  decompress(): Uint8Array {
    throw new CodecError('lzx', 'corrupt', 0, 'this codec is still to come')
  },
}
