import type { BoneSequence, BoneTrack, Notify, SkeletalAnimation, Skeleton } from '@ukit/media'
import { boneTrack } from '@ukit/media/internal'
import type { Bones } from './bones.js'
import type { Channel, GltfMovement } from './channels.js'
import type { Json } from './json.js'
import { pointInUnreal } from './space.js'

/** Frames per second for files that do not contain the original rate. */
export const FRAME_RATE = 30

/** *The animations of a glTF file that move bones*, as one animation with a sequence for each. */
export function animationOf(
  bones: Bones,
  skeleton: Skeleton,
  movements: readonly GltfMovement[],
  unit: number,
  engine: number | undefined,
): SkeletalAnimation | undefined {
  const notes: string[] = []
  const sequences = movements.flatMap((movement) => {
    const tracks = tracksOf(bones, movement, unit, notes)
    return tracks.length === 0 ? [] : [sequenceOf(movement, tracks, engine)]
  })
  if (sequences.length === 0) return undefined
  return { bones: skeleton.bones.map(({ name, parent }) => ({ name, parent })), sequences, notes: [...new Set(notes)] }
}

function sequenceOf(
  { name, extras, seconds }: GltfMovement,
  tracks: BoneTrack[],
  engine: number | undefined,
): BoneSequence {
  const length = extras.get('seconds').number({ min: 0 }, seconds)
  const made = Math.round(seconds * FRAME_RATE) + 1
  const frames = extras.get('frames').number({ min: 0, max: 1e6, isInteger: true }, made)
  const rate = extras.get('rate').number({ min: 0 }, FRAME_RATE)
  const isLooped = engine !== undefined && engine < 3
  const playRate = extras.get('playRate')
  return {
    name,
    group: extras.get('group').text('None'),
    seconds: length,
    frames,
    rate,
    frameSeconds: isLooped && rate > 0 ? 1 / rate : frames > 1 ? length / (frames - 1) : length,
    tracks,
    notifies: notifiesOf(extras),
    ...(playRate.exists ? { playRate: playRate.number({ min: 0 }) } : {}),
    ...(extras.get('isUnproven').value === true ? { isUnproven: true } : {}),
    ...(extras.get('isAdditive').value === true ? { isAdditive: true } : {}),
  }
}

/** Notifies of a sequence, as ukit writes them. */
export function notifiesOf(extras: Json): Notify[] {
  return extras
    .get('notifies')
    .list()
    .map((notify) => ({ time: notify.get('time').number({}, 0), name: notify.get('name').text('') }))
}

function tracksOf(bones: Bones, { name, channels }: GltfMovement, unit: number, notes: string[]): BoneTrack[] {
  const byBone = new Map<number, { rotation?: Channel; translation?: Channel }>()
  for (const channel of channels) {
    const bone = bones.boneAt(channel.node)
    // A node below a bone that is not a bone itself is an object that the bone carries.
    if (bone === undefined || bones.boneAt(channel.node.parent) === bone) {
      if (channel.path !== 'weights')
        notes.push(`the animation ${name} moves ${channel.node.name}, which is not a bone`)
      continue
    }
    const own = byBone.get(bone) ?? {}
    if (channel.path === 'rotation') byBone.set(bone, { ...own, rotation: channel })
    else if (channel.path === 'translation') byBone.set(bone, { ...own, translation: channel })
    else notes.push(`the animation ${name} changes the size of bones: left out`)
  }
  return [...byBone].map(([bone, keys]) => trackOf(bones, bone, keys, unit, notes))
}

function trackOf(
  bones: Bones,
  bone: number,
  { rotation, translation }: { rotation?: Channel; translation?: Channel },
  unit: number,
  notes: string[],
): BoneTrack {
  const rotations = new Float32Array(rotation?.values.length ?? 0)
  for (let i = 0; i + 3 < rotations.length; i += 4) {
    const [x = 0, y = 0, z = 0, w = 1] = rotation?.values.subarray(i, i + 4) ?? []
    rotations.set(bones.pose(bone, [0, 0, 0], [x, y, z, w], unit).rotation, i)
  }
  const positions = new Float32Array(translation?.values.length ?? 0)
  const isDirect = bones.frames[bone]?.between === undefined
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const [x = 0, y = 0, z = 0] = translation?.values.subarray(i, i + 3) ?? []
    positions.set(
      isDirect ? pointInUnreal([x, y, z], unit) : bones.pose(bone, [x, y, z], [0, 0, 0, 1], unit).position,
      i,
    )
  }
  return boneTrack(
    {
      bone,
      rotations,
      rotationTime: (key) => rotation?.times[key] ?? 0,
      positions,
      positionTime: (key) => translation?.times[key] ?? 0,
      conjugated: false,
    },
    (count) => {
      if (count > 0) notes.push('keys that are not numbers, or not later than the key before, are left out')
    },
  )
}
