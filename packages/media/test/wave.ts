import { body, latin1 } from './support.js'

/** A chunk of a RIFF file. */
export function chunk(id: string, ...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  const bytes = body(...parts)
  return body(latin1(id), bytes.length, bytes, new Uint8Array(bytes.length & 1))
}

/** A WAV file of chunks. */
export function riff(...chunks: readonly Uint8Array[]): Uint8Array {
  const inside = body(latin1('WAVE'), ...chunks)
  return body(latin1('RIFF'), inside.length, inside)
}

/** A word of 16 bits as hexadecimal digits, little-endian. */
export const word = (value: number) =>
  [value & 255, (value >> 8) & 255].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

interface FormatParts {
  readonly channels?: number
  readonly align?: number
  readonly extra?: string
}

/** A chunk `fmt ` of 8000 Hz. */
export function format(tag: number, bits: number, { channels = 1, align, extra = '' }: FormatParts = {}): Uint8Array {
  return formatChunk(tag, bits, channels, align ?? (channels * bits) / 8, extra)
}

function formatChunk(tag: number, bits: number, channels: number, align: number, extra: string): Uint8Array {
  const head = [word(tag), word(channels), 8000, 8000 * align, word(align), word(bits)]
  return extra === '' ? chunk('fmt ', ...head) : chunk('fmt ', ...head, extra)
}
