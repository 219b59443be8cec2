import { plural } from '@ukit/text/internal'
import { checkSize } from './check-size.js'
import type { Codec } from './codec.js'
import { CodecError } from './error.js'
import { LzxDecoder } from './lzx-decoder.js'

/** A frame gives this many bytes, unless its header names a smaller number. */
const FRAME = 0x8000
/** The first byte of a frame header that names the output's size too. */
const SHORT_FRAME = 0xff
/** The smallest frame has a header and one word. */
const LEAST_FRAME = 4

/** What follows the last frame in every block seen: five zero bytes, then four bytes of no known meaning. */
const TRAILER = 9
const TRAILER_ZEROS = 5

function checkTrailer(input: Uint8Array, at: number): void {
  const rest = input.subarray(at)
  if (rest.length <= TRAILER && rest.subarray(0, TRAILER_ZEROS).every((byte) => byte === 0)) return
  const found = plural(rest.length, 'byte')
  throw new CodecError(
    'lzx',
    'corrupt',
    at,
    `expected at most the ${TRAILER} bytes of an end mark after the last frame, found ${found}`,
  )
}

function decompress(input: Uint8Array, size: number): Uint8Array {
  checkSize('lzx', size, Math.ceil(input.length / LEAST_FRAME) * FRAME)
  const output = new Uint8Array(size)
  const decoder = new LzxDecoder(input, output)
  let at = 0
  let done = 0
  while (done < size) {
    const isShort = input[at] === SHORT_FRAME
    const data = at + (isShort ? 5 : 2)
    if (data > input.length) {
      throw new CodecError(
        'lzx',
        'truncated',
        input.length,
        `${plural(size, 'byte was', 'bytes were')} promised, the frames give ${done}`,
      )
    }
    const word = (offset: number) => ((input[at + offset] as number) << 8) | (input[at + offset + 1] as number)
    const given = isShort ? word(1) : FRAME
    const packed = word(isShort ? 3 : 0)
    if (given === 0 || given > FRAME || packed === 0) {
      throw new CodecError(
        'lzx',
        'corrupt',
        at,
        `expected a frame of 1 to ${FRAME} bytes, found ${given} of ${packed} packed`,
      )
    }
    if (given > size - done) {
      throw new CodecError('lzx', 'size', at, `the frames give more than the ${plural(size, 'byte')} promised`)
    }
    if (packed > input.length - data) {
      throw new CodecError(
        'lzx',
        'truncated',
        input.length,
        `a frame of ${plural(packed, 'byte')} ends after ${input.length - data}`,
      )
    }
    decoder.frame(data, data + packed, given)
    done += given
    at = data + packed
  }
  checkTrailer(input, at)
  decoder.finish()
  return output
}

/**
 * LZX, as Unreal Engine 3 on Xbox 360 uses it through that console's XMemCompress. ukit only decodes it.
 *
 * The input is a sequence of frames. Each begins with its packed size as u16, big-endian, and gives 32,768
 * bytes; or with FF, its unpacked size and its packed size, both u16, big-endian; the last frame is of that
 * kind even when it is full. Nine bytes follow it, the first five of them zero; they may be missing. The
 * window has 17 bits, and a call begins with fresh state. Within frames it is the published LZX of cabinet
 * files, with verbatim, aligned-offset and uncompressed blocks, and with the translation of x86 calls when
 * the stream's first bit asks for it. LZX has no checksum.
 */
export const lzx: Codec = { name: 'lzx', decompress }
