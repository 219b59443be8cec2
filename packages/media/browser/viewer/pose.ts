import type { Animation, Channel, Model, Part } from './glb.js'
import { compose, type Matrix, multiply } from './matrix.js'

/** Vertices of a part in the space of the scene. */
export interface PosedPart {
  readonly positions: Float32Array
  readonly normals: Float32Array
}

/** *Where the vertices of a model are*, at rest or at a time of an animation. */
export function poseAt(model: Model, animation: Animation | undefined, seconds: number): PosedPart[] {
  const moved = new Map<string, number[]>()
  for (const channel of animation?.channels ?? []) {
    const width = channel.path === 'rotation' ? 4 : channel.path === 'weights' ? weightsOf(channel) : 3
    moved.set(`${channel.node}/${channel.path}`, sample(channel, seconds, width))
  }
  const worlds = worldsOf(model, moved)
  return model.parts.map((part) => posed(part, worlds, moved.get(`${part.node}/weights`)))
}

function weightsOf({ times, values }: Channel): number {
  return times.length === 0 ? 0 : Math.floor(values.length / times.length)
}

function worldsOf({ nodes }: Model, moved: ReadonlyMap<string, readonly number[]>): Matrix[] {
  const worlds: (Matrix | undefined)[] = nodes.map(() => undefined)
  const world = (index: number, depth: number): Matrix => {
    const known = worlds[index]
    if (known !== undefined) return known
    const node = nodes[index]
    const of = (path: string, otherwise: readonly number[]) => moved.get(`${index}/${path}`) ?? otherwise
    const local = compose(
      of('translation', node?.translation ?? []),
      of('rotation', node?.rotation ?? []),
      of('scale', node?.scale ?? []),
    )
    // A circle would not end; it is not valid.
    const isRoot = node?.parent === undefined || depth > nodes.length
    const made = isRoot ? local : multiply(world(node.parent, depth + 1), local)
    worlds[index] = made
    return made
  }
  return nodes.map((_, index) => world(index, 0))
}

/** The values of a channel at a time, between two keys. */
function sample({ times, values, path }: Channel, seconds: number, width: number): number[] {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) <= seconds) low = middle + 1
    else high = middle
  }
  const before = Math.max(0, low - 1)
  const after = Math.min(times.length - 1, low)
  const [start, end] = [times[before] ?? 0, times[after] ?? 0]
  const share = end > start ? Math.min(1, Math.max(0, (seconds - start) / (end - start))) : 0
  const out: number[] = []
  let dot = 0
  for (let k = 0; k < width; k++) dot += (values[before * width + k] ?? 0) * (values[after * width + k] ?? 0)
  // The shorter of the two ways from one rotation to the other.
  const sign = path === 'rotation' && dot < 0 ? -1 : 1
  for (let k = 0; k < width; k++) {
    const a = values[before * width + k] ?? 0
    out.push(a + ((values[after * width + k] ?? 0) * sign - a) * share)
  }
  if (path !== 'rotation') return out
  const length = Math.hypot(...out)
  return length > 0 ? out.map((value) => value / length) : [0, 0, 0, 1]
}

function posed(part: Part, worlds: readonly Matrix[], weights: readonly number[] | undefined): PosedPart {
  const shape = shapeOf(part, weights)
  const normals = shape.normals ?? smoothNormals(shape.positions, part.indices)
  const { skin, joints } = part
  if (skin === undefined || joints === undefined || part.weights === undefined) {
    const world = worlds[part.node]
    return world === undefined
      ? { positions: shape.positions, normals }
      : { positions: transformed(shape.positions, world, 1), normals: transformed(normals, world, 0) }
  }
  const matrices = skin.joints.map((joint, i) => {
    const world = worlds[joint]
    const inverse = skin.inverse.subarray(16 * i, 16 * i + 16)
    return world === undefined || inverse.length < 16 ? undefined : multiply(world, inverse)
  })
  return skinned(shape.positions, normals, joints, part.weights, matrices)
}

function shapeOf({ positions, normals, targets }: Part, weights: readonly number[] = []) {
  const isMoved = weights.some((weight, i) => weight !== 0 && targets[i] !== undefined)
  if (!isMoved) return { positions, normals }
  const shape = { positions: positions.slice(), normals: normals?.slice() }
  for (const [i, weight] of weights.entries()) {
    if (weight === 0) continue
    add(shape.positions, targets[i]?.positions, weight)
    if (shape.normals !== undefined) add(shape.normals, targets[i]?.normals, weight)
  }
  return shape
}

function add(to: Float32Array, difference: Float32Array | undefined, weight: number): void {
  if (difference === undefined) return
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + weight * (difference[i] ?? 0)
}

function transformed(vectors: Float32Array, m: Matrix, w: 0 | 1): Float32Array {
  const out = new Float32Array(vectors.length)
  for (let i = 0; i < vectors.length; i += 3) {
    const [x, y, z] = [vectors[i] ?? 0, vectors[i + 1] ?? 0, vectors[i + 2] ?? 0]
    for (let k = 0; k < 3; k++)
      out[i + k] = (m[k] ?? 0) * x + (m[4 + k] ?? 0) * y + (m[8 + k] ?? 0) * z + (m[12 + k] ?? 0) * w
  }
  return out
}

function skinned(
  positions: Float32Array,
  normals: Float32Array,
  joints: Float32Array,
  weights: Float32Array,
  matrices: readonly (Matrix | undefined)[],
): PosedPart {
  const out = { positions: new Float32Array(positions.length), normals: new Float32Array(normals.length) }
  const m = new Float32Array(12)
  for (let vertex = 0; 3 * vertex < positions.length; vertex++) {
    m.fill(0)
    for (let k = 0; k < 4; k++) {
      const weight = weights[4 * vertex + k] ?? 0
      const matrix = weight === 0 ? undefined : matrices[joints[4 * vertex + k] ?? 0]
      if (matrix === undefined) continue
      for (let column = 0; column < 4; column++)
        for (let row = 0; row < 3; row++)
          m[3 * column + row] = (m[3 * column + row] ?? 0) + weight * (matrix[4 * column + row] ?? 0)
    }
    const at = 3 * vertex
    const [x, y, z] = [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0]
    const [nx, ny, nz] = [normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0]
    for (let row = 0; row < 3; row++) {
      const [a, b, c, d] = [m[row] ?? 0, m[3 + row] ?? 0, m[6 + row] ?? 0, m[9 + row] ?? 0]
      out.positions[at + row] = a * x + b * y + c * z + d
      out.normals[at + row] = a * nx + b * ny + c * nz
    }
  }
  return out
}

/** Normals for vertices that have none. */
function smoothNormals(positions: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(positions.length)
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const corners = [3 * (indices[i] ?? 0), 3 * (indices[i + 1] ?? 0), 3 * (indices[i + 2] ?? 0)] as const
    const edge = (to: number, k: number) => (positions[to + k] ?? 0) - (positions[corners[0] + k] ?? 0)
    const [, b, c] = corners
    const normal = [
      edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1),
      edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2),
      edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0),
    ]
    for (const corner of corners)
      for (let k = 0; k < 3; k++) normals[corner + k] = (normals[corner + k] ?? 0) + (normal[k] ?? 0)
  }
  return normals
}

/** The smallest box around all vertices; a point without any. */
export function boundsOf(parts: readonly PosedPart[]): { min: number[]; max: number[] } {
  const min = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const max = min.map((value) => -value)
  for (const { positions } of parts) {
    for (let i = 0; i < positions.length; i++) {
      const value = positions[i] ?? 0
      const k = i % 3
      if (!Number.isFinite(value)) continue
      if (value < (min[k] ?? 0)) min[k] = value
      if (value > (max[k] ?? 0)) max[k] = value
    }
  }
  return Number.isFinite(min[0]) ? { min, max } : { min: [0, 0, 0], max: [0, 0, 0] }
}
