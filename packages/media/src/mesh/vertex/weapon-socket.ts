import type { Socket, Vector } from '../model/mesh.js'
import { quaternionOfAxes } from '../model/quaternion.js'

/**
 * *Where a weapon is held*: the first three points of a frame are a triangle that is not drawn. The socket is
 * in the middle between its first and last corner, with X along its first side. Taken from public renderers;
 * none of the available files has such a mesh.
 */
export function weaponSocket(points: Float32Array): Socket | undefined {
  const corner = (i: number): Vector => [points[3 * i] ?? 0, points[3 * i + 1] ?? 0, points[3 * i + 2] ?? 0]
  const [a, b, c] = [corner(0), corner(1), corner(2)]
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

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}
