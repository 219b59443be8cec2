import { type FrameSequence, frameNormals, framePositions } from './frames.js'
import type { Mesh } from './mesh.js'

/**
 * *A vertex mesh with only one of its sequences*: its frames are those of the sequence; the mesh itself is
 * the first.
 */
export function withSequence(mesh: Mesh, sequence: FrameSequence): Mesh {
  const { frames } = mesh
  if (frames === undefined) return mesh
  const { first, count } = sequence
  const { pointCount, normals } = frames
  const ofSequence = (values: Float32Array) => values.subarray(3 * pointCount * first, 3 * pointCount * (first + count))
  return {
    ...mesh,
    lods: mesh.lods.map((lod) => {
      const { normals: _, ...rest } = lod
      const stored = frameNormals(frames, first)
      return {
        ...rest,
        positions: spread(framePositions(frames, first), lod.points),
        ...(stored === undefined ? {} : { normals: spread(stored, lod.points) }),
      }
    }),
    frames: {
      count,
      pointCount,
      positions: ofSequence(frames.positions),
      ...(normals === undefined ? {} : { normals: ofSequence(normals) }),
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
