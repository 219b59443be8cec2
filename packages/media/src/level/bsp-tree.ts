import { PolyFlag } from '@ukit/container'
import type { common } from '@ukit/objects'
import type { Vector } from '../mesh/model/mesh.js'
import type { LevelPortal, LevelTree } from './level.js'

/** Steps down a tree: one with a loop ends nowhere else. */
const DEEPEST = 4096

/** What the tree is made of, wherever a model of UE1 or UE2 keeps it. */
interface TreeArrays {
  readonly nodes: readonly common.BspNode[]
  readonly surfs: readonly { readonly polyFlags: number }[]
  readonly verts: Int32Array
  readonly points: Float32Array
}

/** *The tree of planes of a built model*, as data; `undefined` for a model without one. */
export function bspTree({ nodes, surfs, verts, points }: TreeArrays): LevelTree | undefined {
  if (nodes.length === 0) return undefined
  const planes = new Float32Array(4 * nodes.length)
  const children = new Int32Array(2 * nodes.length)
  const leaves = new Int32Array(2 * nodes.length)
  const zones = new Int32Array(2 * nodes.length)
  const portals: LevelPortal[] = []
  for (const [i, node] of nodes.entries()) {
    planes.set(node.plane.subarray(0, 4), 4 * i)
    children.set([node.back, node.front], 2 * i)
    leaves.set([node.leafBack, node.leafFront], 2 * i)
    zones.set([node.zoneBack, node.zoneFront], 2 * i)
    const flags = surfs[node.surf]?.polyFlags ?? 0
    if ((flags & PolyFlag.Portal) === 0 || node.numVertices < 3) continue
    const point = 3 * (verts[2 * node.vertPool] ?? -1)
    const place: Vector = [points[point] ?? 0, points[point + 1] ?? 0, points[point + 2] ?? 0]
    portals.push({ surface: node.surf, zones: [node.zoneBack, node.zoneFront], place })
  }
  return { planes, children, leaves, zones, portals }
}

/** Six ways away from a point. */
const AROUND: readonly Vector[] = [
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]

/** Whether a point and all around it, as far as a distance, is solid ground. */
export function isBuried(tree: LevelTree, [x, y, z]: Vector, distance: number): boolean {
  const isSolid = (dx: number, dy: number, dz: number) =>
    leafAt(tree, [x + dx * distance, y + dy * distance, z + dz * distance]) === undefined
  return isSolid(0, 0, 0) && AROUND.every((way) => isSolid(...way))
}

/**
 * Where a point is: the leaf of the tree and its zone; `undefined` in solid ground, and for a tree that does
 * not end.
 */
export function leafAt(
  { planes, children, leaves, zones }: LevelTree,
  [x, y, z]: Vector,
): { readonly leaf: number; readonly zone: number } | undefined {
  for (let node = 0, depth = 0; depth < DEEPEST; depth++) {
    const [a = 0, b = 0, c = 0, d = 0] = planes.subarray(4 * node, 4 * node + 4)
    const side = x * a + y * b + z * c - d >= 0 ? 1 : 0
    const next = children[2 * node + side] ?? -1
    if (next >= 0 && 2 * next < children.length) {
      node = next
      continue
    }
    const leaf = leaves[2 * node + side] ?? -1
    return leaf < 0 ? undefined : { leaf, zone: zones[2 * node + side] ?? 0 }
  }
  return undefined
}
