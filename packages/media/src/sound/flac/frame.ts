import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { BitReader } from './bit-reader.js'
import { crc8, crc16 } from './checksums.js'
import { readSubframe } from './subframe.js'

/** What a stream says about all of its frames (RFC 9639, 8.2). */
export interface StreamInfo {
  /** Samples per second of each channel. */
  readonly rate: number
  readonly channels: number
  /** Bits per sample: 4 to 32. */
  readonly bits: number
  /** Number of samples of each channel; 0 if the writer did not know it. */
  readonly samples: number
}

/** *A frame*: some samples of every channel. */
export interface Frame {
  readonly channels: readonly Float64Array[]
  /** Where the next frame begins. */
  readonly end: number
}

/** Bits per sample by their code; 0 means those of the stream. */
const BITS: readonly number[] = [0, 8, 12, -1, 16, 20, 24, 32]
const RATES: readonly number[] = [
  0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000,
]
const LEFT_SIDE = 8
const SIDE_RIGHT = 9
const MID_SIDE = 10

/**
 * *Reads the frame at an offset* (RFC 9639, 9).
 *
 * @throws {MediaError} `broken` when it contradicts itself or one of its checksums, `unsupported` when its
 *   channels, bits or rate are not those of the stream.
 */
export function readFrame(bytes: Uint8Array, at: number, stream: StreamInfo): Frame {
  const reader = new BitReader(bytes, at)
  if (reader.read(15) !== 0x7ffc) throw new MediaError('broken', `expected a FLAC frame at byte ${at}, found none`)
  reader.read(1)
  const sizeCode = reader.read(4)
  const rateCode = reader.read(4)
  const assignment = reader.read(4)
  const bitsCode = reader.read(3)
  reader.read(1)
  skipNumber(reader)
  const size = blockSize(reader, sizeCode)
  const rate = sampleRate(reader, rateCode)
  const head = bytes.subarray(at, reader.position)
  if (reader.read(8) !== crc8(head))
    throw new MediaError('broken', `the header of the FLAC frame at byte ${at} is damaged`)
  const channels = assignment < LEFT_SIDE ? assignment + 1 : 2
  const bits = BITS[bitsCode] === 0 ? stream.bits : BITS[bitsCode]
  if (
    assignment > MID_SIDE ||
    channels !== stream.channels ||
    bits !== stream.bits ||
    (rate || stream.rate) !== stream.rate
  ) {
    const found = `${plural(channels, 'channel')}, ${bits} bits, ${rate || stream.rate} Hz`
    const message = `a FLAC frame that differs from its stream: ${found}`
    throw new MediaError('unsupported', message)
  }
  const samples = Array.from({ length: channels }, (_, channel) => {
    const out = new Float64Array(size)
    const isSide = assignment === SIDE_RIGHT ? channel === 0 : assignment >= LEFT_SIDE && channel === 1
    readSubframe(reader, out, stream.bits + (isSide ? 1 : 0))
    return out
  })
  reader.align()
  const body = bytes.subarray(at, reader.position)
  if (reader.read(16) !== crc16(body)) throw new MediaError('broken', `the FLAC frame at byte ${at} is damaged`)
  separate(samples, assignment)
  return { channels: samples, end: reader.position }
}

/** Skips the number of the frame or of its first sample, which is encoded like UTF-8. */
function skipNumber(reader: BitReader): void {
  const first = reader.read(8)
  // The count of 1 bits before the first 0 is the number of bytes, and 0 if there is only one byte.
  const ones = Math.clz32(~(first << 24))
  for (let more = ones - 1; more > 0; more--) reader.read(8)
}

function blockSize(reader: BitReader, code: number): number {
  if (code === 0) throw new MediaError('broken', 'a FLAC frame of a reserved size')
  if (code === 1) return 192
  if (code <= 5) return 144 << code
  if (code === 6) return reader.read(8) + 1
  if (code === 7) return reader.read(16) + 1
  return 1 << code
}

/** 0 means the rate of the stream. */
function sampleRate(reader: BitReader, code: number): number {
  if (code === 12) return reader.read(8) * 1000
  if (code === 13) return reader.read(16)
  if (code === 14) return reader.read(16) * 10
  const rate = RATES[code]
  if (rate === undefined) throw new MediaError('broken', 'a FLAC frame of a reserved rate')
  return rate
}

/** Restores left and right from their difference and either one of them or their middle. */
function separate(samples: readonly Float64Array[], assignment: number): void {
  const [first, second] = samples
  if (assignment < LEFT_SIDE || first === undefined || second === undefined) return
  for (let i = 0; i < first.length; i++) {
    const a = first[i] ?? 0
    const b = second[i] ?? 0
    if (assignment === LEFT_SIDE) second[i] = a - b
    else if (assignment === SIDE_RIGHT) first[i] = a + b
    else {
      // The middle lost its lowest bit, which is the same as that of the difference.
      const sum = a * 2 + Math.abs(b % 2)
      first[i] = (sum + b) / 2
      second[i] = (sum - b) / 2
    }
  }
}
