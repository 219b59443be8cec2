import type { Socket, Vector } from '../model/mesh.js'
import { IDENTITY, quaternionOfAxes } from '../model/quaternion.js'

/**
 * *A socket from an origin and three axes* (`Coords`), in a bone's space.
 *
 * @param numbers origin, X axis, Y axis, Z axis: twelve floats.
 */
export function socketAt(name: string, bone: number, numbers: Float32Array): Socket {
  const at = (i: number): Vector => {
    const [x = 0, y = 0, z = 0] = numbers.subarray(i, i + 3)
    return [x, y, z]
  }
  const axes = [at(3), at(6), at(9)] as const
  const lengths = axes.map(([x, y, z]) => Math.hypot(x, y, z))
  const [x = 1, y = 1, z = 1] = lengths.map((length) => (length > 1e-6 && Number.isFinite(length) ? length : 1))
  const position = at(0)
  return {
    name,
    bone,
    position: position.every(Number.isFinite) ? position : [0, 0, 0],
    rotation: quaternionOfAxes(...axes) ?? IDENTITY,
    scale: [x, y, z],
  }
}
