import type { MeshPlacement, Vector } from '../../mesh/model/mesh.js'
import { placedPoints } from '../../mesh/model/placement.js'
import { cross, dot, minus, vectorAt } from '../../mesh/model/vectors.js'

/** *How a mesh gets into the world*: points, directions of surfaces, and whether that mirrors them. */
export interface Affine {
  readonly point: (point: Vector) => Vector
  readonly normal: (normal: Vector) => Vector
  readonly isMirrored: boolean
}

/** What a mesh's placement does, and then its actor. */
export function affineOf(placement: MeshPlacement, toWorld: (point: Vector) => Vector): Affine {
  const placed = placedPoints(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), placement)
  const at = (i: number) => toWorld(vectorAt(placed, i))
  const origin = at(0)
  const [x, y, z] = [minus(at(1), origin), minus(at(2), origin), minus(at(3), origin)]
  // Surfaces that are stretched turn the other way than what is on them.
  const [yz, zx, xy] = [cross(y, z), cross(z, x), cross(x, y)]
  const isMirrored = dot(x, yz) < 0
  const sign = isMirrored ? -1 : 1
  const mix = ([a, b, c]: Vector, u: Vector, v: Vector, w: Vector, by: number): Vector => [
    by * (a * u[0] + b * v[0] + c * w[0]),
    by * (a * u[1] + b * v[1] + c * w[1]),
    by * (a * u[2] + b * v[2] + c * w[2]),
  ]
  return {
    point: (point) => {
      const moved = mix(point, x, y, z, 1)
      return [moved[0] + origin[0], moved[1] + origin[1], moved[2] + origin[2]]
    },
    normal: (normal) => {
      const turned = mix(normal, yz, zx, xy, sign)
      const length = Math.hypot(...turned)
      return length > 0 ? [turned[0] / length, turned[1] / length, turned[2] / length] : [0, 0, 1]
    },
    isMirrored,
  }
}
