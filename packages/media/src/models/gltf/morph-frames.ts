import type { FrameAnimation, FrameSequence } from '../../mesh/frames.js'
import type { Channel, GltfMovement } from './channels.js'
import type { VertexSet } from './parts.js'
import { FRAME_RATE, notifiesOf } from './sequences.js'

/** The maximum number of frames in an engine. */
const MAX_FRAMES = 1 << 16

/** The vertices of a level of detail, set by set, that the frames move. */
export interface MorphVertices {
  readonly sets: readonly VertexSet[]
  /** The point of each vertex. */
  readonly points: Uint32Array
  readonly positions: Float32Array
}

/**
 * *Morph targets as frames.* In files written by ukit, frame 0 is the mesh and each target is one more frame.
 * In other files, frame 0 is the mesh at rest, followed by each animation at 30 frames per second.
 *
 * @returns `undefined` when nothing morphs.
 */
export function framesOf(
  vertices: MorphVertices,
  movements: readonly GltfMovement[],
  isOurs: boolean,
): FrameAnimation | undefined {
  const targets = vertices.sets.reduce((most, set) => Math.max(most, set.targets.length), 0)
  if (targets === 0) return undefined
  const moving = movements.filter(({ channels }) => channels.some(({ path }) => path === 'weights'))
  const isPlain = isOurs && moving.every(({ extras }) => extras.get('first').exists)
  const { sequences, poses } = isPlain ? stored(moving, targets) : sampled(moving)
  const pointCount = vertices.points.reduce((most, point) => Math.max(most, point + 1), 0)
  return {
    count: poses.length,
    pointCount,
    sequences,
    positions: (frame) => {
      const pose = poses[frame]
      if (pose === undefined) throw new RangeError(`there is no frame ${frame} of ${poses.length}`)
      return posed(vertices, pointCount, pose)
    },
  }
}

/** The weight of a target in a frame. */
type Pose = (set: VertexSet, target: number) => number

function stored(moving: readonly GltfMovement[], targets: number): { sequences: FrameSequence[]; poses: Pose[] } {
  const poses = Array.from(
    { length: targets + 1 },
    (_, frame): Pose =>
      (_set, target) =>
        target + 1 === frame ? 1 : 0,
  )
  const sequences = moving.map(({ name, extras }): FrameSequence => {
    const first = extras.get('first').number({ min: 0, max: targets, isInteger: true })
    return {
      name,
      group: extras.get('group').text('None'),
      first,
      count: extras.get('frames').number({ min: 1, max: targets + 1 - first, isInteger: true }),
      rate: extras.get('rate').number({ min: 0 }, FRAME_RATE),
      notifies: notifiesOf(extras),
    }
  })
  return { sequences, poses }
}

function sampled(moving: readonly GltfMovement[]): { sequences: FrameSequence[]; poses: Pose[] } {
  const poses: Pose[] = [() => 0]
  const sequences: FrameSequence[] = []
  for (const { name, channels, seconds } of moving) {
    const count = Math.round(seconds * FRAME_RATE) + 1
    if (poses.length + count > MAX_FRAMES)
      throw channels[0]?.node.json.error(`expected animations of at most ${MAX_FRAMES} frames together`)
    sequences.push({ name, group: 'None', first: poses.length, count, rate: FRAME_RATE, notifies: [] })
    for (let i = 0; i < count; i++) {
      const time = i / FRAME_RATE
      poses.push((set, target) => {
        const channel = channels.find(({ path, node }) => path === 'weights' && node === set.node)
        return channel === undefined ? 0 : weightAt(channel, target, time)
      })
    }
  }
  return { sequences, poses }
}

function weightAt({ times, values, width }: Channel, target: number, time: number): number {
  let key = 0
  while (key + 1 < times.length && (times[key + 1] ?? 0) <= time) key++
  const next = Math.min(key + 1, times.length - 1)
  const [from, to] = [times[key] ?? 0, times[next] ?? 0]
  const part = to > from ? Math.min(1, Math.max(0, (time - from) / (to - from))) : 0
  return (values[key * width + target] ?? 0) * (1 - part) + (values[next * width + target] ?? 0) * part
}

function posed({ sets, points, positions }: MorphVertices, pointCount: number, pose: Pose): Float32Array {
  const placed = new Float32Array(3 * pointCount)
  let first = 0
  for (const set of sets) {
    const weights = set.targets.flatMap((delta, target) => {
      const weight = pose(set, target)
      return weight === 0 ? [] : [{ delta, weight }]
    })
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
  return placed
}

/**
 * The points of vertices: vertices that have the same position in every frame share a point.
 *
 * @param isMerged whether positions are compared at all; otherwise each vertex is a point.
 */
export function pointsOf(sets: readonly VertexSet[], positions: Float32Array, isMerged: boolean): Uint32Array {
  const count = positions.length / 3
  if (!isMerged) return Uint32Array.from({ length: count }, (_, i) => i)
  let points = grouped(count, (i) => `${positions[3 * i]} ${positions[3 * i + 1]} ${positions[3 * i + 2]}`)
  const targets = sets.reduce((most, set) => Math.max(most, set.targets.length), 0)
  for (let target = 0; target < targets; target++) {
    const deltas = new Float32Array(3 * count)
    let first = 0
    for (const set of sets) {
      deltas.set(set.targets[target] ?? new Float32Array(0), 3 * first)
      first += set.count
    }
    const before = points
    points = grouped(count, (i) => `${before[i]} ${deltas[3 * i]} ${deltas[3 * i + 1]} ${deltas[3 * i + 2]}`)
  }
  return points
}

function grouped(count: number, keyOf: (vertex: number) => string): Uint32Array {
  const known = new Map<string, number>()
  return Uint32Array.from({ length: count }, (_, i) => {
    const key = keyOf(i)
    let point = known.get(key)
    if (point === undefined) {
      point = known.size
      known.set(key, point)
    }
    return point
  })
}
