import { plural } from '@ukit/text/internal'

/** The beginning of a file that is enough for {@link pictureFacts} and {@link soundFacts}. */
export const HEAD_BYTES = 4096

/** What a card says of a picture. */
export interface PictureFacts {
  readonly size: readonly [width: number, height: number]
  readonly colors: string
}

/** The size and kind of colours of a PNG or BMP file, by its first bytes; `undefined` for other files. */
export function pictureFacts(head: Uint8Array): PictureFacts | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length >= 33 && view.getUint32(0) === 0x8950_4e47 && view.getUint32(12) === 0x4948_4452) {
    const bits = head[24] ?? 0
    return { size: [view.getUint32(16), view.getUint32(20)], colors: pngColors(head[25] ?? 0, bits) }
  }
  if (head.length >= 30 && view.getUint16(0) === 0x424d)
    return {
      size: [Math.abs(view.getInt32(18, true)), Math.abs(view.getInt32(22, true))],
      colors: `${view.getUint16(28, true)} bits per pixel`,
    }
  return undefined
}

/** The words for the colour types of PNG. */
function pngColors(type: number, bits: number): string {
  const deep = bits > 8 ? `, ${bits} bits` : ''
  switch (type) {
    case 0:
      return `grey${deep}`
    case 3:
      return bits === 8 ? 'palette' : `palette of ${2 ** bits}`
    case 4:
      return `grey with alpha${deep}`
    case 6:
      return `colours with alpha${deep}`
    default:
      return `colours${deep}`
  }
}

/** Words for the tags of samples that are met in packages. */
const WAVE_TAGS: Readonly<Record<number, string>> = { 2: 'MS ADPCM', 3: 'floats', 17: 'IMA ADPCM' }

/** `22,050 Hz · mono · 8 bits · 1.4 s` of a WAV file, by its first bytes; `undefined` for other files. */
export function soundFacts(head: Uint8Array): string | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 44 || view.getUint32(0) !== 0x5249_4646 || view.getUint32(8) !== 0x5741_5645) return undefined
  let format: { tag: number; channels: number; rate: number; perSecond: number; bits: number } | undefined
  for (let at = 12; at + 8 <= head.length; ) {
    const id = view.getUint32(at)
    const length = view.getUint32(at + 4, true)
    if (id === 0x666d_7420 && at + 24 <= head.length)
      format = {
        tag: view.getUint16(at + 8, true),
        channels: view.getUint16(at + 10, true),
        rate: view.getUint32(at + 12, true),
        perSecond: view.getUint32(at + 16, true),
        bits: view.getUint16(at + 22, true),
      }
    if (id === 0x6461_7461 && format !== undefined) {
      const { tag, channels, rate, perSecond, bits } = format
      const samples = tag === 1 ? plural(bits, 'bit') : (WAVE_TAGS[tag] ?? `format ${tag}`)
      const voices = channels === 1 ? 'mono' : channels === 2 ? 'stereo' : plural(channels, 'channel')
      const seconds = perSecond === 0 ? [] : [`${(length / perSecond).toFixed(length < perSecond ? 2 : 1)} s`]
      return [`${grouped(rate)} Hz`, voices, samples, ...seconds].join(' · ')
    }
    at += 8 + length + (length & 1)
  }
  return undefined
}

/** A whole number with commas between thousands. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
