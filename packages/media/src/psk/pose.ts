import type { Vector } from '../mesh/mesh.js'
import { type Quaternion, slerp } from '../mesh/quaternion.js'

/**
 * Times that are 32-bit numbers are not exactly those of frames: a key that is as near as this part is meant.
 */
const NEAR = 1e-3

/** Where `time` is among rising times: the key before, the one after, and how far between them. */
function between(times: Float32Array, time: number): [before: number, after: number, part: number] {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((times[middle] ?? 0) <= time) low = middle
    else high = middle - 1
  }
  const [before = 0, after] = times.subarray(low, low + 2)
  if (after === undefined || time <= before) return [low, low, 0]
  const part = (time - before) / (after - before)
  if (part < NEAR) return [low, low, 0]
  return part > 1 - NEAR ? [low + 1, low + 1, 0] : [low, low + 1, part]
}

/**
 * The turn at a time; `undefined` without keys. Before the first key and after the last it stays as there.
 */
export function rotationAt(times: Float32Array, keys: Float32Array, time: number): Quaternion | undefined {
  if (times.length === 0) return undefined
  const [before, after, part] = between(times, time)
  const at = (key: number): Quaternion => {
    const [x = 0, y = 0, z = 0, w = 1] = keys.subarray(key * 4, key * 4 + 4)
    return [x, y, z, w]
  }
  return part === 0 ? at(before) : slerp(at(before), at(after), part)
}

/** The place at a time, in the same way. */
export function positionAt(times: Float32Array, keys: Float32Array, time: number): Vector | undefined {
  if (times.length === 0) return undefined
  const [before, after, part] = between(times, time)
  const at = (k: number) =>
    part === 0
      ? (keys[before * 3 + k] ?? 0)
      : (keys[before * 3 + k] ?? 0) * (1 - part) + (keys[after * 3 + k] ?? 0) * part
  return [at(0), at(1), at(2)]
}
