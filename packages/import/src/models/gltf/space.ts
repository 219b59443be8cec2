import type { Vector } from '@ukit/media'
import type { Quaternion } from '@ukit/media/internal'

/**
 * *From the axes of glTF to the engine's*: the inverse of `(x, z, y) · unit`, see `gltf/axes.ts`. Numbers
 * that were originally 32-bit floats in Unreal units are restored exactly.
 */
export function pointInUnreal([x, y, z]: Vector, unit: number): Vector {
  return [unscaled(x, unit), unscaled(z, unit), unscaled(y, unit)]
}

/** Converts directions and scales, which have no unit. */
export function directionInUnreal([x, y, z]: Vector): Vector {
  return [x, z, y]
}

/** Swapping two axes reverses each rotation. The conversion is its own inverse. */
export function quaternionInUnreal([x, y, z, w]: Quaternion): Quaternion {
  return [0 - x, 0 - z, 0 - y, w]
}

const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)

/**
 * The 32-bit float whose product with the unit is `value`. There may be several if the product has fewer
 * digits; then the one with the roundest digits is returned, since most positions in meshes are round.
 */
function unscaled(value: number, unit: number): number {
  const near = Math.fround(value / unit)
  if (near === 0 || !Number.isFinite(near)) return near
  single[0] = near
  const start = bits[0] ?? 0
  let [best, roundness] = [near, -1]
  for (let step = -2; step <= 2; step++) {
    bits[0] = start + step
    const candidate = single[0] ?? 0
    if (Math.fround(candidate * unit) !== Math.fround(value)) continue
    const lowest = Math.clz32((start + step) & -(start + step))
    if (31 - lowest > roundness) [best, roundness] = [candidate, 31 - lowest]
  }
  return best
}
