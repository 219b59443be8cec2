import type { CollisionShape } from '@ukit/media'
import { convexHull } from '@ukit/media/internal'

/** *A convex shape* in the form of UE3's physics. */
export interface Hull {
  /** X, Y, Z for each corner. */
  readonly points: readonly (readonly [number, number, number])[]
  /** Three corners for each triangle, wound against their normals, as the engine stores them. */
  readonly faces: readonly number[]
  /** Normal and distance of each plane, without duplicates. */
  readonly planes: readonly (readonly [x: number, y: number, z: number, distance: number])[]
  /** Directions of the edges, and of the planes, without duplicates and opposites. */
  readonly edgeDirections: readonly (readonly [number, number, number])[]
  readonly faceDirections: readonly (readonly [number, number, number])[]
}

/** Directions closer than this are the same. */
const SAME = 1e-3

/**
 * *The hulls of a shape*: one around each connected part. Parts that are flat, or have more than 1,024
 * points, have none; `left` counts them.
 */
export function hullsOf({ positions, indices }: CollisionShape): { hulls: Hull[]; left: number } {
  const hulls: Hull[] = []
  let left = 0
  for (const points of partsOf(positions, indices)) {
    const faces = convexHull(points.flat())
    if (faces.length === 0) left++
    else hulls.push(hullOf(points, faces))
  }
  return { hulls, left }
}

/** The positions of each part, without duplicates. */
function partsOf(positions: Float32Array, indices: Uint32Array): [number, number, number][][] {
  const places = new Map<string, number>()
  const points: [number, number, number][] = []
  const numbers = Array.from({ length: positions.length / 3 }, (_, i) => {
    const [x = 0, y = 0, z = 0] = positions.subarray(3 * i, 3 * i + 3)
    const key = `${x} ${y} ${z}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, points.length)
    return points.push([x, y, z]) - 1
  })
  const parents = points.map((_, i) => i)
  const root = (point: number): number => {
    let at = point
    while (parents[at] !== at) {
      parents[at] = parents[parents[at] ?? at] ?? at
      at = parents[at] ?? at
    }
    return at
  }
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [...indices.subarray(i, i + 3)].map((vertex) => numbers[vertex] ?? 0)
    parents[root(b)] = root(a)
    parents[root(c)] = root(a)
  }
  const parts = new Map<number, [number, number, number][]>()
  for (const used of new Set([...indices].map((vertex) => numbers[vertex] ?? 0))) {
    const point = points[used]
    if (point === undefined) continue
    const part = parts.get(root(used)) ?? []
    part.push(point)
    parts.set(root(used), part)
  }
  return [...parts.values()]
}

function hullOf(all: readonly (readonly [number, number, number])[], faces: readonly number[]): Hull {
  // Points inside the hull are not corners.
  const corners = [...new Set(faces)].sort((a, b) => a - b)
  const points = corners.flatMap((corner) => (all[corner] === undefined ? [] : [all[corner]]))
  const numbers = new Map(corners.map((corner, i) => [corner, i]))
  const outward = faces.map((corner) => numbers.get(corner) ?? 0)
  const planes: [number, number, number, number][] = []
  const edgeDirections: [number, number, number][] = []
  const turned: number[] = []
  for (let i = 0; i + 2 < outward.length; i += 3) {
    const [a = 0, b = 0, c = 0] = outward.slice(i, i + 3)
    turned.push(a, c, b)
    const [p, q, r] = [points[a], points[b], points[c]]
    if (p === undefined || q === undefined || r === undefined) continue
    for (const [from, to] of [
      [p, q],
      [q, r],
      [r, p],
    ] as const)
      addDirection(edgeDirections, unit([to[0] - from[0], to[1] - from[1], to[2] - from[2]]))
    const [x, y, z] = unit(cross([q[0] - p[0], q[1] - p[1], q[2] - p[2]], [r[0] - p[0], r[1] - p[1], r[2] - p[2]]))
    const isKnown = planes.some(([px, py, pz]) => px * x + py * y + pz * z > 1 - SAME)
    if (!isKnown) planes.push([x, y, z, x * p[0] + y * p[1] + z * p[2]])
  }
  const faceDirections: [number, number, number][] = []
  for (const [x, y, z] of planes) addDirection(faceDirections, [x, y, z])
  return { points, faces: turned, planes, edgeDirections, faceDirections }
}

function addDirection(list: [number, number, number][], [x, y, z]: [number, number, number]): void {
  if (!list.some(([a, b, c]) => Math.abs(a * x + b * y + c * z) > 1 - SAME)) list.push([x, y, z])
}

function cross(
  [ax, ay, az]: readonly [number, number, number],
  [bx, by, bz]: readonly [number, number, number],
): [number, number, number] {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

function unit([x, y, z]: [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z) || 1
  return [x / length, y / length, z / length]
}
