import type { Codec } from './codec.js'
import { CodecError } from './error.js'

export const lzo: Codec = {
  name: 'lzo',
  decompress(): Uint8Array {
    throw new CodecError('lzo', 'corrupt', 0, 'this codec is still to come')
  },
}
