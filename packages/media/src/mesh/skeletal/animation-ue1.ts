import { Name } from '@ukit/container'
import type { common } from '@ukit/objects'
import { ue1, type ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { Notify } from '../model/frames.js'
import { mirroredAnimation } from '../model/mirror.js'
import type { BoneSequence, BoneTrack, SkeletalAnimation } from '../model/skeleton.js'
import { boneTrack } from './bone-keys.js'

/** Data of a sequence in UE1 and UE2 other than its keys. */
type StoredSequence = ue1.AnimSequence | ue2.AnimationSequence

/**
 * *Reads an Animation of UE1 or a MeshAnimation of UE2.* Rotations are stored as in the mesh's bones: all but
 * the root's are conjugated. Those of UE1 have Y negated, like their meshes.
 *
 * Key times are seconds in UE1 (the last is at trackTime − 1/rate in 11 of 11). In UE2 they are relative to
 * trackTime, which is the number of frames in 223 of 231 sequences.
 */
export function animationOfMotions(object: ue1.Animation | ue2.MeshAnimation): SkeletalAnimation {
  const isUe1 = object instanceof ue1.Animation
  const bones = isUe1 ? object.refBones : object.bones
  const motions: readonly common.MotionChunk[] = isUe1 ? object.moves : object.motions
  const sequences: readonly StoredSequence[] = isUe1 ? object.animSeqs : object.sequences
  if (sequences.length === 0) throw new MediaError('no-data', 'it has no sequences')
  const notes: string[] = []
  const counts = { dropped: 0, missing: 0 }
  const animation: SkeletalAnimation = {
    bones: bones.map(({ name, parent }, i) => ({
      name: name.toString(),
      parent: parent === i || parent < 0 || parent >= bones.length ? -1 : parent,
    })),
    sequences: sequences.flatMap((sequence, i): BoneSequence[] => {
      const motion = motions[i]
      if (motion === undefined) {
        notes.push(`sequence ${sequence.name} has no keys`)
        return []
      }
      return [sequenceOf(sequence, motion, isUe1, bones.length, counts)]
    }),
    notes: [
      ...notes,
      ...(counts.dropped > 0
        ? [`${plural(counts.dropped, 'key is not a number', 'keys are not numbers')} or not in order of time: left out`]
        : []),
      ...(counts.missing > 0
        ? [
            `${plural(counts.missing, 'track is of a bone that does', 'tracks are of bones that do')} not ` +
              `exist: left out`,
          ]
        : []),
    ],
  }
  return isUe1 ? mirroredAnimation(animation) : animation
}

function sequenceOf(
  sequence: StoredSequence,
  motion: common.MotionChunk,
  isUe1: boolean,
  boneCount: number,
  counts: { dropped: number; missing: number },
): BoneSequence {
  const rate = sequence.rate > 0 && Number.isFinite(sequence.rate) ? sequence.rate : FRAMES_A_SECOND
  const seconds = Math.max(0, sequence.numFrames) / rate
  const scale = isUe1 || !(motion.trackTime > 0) ? 1 : seconds / motion.trackTime
  const tracks: BoneTrack[] = []
  for (const [i, track] of motion.tracks.entries()) {
    // Without bone numbers, there is a track for each bone.
    const bone = motion.boneIndices.length === motion.tracks.length ? (motion.boneIndices[i] ?? -1) : i
    if (bone < 0 || bone >= boneCount) {
      counts.missing++
      continue
    }
    const time = (count: number) => timesOf(track.times, count, scale, seconds)
    tracks.push(
      boneTrack(
        {
          bone,
          rotations: track.rotations,
          rotationTime: time(track.rotations.length / 4),
          positions: track.positions,
          positionTime: time(track.positions.length / 3),
          conjugated: bone !== 0,
        },
        (count) => {
          counts.dropped += count
        },
      ),
    )
  }
  return {
    name: sequence.name.toString(),
    group: groupOf(sequence),
    seconds,
    frames: sequence.numFrames,
    rate,
    frameSeconds: 1 / rate,
    tracks,
    notifies: sequence.notifies.map(notifyOf),
  }
}

/** The rate of nearly all sequences. */
const FRAMES_A_SECOND = 30

/**
 * The time of each of a track's keys: a single key is at the start, keys without stored times are evenly
 * spaced.
 */
function timesOf(times: Float32Array, count: number, scale: number, seconds: number): (key: number) => number {
  if (count <= 1) return () => 0
  if (times.length < count) return (key) => (key * seconds) / count
  return (key) => (times[key] ?? 0) * scale
}

function groupOf(sequence: StoredSequence): string {
  const group = 'group' in sequence ? sequence.group : sequence.groups[0]
  return group === undefined || group === Name.NONE ? '' : named(group)
}

function named(name: Name): string {
  const text = name.toString()
  return text.toLowerCase() === 'none' ? '' : text
}

/** The name of the function that a notify calls or, for an object of UE2, the object's. */
function notifyOf(notify: ue1.AnimNotify | ue2.AnimationNotify): Notify {
  const name = named(notify.function)
  const object = 'object' in notify ? notify.object : null
  return { time: notify.time, name: name === '' && object !== null ? object.toString() : name }
}
