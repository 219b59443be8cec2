import { type FrameAnimation, MediaError, type MeshSection, type StoredFrames } from '@ukit/media'
import { checkPoints } from '../vertex-model.js'
import type { GltfMovement } from './channels.js'
import type { Json } from './json.js'
import { type Pose, playOf } from './morph-sequences.js'
import type { VertexSet } from './parts.js'
import { stillSequences, storedFramesOf } from './stored-frames.js'

/** The vertices of a level of detail, set by set, that the frames move. */
export interface MorphVertices {
  readonly sets: readonly VertexSet[]
  /** The point of each vertex. */
  readonly points: Uint32Array
  readonly positions: Float32Array
  readonly indices: Uint32Array
  readonly sections: readonly MeshSection[]
}

/** How frames are made. */
export interface FrameOptions {
  /** Whether ukit wrote the file. */
  readonly isOurs: boolean
  /** Whether only the first frame is wanted. */
  readonly isStill: boolean
  /** Gets a line for each animation that is not used as it is. */
  readonly notes: Set<string>
}

/**
 * *Morph targets as frames.* In files written by ukit, and in those made of them by programs that keep the
 * names of targets, frame 0 is the mesh and each target is one more frame. In other files, frame 0 is the
 * mesh at rest, followed by the frames of each animation.
 *
 * @param mesh the glTF mesh that the vertices are from.
 * @returns `undefined` when nothing morphs.
 */
export function framesOf(
  vertices: MorphVertices,
  movements: readonly GltfMovement[],
  mesh: Json | undefined,
  { isOurs, isStill, notes }: FrameOptions,
): FrameAnimation | undefined {
  const { sets } = vertices
  const targets = sets.reduce((most, set) => Math.max(most, set.targets.length), 0)
  const stored = mesh === undefined ? undefined : storedFramesOf(mesh)
  if (targets === 0 && stored === undefined) return undefined
  const play =
    targets === 0 || mesh === undefined
      ? { poses: [AT_REST], sequences: mesh === undefined ? [] : stillSequences(mesh) }
      : playOf({ sets, targets, movements, names: namesOf(mesh), isOurs }, notes)
  const poses = isStill ? play.poses.slice(0, 1) : play.poses
  const sequences = isStill ? [] : play.sequences
  const pointCount = vertices.points.reduce((most, point) => Math.max(most, point + 1), 0)
  checkPoints(poses.length, pointCount)
  const budget = { left: MAX_STEPS }
  const positions = new Float32Array(3 * poses.length * pointCount)
  for (const [frame, pose] of poses.entries())
    fillFrame(vertices, pose, budget, positions.subarray(3 * pointCount * frame, 3 * pointCount * (frame + 1)))
  return {
    count: poses.length,
    pointCount,
    sequences,
    ...(stored === undefined ? {} : { stored: fitting(stored, vertices) }),
    positions,
  }
}

const AT_REST: Pose = () => []

/** Blender and three.js show these names, and Blender writes them again. */
function namesOf(mesh: Json): string[] {
  const { value } = mesh.get('extras').get('targetNames')
  return Array.isArray(value) ? value.map(String) : []
}

/** What was stored, without what another program's changes have made wrong. */
function fitting(stored: StoredFrames, { indices, sections }: MorphVertices): StoredFrames {
  const { order, weapon, ...rest } = stored
  const left = sections.map(({ count }) => count / 3)
  for (let i = 0; order !== undefined && i < order.length; i += 2)
    left[order[i] ?? -1] = (left[order[i] ?? -1] ?? 0) - (order[i + 1] ?? 0)
  const isOrdered = order !== undefined && Object.values(left).every((count) => count === 0)
  const drawn = new Set(indices)
  const isWeapon = weapon !== undefined && weapon.length % 3 === 0 && !weapon.some((vertex) => drawn.has(vertex))
  return { ...rest, ...(isOrdered ? { order } : {}), ...(isWeapon ? { weapon } : {}) }
}

/** Maximum number of vertices that targets move while frames are made: a small file may name many targets. */
const MAX_STEPS = 2 ** 32

/** Writes the points of a frame to `placed`. */
function fillFrame(
  { sets, points, positions }: MorphVertices,
  pose: Pose,
  budget: { left: number },
  placed: Float32Array,
): void {
  let first = 0
  for (const set of sets) {
    const weights = pose(set).flatMap(({ target, weight }) => {
      const delta = set.targets[target]
      return delta === undefined || weight === 0 ? [] : [{ delta, weight }]
    })
    budget.left -= set.count * (1 + weights.length)
    if (budget.left < 0)
      throw new MediaError('unsupported', 'the morph targets of the glTF file are more than ukit calculates')
    for (let i = 0; i < set.count; i++) {
      const point = points[first + i] ?? 0
      for (let k = 0; k < 3; k++) {
        let value = positions[3 * (first + i) + k] ?? 0
        for (const { delta, weight } of weights) value += weight * (delta[3 * i + k] ?? 0)
        placed[3 * point + k] = value
      }
    }
    first += set.count
  }
}
