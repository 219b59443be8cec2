import { type BoneSequence, type BoneTrack, MediaError, type SkeletalAnimation } from '@ukit/media'
import { conjugate, placeIn, turnIn } from '@ukit/media/internal'
import { plural } from '@ukit/text/internal'
import { type Chunk, chunkOf, readChunks } from './chunks.js'
import type { PskReadOptions } from './psk.js'

/** Frames per second for files that do not contain a rate. */
const RATE = 30

/**
 * *Reads a PSA file as an animation*: a key of every bone for every frame, or a single key if all keys of a
 * bone are the same. Positions and rotations keep their bits.
 *
 * @throws {MediaError} `broken` for a file of a different kind, or one with fewer keys than its sequences
 *   need.
 */
export function readPsa(bytes: Uint8Array, options: PskReadOptions = {}): SkeletalAnimation {
  const { mirror = false } = options
  const chunks = readChunks(bytes, 'ANIMHEAD')
  const bones = chunkOf(chunks, ['BONENAMES'], 120)
  const infos = chunkOf(chunks, ['ANIMINFO'], 168)
  const keys = chunkOf(chunks, ['ANIMKEYS'], 32)
  return {
    bones: Array.from({ length: bones.count }, (_, i) => {
      const parent = bones.i32(i, 72)
      // Engines whose animations have no hierarchy write 0 for all: then the first bone has no children
      // either.
      const isRoot = parent === i || parent < 0 || parent >= bones.count || bones.i32(parent, 68) === 0
      return { name: bones.text(i, 0, 64), parent: isRoot ? -1 : parent }
    }),
    sequences: Array.from({ length: infos.count }, (_, i) => sequenceIn(infos, i, keys, bones.count, mirror)),
    notes: [],
  }
}

function sequenceIn(infos: Chunk, number: number, keys: Chunk, bones: number, mirror: boolean): BoneSequence {
  const name = infos.text(number, 0, 64)
  const group = infos.text(number, 64, 64)
  const first = infos.i32(number, 160)
  const frames = infos.i32(number, 164)
  const stored = infos.f32(number, 152)
  const rate = stored > 0 && Number.isFinite(stored) ? stored : RATE
  if (infos.i32(number, 128) !== bones)
    throw new MediaError(
      'broken',
      `expected ${plural(bones, 'bone')} in sequence ${name}, found ${infos.i32(number, 128)}`,
    )
  if (first < 0 || frames < 0 || (first + frames) * bones > keys.count)
    throw new MediaError(
      'broken',
      `expected keys of ${plural(bones, 'bone')} for frames ${first} to ${first + frames} of sequence ${name}, ` +
        `found ${plural(keys.count, 'key')}`,
    )
  return {
    name,
    group: group.toLowerCase() === 'none' ? '' : group,
    seconds: frames / rate,
    frames,
    rate,
    frameSeconds: 1 / rate,
    tracks: Array.from({ length: bones }, (_, bone) => trackIn(keys, first, frames, bones, bone, rate, mirror)),
    notifies: [],
  }
}

function trackIn(
  keys: Chunk,
  first: number,
  frames: number,
  bones: number,
  bone: number,
  rate: number,
  mirror: boolean,
): BoneTrack {
  const positions = new Float32Array(frames * 3)
  const rotations = new Float32Array(frames * 4)
  for (let frame = 0; frame < frames; frame++) {
    const key = (first + frame) * bones + bone
    positions.set(placeIn(mirror, keys.floats(key, 0, 3)), frame * 3)
    const [x = 0, y = 0, z = 0, w = 0] = keys.floats(key, 12, 4)
    const turn = turnIn(mirror, [x, y, z, w])
    rotations.set(bone === 0 ? turn : conjugate(turn), frame * 4)
  }
  const times = Float32Array.from({ length: frames }, (_, frame) => frame / rate)
  const onePosition = isConstant(positions, 3)
  const oneRotation = isConstant(rotations, 4)
  return {
    bone,
    rotationTimes: oneRotation ? times.slice(0, 1) : times,
    rotations: oneRotation ? rotations.slice(0, 4) : rotations,
    positionTimes: onePosition ? times.slice(0, 1) : times,
    positions: onePosition ? positions.slice(0, 3) : positions,
  }
}

/** Whether all keys have exactly the bits of the first. */
function isConstant(keys: Float32Array, width: number): boolean {
  const bits = new Uint32Array(keys.buffer, keys.byteOffset, keys.length)
  return bits.every((value, i) => value === bits[i % width])
}
