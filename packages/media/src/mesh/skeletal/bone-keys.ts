import { toLengthOne } from '../model/quaternion.js'
import type { BoneTrack } from '../model/skeleton.js'

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
  const { bone } = keys
  const turns = turnsOf(keys)
  const places = placesOf(keys)
  dropped(turns.dropped + places.dropped)
  return {
    bone,
    rotationTimes: turns.times,
    rotations: turns.values,
    positionTimes: places.times,
    positions: places.values,
  }
}

/** The keys of a track that are left, and the number of the others. */
interface KeptKeys {
  readonly times: Float32Array
  readonly values: Float32Array
  readonly dropped: number
}

// A package has millions of keys: their components are local variables, and none gets an object of its own.

function turnsOf({ rotations: stored, rotationTime, conjugated }: StoredKeys): KeptKeys {
  const count = Math.floor(stored.length / 4)
  const times = new Float32Array(count)
  const values = new Float32Array(count * 4)
  const sign = conjugated ? -1 : 1
  let kept = 0
  let [lastX, lastY, lastZ, lastW] = [0, 0, 0, 0]
  for (let i = 0; i < count; i++) {
    let x = stored[4 * i] as number
    let y = stored[4 * i + 1] as number
    let z = stored[4 * i + 2] as number
    let w = stored[4 * i + 3] as number
    const factor = toLengthOne(x, y, z, w)
    const time = timeAfter(times, kept, rotationTime(i))
    if (factor === 0 || time < 0) continue
    if (factor !== 1) {
      x /= factor
      y /= factor
      z /= factor
      w /= factor
    }
    x *= sign
    y *= sign
    z *= sign
    if (kept > 0 && lastX * x + lastY * y + lastZ * z + lastW * w < 0) {
      x = -x
      y = -y
      z = -z
      w = -w
    }
    times[kept] = time
    values[4 * kept] = lastX = x
    values[4 * kept + 1] = lastY = y
    values[4 * kept + 2] = lastZ = z
    values[4 * kept + 3] = lastW = w
    kept++
  }
  return keptOf(times, values, kept, count)
}

function placesOf({ positions: stored, positionTime }: StoredKeys): KeptKeys {
  const count = Math.floor(stored.length / 3)
  const times = new Float32Array(count)
  const values = new Float32Array(count * 3)
  let kept = 0
  for (let i = 0; i < count; i++) {
    const x = stored[3 * i] as number
    const y = stored[3 * i + 1] as number
    const z = stored[3 * i + 2] as number
    const time = timeAfter(times, kept, positionTime(i))
    if (time < 0 || !(Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z))) continue
    times[kept] = time
    values[3 * kept] = x
    values[3 * kept + 1] = y
    values[3 * kept + 2] = z
    kept++
  }
  return keptOf(times, values, kept, count)
}

function keptOf(times: Float32Array, values: Float32Array, kept: number, count: number): KeptKeys {
  if (kept === count) return { times, values, dropped: 0 }
  // Copies: what is left must not keep the memory of the rest.
  return { times: times.slice(0, kept), values: values.slice(0, (values.length / count) * kept), dropped: count - kept }
}

/**
 * The time as a 32-bit float if it is later than the last of those kept, otherwise a negative number; a first
 * one before 0 becomes 0.
 */
function timeAfter(times: Float32Array, kept: number, time: number): number {
  const single = Math.fround(kept === 0 ? Math.max(0, time) : time)
  return Number.isFinite(single) && (kept === 0 || single > (times[kept - 1] as number)) ? single : -1
}
