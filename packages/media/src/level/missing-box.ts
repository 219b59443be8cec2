import type { Mesh } from '../mesh/model/mesh.js'
import { NO_PLACEMENT } from '../mesh/model/placement.js'

/** Half the length of an edge, in Unreal units: a player is about 80 high. */
const HALF = 16

/** Corners of a cube, each of its sides' with one direction: the axis and where on it. */
const SIDES: readonly (readonly [axis: 0 | 1 | 2, sign: 1 | -1])[] = [
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [2, 1],
  [2, -1],
]

/** *A box that stands for a mesh that is not available*. */
export const MISSING_BOX: Mesh = boxMesh()

function boxMesh(): Mesh {
  const positions: number[] = []
  const normals: number[] = []
  const uvs: number[] = []
  const indices: number[] = []
  for (const [axis, sign] of SIDES) {
    const first = positions.length / 3
    for (const [u, v] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      const point = [0, 0, 0]
      point[axis] = sign * HALF
      point[(axis + 1) % 3] = u * HALF * sign
      point[(axis + 2) % 3] = v * HALF
      positions.push(...point)
      normals.push(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0)
      uvs.push((u + 1) / 2, (v + 1) / 2)
    }
    indices.push(first, first + 1, first + 2, first, first + 2, first + 3)
  }
  return {
    kind: 'static',
    placement: NO_PLACEMENT,
    lods: [
      {
        positions: Float32Array.from(positions),
        normals: Float32Array.from(normals),
        uvs: [Float32Array.from(uvs)],
        points: Uint32Array.from({ length: positions.length / 3 }, (_, i) => i),
        indices: Uint32Array.from(indices),
        sections: [{ slot: 0, first: 0, count: indices.length }],
      },
    ],
    materials: [{ path: 'Missing', polyFlags: 0 }],
    sockets: [],
    notes: [],
  }
}
