import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import { type FrameAnimation, type FrameSequence, frameNormals, framePositions } from '../mesh/model/frames.js'
import type { MeshLod } from '../mesh/model/mesh.js'
import { smoothNormals } from '../mesh/model/normals.js'
import { isMirrored, placedPoints } from '../mesh/model/placement.js'
import { pointsInGltf } from './axes.js'
import { placedNormals, type Space } from './geometry.js'
import type { GlbBuilder } from './glb-builder.js'
import type { GltfMesh } from './gltf.js'
import { sequenceExtras, writeStored } from './stored-frames.js'

/**
 * Maximum number of bytes of the targets of one mesh: 700 frames of 600 vertices, a player of UT, take 10 MB.
 */
const MAX_BYTES = 1 << 29

/** Options for writing frames. */
export interface MorphOptions {
  /**
   * Normals of each frame; without them the file is half as large, and every frame is shaded like the first.
   */
  readonly normals: boolean
}

/**
 * *Writes the frames of a vertex mesh*: each frame but the first is a morph target, each sequence an
 * animation with one channel of weights, one key for each frame and one more to return from the last frame to
 * the first. How the mesh is stored goes into `extras`.
 *
 * @param node the node that shows `mesh`.
 * @throws {MediaError} `unsupported` when the frames would take more than 512 MB.
 */
export function writeMorphs(
  builder: GlbBuilder,
  node: number,
  mesh: GltfMesh,
  lod: MeshLod,
  frames: FrameAnimation,
  space: Space,
  options: MorphOptions,
): void {
  const targets = frames.count - 1
  const keys = frames.sequences.reduce((sum, { count }) => sum + count + 1, 0)
  const bytes = targets * (lod.positions.byteLength * (options.normals ? 2 : 1) + 4 * keys)
  if (bytes > MAX_BYTES) {
    const size =
      `${plural(frames.count, 'frame')} of ` +
      `${plural(lod.positions.length / 3, 'vertex', 'vertices')} in ${plural(frames.sequences.length, 'sequence')}`
    throw new MediaError('unsupported', `${size}: expected morph targets of no more than 512 MB`)
  }
  writeStored(builder, mesh, lod, frames, space)
  const base = shapeOf(lod, frames, 0, space)
  const written: Record<string, number>[] = []
  for (let frame = 1; frame < frames.count; frame++) {
    const shape = shapeOf(lod, frames, frame, space)
    written.push({
      POSITION: builder.accessor(difference(shape.positions, base.positions), 'VEC3', 'vertex', { bounds: true }),
      ...(options.normals
        ? { NORMAL: builder.accessor(difference(shape.normals, base.normals), 'VEC3', 'vertex') }
        : {}),
    })
  }
  if (targets < 1) return
  for (const primitive of mesh.primitives) primitive.targets = written
  mesh.weights = written.map(() => 0)
  // Blender and three.js show these names.
  mesh.extras = { ...mesh.extras, targetNames: written.map((_, i) => `frame${i + 1}`) }
  for (const sequence of frames.sequences) writeSequence(builder, node, sequence, targets)
}

/** One frame: positions and normals of all vertices, in glTF's axes. */
function shapeOf(lod: MeshLod, frames: FrameAnimation, frame: number, { unit, placement }: Space) {
  const raw = spread(framePositions(frames, frame), lod.points, lod.positions)
  const placed = placedPoints(raw, placement)
  const stored = frameNormals(frames, frame)
  if (stored !== undefined && lod.normals !== undefined) {
    const normals = placedNormals(spread(stored, lod.points, lod.normals), placement)
    return { positions: pointsInGltf(placed, unit), normals: pointsInGltf(normals, 1) }
  }
  const normals = smoothNormals(placed, lod.points, lod.indices)
  if (isMirrored(placement)) for (let i = 0; i < normals.length; i++) normals[i] = -(normals[i] ?? 0)
  return { positions: pointsInGltf(placed, unit), normals: pointsInGltf(normals, 1) }
}

/**
 * Gives each vertex the values of its point; values that are not numbers are replaced by those of the mesh.
 */
function spread(values: Float32Array, points: Uint32Array, base: Float32Array): Float32Array {
  const vertices = new Float32Array(base.length)
  for (const [i, point] of points.entries()) {
    for (let k = 0; k < 3; k++) {
      const value = values[3 * point + k] ?? Number.NaN
      vertices[3 * i + k] = Number.isFinite(value) ? value : (base[3 * i + k] ?? 0)
    }
  }
  return vertices
}

function difference(values: Float32Array, base: Float32Array): Float32Array {
  return values.map((value, i) => value - (base[i] ?? 0))
}

function writeSequence(builder: GlbBuilder, node: number, sequence: FrameSequence, targets: number): void {
  const { name, first, count, rate } = sequence
  const keys = count > 1 ? count + 1 : 1
  const weights = new Float32Array(keys * targets)
  for (let key = 0; key < keys; key++) {
    const target = first + (key % count) - 1
    if (target >= 0) weights[key * targets + target] = 1
  }
  const times = Float32Array.from({ length: keys }, (_, key) => key / rate)
  builder.json.animations.push({
    name,
    channels: [{ sampler: 0, target: { node, path: 'weights' } }],
    samplers: [
      {
        input: builder.accessor(times, 'SCALAR', 'animation', { bounds: true }),
        output: builder.accessor(weights, 'SCALAR', 'animation'),
        interpolation: 'LINEAR',
      },
    ],
    extras: sequenceExtras(sequence),
  })
}
