import type { Socket } from '../model/mesh.js'
import { quaternionOfAxes } from '../model/quaternion.js'
import { cross, minus, vectorAt } from '../model/vectors.js'

/**
 * *Where a weapon is held*: the first three points of a frame are a triangle that is not drawn. The socket is
 * in the middle between its first and last corner, with X along its first side. Taken from public renderers;
 * none of the available files has such a mesh.
 */
export function weaponSocket(points: Float32Array): Socket | undefined {
  const [a, b, c] = [vectorAt(points, 0), vectorAt(points, 1), vectorAt(points, 2)]
  const x = minus(b, a)
  const y = cross(minus(a, c), x)
  const rotation = quaternionOfAxes(x, y, cross(x, y))
  if (rotation === undefined) return undefined
  return {
    name: 'WeaponAttach',
    position: [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2, (a[2] + c[2]) / 2],
    rotation,
    scale: [1, 1, 1],
  }
}
