import { joined } from './joined.js'
import type { Sound } from './sound.js'

/**
 * *A sound as a WAV file*: PCM of 8, 16 or 24 bits as it was stored, floats if it had more; with its loops
 * (`smpl`) and cues (`cue `, named in `LIST adtl`).
 */
export function wavOf(sound: Sound): Uint8Array {
  const { rate, channels, bits, loops, cues } = sound
  const width = bits / 8
  const align = width * channels.length
  const format = new DataView(new ArrayBuffer(16))
  format.setUint16(0, bits === 32 ? FLOAT : PCM, true)
  format.setUint16(2, channels.length, true)
  format.setUint32(4, rate, true)
  format.setUint32(8, rate * align, true)
  format.setUint16(12, align, true)
  format.setUint16(14, bits, true)
  const chunks: [id: string, body: Uint8Array][] = [['fmt ', bytesOf(format)]]
  // Readers expect the number of samples for all formats except PCM.
  if (bits === 32) chunks.push(['fact', words([channels[0]?.length ?? 0])])
  chunks.push(['data', samples(sound)])
  if (loops.length > 0) chunks.push(['smpl', samplerChunk(sound)])
  if (cues.length > 0) chunks.push(['cue ', cueChunk(cues)])
  if (cues.some(({ name }) => name !== '')) chunks.push(['LIST', labelList(cues)])
  return riff(chunks)
}

const PCM = 1
const FLOAT = 3
/** The note at which the sample is played unchanged: middle C of MIDI. */
const MIDDLE_C = 60

function samples({ channels, bits }: Sound): Uint8Array {
  const length = channels[0]?.length ?? 0
  const width = bits / 8
  const view = new DataView(new ArrayBuffer(length * width * channels.length))
  const whole = 2 ** (bits - 1)
  for (const [channel, values] of channels.entries()) {
    for (let i = 0; i < length; i++) {
      const at = (i * channels.length + channel) * width
      const value = values[i] ?? 0
      if (bits === 32) {
        view.setFloat32(at, value, true)
        continue
      }
      const sample = Math.min(Math.max(Math.round(value * whole), -whole), whole - 1)
      if (bits === 8) view.setUint8(at, sample + 128)
      else if (bits === 16) view.setInt16(at, sample, true)
      else {
        view.setUint8(at, sample & 255)
        view.setInt16(at + 1, sample >> 8, true)
      }
    }
  }
  return bytesOf(view)
}

function samplerChunk({ rate, loops }: Sound): Uint8Array {
  const period = Math.round(1e9 / rate)
  const head = [0, 0, period, MIDDLE_C, 0, 0, 0, loops.length, 0]
  return words([...head, ...loops.flatMap(({ start, end }, i) => [i, 0, start, end - 1, 0, 0])])
}

function cueChunk(cues: Sound['cues']): Uint8Array {
  const data = new DataView(latin1('data').buffer).getUint32(0, true)
  return words([cues.length, ...cues.flatMap(({ at }, i) => [i + 1, at, data, 0, 0, at])])
}

function labelList(cues: Sound['cues']): Uint8Array {
  const labels = cues.flatMap(({ name }, i) => {
    if (name === '') return []
    const text = latin1(`${name}\0`)
    return [latin1('labl'), words([text.length + 4, i + 1]), text, new Uint8Array(text.length & 1)]
  })
  return joined([latin1('adtl'), ...labels])
}

function riff(chunks: readonly (readonly [id: string, body: Uint8Array])[]): Uint8Array {
  const parts = chunks.flatMap(([id, body]) => [
    latin1(id),
    words([body.length]),
    body,
    new Uint8Array(body.length & 1),
  ])
  const body = joined([latin1('WAVE'), ...parts])
  return joined([latin1('RIFF'), words([body.length]), body])
}

/** Words of 32 bits, little-endian. */
function words(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4))
  for (const [i, value] of values.entries()) view.setUint32(i * 4, value, true)
  return bytesOf(view)
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer)
}
