import type { Vector } from '../mesh/model/mesh.js'
import { type Quaternion, slerp } from '../mesh/model/quaternion.js'

/**
 * Times stored as 32-bit floats do not match frames exactly: a key within this fraction of an interval is
 * used as it is stored.
 */
const NEAR = 1e-3

/** The number of the last of the ascending times that is not after `time`; 0 if all are. */
function keyBefore(times: Float32Array, time: number): number {
  let [low, high] = [0, times.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((times[middle] as number) <= time) low = middle
    else high = middle - 1
  }
  return low
}

/** The fraction of the way from a key to the next one: 0 or 1 if a time is one of theirs. */
function partAfter(times: Float32Array, key: number, time: number): number {
  const before = times[key] as number
  const after = times[key + 1]
  if (after === undefined || time <= before) return 0
  const part = (time - before) / (after - before)
  if (part < NEAR) return 0
  return part > 1 - NEAR ? 1 : part
}

/**
 * The rotation at a time; `undefined` without keys. It is constant before the first key and after the last.
 */
export function rotationAt(times: Float32Array, keys: Float32Array, time: number): Quaternion | undefined {
  if (times.length === 0) return undefined
  const key = keyBefore(times, time)
  const part = partAfter(times, key, time)
  if (part === 0) return rotationOf(keys, key)
  return part === 1 ? rotationOf(keys, key + 1) : slerp(rotationOf(keys, key), rotationOf(keys, key + 1), part)
}

function rotationOf(keys: Float32Array, key: number): Quaternion {
  return [keys[4 * key] ?? 0, keys[4 * key + 1] ?? 0, keys[4 * key + 2] ?? 0, keys[4 * key + 3] ?? 1]
}

/** The position at a time, in the same way. */
export function positionAt(times: Float32Array, keys: Float32Array, time: number): Vector | undefined {
  if (times.length === 0) return undefined
  const key = keyBefore(times, time)
  const part = partAfter(times, key, time)
  const at = part === 1 ? 3 * key + 3 : 3 * key
  const [x, y, z] = [keys[at] ?? 0, keys[at + 1] ?? 0, keys[at + 2] ?? 0]
  if (part === 0 || part === 1) return [x, y, z]
  const rest = 1 - part
  return [
    x * rest + (keys[at + 3] ?? 0) * part,
    y * rest + (keys[at + 4] ?? 0) * part,
    z * rest + (keys[at + 5] ?? 0) * part,
  ]
}
