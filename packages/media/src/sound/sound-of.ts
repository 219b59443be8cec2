import { type CodecSet, portableCodecs } from '@ukit/codecs'
import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { MediaError } from '../media-error.js'
import { decodeWave } from './decode-wave.js'
import { extensionOf } from './payload-kind.js'
import type { Sound } from './sound.js'
import { soundPayloadOf } from './sound-payload.js'

/** Options for decoding sounds. */
export interface SoundOptions {
  /** Codecs that decompress payloads of UE3; the portable ones by default. */
  readonly codecs?: CodecSet | undefined
}

/**
 * *Decodes any sound or music*: WAV (PCM, floats, MS and IMA ADPCM), Ogg Vorbis, FLAC, modules of trackers.
 *
 * ```ts
 * for await (const read of reader.objects('Sound')) {
 *   const { rate, channels } = await soundOf(reader, read)
 * }
 * ```
 *
 * @throws {MediaError} `no-form` when the object is not a sound, `no-data` when it is empty, `elsewhere` when
 *   its data is in another file, `broken` when its bytes contradict each other, `unsupported` with the name
 *   of a format that ukit does not decode.
 */
export async function soundOf(
  reader: ObjectReader,
  object: ExportObject | ReadObject,
  options: SoundOptions = {},
): Promise<Sound> {
  const read = object instanceof ExportObject ? await reader.read(object) : object
  const { bytes, extension } = await soundPayloadOf(reader, read, options.codecs ?? portableCodecs)
  return decodeSound(bytes, extension)
}

/** Formats of sounds that are known but not decoded. */
const NAMED: Readonly<Record<string, string>> = {
  xma: 'XMA, the compression of the Xbox 360',
  msf: 'MSF, a sound of the PlayStation 3',
  mp3: 'MP3',
  fsb: 'FSB, a bank of FMOD',
  isb: 'ISB, a bank of ISACT',
  wem: 'a sound of Wwise',
  bnk: 'a bank of Wwise',
  mid: 'MIDI, notes without samples',
}

/** Whether a file is a module of a tracker, by its bytes or else its extension. */
export function isModule(bytes: Uint8Array, format = ''): boolean {
  return MODULES.has(extensionOf(bytes, format))
}

const MODULES = new Set(['it', 'xm', 's3m', 'mtm', 'ult', '669', 'mod'])

/**
 * *Decodes a file of sound or music*, recognised by its bytes.
 *
 * @param format the extension of the file, such as `wav`, for when its bytes do not tell.
 * @throws {MediaError} as `soundOf`.
 */
export async function decodeSound(bytes: Uint8Array, format = ''): Promise<Sound> {
  if (bytes.length === 0) throw new MediaError('no-data', 'it contains no data')
  const kind = extensionOf(bytes, format)
  if (kind === 'wav' && isRiff(bytes)) return decodeWave(bytes)
  if (kind === 'ogg' && isOgg(bytes)) return (await import('./vorbis/decode-vorbis.js')).decodeVorbis(bytes)
  if (kind === 'flac' && bytes[0] === 0x66) return (await import('./flac/decode-flac.js')).decodeFlac(bytes)
  if (isModule(bytes, format)) return (await import('./module-music.js')).renderModule(bytes)
  const name = NAMED[kind]
  if (name !== undefined) throw new MediaError('unsupported', `${name}: ukit does not decode it`)
  throw new MediaError('unsupported', `a sound of an unknown format, which begins with ${firstBytes(bytes)}`)
}

function isRiff(bytes: Uint8Array): boolean {
  return bytes[0] === 0x52 && bytes[1] === 0x49 && bytes[2] === 0x46 && bytes[3] === 0x46
}

function isOgg(bytes: Uint8Array): boolean {
  return bytes[0] === 0x4f && bytes[1] === 0x67 && bytes[2] === 0x67 && bytes[3] === 0x53
}

function firstBytes(bytes: Uint8Array): string {
  return [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
}
