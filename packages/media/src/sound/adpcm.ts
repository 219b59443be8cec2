import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import type { WaveFormat } from './wave-file.js'

/** Decodes one block into `channels`, from sample `at` on. Returns the number of samples per channel. */
type BlockDecoder = (block: Uint8Array, channels: readonly Int16Array[], at: number) => number

/**
 * *Samples of MS ADPCM* (format tag 2): four bits per sample, each predicted from the two samples before it.
 *
 * From the description in Microsoft's "Multimedia Data Standards Update" (1994).
 *
 * @throws {MediaError} `broken` for blocks shorter than their headers, and for missing coefficients.
 */
export function decodeMsAdpcm(format: WaveFormat, data: Uint8Array): Int16Array[] {
  const { channels, extra, blockAlign } = format
  const coefficients = coefficientsOf(extra)
  const head = 7 * channels
  const samplesOf = (bytes: number) => 2 + Math.floor(((bytes - head) * 2) / channels)
  return decodeBlocks(data, { channels, blockAlign, head, samplesOf }, (block, out, at) =>
    msBlock(block, out, at, coefficients),
  )
}

/**
 * *Samples of IMA ADPCM* (format tag 17), in the layout of WAV files: four bits per sample, in groups of
 * eight samples of one channel.
 *
 * From "Recommended Practices for Enhancing Digital Audio Compatibility in Multimedia Systems" (IMA, 1992).
 *
 * @throws {MediaError} `broken` for blocks shorter than their headers.
 */
export function decodeImaAdpcm(format: WaveFormat, data: Uint8Array): Int16Array[] {
  const { channels, blockAlign } = format
  const head = 4 * channels
  const samplesOf = (bytes: number) => 1 + Math.floor((bytes - head) / (4 * channels)) * 8
  return decodeBlocks(data, { channels, blockAlign, head, samplesOf }, imaBlock)
}

interface Blocks {
  readonly channels: number
  readonly blockAlign: number
  /** Bytes before the samples of a block. */
  readonly head: number
  /** Number of samples of each channel in a block of that many bytes. */
  readonly samplesOf: (bytes: number) => number
}

function decodeBlocks(
  data: Uint8Array,
  { channels, blockAlign, head, samplesOf }: Blocks,
  decode: BlockDecoder,
): Int16Array[] {
  if (blockAlign < head)
    throw new MediaError('broken', `expected blocks of at least ${plural(head, 'byte')} of ADPCM, found ${blockAlign}`)
  const whole = Math.floor(data.length / blockAlign)
  const rest = data.length - whole * blockAlign
  const total = whole * samplesOf(blockAlign) + (rest < head ? 0 : samplesOf(rest))
  const out = Array.from({ length: channels }, () => new Int16Array(total))
  let at = 0
  for (let start = 0; start + head <= data.length; start += blockAlign)
    at += decode(data.subarray(start, start + blockAlign), out, at)
  return out
}

/** How the step grows or shrinks after each code, in 256ths. */
const MS_ADAPTATION = [230, 230, 230, 230, 307, 409, 512, 614, 768, 614, 512, 409, 307, 230, 230, 230]

/** The seven pairs of coefficients that every file has; a file may have more. */
const MS_COEFFICIENTS = [256, 0, 512, -256, 0, 0, 192, 64, 240, 0, 460, -208, 392, -232]

const SMALLEST_STEP = 16

function coefficientsOf(extra: Uint8Array): readonly number[] {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength)
  const count = extra.length < 4 ? 0 : view.getUint16(2, true)
  if (count === 0) return MS_COEFFICIENTS
  if (extra.length < 4 + count * 4)
    throw new MediaError(
      'broken',
      `expected ${plural(count, 'pair')} of coefficients of MS ADPCM in ${plural(extra.length, 'byte')}`,
    )
  return Array.from({ length: count * 2 }, (_, i) => view.getInt16(4 + i * 2, true))
}

function msBlock(
  block: Uint8Array,
  out: readonly Int16Array[],
  start: number,
  coefficients: readonly number[],
): number {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const channels = out.length
  const word = (field: number, channel: number) => view.getInt16(channels + (field * channels + channel) * 2, true)
  const states = out.map((samples, channel) => {
    const pair = view.getUint8(channel)
    const first = coefficients[pair * 2]
    const second = coefficients[pair * 2 + 1]
    if (first === undefined || second === undefined)
      throw new MediaError('broken', `expected a pair of coefficients below ${coefficients.length / 2}, found ${pair}`)
    const state = { first, second, step: word(0, channel), last: word(1, channel), before: word(2, channel), samples }
    samples[start] = state.before
    samples[start + 1] = state.last
    return state
  })
  let at = start + 2
  let channel = 0
  const put = (code: number) => {
    const state = states[channel]
    if (state === undefined) return
    const signed = code < 8 ? code : code - 16
    const predicted = Math.trunc((state.last * state.first + state.before * state.second) / 256)
    const sample = clamp16(predicted + signed * state.step)
    state.samples[at] = sample
    state.before = state.last
    state.last = sample
    state.step = Math.max(SMALLEST_STEP, ((MS_ADAPTATION[code] ?? 0) * state.step) >> 8)
    channel++
    if (channel < channels) return
    channel = 0
    at++
  }
  for (let i = 7 * channels; i < block.length; i++) {
    const byte = block[i] ?? 0
    put(byte >> 4)
    put(byte & 15)
  }
  return at - start
}

const IMA_STEPS = [
  7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 19, 21, 23, 25, 28, 31, 34, 37, 41, 45, 50, 55, 60, 66, 73, 80, 88, 97, 107, 118,
  130, 143, 157, 173, 190, 209, 230, 253, 279, 307, 337, 371, 408, 449, 494, 544, 598, 658, 724, 796, 876, 963, 1060,
  1166, 1282, 1411, 1552, 1707, 1878, 2066, 2272, 2499, 2749, 3024, 3327, 3660, 4026, 4428, 4871, 5358, 5894, 6484,
  7132, 7845, 8630, 9493, 10442, 11487, 12635, 13899, 15289, 16818, 18500, 20350, 22385, 24623, 27086, 29794, 32767,
]
const IMA_INDEX = [-1, -1, -1, -1, 2, 4, 6, 8]

const imaBlock: BlockDecoder = (block, out, start) => {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  const channels = out.length
  const groups = Math.floor((block.length - 4 * channels) / (4 * channels))
  for (const [channel, samples] of out.entries()) {
    let sample = view.getInt16(channel * 4, true)
    let index = Math.min(view.getUint8(channel * 4 + 2), IMA_STEPS.length - 1)
    samples[start] = sample
    let at = start + 1
    for (let group = 0; group < groups; group++) {
      const codes = view.getUint32(4 * channels + (group * channels + channel) * 4, true)
      for (let shift = 0; shift < 32; shift += 4) {
        const code = (codes >>> shift) & 15
        const step = IMA_STEPS[index] ?? 0
        let difference = step >> 3
        if ((code & 4) !== 0) difference += step
        if ((code & 2) !== 0) difference += step >> 1
        if ((code & 1) !== 0) difference += step >> 2
        sample = clamp16((code & 8) === 0 ? sample + difference : sample - difference)
        index = Math.min(Math.max(index + (IMA_INDEX[code & 7] ?? 0), 0), IMA_STEPS.length - 1)
        samples[at++] = sample
      }
    }
  }
  return 1 + groups * 8
}

function clamp16(value: number): number {
  return Math.min(Math.max(value, -32768), 32767)
}
