import { MediaError } from '../../media-error.js'
import { KEY_FORMATS, type KeyFormat, ROTATION_FORMATS, TRANSLATION_FORMATS } from './anim-key-formats.js'
import { type DecodedKeys, type KeyRange, type KeyReader, NO_KEYS, readFrames } from './key-reader.js'

const PROVEN_POSITIONS = new Set(['acf_float96now', 'acf_fixed48now', 'acf_intervalfixed32now'])
const PROVEN_ROTATIONS = new Set(['acf_float96now', 'acf_fixed48now'])

/**
 * The first word of a track: format (4 bits), stored components (3), whether times are stored (1), number of
 * keys (24).
 */
interface TrackHead {
  readonly format: string
  readonly mask: number
  readonly hasFrames: boolean
  readonly count: number
}

function readHead(reader: KeyReader): TrackHead {
  const word = reader.u32()
  return {
    format: KEY_FORMATS[word >>> 28] ?? `number ${word >>> 28}`,
    mask: (word >>> 24) & 7,
    hasFrames: ((word >>> 27) & 1) === 1,
    count: word & 0xff_ffff,
  }
}

/** The number of stored components in a mask. */
function stored(mask: number): number {
  return (mask & 1) + ((mask >> 1) & 1) + ((mask >> 2) & 1)
}

/** Minimum value and range of each stored component, in pairs. */
function readRange(reader: KeyReader, mask: number): KeyRange {
  const mins: [number, number, number] = [0, 0, 0]
  const ranges: [number, number, number] = [0, 0, 0]
  for (const k of [0, 1, 2] as const) {
    if (((mask >> k) & 1) === 0) continue
    mins[k] = reader.f32()
    ranges[k] = reader.f32()
  }
  return { mins, ranges }
}

/**
 * *The positions of a track that names its own format* (AKF_PerTrackCompression). Float96NoW, Fixed48NoW and
 * IntervalFixed32NoW are proven: their keys equal the imported keys, which 65 sequences of Killing Floor 2
 * contain too (3,252 tracks of positions, 2,513 of rotations), within rounding. The other formats follow
 * public descriptions.
 */
export function perTrackPositions(reader: KeyReader, offset: number, frames: number): DecodedKeys {
  if (offset < 0) return NO_KEYS
  reader.at = offset
  const head = readHead(reader)
  if (head.format === 'acf_identity') return { values: new Float32Array(3), frames: undefined }
  return { ...readKeys(reader, head, positionFormat(head), 3, frames), isUnproven: !PROVEN_POSITIONS.has(head.format) }
}

function positionFormat({ format, mask }: TrackHead): KeyFormat | undefined {
  const known = TRANSLATION_FORMATS[format]
  if (known === undefined || known.hasRange) return known
  const isWhole = format === 'acf_float96now' && mask === 0
  const read = (reader: KeyReader) => (format === 'acf_fixed48now' ? reader.u16() - FIXED_ZERO : reader.f32())
  return isWhole
    ? known
    : {
        size: stored(mask) * (format === 'acf_fixed48now' ? 2 : 4),
        hasRange: false,
        read: (reader) => [0, 1, 2].map((k) => (((mask >> k) & 1) === 1 ? read(reader) : 0)),
      }
}

/** The 16-bit number for a position of 0. */
const FIXED_ZERO = 255

/** *The rotations of a track that names its own format*; see `perTrackPositions`. */
export function perTrackRotations(reader: KeyReader, offset: number, frames: number): DecodedKeys {
  if (offset < 0) return NO_KEYS
  reader.at = offset
  const head = readHead(reader)
  if (head.format === 'acf_identity') return { values: Float32Array.of(0, 0, 0, 1), frames: undefined }
  return { ...readKeys(reader, head, rotationFormat(head), 4, frames), isUnproven: !PROVEN_ROTATIONS.has(head.format) }
}

function rotationFormat({ format, mask }: TrackHead): KeyFormat | undefined {
  if (format !== 'acf_fixed48now') return ROTATION_FORMATS[format]
  return {
    size: stored(mask) * 2,
    hasRange: false,
    read: (reader) => {
      const [x = 0, y = 0, z = 0] = [0, 1, 2].map((k) =>
        ((mask >> k) & 1) === 1 ? (reader.u16() - 32_767) / 32_767 : 0,
      )
      return [x, y, z, Math.sqrt(Math.max(0, 1 - x * x - y * y - z * z))]
    },
  }
}

function readKeys(
  reader: KeyReader,
  head: TrackHead,
  format: KeyFormat | undefined,
  width: number,
  frames: number,
): DecodedKeys {
  if (format === undefined)
    throw new MediaError('unsupported', `a track is in the format ${head.format}, which ukit does not know`)
  const range: KeyRange = format.hasRange ? readRange(reader, head.mask) : { mins: [0, 0, 0], ranges: [1, 1, 1] }
  // Keys without stored components take no bytes: all are the same.
  const count = format.size === 0 ? Math.min(1, head.count) : head.count
  reader.expect(count, format.size)
  const values = new Float32Array(count * width)
  for (let i = 0; i < count; i++) values.set(format.read(reader, range, []), i * width)
  reader.align()
  return { values, frames: head.hasFrames ? readFrames(reader, count, frames) : undefined }
}
