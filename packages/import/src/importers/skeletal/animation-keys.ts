import { type BoneSequence, type BoneTrack, MediaError, type SkeletalAnimation, type Skeleton } from '@ukit/media'
import { conjugate, positionAt, rotationAt } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'

/** The keys of a bone as engines store them: rotations of all bones but the first are conjugated. */
export interface StoredTrack {
  /** X, Y, Z, W each. */
  readonly rotations: Float32Array
  /** Seconds, one for each rotation. */
  readonly rotationTimes: Float32Array
  /** X, Y, Z each; empty for a bone that only rotates. */
  readonly positions: Float32Array
  readonly positionTimes: Float32Array
}

/** The maximum length of an animation: sequences with more frames are taken for a mistake. */
const MAX_FRAMES = 100_000

/**
 * *Checks whether an animation can become an object.*
 *
 * @throws {MediaError} for duplicate bone names, tracks of bones that do not exist, keys that are not
 *   numbers, and times that do not rise.
 */
export function checkAnimation({ bones, sequences }: SkeletalAnimation): void {
  if (bones.length === 0) throw new MediaError('no-data', 'expected an animation with bones, found none')
  unique(
    bones.map(({ name }) => name),
    'bone',
  )
  unique(
    sequences.map(({ name }) => name),
    'sequence',
  )
  for (const [i, { name, parent }] of bones.entries()) checkParent(name, i, parent, bones)
  for (const sequence of sequences) {
    const { name, frames, seconds, rate } = sequence
    if (!Number.isInteger(frames) || frames < 1 || frames > MAX_FRAMES || !(seconds >= 0) || !(rate > 0))
      throw new MediaError(
        'broken',
        `expected 1 to ${MAX_FRAMES} frames in sequence ${name}, found ${frames} in ${seconds} ` +
          `seconds at ${rate} frames per second`,
      )
    for (const track of sequence.tracks) checkTrack(track, bones.length, name)
  }
}

function unique(names: readonly string[], what: string): void {
  const seen = new Set<string>()
  for (const name of names) {
    const key = name.toLowerCase()
    if (name === '' || seen.has(key))
      throw new MediaError('broken', `expected a different name for each ${what}, found ${JSON.stringify(name)} again`)
    seen.add(key)
  }
}

/** A chain of parents that is longer than the number of bones is a circle. */
function checkParent(name: string, bone: number, parent: number, bones: SkeletalAnimation['bones']): void {
  let at = parent
  for (let steps = 0; at >= 0; steps++) {
    if (at >= bones.length || at === bone || steps > bones.length)
      throw new MediaError('broken', `expected a tree of bones, found ${JSON.stringify(name)} with parent ${parent}`)
    at = bones[at]?.parent ?? -1
  }
}

function checkTrack(track: BoneTrack, bones: number, sequence: string): void {
  const { bone, rotationTimes, rotations, positionTimes, positions } = track
  if (bone < 0 || bone >= bones)
    throw new MediaError(
      'broken',
      `expected tracks of ${plural(bones, 'bone')} in sequence ${sequence}, found bone ${bone}`,
    )
  const isWhole = rotations.length === rotationTimes.length * 4 && positions.length === positionTimes.length * 3
  const areNumbers = [rotationTimes, rotations, positionTimes, positions].every((list) => list.every(Number.isFinite))
  if (!isWhole || !areNumbers)
    throw new MediaError(
      'broken',
      `expected a rotation and position for each time of bone ${bone} in sequence ${sequence}`,
    )
  for (const times of [rotationTimes, positionTimes])
    if (times.some((time, i) => i > 0 && time <= (times[i - 1] ?? 0)))
      throw new MediaError('broken', `expected increasing times in the keys of bone ${bone} of sequence ${sequence}`)
}

/** The position keys that are stored for a bone, including those that the engine does not use. */
function storedPositions({ positions, positionTimes, unusedPositions }: BoneTrack) {
  return unusedPositions ?? { times: positionTimes, positions }
}

/** The keys of each bone with their own times; a bone that never moves or never rotates has one. */
export function trackKeys(sequence: BoneSequence, bones: number): (StoredTrack | undefined)[] {
  const tracks: (StoredTrack | undefined)[] = Array.from({ length: bones }, () => undefined)
  for (const track of sequence.tracks) {
    const { times, positions } = storedPositions(track)
    tracks[track.bone] = {
      ...reducedRotations(storedTurns(track.rotations, track.bone), track.rotationTimes),
      ...reducedPositions(positions, times),
    }
  }
  return tracks
}

/** A key of each bone for every frame, or a single key if all are the same. */
export function frameKeys(sequence: BoneSequence, bones: number): (StoredTrack | undefined)[] {
  const { frames, frameSeconds } = sequence
  const times = Float32Array.from({ length: frames }, (_, frame) => frame * frameSeconds)
  const tracks: (StoredTrack | undefined)[] = Array.from({ length: bones }, () => undefined)
  for (const track of sequence.tracks) {
    const stored = storedPositions(track)
    const rotations: number[] = []
    const positions: number[] = []
    for (let frame = 0; frame < frames; frame++) {
      const time = frame * frameSeconds
      rotations.push(...(rotationAt(track.rotationTimes, track.rotations, time) ?? []))
      positions.push(...(positionAt(stored.times, stored.positions, time) ?? []))
    }
    tracks[track.bone] = {
      ...reducedRotations(storedTurns(Float32Array.from(rotations), track.bone), times),
      ...reducedPositions(Float32Array.from(positions), times),
    }
  }
  return tracks
}

/**
 * The tracks with keys for all bones: missing keys are taken from the skeleton.
 *
 * @param skeleton of the mesh that the animation is for. Bones that it does not have keep their tracks.
 */
export function withRestKeys(
  tracks: readonly (StoredTrack | undefined)[],
  { bones }: SkeletalAnimation,
  skeleton: Skeleton | undefined,
): (StoredTrack | undefined)[] {
  const rest = new Map(skeleton?.bones.map((bone) => [bone.name.toLowerCase(), bone]))
  return tracks.map((track, i) => {
    const bone = rest.get(bones[i]?.name.toLowerCase() ?? '')
    if (bone === undefined) return track
    const start = new Float32Array(1)
    const hasTurns = track !== undefined && track.rotations.length > 0
    const hasPlaces = track !== undefined && track.positions.length > 0
    return {
      rotations: hasTurns ? track.rotations : storedTurns(Float32Array.from(bone.rotation), i),
      rotationTimes: hasTurns ? track.rotationTimes : start,
      positions: hasPlaces ? track.positions : Float32Array.from(bone.position),
      positionTimes: hasPlaces ? track.positionTimes : start,
    }
  })
}

function storedTurns(rotations: Float32Array, bone: number): Float32Array {
  if (bone === 0) return rotations
  const turned = rotations.slice()
  for (let i = 0; i < turned.length; i += 4) {
    const [x = 0, y = 0, z = 0, w = 1] = turned.subarray(i, i + 4)
    turned.set(conjugate([x, y, z, w]), i)
  }
  return turned
}

function reducedRotations(rotations: Float32Array, rotationTimes: Float32Array) {
  if (!isConstant(rotations, 4)) return { rotations, rotationTimes }
  return { rotations: rotations.slice(0, 4), rotationTimes: rotationTimes.slice(0, 1) }
}

function reducedPositions(positions: Float32Array, positionTimes: Float32Array) {
  if (!isConstant(positions, 3)) return { positions, positionTimes }
  return { positions: positions.slice(0, 3), positionTimes: positionTimes.slice(0, 1) }
}

/** Whether all keys have exactly the bits of the first. */
function isConstant(keys: Float32Array, width: number): boolean {
  return keys.every((value, i) => Object.is(value, keys[i % width]))
}
