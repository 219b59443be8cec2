import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { Sound } from '../sound.js'
import { readLoops } from '../wave-file.js'
import { readFrame, type StreamInfo } from './frame.js'

/** Sounds that decode to more are refused: a few bytes can ask for a long silence. */
const MOST_SAMPLES = 1 << 27

const STREAM_INFO = 0
const APPLICATION = 2
const COMMENTS = 4

/**
 * *A FLAC file as samples*, from RFC 9639.
 *
 * Loops are those of the sampler chunk of the WAV file that it was made from
 * (`flac --keep-foreign-metadata`), else those of the comments `LOOPSTART` and `LOOPEND` or `LOOPLENGTH`.
 *
 * @throws {MediaError} `broken` when it is cut short, damaged or contradicts itself, `unsupported` when it
 *   has too many samples or a frame differs in form from the stream.
 */
export function decodeFlac(bytes: Uint8Array): Sound {
  const { stream, loops, at: start } = readMetadata(bytes)
  const notes: string[] = []
  const parts: (readonly Float64Array[])[] = []
  let length = 0
  let at = start
  while (at < bytes.length && (stream.samples === 0 || length < stream.samples)) {
    const frame = readFrame(bytes, at, stream)
    at = frame.end
    length += frame.channels[0]?.length ?? 0
    if (length * stream.channels > MOST_SAMPLES)
      throw new MediaError('unsupported', `a FLAC file of more than ${MOST_SAMPLES} samples`)
    parts.push(frame.channels)
  }
  if (length < stream.samples)
    throw new MediaError(
      'broken',
      `the FLAC file is cut short: ${plural(stream.samples, 'sample was', 'samples were')} expected, ${length} found`,
    )
  if (at < bytes.length) notes.push(`${plural(bytes.length - at, 'byte')} after the last frame`)
  const channels = Array.from({ length: stream.channels }, (_, channel) => joined(parts, channel, length, stream.bits))
  const isInside = ({ start: first, end }: Sound['loops'][number]) => first < end && end <= length
  return { rate: stream.rate, bits: widthOf(stream.bits), channels, loops: loops.filter(isInside), cues: [], notes }
}

function widthOf(bits: number): Sound['bits'] {
  if (bits <= 8) return 8
  if (bits <= 16) return 16
  return bits <= 24 ? 24 : 32
}

function joined(
  parts: readonly (readonly Float64Array[])[],
  channel: number,
  length: number,
  bits: number,
): Float32Array {
  const all = new Float32Array(length)
  const scale = 2 ** (1 - bits)
  let at = 0
  for (const part of parts) {
    for (const sample of part[channel] ?? []) all[at++] = sample * scale
  }
  return all
}

interface Metadata {
  readonly stream: StreamInfo
  readonly loops: Sound['loops']
  /** Where the first frame is. */
  readonly at: number
}

function readMetadata(bytes: Uint8Array): Metadata {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let stream: StreamInfo | undefined
  let sampler: Sound['loops'] = []
  let commented: Sound['loops'] = []
  for (let at = 4, isLast = false; !isLast; ) {
    if (at + 4 > bytes.length) throw new MediaError('broken', 'the FLAC file is cut short in its metadata')
    const head = view.getUint8(at)
    const length = view.getUint32(at) & 0xffffff
    const block = bytes.subarray(at + 4, at + 4 + length)
    if (block.length < length) throw new MediaError('broken', 'the FLAC file is cut short in its metadata')
    isLast = (head & 0x80) !== 0
    const kind = head & 0x7f
    if (kind === STREAM_INFO) stream = readStreamInfo(block)
    // A chunk of the WAV file, including its header, after the identifier of such blocks.
    if (kind === APPLICATION && textOf(block, 0, 8) === 'riffsmpl') sampler = readLoops(block.subarray(12))
    if (kind === COMMENTS) commented = commentedLoop(block)
    at += 4 + length
    if (isLast && stream !== undefined) return { stream, loops: sampler.length > 0 ? sampler : commented, at }
  }
  throw new MediaError('broken', 'expected a description of the stream in the FLAC file, found none')
}

function readStreamInfo(block: Uint8Array): StreamInfo {
  if (block.length < 34)
    throw new MediaError('broken', `expected 34 bytes of stream info in the FLAC file, found ${block.length}`)
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  // 20 bits of rate, 3 of channels, 5 of bits, 36 of samples.
  const word = view.getUint32(10)
  const rate = word >>> 12
  if (rate === 0) throw new MediaError('broken', 'expected a sample rate above 0 in the FLAC file')
  return {
    rate,
    channels: ((word >> 9) & 7) + 1,
    bits: ((word >> 4) & 31) + 1,
    samples: (word & 15) * 2 ** 32 + view.getUint32(14),
  }
}

/** The loop in Vorbis comments, as games and their developers write it. */
function commentedLoop(block: Uint8Array): Sound['loops'] {
  const values = new Map<string, number>()
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const wordAt = (at: number) => (at + 4 <= block.length ? view.getUint32(at, true) : 0)
  let at = 4 + wordAt(0)
  const count = wordAt(at)
  at += 4
  for (let i = 0; i < count && at + 4 <= block.length; i++) {
    const length = wordAt(at)
    const [key = '', value = ''] = textOf(block, at + 4, Math.min(length, 64)).split('=', 2)
    values.set(key.toUpperCase(), Number(value))
    at += 4 + length
  }
  const start = values.get('LOOPSTART')
  const end = values.get('LOOPEND') ?? (start ?? 0) + (values.get('LOOPLENGTH') ?? Number.NaN)
  return start !== undefined && Number.isInteger(start) && Number.isInteger(end) ? [{ start, end }] : []
}

function textOf(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length))
}
