import { plural } from '@ukit/text/internal'
import type { Codec } from './codec.js'
import { CodecError } from './error.js'

/**
 * *A user's own decoder for Oodle*: takes the bytes of one block, and gives the `size` bytes that it unpacks
 * to.
 */
export type OodleDecompress = (input: Uint8Array, size: number) => Uint8Array

/**
 * A user's own decoder for Oodle as a codec, for
 * `codecs: { ...portableCodecs, oodle: async () => oodleCodec(decompress) }`. The length of its output is
 * checked, and what it throws becomes a `CodecError`.
 */
export function oodleCodec(decompress: OodleDecompress): Codec {
  return {
    name: 'oodle',
    decompress(input, size) {
      let output: unknown
      try {
        output = decompress(input, size)
      } catch (error) {
        throw refusal(error)
      }
      if (!(output instanceof Uint8Array)) {
        throw new CodecError('oodle', 'corrupt', 0, `expected a Uint8Array from the decoder, found ${typeof output}`)
      }
      if (output.length !== size) {
        throw new CodecError(
          'oodle',
          'size',
          0,
          `expected ${plural(size, 'byte')} from the decoder, found ${output.length}`,
        )
      }
      // A copy, since a decoder may reuse its memory for the next block.
      return Uint8Array.from(output)
    },
  }
}

function refusal(cause: unknown): CodecError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new CodecError('oodle', 'corrupt', 0, `the decoder refused the block: ${reason}`, { cause })
}
