import { conjugate, normalized, type Quaternion } from './quaternion.js'
import type { BoneTrack } from './skeleton.js'

/** The keys of one bone as a package stores them. */
export interface StoredKeys {
  readonly bone: number
  /** X, Y, Z, W each. */
  readonly rotations: Float32Array
  /** The time of a key in seconds, by the key's number. */
  readonly rotationTime: (key: number) => number
  /** X, Y, Z each. */
  readonly positions: Float32Array
  readonly positionTime: (key: number) => number
  /** The rotations are stored conjugated. */
  readonly conjugated: boolean
}

/**
 * *Makes a track from keys*: times rise, rotations have length 1 and turn the shorter way from key to key.
 * Keys that are not numbers, or not later than the preceding one, are left out.
 *
 * @param dropped called with the number of keys left out.
 */
export function boneTrack(keys: StoredKeys, dropped: (count: number) => void): BoneTrack {
  const { bone, rotations: stored, positions: places } = keys
  const rotationTimes: number[] = []
  const rotations: number[] = []
  let last: Quaternion | undefined
  const rotationCount = Math.floor(stored.length / 4)
  for (let i = 0; i < rotationCount; i++) {
    const [x = 0, y = 0, z = 0, w = 0] = stored.subarray(i * 4, i * 4 + 4)
    const turn = normalized([x, y, z, w])
    const time = timeAfter(rotationTimes, keys.rotationTime(i))
    if (turn === undefined || time === undefined) continue
    const right = keys.conjugated ? conjugate(turn) : turn
    const isFar = last !== undefined && last.reduce((sum, part, k) => sum + part * (right[k] ?? 0), 0) < 0
    last = isFar ? [-right[0], -right[1], -right[2], -right[3]] : right
    rotationTimes.push(time)
    rotations.push(...last)
  }
  const positionTimes: number[] = []
  const positions: number[] = []
  const positionCount = Math.floor(places.length / 3)
  for (let i = 0; i < positionCount; i++) {
    const place = places.subarray(i * 3, i * 3 + 3)
    const time = timeAfter(positionTimes, keys.positionTime(i))
    if (time === undefined || !place.every(Number.isFinite)) continue
    positionTimes.push(time)
    positions.push(...place)
  }
  dropped(rotationCount - rotationTimes.length + positionCount - positionTimes.length)
  return {
    bone,
    rotationTimes: Float32Array.from(rotationTimes),
    rotations: Float32Array.from(rotations),
    positionTimes: Float32Array.from(positionTimes),
    positions: Float32Array.from(positions),
  }
}

/** The time as a 32-bit float if it is later than the last of the list; a first one before 0 becomes 0. */
function timeAfter(times: readonly number[], time: number): number | undefined {
  const last = times.at(-1)
  const single = Math.fround(last === undefined ? Math.max(0, time) : time)
  return Number.isFinite(single) && (last === undefined || single > last) ? single : undefined
}
