import { MediaError } from '../../media-error.js'
import {
  type KeyFormat,
  PROVEN_POSITIONS,
  PROVEN_ROTATIONS,
  ROTATION_FORMATS,
  TRANSLATION_FORMATS,
} from './anim-key-formats.js'
import { perTrackPositions, perTrackRotations } from './anim-tracks-per-track.js'
import { type DecodedKeys, frameSize, type KeyRange, KeyReader, NO_KEYS, readFrames } from './key-reader.js'

/**
 * The compressed keys of an AnimSequence, with the properties that describe them; names of formats are in
 * lower case.
 */
export interface CompressedKeys {
  readonly stream: Uint8Array
  readonly bigEndian: boolean
  /** Property CompressedTrackOffsets. */
  readonly offsets: readonly number[]
  readonly encoding: string
  readonly translation: string
  readonly rotation: string
  readonly frames: number
  /**
   * Minimum values and ranges precede multiple rotation keys in every format, not only in those that use
   * them.
   */
  readonly alwaysHasRange: boolean
}

/** The keys of a track. */
export interface DecodedTrack {
  readonly positions: DecodedKeys
  readonly rotations: DecodedKeys
}

const NO_RANGE: KeyRange = { mins: [0, 0, 0], ranges: [1, 1, 1] }

/** Number of offsets per track: translation, its keys, rotation, its keys. */
const OFFSETS = 4
/** The same if each track has its own format: translation, rotation. */
const PER_TRACK_OFFSETS = 2

const PER_TRACK = 'akf_pertrackcompression'

/** The number of tracks that the offsets describe. */
export function trackCount({ offsets, encoding }: CompressedKeys): number {
  return Math.floor(offsets.length / (encoding === PER_TRACK ? PER_TRACK_OFFSETS : OFFSETS))
}

/**
 * *Decodes one bone's keys from the compressed stream of an AnimSequence.*
 *
 * @throws {MediaError} `unsupported` for a format that ukit does not know, `broken` for keys beyond the
 *   stream.
 */
export function decodeTrack(keys: CompressedKeys, track: number): DecodedTrack {
  const reader = new KeyReader(keys.stream, keys.bigEndian)
  if (keys.encoding === PER_TRACK) {
    const [translation = -1, rotation = -1] = keys.offsets.slice(track * PER_TRACK_OFFSETS)
    return {
      positions: perTrackPositions(reader, translation, keys.frames),
      rotations: perTrackRotations(reader, rotation, keys.frames),
    }
  }
  const [translation = 0, translationKeys = 0, rotation = 0, rotationKeys = 0] = keys.offsets.slice(track * OFFSETS)
  return {
    positions: decodePositions(reader, keys, translation, translationKeys),
    rotations: decodeRotations(reader, keys, rotation, rotationKeys),
  }
}

function decodePositions(reader: KeyReader, keys: CompressedKeys, offset: number, count: number): DecodedKeys {
  if (count <= 0) return NO_KEYS
  // A single key is stored in full.
  const name = count === 1 ? 'acf_none' : keys.translation
  if (name === 'acf_identity') return { values: new Float32Array(3), frames: undefined }
  const format = TRANSLATION_FORMATS[name]
  if (format === undefined) throw unknownFormat('positions', name)
  reader.at = offset
  const range = format.hasRange ? { mins: reader.vector(), ranges: reader.vector() } : NO_RANGE
  return { ...readKeys(reader, keys, format, range, count, 3), isUnproven: !PROVEN_POSITIONS.has(name) }
}

function decodeRotations(reader: KeyReader, keys: CompressedKeys, offset: number, count: number): DecodedKeys {
  if (count <= 0) return NO_KEYS
  const name = count === 1 ? 'acf_float96now' : keys.rotation
  if (name === 'acf_identity') return { values: Float32Array.of(0, 0, 0, 1), frames: undefined }
  const format = ROTATION_FORMATS[name]
  if (format === undefined) throw unknownFormat('rotations', name)
  reader.at = offset
  const hasRange = format.hasRange || (keys.alwaysHasRange && count > 1)
  const range = hasRange ? { mins: reader.vector(), ranges: reader.vector() } : NO_RANGE
  return { ...readKeys(reader, keys, format, range, count, 4), isUnproven: !PROVEN_ROTATIONS.has(name) }
}

function readKeys(
  reader: KeyReader,
  keys: CompressedKeys,
  format: KeyFormat,
  range: KeyRange,
  count: number,
  width: number,
): DecodedKeys {
  let last: readonly number[] = []
  const isDelta = format.isDelta === true
  if (isDelta) last = Array.from({ length: width }, () => reader.f32())
  reader.expect(isDelta ? count - 1 : count, format.size)
  const values = new Float32Array(count * width)
  for (let i = 0; i < count; i++) {
    if (!isDelta || i > 0) last = format.read(reader, range, last)
    values.set(last, i * width)
  }
  reader.align()
  const frames = keys.encoding === 'akf_variablekeylerp' ? readFrames(reader, count, keys.frames) : undefined
  return { values, frames }
}

function unknownFormat(what: string, name: string): MediaError {
  return new MediaError('unsupported', `its keys of ${what} are in the format ${name}, which ukit does not know`)
}

/**
 * Whether minimum values and ranges precede multiple rotation keys in formats that do not use them. They do
 * up to a certain version, but builds with a later version may still use the older layout (Mass Effect 3 for
 * the Wii U). The distance to the next track therefore decides, if it can.
 */
export function alwaysHasRange(keys: Omit<CompressedKeys, 'alwaysHasRange'>, byVersion: boolean): boolean {
  const format = ROTATION_FORMATS[keys.rotation]
  if (keys.encoding === PER_TRACK || format === undefined || format.hasRange) return byVersion
  for (let i = 0; i < keys.offsets.length; i += OFFSETS) {
    const [, , rotation = 0, count = 0, next = keys.stream.length] = keys.offsets.slice(i)
    if (count <= 1 || next <= rotation) continue
    const frames = keys.encoding === 'akf_variablekeylerp' ? count * frameSize(keys.frames) : 0
    const length = padded(count * format.size) + padded(frames)
    if (next - rotation === padded(length)) return false
    if (next - rotation === padded(length + RANGE)) return true
  }
  return byVersion
}

/** Size of minimum values and ranges in bytes. */
const RANGE = 24

function padded(length: number): number {
  return (length + 3) & ~3
}
