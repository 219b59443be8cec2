import type { FrameSequence } from './frames.js'
import type { Mesh } from './mesh.js'

/**
 * *A vertex mesh with only one of its sequences*: its frames are those of the sequence; the mesh itself is
 * the first.
 */
export function withSequence(mesh: Mesh, sequence: FrameSequence): Mesh {
  const { frames } = mesh
  if (frames === undefined) return mesh
  const { first, count } = sequence
  const { normals } = frames
  return {
    ...mesh,
    lods: mesh.lods.map((lod) => {
      const { normals: _, ...rest } = lod
      const stored = normals?.(first)
      return {
        ...rest,
        positions: spread(frames.positions(first), lod.points),
        ...(stored === undefined ? {} : { normals: spread(stored, lod.points) }),
      }
    }),
    frames: {
      count,
      pointCount: frames.pointCount,
      positions: (frame) => frames.positions(first + frame),
      ...(normals === undefined ? {} : { normals: (frame: number) => normals(first + frame) }),
      sequences: [{ ...sequence, first: 0 }],
      ...(frames.stored === undefined ? {} : { stored: { ...frames.stored, part: sequence.name } }),
    },
  }
}

function spread(values: Float32Array, points: Uint32Array): Float32Array {
  const vertices = new Float32Array(points.length * 3)
  for (const [i, point] of points.entries()) vertices.set(values.subarray(3 * point, 3 * point + 3), 3 * i)
  return vertices
}
