import type { Vector } from '../mesh/mesh.js'
import { type Quaternion, slerp } from '../mesh/quaternion.js'

/**
 * Times stored as 32-bit floats do not match frames exactly: a key within this fraction of an interval is
 * used as it is stored.
 */
const NEAR = 1e-3

/**
 * Finds `time` among ascending times: the key before it, the key after it, and the fraction of the way
 * between them.
 */
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
 * The rotation at a time; `undefined` without keys. It is constant before the first key and after the last.
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

/** The position at a time, in the same way. */
export function positionAt(times: Float32Array, keys: Float32Array, time: number): Vector | undefined {
  if (times.length === 0) return undefined
  const [before, after, part] = between(times, time)
  const at = (k: number) =>
    part === 0
      ? (keys[before * 3 + k] ?? 0)
      : (keys[before * 3 + k] ?? 0) * (1 - part) + (keys[after * 3 + k] ?? 0) * part
  return [at(0), at(1), at(2)]
}
