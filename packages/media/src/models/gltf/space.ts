import type { Vector } from '../../mesh/mesh.js'
import type { Quaternion } from '../../mesh/quaternion.js'

/**
 * *From the axes of glTF to the engine's*: the way back from `(x, z, y) · unit`, see `gltf/axes.ts`. Numbers
 * that were 32-bit floats in Unreal units come back as those.
 */
export function pointInUnreal([x, y, z]: Vector, unit: number): Vector {
  return [unscaled(x, unit), unscaled(z, unit), unscaled(y, unit)]
}

/** Directions and scales: no unit. */
export function directionInUnreal([x, y, z]: Vector): Vector {
  return [x, z, y]
}

/** The exchange of two axes turns each turn around: it is its own way back. */
export function quaternionInUnreal([x, y, z, w]: Quaternion): Quaternion {
  return [0 - x, 0 - z, 0 - y, w]
}

const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)

/**
 * The 32-bit float that, multiplied by the unit, is a value. Several may be, where the product has fewer
 * digits: of those the one with the roundest digits, since most places of meshes are round.
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
