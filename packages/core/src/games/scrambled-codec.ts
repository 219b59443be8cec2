import type { Codec } from '@ukit/codecs'

/** Changes bytes in place; the same call undoes it. */
export type Scramble = (bytes: Uint8Array) => void

/**
 * A codec whose compressed bytes are scrambled as well: they are unscrambled before decompressing and
 * scrambled after compressing.
 */
export function scrambledCodec(codec: Codec, scramble: Scramble): Codec {
  const { compress } = codec
  return {
    name: codec.name,
    decompress(input, size) {
      const bytes = input.slice()
      scramble(bytes)
      return codec.decompress(bytes, size)
    },
    ...(compress === undefined
      ? {}
      : {
          compress(input: Uint8Array) {
            const bytes = compress.call(codec, input).slice()
            scramble(bytes)
            return bytes
          },
        }),
  }
}

/** XOR with a repeating key. */
export function xorKey(key: Uint8Array): Scramble {
  return (bytes) => {
    for (let i = 0; i < bytes.length; i++) bytes[i] = (bytes[i] ?? 0) ^ (key[i % key.length] ?? 0)
  }
}

/** Bytes from hexadecimal digits, two per byte. */
export function hexBytes(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}
