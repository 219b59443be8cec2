import type { KDopTriangle } from './kdop-tree.js'

/** *The tree that traces go through in UE2's standard line*: see `StaticMeshCollision.boxTriangles`. */
export interface BoxTree {
  readonly triangles: Uint8Array
  readonly nodes: Int16Array
  readonly scale: Float32Array
}

/** Vertices closer than this to a plane are on it. */
const THICKNESS = 0.1
/**
 * Number of triangles that are tried as the splitting plane of a node; the one that cuts the fewest others is
 * used.
 */
const CANDIDATES = 12
/** Node numbers have 16 bits; −1 means none. */
const MAX_NODES = 32_767

interface Node {
  triangle: number
  coplanar: number
  front: number
  back: number
  box: number[]
}

/**
 * *Builds the tree*: the plane of each node's triangle divides the other triangles. Triangles in the plane
 * form a chain from the node, those in front of it (by the order of its vertices) are under the first child,
 * those behind it under the second; a triangle on both sides is in both. Boxes are around everything below.
 * All 6,307 nodes of 4 real trees are built like this.
 *
 * @returns `undefined` when it would have more nodes than 16 bits can number.
 */
export function boxTree(triangles: readonly KDopTriangle[], positions: Float32Array): BoxTree | undefined {
  const nodes: Node[] = []
  const planes = triangles.map((triangle) => planeOf(triangle, positions))
  const sideOf = (plane: Plane, triangle: number): Side => {
    const [a = 0, b = 0, c = 0] = triangles[triangle] ?? []
    const distances = [a, b, c].map((vertex) => distanceTo(plane, positions, vertex))
    const [least, greatest] = [Math.min(...distances), Math.max(...distances)]
    if (least > -THICKNESS && greatest < THICKNESS) return 'on'
    if (least > -THICKNESS) return 'front'
    return greatest < THICKNESS ? 'back' : 'both'
  }
  const add = (list: readonly number[]): number => {
    if (list.length === 0 || nodes.length >= MAX_NODES) return -1
    const triangle = bestOf(list, planes, sideOf)
    const plane = planes[triangle] ?? NO_PLANE
    const lists: Record<'on' | 'front' | 'back', number[]> = { on: [], front: [], back: [] }
    for (const other of list) {
      if (other === triangle) continue
      const side = sideOf(plane, other)
      if (side !== 'both') lists[side].push(other)
      else {
        lists.front.push(other)
        lists.back.push(other)
      }
    }
    const node: Node = { triangle, coplanar: -1, front: -1, back: -1, box: boxOf(list, triangles, positions) }
    const index = nodes.push(node) - 1
    node.front = add(lists.front)
    node.back = add(lists.back)
    let last = node
    for (const [i, other] of lists.on.entries()) {
      const box = boxOf(lists.on.slice(i), triangles, positions)
      const next: Node = { triangle: other, coplanar: -1, front: -1, back: -1, box }
      last.coplanar = nodes.push(next) - 1
      last = next
    }
    return index
  }
  add(triangles.map((_, i) => i))
  if (nodes.length >= MAX_NODES) return undefined
  const scale = Float32Array.from([0, 1, 2], (axis) => {
    let most = 0
    for (let i = axis; i < positions.length; i += 3) most = Math.max(most, Math.abs(positions[i] ?? 0))
    return most / 32_767
  })
  const block = new Uint8Array(7 * triangles.length)
  const view = new DataView(block.buffer)
  for (const [i, [a, b, c, material]] of triangles.entries()) {
    for (const [k, vertex] of [a, b, c].entries()) view.setUint16(7 * i + 2 * k, vertex, true)
    view.setUint8(7 * i + 6, material)
  }
  const numbers = nodes.flatMap(({ triangle, coplanar, front, back, box }) => [
    triangle,
    coplanar,
    front,
    back,
    ...box.map((value, k) => ((scale[k % 3] ?? 0) > 0 ? Math.round(value / (scale[k % 3] ?? 1)) : 0)),
  ])
  return { triangles: block, nodes: Int16Array.from(numbers), scale }
}

type Side = 'on' | 'front' | 'back' | 'both'
type Plane = readonly [x: number, y: number, z: number, distance: number]

const NO_PLANE: Plane = [0, 0, 1, 0]

/** The candidate that cuts the fewest other triangles and divides them most evenly. */
function bestOf(
  list: readonly number[],
  planes: readonly Plane[],
  sideOf: (plane: Plane, triangle: number) => Side,
): number {
  let best = list[0] ?? 0
  let least = Number.POSITIVE_INFINITY
  const step = Math.max(1, Math.floor(list.length / CANDIDATES))
  for (let i = 0; i < list.length; i += step) {
    const candidate = list[i] ?? 0
    const counts = { on: 0, front: 0, back: 0, both: 0 }
    for (const other of list) counts[sideOf(planes[candidate] ?? NO_PLANE, other)]++
    const cost = 4 * counts.both + Math.abs(counts.front - counts.back)
    if (cost < least) [best, least] = [candidate, cost]
  }
  return best
}

function planeOf([a, b, c]: KDopTriangle, positions: Float32Array): Plane {
  const at = (vertex: number, axis: number) => positions[3 * vertex + axis] ?? 0
  const [ux, uy, uz] = [0, 1, 2].map((axis) => at(b, axis) - at(a, axis))
  const [vx, vy, vz] = [0, 1, 2].map((axis) => at(c, axis) - at(a, axis))
  const normal = [
    (uy ?? 0) * (vz ?? 0) - (uz ?? 0) * (vy ?? 0),
    (uz ?? 0) * (vx ?? 0) - (ux ?? 0) * (vz ?? 0),
    (ux ?? 0) * (vy ?? 0) - (uy ?? 0) * (vx ?? 0),
  ]
  const length = Math.hypot(...normal) || 1
  const [x = 0, y = 0, z = 0] = normal.map((value) => value / length)
  return [x, y, z, x * at(a, 0) + y * at(a, 1) + z * at(a, 2)]
}

function distanceTo([x, y, z, distance]: Plane, positions: Float32Array, vertex: number): number {
  return (
    x * (positions[3 * vertex] ?? 0) +
    y * (positions[3 * vertex + 1] ?? 0) +
    z * (positions[3 * vertex + 2] ?? 0) -
    distance
  )
}

function boxOf(list: readonly number[], triangles: readonly KDopTriangle[], positions: Float32Array): number[] {
  const least = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const greatest = least.map((value) => -value)
  for (const triangle of list) {
    const [a = 0, b = 0, c = 0] = triangles[triangle] ?? []
    for (const vertex of [a, b, c])
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * vertex + axis] ?? 0
        least[axis] = Math.min(least[axis] ?? value, value)
        greatest[axis] = Math.max(greatest[axis] ?? value, value)
      }
  }
  return [...least, ...greatest]
}
