import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { conjugate, IDENTITY } from '../mesh/model/quaternion.js'
import type { Bone, BoneSequence, BoneTrack, SkeletalAnimation, Skeleton } from '../mesh/model/skeleton.js'
import { ChunkFile, type RecordWriter } from './chunks.js'
import { placeIn, turnIn } from './mirror.js'
import { positionAt, rotationAt } from './pose.js'

/**
 * 256 MB of keys: far more than any game has, but less than the number of frames in a broken file may ask
 * for.
 */
const MAX_KEYS = 8_000_000

/** The group that tools of the time write for sequences without one. */
const NO_GROUP = 'None'

/** Options for writing a PSA file. */
export interface PsaOptions {
  /**
   * The skeleton of the mesh that the animation moves: it supplies the positions and rotations that the
   * animation lacks.
   */
  readonly skeleton?: Skeleton | undefined
  /** Negates Y, as for the mesh; see `PskOptions.mirror`. */
  readonly mirror?: boolean | undefined
}

/**
 * *The sequences of an animation as a PSA file*: a key for every bone and every frame, with rotations at
 * constant speed between the stored keys. The space and the direction of quaternions are those of `pskOf`.
 *
 * Chunks: ANIMHEAD, BONENAMES, ANIMINFO, ANIMKEYS.
 *
 * @throws {MediaError} `broken` when the sequences claim to have more frames than any file would contain.
 */
export function psaOf(animation: SkeletalAnimation, options: PsaOptions = {}): Uint8Array {
  const { skeleton, mirror = false } = options
  const { bones } = animation
  const frames = animation.sequences.map(({ frames: count }) => Math.max(0, count))
  const total = frames.reduce((sum, count) => sum + count, 0)
  if (total * bones.length > MAX_KEYS)
    throw new MediaError(
      'broken',
      `expected at most ${MAX_KEYS} keys, found ${plural(total, 'frame')} of ${plural(bones.length, 'bone')}`,
    )
  const rest = restBones(animation, skeleton)
  const file = new ChunkFile()
  file.add('ANIMHEAD', 0, 0, () => undefined)
  file.add('BONENAMES', 120, bones.length, (record, i) => {
    const { name = '', parent = -1 } = bones[i] ?? {}
    record.text(name, 64)
    record.i32(0)
    record.i32(bones.filter((bone) => bone.parent === i).length)
    record.i32(Math.max(0, parent))
  })
  let first = 0
  file.add('ANIMINFO', 168, animation.sequences.length, (record, i) => {
    const sequence = animation.sequences[i]
    const count = frames[i] ?? 0
    if (sequence !== undefined) addInfo(record, sequence, bones.length, first, count)
    first += count
  })
  file.addAll('ANIMKEYS', 32, total * bones.length, (records) => addKeys(records, animation, rest, frames, mirror))
  return file.bytes()
}

/** The bone of the mesh for each bone of the animation. */
function restBones({ bones }: SkeletalAnimation, skeleton: Skeleton | undefined): (Bone | undefined)[] {
  const byName = new Map(skeleton?.bones.map((bone) => [bone.name.toLowerCase(), bone]))
  return bones.map(({ name }) => byName.get(name.toLowerCase()))
}

function addInfo(record: RecordWriter, sequence: BoneSequence, bones: number, first: number, frames: number): void {
  record.text(sequence.name, 64)
  record.text(sequence.group === '' ? NO_GROUP : sequence.group, 64)
  record.i32(bones)
  // Whether the root is included; the style of compression; the number of keys; how far to reduce them.
  record.i32(0)
  record.i32(0)
  record.i32(frames * bones)
  record.f32(0)
  // The duration, in frames.
  record.f32(frames)
  record.f32(sequence.rate * (sequence.playRate ?? 1))
  // The first bone.
  record.i32(0)
  record.i32(first)
  record.i32(frames)
}

/** Position, rotation and duration of each bone, frame by frame. */
function addKeys(
  records: RecordWriter,
  { bones, sequences }: SkeletalAnimation,
  rest: readonly (Bone | undefined)[],
  frames: readonly number[],
  mirror: boolean,
): void {
  for (const [i, sequence] of sequences.entries()) {
    const tracks: (BoneTrack | undefined)[] = bones.map(() => undefined)
    for (const track of sequence.tracks) tracks[track.bone] = track
    for (let frame = 0; frame < (frames[i] ?? 0); frame++) {
      const time = frame * sequence.frameSeconds
      for (let bone = 0; bone < tracks.length; bone++)
        addKey(records, tracks[bone], rest[bone], bone === 0, time, mirror)
    }
  }
}

function addKey(
  records: RecordWriter,
  track: BoneTrack | undefined,
  rest: Bone | undefined,
  isRoot: boolean,
  time: number,
  mirror: boolean,
): void {
  const unused = track?.unusedPositions
  const times = unused === undefined ? track?.positionTimes : unused.times
  const positions = unused === undefined ? track?.positions : unused.positions
  const place = placeIn(mirror, positionAt(times ?? NONE, positions ?? NONE, time) ?? rest?.position ?? ORIGIN)
  const stored = rotationAt(track?.rotationTimes ?? NONE, track?.rotations ?? NONE, time) ?? rest?.rotation ?? IDENTITY
  const turn = turnIn(mirror, isRoot ? stored : conjugate(stored))
  records.f32(place[0])
  records.f32(place[1])
  records.f32(place[2])
  records.f32(turn[0])
  records.f32(turn[1])
  records.f32(turn[2])
  records.f32(turn[3])
  records.f32(1)
}

const ORIGIN = [0, 0, 0] as const
const NONE = new Float32Array(0)
