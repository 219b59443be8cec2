import type { PackageEdit } from '@ukit/edit'
import type { BoneSequence, SkeletalAnimation, Skeleton } from '@ukit/media'
import { mirroredAnimation, mirroredSkeleton } from '@ukit/media/internal'
import { common, ue1, ue2 } from '@ukit/objects'
import { inOrderOf } from './animation-bones.js'
import { frameKeys, type StoredTrack, trackKeys, withRestKeys } from './animation-keys.js'

/**
 * The content to write into an Animation of UE1 or a MeshAnimation of UE2, computed before anything changes.
 */
export interface MotionContent {
  readonly animation: SkeletalAnimation
  /** The keys of each sequence and bone. */
  readonly tracks: readonly (readonly (StoredTrack | undefined)[])[]
  /** Removes sequences of the object that the animation does not have. */
  readonly replaces: boolean
}

/**
 * The keys of an animation for UE1 and UE2.
 *
 * @param replaces leaves out the sequences that the object has and the animation does not.
 * @param skeleton the pose of bones without keys.
 */
export function motionContent(
  existing: ue1.Animation | ue2.MeshAnimation,
  animation: SkeletalAnimation,
  replaces: boolean,
  skeleton: Skeleton | undefined,
): MotionContent {
  const own = new Set(animation.sequences.map(({ name }) => name.toLowerCase()))
  const names = sequencesOf(existing).map(({ name }) => name.toString())
  const stays = replaces ? [] : names.filter((name) => !own.has(name.toLowerCase()))
  // UE1 packages store both the animation and the skeleton right-handed.
  const isMirrored = existing instanceof ue1.Animation
  const ordered = inOrderOf(
    isMirrored ? mirroredAnimation(animation) : animation,
    bonesOf(existing).map(({ name }) => name.toString()),
    stays,
  )
  const rest = isMirrored && skeleton !== undefined ? mirroredSkeleton(skeleton) : skeleton
  return {
    animation: ordered,
    tracks: ordered.sequences.map((sequence) =>
      withRestKeys(storedKeys(sequence, ordered.bones.length), ordered, rest),
    ),
    replaces,
  }
}

function bonesOf(object: ue1.Animation | ue2.MeshAnimation): common.NamedBone[] {
  return object instanceof ue1.Animation ? object.refBones : object.bones
}

function sequencesOf(object: ue1.Animation | ue2.MeshAnimation): (ue1.AnimSequence | ue2.AnimationSequence)[] {
  return object instanceof ue1.Animation ? object.animSeqs : object.sequences
}

/**
 * A track has one list of times for rotations and positions, unless one of them is a single key. Keys with
 * different times are replaced by a key for every frame.
 */
function storedKeys(sequence: BoneSequence, bones: number): (StoredTrack | undefined)[] {
  const own = trackKeys(sequence, bones)
  const frames = frameKeys(sequence, bones)
  return own.map((track, bone) => {
    if (track === undefined) return undefined
    const { rotationTimes, positionTimes } = track
    const [few, many] =
      rotationTimes.length < positionTimes.length ? [rotationTimes, positionTimes] : [positionTimes, rotationTimes]
    const isShared = few.length <= 1 || (few.length === many.length && few.every((time, i) => time === many[i]))
    return isShared ? track : frames[bone]
  })
}

/**
 * Puts the content into the object. Sequences of the same name are replaced and keep their notifies and
 * groups.
 */
export function fillMotions(
  edit: PackageEdit,
  object: ue1.Animation | ue2.MeshAnimation,
  { animation, tracks, replaces }: MotionContent,
): void {
  if (object instanceof ue1.Animation) object.refBones = namedBones(edit, animation, object.refBones)
  else object.bones = namedBones(edit, animation, object.bones)
  const known = new Map(sequencesOf(object).map(({ name }, i) => [name.toString().toLowerCase(), i]))
  if (replaces) dropOthers(object, new Set(animation.sequences.map(({ name }) => name.toLowerCase())))
  if (replaces) {
    known.clear()
    for (const [i, { name }] of sequencesOf(object).entries()) known.set(name.toString().toLowerCase(), i)
  }
  for (const [i, sequence] of animation.sequences.entries()) {
    const at = known.get(sequence.name.toLowerCase()) ?? sequencesOf(object).length
    if (object instanceof ue1.Animation) {
      object.animSeqs[at] = sequenceOfUe1(edit, sequence, object.animSeqs[at])
      object.moves[at] = motionOf(new common.MotionChunk(), sequence, tracks[i] ?? [], true)
    } else {
      object.sequences[at] = sequenceOfUe2(edit, sequence, object.sequences[at])
      const motion = motionOf(new ue2.FlexMotionChunk(), sequence, tracks[i] ?? [], false)
      motion.flags = object.motions[at]?.flags ?? object.version
      object.motions[at] = motion
    }
  }
}

function dropOthers(object: ue1.Animation | ue2.MeshAnimation, names: ReadonlySet<string>): void {
  const stays = sequencesOf(object).map(({ name }) => names.has(name.toString().toLowerCase()))
  if (object instanceof ue1.Animation) {
    object.animSeqs = object.animSeqs.filter((_, i) => stays[i])
    object.moves = object.moves.filter((_, i) => stays[i])
  } else {
    object.sequences = object.sequences.filter((_, i) => stays[i])
    object.motions = object.motions.filter((_, i) => stays[i])
  }
}

function namedBones(
  edit: PackageEdit,
  { bones }: SkeletalAnimation,
  existing: readonly common.NamedBone[],
): common.NamedBone[] {
  const known = new Map(existing.map((bone) => [bone.name.toString().toLowerCase(), bone]))
  return bones.map(({ name, parent }) =>
    Object.assign(new common.NamedBone(), {
      flags: known.get(name.toLowerCase())?.flags ?? 0,
      name: edit.addName(name),
      parent: Math.max(0, parent),
    }),
  )
}

/** Key times are seconds in UE1 and frames in UE2, where a motion's length is its number of frames. */
function motionOf<T extends common.MotionChunk>(
  motion: T,
  sequence: BoneSequence,
  tracks: readonly (StoredTrack | undefined)[],
  inSeconds: boolean,
): T {
  const { frames, seconds, rate } = sequence
  motion.trackTime = inSeconds ? seconds : frames
  motion.tracks = tracks.map((track) => {
    const stored = new common.AnalogTrack()
    if (track === undefined) return stored
    stored.rotations = track.rotations
    stored.positions = track.positions
    const times = track.rotationTimes.length >= track.positionTimes.length ? track.rotationTimes : track.positionTimes
    stored.times = inSeconds ? times : times.map((time) => inFrames(time * rate))
    return stored
  })
  return motion
}

/** Seconds are 32-bit floats: a time within their precision of a frame is that frame. */
function inFrames(frame: number): number {
  const whole = Math.round(frame)
  return Math.abs(frame - whole) < 1e-3 ? whole : frame
}

function sequenceOfUe1(
  edit: PackageEdit,
  sequence: BoneSequence,
  existing: ue1.AnimSequence | undefined,
): ue1.AnimSequence {
  const made = existing ?? new ue1.AnimSequence()
  made.name = edit.addName(sequence.name)
  if (sequence.group !== '' || existing === undefined) made.group = edit.addName(sequence.group || 'None')
  made.numFrames = sequence.frames
  made.rate = sequence.rate
  if (sequence.notifies.length > 0)
    made.notifies = sequence.notifies.map(({ time, name }) =>
      Object.assign(new ue1.AnimNotify(), { time, function: edit.addName(name || 'None') }),
    )
  return made
}

function sequenceOfUe2(
  edit: PackageEdit,
  sequence: BoneSequence,
  existing: ue2.AnimationSequence | undefined,
): ue2.AnimationSequence {
  const made = existing ?? new ue2.AnimationSequence()
  made.name = edit.addName(sequence.name)
  if (sequence.group !== '') made.groups = [edit.addName(sequence.group)]
  made.numFrames = sequence.frames
  made.rate = sequence.rate
  // Existing notifies may be objects with behaviour, of which an animation only has the names.
  const isPlain = made.notifies.every(({ object }) => object === null)
  if (isPlain && sequence.notifies.length > 0)
    made.notifies = sequence.notifies.map(({ time, name }) =>
      Object.assign(new ue2.AnimationNotify(), { time, function: edit.addName(name || 'None') }),
    )
  return made
}
