import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { decodeImaAdpcm, decodeMsAdpcm } from './adpcm.js'
import type { Sound } from './sound.js'
import { readWave, type WaveFile, type WaveFormat } from './wave-file.js'

/** Format tags of `mmreg.h`, for messages. */
const TAGS: Readonly<Record<number, string>> = {
  6: 'A-law',
  7: 'µ-law',
  49: 'GSM 6.10',
  80: 'MPEG',
  85: 'MP3',
  105: 'Xbox ADPCM',
  353: 'Windows Media Audio',
  357: 'XMA',
  358: 'XMA 2',
}

/**
 * *Decodes a WAV file*: PCM of 8, 16, 24 and 32 bits, floats of 32 and 64, MS ADPCM, IMA ADPCM.
 *
 * @throws {MediaError} `broken` when the chunks contradict each other, `unsupported` with the name of any
 *   other compression.
 */
export function decodeWave(bytes: Uint8Array): Sound {
  const file = readWave(bytes)
  const { format, loops, cues, notes } = file
  const [bits, channels] = samplesOf(file)
  const length = channels[0]?.length ?? 0
  const isInside = (at: number) => at <= length
  return {
    rate: format.rate,
    bits,
    channels,
    loops: loops.filter(({ start, end }) => start < end && isInside(end)),
    cues: cues.filter(({ at }) => isInside(at)),
    notes: [
      ...notes,
      ...loops.filter(({ start, end }) => !(start < end && isInside(end))).map(outsideText),
      ...cues.filter(({ at }) => !isInside(at)).map(({ at }) => `a cue at sample ${at} is outside the sound`),
    ],
  }
}

function outsideText({ start, end }: Sound['loops'][number]): string {
  return `a loop from sample ${start} to ${end} is outside the sound`
}

function samplesOf({ format, data, samples }: WaveFile): [Sound['bits'], Float32Array[]] {
  const { tag, bits } = format
  if (tag === 1) {
    if (bits !== 8 && bits !== 16 && bits !== 24 && bits !== 32)
      throw new MediaError('unsupported', `PCM of ${plural(bits, 'bit')}; only 8, 16, 24 and 32 are known`)
    return [bits, split(format, data, bits / 8, PCM[bits])]
  }
  if (tag === 2 || tag === 17) {
    const channels = tag === 2 ? decodeMsAdpcm(format, data) : decodeImaAdpcm(format, data)
    // The last block is padded beyond the end of the sound.
    return [16, channels.map((channel) => Float32Array.from(channel.subarray(0, samples), (value) => value / 32768))]
  }
  if (tag === 3 && bits === 32) return [32, split(format, data, 4, (view, at) => view.getFloat32(at, true))]
  if (tag === 3 && bits === 64) return [32, split(format, data, 8, (view, at) => view.getFloat64(at, true))]
  const name = TAGS[tag] ?? 'a compression'
  throw new MediaError('unsupported', `a WAV file of ${name} (format tag ${tag}, ${plural(bits, 'bit')})`)
}

type Sample = (view: DataView, at: number) => number

/** Samples of 8 bits are unsigned, wider ones signed. */
const PCM: Readonly<Record<Sound['bits'], Sample>> = {
  8: (view, at) => (view.getUint8(at) - 128) / 128,
  16: (view, at) => view.getInt16(at, true) / 0x8000,
  24: (view, at) => ((view.getInt16(at + 1, true) << 8) | view.getUint8(at)) / 0x800000,
  32: (view, at) => view.getInt32(at, true) / 0x80000000,
}

/** Separates the channels, whose samples are interleaved in the file. */
function split({ channels }: WaveFormat, data: Uint8Array, width: number, sample: Sample): Float32Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const length = Math.floor(data.length / (width * channels))
  return Array.from({ length: channels }, (_, channel) => {
    const out = new Float32Array(length)
    for (let i = 0; i < length; i++) out[i] = sample(view, (i * channels + channel) * width)
    return out
  })
}
