import { decodeSound, extensionOf, MediaError, resample, type Sound, wavOf } from '@ukit/media'
import { decodeWave, readWave, type WaveFile } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'

/** What sounds an engine accepts. */
export interface SoundRules {
  /** Bits per sample that it plays. */
  readonly bits: readonly (8 | 16)[]
  /** Takes Ogg Vorbis files unchanged. */
  readonly ogg: boolean
  /** Maximum number of channels. */
  readonly mostChannels: number
  /** Maximum rate in samples per second. */
  readonly mostRate: number
}

/** *A sound file that an engine takes*: the given one, or one made from it. */
export interface SoundFile {
  readonly kind: 'wav' | 'ogg'
  readonly bytes: Uint8Array
  /** Samples per second of each channel. */
  readonly rate: number
  readonly channels: number
  /** Number of samples of each channel. */
  readonly samples: number
  /** Bytes per sample and channel in the WAV file; 2 for Ogg. */
  readonly width: number
  /** Notes about what was changed. */
  readonly notes: readonly string[]
}

/** Range of plausible sample rates. */
const LEAST_RATE = 100
const MOST_RATE = 1_000_000

/**
 * *A sound file in the form that an engine takes*: unchanged if possible, with all its chunks; otherwise
 * decoded and written as PCM, and `notes` says so.
 *
 * Reads WAV (PCM, floats, ADPCM), FLAC and Ogg Vorbis.
 *
 * @param rate samples per second that are asked for; by default the file's own, unless the engine's limit is
 *   lower.
 * @throws {MediaError} `no-data` without samples, `broken` when the file is truncated or inconsistent,
 *   `unsupported` for formats and numbers of channels that cannot be imported.
 */
export async function soundFileFor(bytes: Uint8Array, rules: SoundRules, rate?: number): Promise<SoundFile> {
  if (rate !== undefined && !(Number.isInteger(rate) && rate >= LEAST_RATE && rate <= rules.mostRate))
    throw new MediaError('unsupported', `expected a rate of ${LEAST_RATE} to ${rules.mostRate} Hz, found ${rate}`)
  const kind = extensionOf(bytes, '')
  if (bytes.length === 0) throw new MediaError('no-data', 'the file is empty')
  const wave = kind === 'wav' ? checkedWave(bytes) : undefined
  const sound = wave === undefined ? await decodeSound(bytes) : decodeWave(bytes)
  checkSound(sound, rules)
  const wanted = rate ?? rateFor(sound.rate, rules)
  const facts = { channels: sound.channels.length, rate: wanted }
  if (wanted === sound.rate) {
    if (wave !== undefined && isTaken(wave, rules)) {
      const samples = Math.floor(wave.data.length / wave.format.blockAlign)
      return { ...facts, kind: 'wav', bytes, samples, width: wave.format.bits / 8, notes: sound.notes }
    }
    if (kind === 'ogg' && rules.ogg) {
      const samples = sound.channels[0]?.length ?? 0
      return { ...facts, kind: 'ogg', bytes, samples, width: 2, notes: sound.notes }
    }
  }
  const bits = sound.bits === 8 && rules.bits.includes(8) ? 8 : 16
  const made = { ...resample(sound, wanted), bits } as const
  const samples = made.channels[0]?.length ?? 0
  const notes = [...sound.notes, ...changes(sound, made, wave, kind)]
  return { ...facts, kind: 'wav', bytes: wavOf(made), samples, width: bits / 8, notes }
}

/** A WAV file whose parts agree. Damage that a reader would tolerate must not get into a package. */
function checkedWave(bytes: Uint8Array): WaveFile {
  const wave = readWave(bytes)
  const { tag, channels, bits, blockAlign, rate } = wave.format
  if (wave.data.length < wave.stated)
    throw new MediaError(
      'broken',
      `the file is cut short: ${plural(wave.stated, 'byte of samples was', 'bytes of samples were')} ` +
        `expected, ${wave.data.length} found`,
    )
  if ((tag === 1 || tag === 3) && blockAlign !== channels * Math.ceil(bits / 8)) {
    const expected = `${plural(channels * Math.ceil(bits / 8), 'byte')} for ${channels} × ${bits} bits`
    throw new MediaError('broken', `expected a block align of ${expected}, found ${blockAlign}`)
  }
  if (rate < LEAST_RATE || rate > MOST_RATE)
    throw new MediaError('broken', `expected a rate of ${LEAST_RATE} to ${MOST_RATE} Hz, found ${rate}`)
  return wave
}

function checkSound({ channels, rate }: Sound, { mostChannels }: SoundRules): void {
  if ((channels[0]?.length ?? 0) === 0) throw new MediaError('no-data', 'the file has no samples')
  if (channels.length > mostChannels) {
    const message =
      `expected at most ${plural(mostChannels, 'channel')}, found ${channels.length}: mix it ` +
      `down to stereo or mono`
    throw new MediaError('unsupported', message)
  }
  if (rate > MOST_RATE) throw new MediaError('broken', `expected a rate of at most ${MOST_RATE} Hz, found ${rate}`)
  if (channels.some((channel) => channel.some((sample) => !Number.isFinite(sample))))
    throw new MediaError('broken', 'expected samples that are finite numbers, found others')
}

/** The file's own rate, or a lower one that the engine takes and that divides it, if there is one. */
function rateFor(rate: number, { mostRate }: SoundRules): number {
  if (rate <= mostRate) return rate
  return rate % 44_100 === 0 && mostRate >= 44_100 ? 44_100 : mostRate
}

function isTaken({ format }: WaveFile, { bits }: SoundRules): boolean {
  return format.tag === 1 && !format.isExtensible && bits.some((taken) => taken === format.bits)
}

function changes(from: Sound, to: Sound, wave: WaveFile | undefined, kind: string): string[] {
  const notes: string[] = []
  const stored = wave === undefined ? kind.toUpperCase() : storedText(wave)
  if (
    wave === undefined ||
    !isTaken(wave, { bits: [to.bits === 8 ? 8 : 16], ogg: false, mostChannels: 0, mostRate: 0 })
  )
    notes.push(`converted from ${stored} to PCM of ${plural(to.bits, 'bit')}`)
  if (from.rate !== to.rate) notes.push(`resampled from ${from.rate} to ${to.rate} Hz`)
  const loudest = to.channels.reduce((most, channel) => Math.max(most, peakOf(channel)), 0)
  if (loudest > 1) notes.push(`clipped: the loudest sample is ${loudest.toFixed(2)} times the maximum of PCM`)
  return notes
}

function storedText({ format: { tag, bits, isExtensible } }: WaveFile): string {
  if (tag === 3) return `floats of ${plural(bits, 'bit')}`
  if (tag === 2 || tag === 17) return tag === 2 ? 'MS ADPCM' : 'IMA ADPCM'
  return `${isExtensible ? 'extensible ' : ''}PCM of ${plural(bits, 'bit')}`
}

function peakOf(channel: Float32Array): number {
  let most = 0
  for (const sample of channel) most = Math.max(most, Math.abs(sample))
  return most
}
